import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { ERRORS } from '@foyer/contract/errors.ts'
import { checkout as texts } from '@foyer/contract/messages.ts'
import { canChargeCard, cardProvider } from '@foyer/domain/payment/methods.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'
import type { RequestContext } from '../../../http/handle.ts'
import { customerOf } from '../../../sale/customer/customer.ts'
import { currentSnapshot } from '../../../sale/session/current.ts'
import { setBillingAddress } from '../../start/billing.ts'
import { countCardAttempt } from '../../start/card-attempts.ts'
import { type CannotPay, openPayment, payable } from '../../start/open-payment.ts'
import type { Adapters } from '../module.ts'
import { NOT_AVAILABLE } from '../return-route.ts'
import type { SquareProvider } from './adapter.ts'
import { chargeCard, IN_DOUBT_MS } from './charge.ts'

const bySquare = (sale: Sale) => canChargeCard(sale) && cardProvider(sale) === 'square'

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
  const { deps } = ctx
  const { token, contact_number, ...address } = billing_address_data
  const allowed = await payable(ctx, { method: bySquare, contactNumber: contact_number })
  if (!allowed.ok) return allowed
  const square = await adapters.of(allowed.snapshot.paidInto.cardAccountId)
  if (!square) return NOT_AVAILABLE
  const saved = await setBillingAddress({ address, contact_number: contact_number || allowed.sale.contactNumber }, ctx)
  if ('ok' in saved) {
    if (saved.code in ADDRESS_FAILS) return { addressError: ERRORS[saved.code][1] }
    return saved as CannotPay
  }
  if (token === '') return { payment: { status: 'FAILED', message: texts['error.payWithSquare'] } }

  const attempt = await countCardAttempt(ctx, allowed.row.id)
  if (attempt === null) return fail('cards_paused')
  const opened = await openPayment(ctx, allowed, { provider: 'square', inDoubtForMs: IN_DOUBT_MS })
  if (!opened.ok) {
    await attempt.takeBack()
    return opened
  }
  const { payment } = opened
  const customer = await customerOf(deps.db, allowed.row)
  const billing = saved.address!
  const end = await chargeCard(ctx, square, payment, attempt, {
    sourceId: token,
    saleReference: allowed.row.reference,
    email: customer?.email ?? '',
    billing: { ...billing, country: billing.country_code },
  })
  if ('ok' in end) return end
  const { atAddress, ...said } = end
  return atAddress ? { addressError: texts['error.billingAddressNotFound'] } : { payment: said }
}
