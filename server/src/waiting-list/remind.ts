import { sql } from 'kysely'
import { dateNotOver, onSaleToAll } from '../catalogue/read/offered.ts'
import { inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { mailSaleOpens } from './mail.ts'

/** People handled in one transaction. */
const BATCH_SIZE = 50

/** Whether no date of the event is still to come. */
const isOver = (now: Date) => sql<boolean>`(event.status = 'cancelled' or not exists (
  select from event_dates date
  where date.event_id = event.id and (date.status = 'postponed' or (date.status = 'published' and ${dateNotOver(now)}))))`

/** Whether a type that the person asked about is on sale. */
const isOnSaleFor = (now: Date) => sql<boolean>`exists (
  select from waiting_types accepted
    join ticket_types type on type.id = accepted.ticket_type_id
    join event_dates date on date.id = type.date_id and date.status = 'published'
  where accepted.waiting_id = waiting.id and ${onSaleToAll(now)})`

/**
 * Emails those who asked to be reminded of a sale, once any of the ticket types that were not on sale when they asked can be
 * bought.
 * The row and its email change together, so nobody gets the email twice.
 */
export async function remindOfSales(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'random'>): Promise<void> {
  const now = deps.clock.now()
  let handled: number
  do
    handled = await inTx(deps.db, async (tx) => {
      const { rows } = await sql<{ id: number; over: boolean }>`
        select waiting.id, ${isOver(now)} as over
        from waiting join events event on event.id = waiting.event_id
        where waiting.kind = 'reminder' and waiting.state = 'waiting' and (${isOver(now)} or ${isOnSaleFor(now)})
        order by waiting.id limit ${BATCH_SIZE} for update of waiting skip locked`.execute(tx)
      for (const { id, over } of rows) {
        await tx
          .updateTable('waiting')
          .set({ state: over ? 'over' : 'told', ended_at: now })
          .where('id', '=', id)
          .execute()
        if (!over) await mailSaleOpens(tx, deps, id, now)
      }
      return rows.length
    })
  while (handled === BATCH_SIZE)
}
