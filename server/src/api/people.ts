import type { ApiReply } from '@foyer/contract/api/calls.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { ownEvent } from '../office/event/own-event.ts'
import { consentTo, isOwnLine } from '../office/lists/filter.ts'
import { isoOrNull } from './events.ts'
import type { ApiHandlers } from './handle.ts'
import { numbersIn, pageOf } from './page.ts'

type Shown = ApiReply<'api_people'>['data'][number]
type Row = Omit<Shown, 'admitted_at' | 'holder' | 'buyer'> & {
  admitted_at: Date | null
  holder_name: string
  holder_email: string
  name: string
  email: string
  phone: string
}

export const apiPeople: ApiHandlers['api_people'] = async ({ cursor, limit, event_id, date_id }, ctx) => {
  const { db } = ctx.deps
  const at = numbersIn(cursor, 1)
  if (at === null) return fail('bad_request')
  if (event_id !== undefined && (await ownEvent(db, ctx, event_id)) === undefined) return fail('not_found')
  const { rows: found } = await sql<Row>`
    select ticket.id as ticket_id, ticket.sale_id as order_id, "order".number as order_number, type.event_id, type.date_id,
      ticket.ticket_type_id, coalesce(seat.label, '') as seat, ticket.status, ticket.admitted_at, ticket.holder_name,
      ticket.holder_email, "order".name, "order".email, "order".phone,
      coalesce((select granted from (${consentTo(ctx.grant.organiserId)}) newest), false) as news_consent
    from tickets ticket join ticket_types type on type.id = ticket.ticket_type_id
    join orders "order" on "order".sale_id = ticket.sale_id left join seats seat on seat.id = ticket.seat_id
    where ticket.id > ${at[0]!} and (${event_id === undefined} or type.event_id = ${event_id ?? 0})
      and (${date_id === undefined} or type.date_id = ${date_id ?? 0})
      and exists (select from order_lines line where line.sale_id = ticket.sale_id
        and line.ticket_type_id = ticket.ticket_type_id and ${isOwnLine(ctx)})
    order by ticket.id limit ${limit + 1}`.execute(db)
  const { rows, ...page } = pageOf(found, { limit, cursor }, ({ ticket_id }) => String(ticket_id))
  const data = rows.map(({ holder_name, holder_email, name, email, phone, ...row }) => ({
    ...row,
    admitted_at: isoOrNull(row.admitted_at),
    holder: { name: holder_name, email: holder_email },
    buyer: { name, email, phone },
  }))
  return { data, ...page }
}
