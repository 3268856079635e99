import type { ApiReply } from '@foyer/contract/api/calls.ts'
import { fail } from '@foyer/domain/result.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/transaction/tx.ts'
import { ownEvent } from '../office/event/own-event.ts'
import { type Granted, grantOf } from '../office/handle.ts'
import { iso } from './events.ts'
import type { ApiHandlers } from './handle.ts'
import { numbersIn, pageOf } from './page.ts'

type Shown = ApiReply<'api_admissions'>['data'][number]
type Row = Omit<Shown, 'at'> & { at: Date }

/** Entries and undone entries at the doors of a key's own events, in the order of their ids. */
export async function readAdmissions(
  db: Pick<Db, 'getExecutor'>,
  ctx: Granted,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<Shown[]> {
  const { organiserId, eventIds } = grantOf(ctx)
  // guard: api-admissions-scoped
  const { rows } = await sql<Row>`
    select entry.id, entry.ticket_id, ticket.sale_id as order_id, date.event_id, entry.date_id, entry.kind, entry.outcome,
      entry.at, entry.place, entry.offline
    from admissions entry join tickets ticket on ticket.id = entry.ticket_id join event_dates date on date.id = entry.date_id
    join events event on event.id = date.event_id and event.organiser_id = ${organiserId}
    where (${eventIds === null} or event.id = any(${sql.val([...(eventIds ?? [])])}::bigint[])) and ${condition}
    order by entry.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, at: iso(row.at) }))
}

export const apiAdmissions: ApiHandlers['api_admissions'] = async ({ cursor, limit, event_id, date_id }, ctx) => {
  const { db } = ctx.deps
  const at = numbersIn(cursor, 1)
  if (at === null) return fail('bad_request')
  if (event_id !== undefined && (await ownEvent(db, ctx, event_id)) === undefined) return fail('not_found')
  const found = await readAdmissions(
    db,
    ctx,
    sql`entry.id > ${at[0]!} and (${event_id === undefined} or event.id = ${event_id ?? 0})
      and (${date_id === undefined} or entry.date_id = ${date_id ?? 0})`,
    limit + 1,
  )
  const { rows, ...page } = pageOf(found, { limit, cursor }, ({ id }) => String(id))
  return { data: rows, ...page }
}
