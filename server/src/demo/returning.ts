import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { ownTickets } from '../payment/self-service/own-tickets.ts'
import { returnOf } from '../payment/self-service/worth.ts'
import { saleByReference } from '../sale/sale.ts'
import { codeSentTo } from './browser.ts'
import type { HistoryDeps } from './timed-action.ts'
import type { MadeOrder } from './visit.ts'

/** A buyer returns one ticket of an order on its page, for the amount shown there. */
export async function returnByBuyer(
  { db, clock }: HistoryDeps,
  { reference, browser }: MadeOrder,
  email: string,
): Promise<void> {
  await browser.call('send_one_time_code', { email })
  await browser.call('check_one_time_code', { email, code: await codeSentTo(db, email), context: 'account' })
  const sale = (await saleByReference(db, reference))!
  const ticket = (await ownTickets(db, sale.id, clock.now())).at(-1)
  if (ticket === undefined) return
  const lines = await db.selectFrom('order_lines').selectAll().where('sale_id', '=', sale.id).execute()
  const { backMinor } = returnOf(lines, [ticket], clock.now())
  await browser.call('return_tickets', {
    reference,
    ticket_ids: [ticket.id],
    amount: formatMinor(backMinor, currencyCode(sale.currency)),
  })
}
