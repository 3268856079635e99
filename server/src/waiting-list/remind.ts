import { sql } from 'kysely'
import { inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { mailSaleOpens } from './mail.ts'

/** People handled in one transaction. */
const BATCH_SIZE = 50

/**
 * Tells those who asked for it that an event is on sale: when any of the ticket types that were not on sale then can be bought.
 * The row and its email change together, so nobody gets the email twice.
 */
export async function remindOfSales(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'random'>): Promise<void> {
  const now = deps.clock.now()
  let handled: number
  do
    handled = await inTx(deps.db, async (tx) => {
      const { rows } = await sql<{ id: number; over: boolean }>`
        select waiting.id, event.status = 'cancelled' or not exists (select from event_dates date
            where date.event_id = event.id and coalesce(date.ends_at, date.starts_at) >= ${now} and date.status = 'published') as over
        from waiting join events event on event.id = waiting.event_id
        where waiting.kind = 'reminder' and waiting.state = 'waiting' and (
          event.status = 'cancelled'
          or not exists (select from event_dates date where date.event_id = event.id
            and coalesce(date.ends_at, date.starts_at) >= ${now} and date.status = 'published')
          or (event.status = 'published' and (event.on_sale_from is null or event.on_sale_from <= ${now}) and exists (
            select from waiting_types accepted join ticket_types type on type.id = accepted.ticket_type_id
            where accepted.waiting_id = waiting.id and not type.archived and type.visibility = 'all'
              and (type.sale_from is null or type.sale_from <= ${now}))))
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
