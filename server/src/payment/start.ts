import type { Checkout } from '@foyer/contract/types.ts'
import { firstIncompleteBeforePayment } from '@foyer/domain/checkout/complete.ts'
import type { CurrencyCode, Minor } from '@foyer/domain/money/money.ts'
import { isFreeCheckout, unconfiguredOrganiser } from '@foyer/domain/payment/methods.ts'
import { isContactNumber } from '@foyer/domain/people/phone.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { currentSnapshot } from '../checkout/get.ts'
import { lockSale, type Sale } from '../checkout/sale.ts'
import { currencyOf, type Snapshot, snapshotOf } from '../checkout/snapshot.ts'
import { checkoutView } from '../checkout/view.ts'
import { inTx, type Tx } from '../db/tx.ts'
import type { Asking } from '../http/handle.ts'
import type { ProviderName } from './provider.ts'
import type { Payment } from './settle.ts'

export type CannotPay = Fail<
  | 'basket_empty'
  | 'already_paid'
  | 'hold_expired'
  | 'wrong_step'
  | 'step_incomplete'
  | 'bad_phone'
  | 'method_not_available'
  | 'provider_missing'
  | 'payment_running'
>

export type Payable = {
  ok: true
  sale: Sale
  view: Checkout
  snapshot: Snapshot
  currency: CurrencyCode
  amountMinor: Minor
}

/**
 * Whether this session may pay for its sale now, and how much. Every way to pay begins here, so that none can skip a step the
 * browser would not skip: a live hold, every earlier step done, the payment step reached, a number where one is required.
 */
export async function payable(
  asking: Asking,
  { contactNumber, method }: { contactNumber?: string; method: (view: Checkout) => boolean },
): Promise<Payable | CannotPay> {
  const { deps, session, now } = asking
  const snapshot = await currentSnapshot(asking)
  if (snapshot === null) return fail('basket_empty')
  const { sale } = snapshot
  if (sale.paid_at !== null) return fail('already_paid')
  if (sale.held_until === null) return fail(sale.expired ? 'hold_expired' : 'wrong_step')
  if (sale.state !== 'payment' && sale.state !== 'awaiting_truelayer') return fail('wrong_step')
  const view = await checkoutView(deps, session, snapshot, now)
  if (firstIncompleteBeforePayment({ ...view, delivered: false }) !== null || view.account === null)
    return fail('step_incomplete')
  const organiser = unconfiguredOrganiser(view)
  if (organiser !== null) return fail('provider_missing', { organiser })
  if (!isContactNumber(contactNumber ?? view.contact_number, { required: view.has_require_phone_number }))
    return fail('bad_phone')
  if (isFreeCheckout(view) || !method(view)) return fail('method_not_available')
  return { ok: true, sale, view, snapshot, currency: currencyOf(snapshot), amountMinor: snapshot.totals.totalMinor }
}

/**
 * The payment of this sale with this provider, made if there is none that still fits: same amount, same currency, not over.
 * One intention is one row and one key (providers, rule 3), however often the buyer presses the button.
 */
export async function openPayment(
  asking: Asking,
  { sale, currency, amountMinor }: Pick<Payable, 'sale' | 'currency' | 'amountMinor'>,
  provider: ProviderName,
): Promise<{ ok: true; payment: Payment } | CannotPay> {
  const { deps, now } = asking
  return inTx(deps.db, async (tx): Promise<{ ok: true; payment: Payment } | CannotPay> => {
    const locked = await lockSale(tx, sale.id)
    if (locked.paid_at !== null) return fail('already_paid')
    if (locked.held_until === null) return fail('hold_expired')
    if ((await snapshotOf(tx, locked)).totals.totalMinor !== amountMinor) return fail('wrong_step')
    const open = await openPayments(tx, sale.id)
    if (open.some((payment) => payment.status === 'processing')) return fail('payment_running')
    const fits = open.find(
      (payment) =>
        payment.provider === provider && payment.amount_minor === amountMinor && payment.currency === currency,
    )
    if (fits) return { ok: true, payment: fits }
    const payment = await tx
      .insertInto('payments')
      .values({
        sale_id: sale.id,
        provider,
        amount_minor: amountMinor,
        currency,
        idempotency_key: uuid(deps.random.bytes(16)),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { ok: true, payment }
  })
}

const openPayments = (tx: Tx, saleId: number): Promise<Payment[]> =>
  tx
    .selectFrom('payments')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('status', 'in', ['created', 'processing'])
    .orderBy('id')
    .execute()

/** A UUID v4 of these 16 bytes: 36 characters, short enough for every provider's keys. */
export function uuid(bytes: Uint8Array): string {
  const b = Buffer.from(bytes)
  b[6] = (b[6]! & 0x0f) | 0x40
  b[8] = (b[8]! & 0x3f) | 0x80
  const hex = b.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
