import { type Selectable, sql } from 'kysely'
import type { MailingsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { grantOf, type OfficeContext } from '../handle.ts'
import { readFilter, type Scope, type Selection } from './recipients.ts'

export type Mailing = Selectable<MailingsTable>

/** The organiser's mailings that this person may see. Someone limited to some events doesn't see mailings about others. */
export const ownMailings = (tx: Pick<Tx, 'selectFrom'>, ctx: OfficeContext) => {
  const { organiserId, eventIds } = grantOf(ctx)
  return (
    tx
      .selectFrom('mailings')
      .selectAll()
      // guard: own-mailing
      .where('organiser_id', '=', organiserId)
      .$if(eventIds !== null, (query) => query.where(sql<boolean>`event_ids <@ ${[...(eventIds ?? [])]}::bigint[]`))
  )
}

export const ownMailing = (
  tx: Pick<Tx, 'selectFrom'>,
  ctx: OfficeContext,
  id: number,
  { lock = false } = {},
): Promise<Mailing | undefined> =>
  ownMailings(tx, ctx)
    .where('id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

export const scopeOf = (ctx: OfficeContext): Scope => {
  const { organiserId, eventIds } = grantOf(ctx)
  return { organiserId, eventIds }
}

export const selectionOf = (mailing: Mailing): Selection => {
  const filter = readFilter(mailing.list, mailing.organiser_id, mailing.filter)
  if (filter === null) throw new Error(`mailing ${mailing.id} has a filter that its list doesn't accept`)
  return { kind: mailing.kind, list: mailing.list, filter }
}
