import { type Selectable, sql } from 'kysely'
import type { MailingsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { grantOf, type OfficeContext } from '../handle.ts'
import { type Chosen, readFilter, type Scope } from './people.ts'

export type Mailing = Selectable<MailingsTable>

/** Of an organiser's mailings, people limited to some events have those that people with no more events than they wrote. */
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

export const chosenBy = (mailing: Mailing): Chosen => {
  const filter = readFilter(mailing.list, mailing.organiser_id, mailing.filter)
  if (filter === null) throw new Error(`mailing ${mailing.id} has a filter that its table doesn't know`)
  return { kind: mailing.kind, list: mailing.list, filter }
}
