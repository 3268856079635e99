import type { PaymentPageData } from '@foyer/contract/change-pages.ts'
import { paymentPath } from '@foyer/contract/pages.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../http/session.ts'
import { CUSTOMER_COLUMNS, canChange } from '../../sale/customer/customer.ts'
import { changePathOf } from '../change/pay.ts'
import type { Payment } from '../payment.ts'
import { PLANS_PAGE } from '../plan/mails.ts'
import { ProviderDown, type ProviderName } from '../provider/provider.ts'
import { FINAL, isOpen } from '../provider/status.ts'
import { paymentAtProvider } from './find.ts'
import { settleProviderPayment } from './settle.ts'

/** Settles a payment whose buyer returns; as it is stored while its provider doesn't respond. Null if the shop has no such payment. */
export async function settleReturned(
  deps: Deps,
  provider: ProviderName,
  providerPaymentId: string,
): Promise<Payment | null> {
  try {
    return await settleProviderPayment(deps, provider, providerPaymentId)
  } catch (error) {
    if (error instanceof ProviderDown) return paymentAtProvider(deps.db, { provider, providerPaymentId })
    throw error
  }
}

/**
 * Where a buyer continues who returns with this payment; null: in the checkout of this browser. Banks open their pages in other
 * browsers, which have neither the basket nor a sign-in: such a buyer learns what became of the payment, and nothing else.
 */
export async function returnPathOf(deps: Deps, session: Session, payment: Payment): Promise<string | null> {
  const { db } = deps
  if (payment.change_id !== null) return changePathOf(db, payment.change_id)
  const sale = await db
    .selectFrom('sales')
    .select(CUSTOMER_COLUMNS)
    .where('id', '=', payment.sale_id)
    .executeTakeFirstOrThrow()
  const isInstalment = payment.purpose === 'plan_instalment'
  const isOwn = isInstalment
    ? session.userId !== null && session.userId === sale.user_id
    : session.saleId === payment.sale_id && canChange(session, sale)
  if (!isOwn) return paymentPath(payment.provider, payment.provider_payment_id ?? '')
  return isInstalment ? PLANS_PAGE : null
}

const KINDS: Record<string, PaymentPageData['kind']> = { plan_first: 'plan', plan_instalment: 'instalment' }

/** The vendors' ids are letters, digits, dashes and underscores. */
const PROVIDER_ID = /^[\w-]{1,100}$/

/** What became of a payment, for a visitor of whom only its provider's id is known: no name, no order, no amount. */
export async function paymentPage(
  deps: Deps,
  provider: string,
  providerPaymentId: string,
): Promise<PaymentPageData | null> {
  if (!PROVIDER_ID.test(providerPaymentId)) return null
  const payment = await settleReturned(deps, provider as ProviderName, providerPaymentId)
  if (payment === null || payment.change_id !== null) return null
  return { state: stateOf(payment), kind: KINDS[payment.purpose] ?? 'order' }
}

function stateOf(payment: Payment): PaymentPageData['state'] {
  if (payment.outcome === 'refunded') return 'returned'
  if (FINAL.has(payment.status)) return 'paid'
  // A refused card leaves its payment open for another attempt.
  const isRefused = payment.status === 'created' && payment.failure_code !== null
  return isOpen(payment) && !isRefused ? 'pending' : 'failed'
}
