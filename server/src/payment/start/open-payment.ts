import { firstIncompleteBeforePayment } from '@foyer/domain/checkout/complete.ts'
import type { CurrencyCode, Minor } from '@foyer/domain/money/money.ts'
import { isFreeCheckout, unconfiguredOrganiser } from '@foyer/domain/payment/methods.ts'
import { isBank } from '@foyer/domain/payment/providers.ts'
import { isContactNumber } from '@foyer/domain/people/phone.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'
import type { JsonValue } from '../../db/schema/types.generated.ts'
import { sendMergedWithCommit, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { RequestContext } from '../../http/handle.ts'
import type { Session } from '../../http/session.ts'
import { changeSale } from '../../sale/change/change.ts'
import { writeSaleWithCommit } from '../../sale/change/write.ts'
import { canChange } from '../../sale/customer/customer.ts'
import { exceedsMaximumAtStart, hasMaximum } from '../../sale/customer/limit.ts'
import { endedVoucherCodes } from '../../sale/hold/codes.ts'
import { cancelOpenPayments } from '../../sale/hold/release.ts'
import { isHeld, type SaleRow } from '../../sale/sale.ts'
import { currentSnapshot } from '../../sale/session/current.ts'
import { isCustomerKnown, type SessionSale, sessionSaleOf } from '../../sale/session/session-sale.ts'
import { currencyOf, type Snapshot, termsOf } from '../../sale/snapshot/snapshot.ts'
import { newKey } from '../keys.ts'
import type { Payment } from '../payment.ts'
import { isSavedFault, type ProviderName } from '../provider/provider.ts'
import { areOpen, isRunning } from '../provider/status.ts'
import { networkOf } from './card-attempts.ts'
import { newPaymentQueries } from './new-payment.ts'

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
  | 'unknown_sale'
  | 'voucher_ended'
  | 'over_limit'
>

export type Payable = {
  ok: true
  row: SaleRow
  sale: SessionSale
  snapshot: Snapshot
  currency: CurrencyCode
  amountMinor: Minor
}

/**
 * Whether this session may pay for its sale now, and how much. Every payment method starts here, so that none can skip a
 * step: a valid hold, all earlier steps complete, the payment step reached, and a phone number if one is required. The
 * address of an express customer is not verified; it only has to be entered in this browser.
 */
export async function payable(
  ctx: RequestContext,
  {
    contactNumber,
    phone = 'as_asked',
    method,
  }: {
    contactNumber?: string
    /** `later`: the payment is only prepared, before a number could be entered. */
    phone?: 'as_asked' | 'required' | 'later'
    method: (sale: Sale) => boolean
  },
): Promise<Payable | CannotPay> {
  const { deps, session, now } = ctx
  const snapshot = await currentSnapshot(ctx)
  if (snapshot === null) return fail('basket_empty')
  const { sale: row } = snapshot
  if (row.paid_at !== null) return fail('already_paid')
  if (row.held_until === null) return fail(row.expired ? 'hold_expired' : 'wrong_step')
  // A bank payment keeps the hold past its end. A new payment must not, or a hold could be extended without limit.
  if (!isHeld(row, now)) return fail('hold_expired')
  if (row.state !== 'payment' && row.state !== 'awaiting_truelayer') return fail('wrong_step')
  const sale = await sessionSaleOf(deps, session, snapshot, now)
  if (firstIncompleteBeforePayment({ ...sale, isDelivered: false }) !== null || !isCustomerKnown(sale))
    return fail('step_incomplete')
  const organiser = unconfiguredOrganiser(sale)
  if (organiser !== null) return fail('provider_missing', { organiser })
  const number = contactNumber || (row.contact_number ?? '')
  const required = phone === 'required' || sale.requiresPhone
  if (phone !== 'later' && !isContactNumber(number, { required })) return fail('bad_phone')
  if (isFreeCheckout(sale) || !method(sale)) return fail('method_not_available')
  return { ok: true, row, sale, snapshot, currency: currencyOf(snapshot), amountMinor: snapshot.totals.totalMinor }
}

/** How a payment differs between providers. */
export type Opening = {
  provider: ProviderName
  /** Less than the whole sale: the first payment of a plan. */
  plan?: { firstMinor: Minor; terms: JsonValue }
  /** An older payment is not reused, in milliseconds. Unset: any age. */
  freshForMs?: number
  /** The provider cancels the payment after this time, in milliseconds. Unset: never. */
  livesMs?: number
  /**
   * The provider charges in the call that creates the payment. Each attempt is then a payment of its own and counts as
   * running from before the call, because its response may be lost. In milliseconds: how long the result may be unknown.
   */
  inDoubtForMs?: number
  /** Stored with the sale in the same transaction. */
  contactNumber?: string
}

/**
 * The payment of this sale with this provider. It is reused while it has the same amount and currency and has not ended.
 * One intention is one row and one key, however often the buyer presses the button. Payments that no longer fit are
 * cancelled, so that a forgotten tab cannot pay the price of another basket.
 */
export async function openPayment(
  ctx: RequestContext,
  { row, currency, amountMinor }: Pick<Payable, 'row' | 'currency' | 'amountMinor'>,
  { provider, plan, freshForMs, livesMs, inDoubtForMs, contactNumber }: Opening,
): Promise<{ ok: true; payment: Payment } | CannotPay> {
  const { deps, session, now } = ctx
  const key = await newKey(deps)
  const opened: { payment?: Payment } = {}
  const open = async (tx: Tx, locked: Snapshot): Promise<{ ok: true; payment?: Payment } | CannotPay> => {
    if (locked.sale.paid_at !== null) return fail('already_paid')
    if (!isHeld(locked.sale, now)) return fail('hold_expired')
    if (!canChange(session, locked.sale)) return fail('unknown_sale')
    const payer = payerOf(session, locked.sale)
    if (locked.totals.totalMinor !== amountMinor) return fail('wrong_step')
    if (locked.has.codes && (await endedVoucherCodes(tx, row.id, now)).length > 0) return fail('voucher_ended')
    if (await exceedsMaximumAtStart(tx, locked, now)) return fail('over_limit')
    const account = accountFor(locked, provider)
    const running = locked.has.payments ? await openPayments(tx, row.id) : []
    // A payment past its limit counts as lost; if it still arrives, it is refunded.
    if (running.some((payment) => isRunning(payment, now))) return fail('payment_running')
    if (contactNumber) writeSaleWithCommit(tx, row.id, { contact_number: contactNumber })

    const own = running.filter((payment) => payment.provider === provider && payment.status === 'created')
    const fits = own.find(
      (payment) =>
        inDoubtForMs === undefined &&
        plan === undefined &&
        payment.purpose === 'sale' &&
        payment.amount_minor === amountMinor &&
        payment.currency === currency &&
        // guard: open-payment-of-same-account
        payment.account_id === account.id &&
        payment.payer_user_id === payer.payer_user_id &&
        payment.payer_email === payer.payer_email &&
        // guard: cancelled-payment-not-reused
        payment.called_off_at === null &&
        (freshForMs === undefined || payment.created_at.getTime() > now.getTime() - freshForMs),
    )
    const rest = own.filter((payment) => payment !== fits && payment.called_off_at === null).map(({ id }) => id)
    if (rest.length > 0) await cancelOpenPayments(tx, row.id, now, rest)
    if (fits) return { ok: true, payment: fits }
    const limitMs = inDoubtForMs ?? livesMs
    sendMergedWithCommit(tx, newPaymentQueries, {
      payment: {
        sale_id: row.id,
        provider,
        purpose: plan ? 'plan_first' : 'sale',
        terms: JSON.stringify(termsOf(locked)),
        plan_terms: plan ? JSON.stringify(plan.terms) : null,
        amount_minor: plan?.firstMinor ?? amountMinor,
        account_id: account.id,
        platform_fee_minor: platformFeeOf(plan?.firstMinor ?? amountMinor, account.feeBp),
        currency,
        status: inDoubtForMs === undefined ? 'created' : 'processing',
        idempotency_key: key,
        ...payer,
        payer_network: networkOf(ctx, provider),
        created_at: now,
        updated_at: now,
        expires_at: limitMs === undefined ? null : new Date(now.getTime() + limitMs),
      },
      done: (made) => {
        opened.payment = made
      },
    })
    return { ok: true }
  }
  // Codes and a maximum per customer lock what belongs to other sales too.
  const needsOwn = ({ has, lines }: Snapshot) => has.codes || hasMaximum(lines)
  const found = await changeSale(deps.db, row.id, open, { needsOwn })
  return found.ok ? { ok: true, payment: found.payment ?? opened.payment! } : found
}

/** The account that a payment of this basket goes to, and the operator's part of it. Vendors of banks take no part for others. */
const accountFor = ({ paidInto }: Snapshot, provider: ProviderName): { id: number | null; feeBp: number } =>
  isBank(provider)
    ? { id: paidInto.bankAccountId, feeBp: 0 }
    : { id: paidInto.cardAccountId, feeBp: paidInto.platformFeeBp }

/** The operator's part of a payment to an organiser's account, rounded down. */
export const platformFeeOf = (amountMinor: Minor, feeBp: number): Minor => Math.floor((amountMinor * feeBp) / 10_000)

/** The payer when the payment starts. The money is kept only while the sale still belongs to them. */
export const payerOf = ({ number }: Session, sale: Pick<SaleRow, 'user_id' | 'guest_email'>) => ({
  payer_session: number,
  payer_user_id: sale.user_id,
  payer_email: sale.user_id === null ? sale.guest_email : null,
})

const openPayments = (tx: Tx, saleId: number): Promise<Payment[]> =>
  tx
    .selectFrom('payments')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where(areOpen())
    .where('purpose', '<>', 'plan_instalment')
    .orderBy('id')
    .execute()

/**
 * Makes the call that creates a payment without charging. After an internal error the provider would return the same
 * response under this key for a day, so the next attempt gets another key. A payment that was created anyway is unknown to
 * the buyer and never paid.
 */
export async function beginAtVendor<T>(
  deps: Pick<Deps, 'db' | 'random'>,
  payment: Pick<Payment, 'id' | 'idempotency_key'>,
  call: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  try {
    return await call(payment.idempotency_key)
  } catch (error) {
    if (isSavedFault(error)) await renewKey(deps, payment.id)
    throw error
  }
}

async function renewKey(deps: Pick<Deps, 'db' | 'random'>, paymentId: number): Promise<void> {
  const idempotency_key = await newKey(deps)
  await deps.db
    .updateTable('payments')
    .set({ idempotency_key })
    .where('id', '=', paymentId)
    .where('provider_payment_id', 'is', null)
    .execute()
}
