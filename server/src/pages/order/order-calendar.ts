import { buyerOf } from '../../after-sale/buyer.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../http/session.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { saleByReference } from '../../sale/sale.ts'
import { admits, drawCalendar } from '../../tickets/paper/calendar.ts'
import { readTickets } from '../../tickets/read.ts'

/**
 * The dates of an order as a calendar file, with the tickets that the buyer still holds; null for everyone else, and without a
 * ticket that admits.
 */
export async function orderCalendar(
  { db, clock, signer, config }: Pick<Deps, 'db' | 'clock' | 'signer' | 'config'>,
  session: Session,
  reference: string,
): Promise<string | null> {
  const sale = await saleByReference(db, reference)
  if (!sale || sale.paid_at === null || (await buyerOf(db, session, sale)) === null) return null
  const customer = await customerOf(db, sale)
  const now = clock.now()
  const own = (await readTickets(db, { saleId: sale.id }, { now, signer })).filter(
    ({ status, holderEmail }) => status !== 'void' && holderEmail === customer?.email,
  )
  return admits(own) ? drawCalendar(own, config, now) : null
}
