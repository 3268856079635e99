import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { ERRORS } from '@foyer/contract/errors.ts'
import { payments, checkout as texts } from '@foyer/contract/messages.ts'
import { iso2Of } from '@foyer/domain/delivery/countries.ts'
import { canChargeCard, cardProvider } from '@foyer/domain/payment/methods.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'
import type { RequestContext } from '../../../http/handle.ts'
import { ProviderDown } from '../../../payment-provider.ts'
import { currentSnapshot } from '../../../sale/current.ts'
import { customerOf } from '../../../sale/customer/customer.ts'
import type { Payment } from '../../payment.ts'
import { applyProviderState, resolveLost } from '../../settle/settle.ts'
import { setBillingAddress } from '../../start/billing.ts'
import { countCardAttempt } from '../../start/card-attempts.ts'
import { type CannotPay, openPayment, payable } from '../../start/open-payment.ts'
import type { Adapters } from '../module.ts'
import { NOT_AVAILABLE } from '../return-route.ts'
import type { Charged, SquareProvider } from './adapter.ts'

const bySquare = (sale: Sale) => canChargeCard(sale) && cardProvider(sale) === 'square'

/** How often a charge is repeated with its key before the provider's list is searched. */
const SAME_KEY_TRIES = 3
/** Longer than a call, its repetitions and the questions after it, in any process. */
const IN_DOUBT_MS = 15 * 60_000

/** Returns what Square's browser script needs. It contains no secret. */
export async function squareCredentials(
  ctx: RequestContext,
  adapters: Adapters<SquareProvider>,
): Promise<ReplyOf<'get_square_credentials'> | typeof NOT_AVAILABLE> {
  const snapshot = await currentSnapshot(ctx)
  const square = await adapters.of(snapshot?.paidInto.cardAccountId ?? null)
  return square
    ? { app_id: square.appId, location_id: square.locationId, checkout_js: square.scriptUrl }
    : NOT_AVAILABLE
}

const ADDRESS_FAILS = { postcode_missing: true, bad_address: true } as const

/**
 * Charges a card by a token from Square's form. A token works once, so each attempt is a payment of its own. An attempt
 * without a response is checked until its result is known, and meanwhile no other can start.
 */
export async function payWithSquare(
  { billing_address_data }: BodyOf<'pay_with_square'>,
  ctx: RequestContext,
  adapters: Adapters<SquareProvider>,
): Promise<ReplyOf<'pay_with_square'> | CannotPay | Fail<'payment_provider_down' | 'cards_paused'>> {
  const { deps, log } = ctx
  const { token, contact_number, ...address } = billing_address_data
  const may = await payable(ctx, { method: bySquare, contactNumber: contact_number })
  if (!may.ok) return may
  const square = await adapters.of(may.snapshot.paidInto.cardAccountId)
  if (!square) return NOT_AVAILABLE
  const saved = await setBillingAddress({ address, contact_number: contact_number || may.sale.contactNumber }, ctx)
  if ('ok' in saved) {
    if (saved.code in ADDRESS_FAILS) return { addressError: ERRORS[saved.code][1] }
    return saved as CannotPay
  }
  if (token === '') return { payment: { status: 'FAILED', message: texts['error.payWithSquare'] } }

  const attempt = await countCardAttempt(ctx, may.row.id)
  if (attempt === null) return fail('cards_paused')
  const opened = await openPayment(ctx, may, { provider: 'square', inDoubtForMs: IN_DOUBT_MS })
  if (!opened.ok) {
    await attempt.takeBack()
    return opened
  }
  const { payment } = opened
  const customer = await customerOf(deps.db, may.row)
  const billing = saved.address!
  const charged = await chargeUntilAnswered(square, {
    sourceId: token,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    saleReference: may.row.reference,
    idempotencyKey: payment.idempotency_key,
    email: customer?.email ?? '',
    billing: { ...billing, country: billing.country_code || iso2Of(address.country ?? '') || 'GB' },
  })
  if (charged === null) {
    log.warn({ payment: payment.id }, 'Square did not answer a charge')
    return afterSilence(ctx, payment)
  }
  if ('refused' in charged) {
    // The provider created no payment, so there is nothing to check later.
    await deps.db
      .updateTable('payments')
      .set({
        status: 'failed',
        failure_code: charged.refused.code,
        failure_text: charged.refused.text,
        updated_at: deps.clock.now(),
      })
      .where('id', '=', payment.id)
      .where('status', '=', 'processing')
      .execute()
    return refusal(charged)
  }
  await deps.db
    .updateTable('payments')
    .set({ provider_payment_id: charged.reported.providerPaymentId })
    .where('id', '=', payment.id)
    .execute()
  const settled = await applyProviderState(deps, payment.id, charged.reported)
  if (settled.status !== 'failed') await attempt.takeBack()
  return answerOf(settled, charged)
}

async function chargeUntilAnswered(
  square: SquareProvider,
  ask: Parameters<SquareProvider['charge']>[0],
): Promise<Charged | null> {
  for (let attempt = 0; attempt < SAME_KEY_TRIES; attempt++)
    try {
      return await square.charge(ask)
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error
    }
  return null
}

/**
 * There was no response. The provider has the payment or it is cancelled; until that is known the payment counts as
 * running.
 */
async function afterSilence(
  { deps }: RequestContext,
  payment: Payment,
): Promise<ReplyOf<'pay_with_square'> | Fail<'payment_provider_down'>> {
  try {
    const settled = await resolveLost(deps, payment)
    return settled.failure_code === 'lost' ? fail('payment_provider_down') : answerOf(settled)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    return { payment: { status: 'PENDING', message: payments['payment.unknown'] } }
  }
}

/** The reply for a payment that has ended or is still running. */
function answerOf(payment: Payment, charged?: Charged): ReplyOf<'pay_with_square'> {
  if (payment.outcome === 'fulfilled') return { payment: { status: 'COMPLETED', message: '' } }
  if (payment.outcome === 'refunded') return { payment: { status: 'CANCELED', message: payments['payment.returned'] } }
  if (payment.status === 'processing') return { payment: { status: 'PENDING', message: payments['payment.unknown'] } }
  if (charged?.address) return refusal(charged)
  return {
    payment: {
      status: payment.status === 'cancelled' ? 'CANCELED' : 'FAILED',
      message: payment.failure_text || texts['error.payWithSquare'],
    },
  }
}

const refusal = (charged: Charged): ReplyOf<'pay_with_square'> => {
  const why = 'refused' in charged ? charged.refused : charged.reported.failure
  return charged.address
    ? { addressError: texts['error.billingAddressNotFound'] }
    : { payment: { status: 'FAILED', message: why?.text || texts['error.payWithSquare'] } }
}
