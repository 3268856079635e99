import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { checkout, payments } from '@foyer/contract/messages.ts'
import { iso2Of } from '@foyer/domain/delivery/countries.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { currencyCode, toMajor } from '@foyer/domain/money/money.ts'
import { RETURNED_FROM_BANK } from '@foyer/domain/payment/bank-wait.ts'
import { availableMethods } from '@foyer/domain/payment/methods.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'
import type { Deps } from '../../../deps.ts'
import type { RequestContext } from '../../../http/handle.ts'
import type { Session } from '../../../http/session.ts'
import { canChange, customerOf } from '../../../sale/customer/customer.ts'
import { freshSale } from '../../../sale/hold/release.ts'
import { secondsRemaining } from '../../../sale/sale.ts'
import type { Payment } from '../../payment.ts'
import { ProviderDown } from '../../provider/provider.ts'
import { isOpen } from '../../provider/status.ts'
import { returnPathOf, settleReturned } from '../../settle/provider-return.ts'
import { settlePayment } from '../../settle/settle.ts'
import { storeCreated } from '../../start/new-payment.ts'
import { beginAtVendor, type CannotPay, openPayment, type Payable, payable } from '../../start/open-payment.ts'
import { returnedText } from '../../start/returned.ts'
import type { Adapters } from '../module.ts'
import { CHECKOUT } from '../return-route.ts'
import type { TrueLayerProvider } from './adapter.ts'

const byBank = (sale: Sale) => availableMethods(sale).includes('bank')

/** The provider's payments expire after fifteen minutes. One older than this is replaced before the buyer is redirected. */
const FRESH_MS = 10 * 60_000
export const BANK_RETURN = '/do/checkout/truelayer_return/'

/**
 * The country whose banks are listed first. Pounds are paid from British banks; euros from those of the country in the
 * buyer's address, or else the venue's. Undefined lets the buyer choose.
 */
async function bankCountry({ deps }: RequestContext, { currency, row, sale }: Payable): Promise<string | undefined> {
  if (currency === 'GBP') return 'GB'
  const own = sale.deliveryAddress ? iso2Of(sale.deliveryAddress.country) : null
  if (own !== null && own !== 'GB') return own
  const venue = await deps.db
    .selectFrom('sale_lines as line')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('venues as venue', 'venue.id', 'event.venue_id')
    .select('venue.country_code')
    .where('line.sale_id', '=', row.id)
    .where('venue.country_code', '<>', 'GB')
    .executeTakeFirst()
  return venue?.country_code
}

/** Creates or finds the payment, with the page where the buyer approves it. */
async function bankPayment(
  ctx: RequestContext,
  adapters: Adapters<TrueLayerProvider>,
  contactNumber?: string,
): Promise<{ ok: true; payment: Payment; url: string } | CannotPay | Fail<'payment_provider_down'>> {
  const { deps, log } = ctx
  const allowed = await payable(ctx, {
    method: byBank,
    phone: contactNumber === undefined ? 'later' : 'as_asked',
    contactNumber,
  })
  if (!allowed.ok) return allowed
  const opened = await openPayment(ctx, allowed, {
    provider: 'truelayer',
    freshForMs: FRESH_MS,
    livesMs: LIMITS.bankPaymentSeconds * 1000,
    contactNumber,
  })
  if (!opened.ok) return opened
  const { payment } = opened
  if (payment.provider_payment_id !== null && payment.redirect_url !== null)
    return { ok: true, payment, url: payment.redirect_url }
  const trueLayer = await adapters.of(payment.account_id)
  if (!trueLayer) return fail('method_not_available')
  const customer = await customerOf(deps.db, allowed.row)
  const country = await bankCountry(ctx, allowed)
  try {
    const begin = (idempotencyKey: string) =>
      trueLayer.create({
        amountMinor: payment.amount_minor,
        currency: payment.currency,
        country,
        saleReference: allowed.row.reference,
        idempotencyKey,
        returnUri: `${deps.config.publicUrl}${BANK_RETURN}`,
        user: { name: customer?.full_name ?? '', email: customer?.email ?? '', phone: '' },
      })
    const { id, uri } = await beginAtVendor(deps, payment, begin)
    const stored = await storeCreated(deps, payment, { providerPaymentId: id, redirectUrl: uri, now: ctx.now })
    return stored ? { ok: true, payment: stored, url: uri } : fail('payment_provider_down')
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    log.warn({ err: error.message }, 'bank payment could not be prepared')
    return fail('payment_provider_down')
  }
}

/** Prepares the payment when the step opens. If this fails, the method is not offered. */
export async function createBankPayment(
  ctx: RequestContext,
  adapters: Adapters<TrueLayerProvider>,
): Promise<ReplyOf<'create_truelayer_payment'> | CannotPay | Fail<'payment_provider_down'>> {
  const created = await bankPayment(ctx, adapters)
  return created.ok ? { success: true } : created
}

/** Returns the page to redirect the buyer to. The payment is created again if it is too old or the total has changed. */
export async function payByBank(
  { contact_number }: BodyOf<'pay_with_truelayer'>,
  ctx: RequestContext,
  adapters: Adapters<TrueLayerProvider>,
): Promise<ReplyOf<'pay_with_truelayer'> | CannotPay | Fail<'payment_provider_down'>> {
  const created = await bankPayment(ctx, adapters, contact_number)
  if (!created.ok) return created
  await ctx.deps.db
    .updateTable('sales')
    .set({ truelayer_returned_from: null, payment_error: null })
    .where('id', '=', created.payment.sale_id)
    .execute()
  return { auth_url: created.url }
}

/** Error values of a buyer who left the bank's page. Any other value means that the provider must be asked. */
const LEFT = new Set(['tl_hpp_abandoned', 'tl_hpp_cancel'])
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Handles the buyer's return from the bank, and returns where the buyer continues. The URL is only a hint. The payment is read once,
 * because a buyer can approve it in the bank's app and then close the page. A cancellation is stored as code 0, any other return as
 * `RETURNED_FROM_BANK`.
 */
export async function bankReturn(
  deps: Deps,
  session: Session,
  { payment_id, error }: { payment_id?: unknown; error?: unknown },
): Promise<string> {
  if (typeof payment_id !== 'string' || !UUID.test(payment_id)) return CHECKOUT
  const settled = await settleReturned(deps, 'truelayer', payment_id)
  if (settled === null) return CHECKOUT
  const path = await returnPathOf(deps, session, settled)
  if (path !== null) return path
  const cancelledAtBank = settled.status === 'created' && typeof error === 'string' && LEFT.has(error)
  await deps.db
    .updateTable('sales')
    .set({
      truelayer_returned_from: settled.status === 'cancelled' || cancelledAtBank ? '0' : RETURNED_FROM_BANK,
      // The buyer is at this step, even if the browser did not store it before it left.
      state: 'awaiting_truelayer',
    })
    .where('id', '=', settled.sale_id)
    .where('paid_at', 'is', null)
    .where('held_until', 'is not', null)
    .where('state', 'in', ['payment', 'awaiting_truelayer'])
    .execute()
  return CHECKOUT
}

/** The status that the page shows for a payment that did not arrive. The first three explain themselves. */
function statusOf(payment: Payment): string {
  if (payment.status === 'cancelled') return 'cancelled'
  if (payment.failure_code === 'expired') return 'expired'
  return ['provider_rejected', 'rejected'].includes(payment.failure_code ?? '') ? 'rejected' : 'failed'
}

/**
 * Returns the status of the bank transfer. It is complete only when the money has settled. After the bank's approval it is
 * processing, and the hold is kept.
 */
export async function bankStatus(
  ctx: RequestContext,
): Promise<ReplyOf<'get_truelayer_status'> | Fail<'wrong_step' | 'payment_provider_down'>> {
  const { deps, session, now } = ctx
  const payment =
    session.saleId === null
      ? undefined
      : await deps.db
          .selectFrom('payments as payment')
          .innerJoin('sales as sale', 'sale.id', 'payment.sale_id')
          .selectAll('payment')
          .select(['sale.user_id', 'sale.guest_email', 'sale.customer_session'])
          .where('payment.sale_id', '=', session.saleId)
          .where('payment.provider', '=', 'truelayer')
          .where('payment.provider_payment_id', 'is not', null)
          .orderBy('payment.id', 'desc')
          .executeTakeFirst()
  if (!payment || !canChange(session, payment)) return fail('wrong_step')
  let settled: Payment
  try {
    // A failed payment may still be paid late; reading its status finds out.
    settled = isOpen(payment) || payment.status === 'failed' ? await settlePayment(deps, payment.id) : payment
  } catch (error) {
    if (error instanceof ProviderDown) return fail('payment_provider_down')
    throw error
  }
  await freshSale(deps.db, payment.sale_id, now)
  const sale = await deps.db.selectFrom('sales').selectAll().where('id', '=', payment.sale_id).executeTakeFirstOrThrow()
  const seconds = secondsRemaining(sale.held_until, now)
  const answer = (status: string, error: string | null) => ({
    truelayer_status: {
      checkout_expires_in: seconds,
      payment_completed: sale.paid_at !== null,
      reference: sale.reference,
      total: toMajor(settled.amount_minor, currencyCode(settled.currency)),
      truelayer_status_error: error,
      status,
    },
  })
  if (sale.paid_at !== null) return answer('completed', null)
  if (settled.outcome === 'refunded') return answer('returned', returnedText(sale))
  if (isOpen(settled)) return answer(settled.status === 'processing' ? 'approved' : 'processing', null)
  // Also stored for the basket, so that a reload shows it.
  if (seconds <= 0)
    await deps.db
      .updateTable('sales')
      .set({ reserving_error: checkout['error.bankPaymentExpired'] })
      .where('id', '=', sale.id)
      .where('paid_at', 'is', null)
      .where('state', '=', 'basket')
      .execute()
  return answer(statusOf(settled), settled.failure_text || payments['bank.failed'])
}
