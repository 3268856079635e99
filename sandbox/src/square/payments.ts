import type { Kernel } from '../kernel/context.ts'
import { delayMs } from '../kernel/switches.ts'
import { DECLINED_VALUES, SOURCE_IDS } from './cards.ts'
import { invalidRequest, notFound, refusedRefund, SquareError } from './errors.ts'
import type { Money } from './money.ts'
import type { Checked } from './params.ts'
import { squareBalance } from './payouts.ts'

export interface Payment {
  id: string
  created_at: string
  updated_at: string
  amount_money: Money
  total_money: Money
  refunded_money?: Money
  status: 'APPROVED' | 'PENDING' | 'COMPLETED' | 'CANCELED' | 'FAILED'
  refund_ids?: string[]
  card_details: { status: string; [field: string]: unknown }
  [field: string]: unknown
}

export interface Refund {
  id: string
  status: 'PENDING' | 'COMPLETED' | 'REJECTED' | 'FAILED'
  amount_money: Money
  payment_id: string
  created_at: string
  updated_at: string
  [field: string]: unknown
}

export interface Dispute {
  id: string
  amount_money: Money
  reason: string
  state: 'EVIDENCE_REQUIRED' | 'WON' | 'LOST'
  due_at: string
  disputed_payment: { payment_id: string }
  created_at: string
  updated_at: string
  [field: string]: unknown
}

/** A card token made by the form in the browser. It never contains the number. */
export interface CardToken {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  postal: string
  /** Error code of the coming charge. */
  decline?: string
  /** Whether the bank's challenge is answered. */
  challenge: 'none' | 'open' | 'passed' | 'failed'
  /** The amount shown in the challenge, in the vendor's decimal text. */
  amount?: string
  used: boolean
  expires: number
}

const REFUND_MS = 2_000
const EVIDENCE_DAYS = 13
const TOKEN_LIFETIME_MS = 24 * 60 * 60 * 1000

const ERROR_TEXTS: Record<string, string> = {
  GENERIC_DECLINE: 'Authorization error: GENERIC_DECLINE',
  CVV_FAILURE: 'Authorization error: CVV_FAILURE',
  ADDRESS_VERIFICATION_FAILURE: 'Authorization error: ADDRESS_VERIFICATION_FAILURE',
  INVALID_EXPIRATION: 'Authorization error: INVALID_EXPIRATION',
  CARD_DECLINED_VERIFICATION_REQUIRED: 'Authorization error: CARD_DECLINED_VERIFICATION_REQUIRED',
  INSUFFICIENT_FUNDS: 'Authorization error: INSUFFICIENT_FUNDS',
}

/** A merchant's payments, refunds, disputes and card tokens. Every change sends a webhook. */
export function squareStore(
  kernel: Kernel,
  account: { merchantId: string; locationId: string; currency: string; isAdditional: boolean },
) {
  const prefix = account.isAdditional ? `square.${account.merchantId}` : 'square'
  const payments = kernel.journal.collection<Payment>(`${prefix}.payments`)
  const refunds = kernel.journal.collection<Refund>(`${prefix}.refunds`)
  const disputes = kernel.journal.collection<Dispute>(`${prefix}.disputes`)
  const tokens = kernel.journal.collection<CardToken>('square.tokens')
  const { switches, timeline, now } = kernel
  const iso = () => new Date(now()).toISOString()

  const sendWebhook = (type: string, kind: 'payment' | 'refund' | 'dispute' | 'payout', object: { id: string }) => {
    const id = crypto.randomUUID()
    const data = { type: kind, id: object.id, object: { [kind]: object } }
    const body = JSON.stringify({ merchant_id: account.merchantId, type, event_id: id, created_at: iso(), data })
    kernel.webhooks.send(
      'square',
      { id, type, body: () => body },
      account.isAdditional ? account.locationId : undefined,
    )
  }

  const balance = squareBalance(kernel, { prefix, locationId: account.locationId }, sendWebhook)
  const negative = ({ amount, currency }: Money): Money => ({ amount: -amount, currency })
  const recordCharge = ({ id, amount_money }: Payment) => balance.record('CHARGE', amount_money, { payment_id: id })

  const changePayment = (payment: Payment, changes: Partial<Payment>): Payment => {
    const changed = payments.put(payment.id, { ...payment, ...changes, updated_at: iso() })
    sendWebhook('payment.updated', 'payment', changed)
    return changed
  }

  /** Marks the token as used. Returns the decline code of the charge, if any. */
  function useSource(source: string, money: Money): { token?: CardToken; refusal?: string } {
    if (source in SOURCE_IDS) {
      if (source === 'cnon:card-nonce-already-used') throw tokenUsed()
      return { refusal: SOURCE_IDS[source] }
    }
    const token = tokens.get(source)
    if (!token) throw notFound('source', source)
    if (token.used) throw tokenUsed()
    if (token.expires <= now() || switches.take('square', 'expire') !== undefined)
      throw invalidRequest('CARD_TOKEN_EXPIRED', 'The provided card token has expired.', 'source_id')
    tokens.put(source, { ...token, used: true })
    if (token.challenge === 'open' || token.challenge === 'failed')
      return { token, refusal: 'CARD_DECLINED_VERIFICATION_REQUIRED' }
    // The bank's challenge confirmed one amount, so no other amount passes.
    if (
      token.challenge === 'passed' &&
      token.amount !== undefined &&
      Math.round(Number(token.amount) * 100) !== money.amount
    )
      return { token, refusal: 'CARD_DECLINED_VERIFICATION_REQUIRED' }
    return { token, refusal: token.decline }
  }

  const completePayment = (payment: Payment): Payment => {
    recordCharge(payment)
    return changePayment(payment, {
      status: 'COMPLETED',
      card_details: { ...payment.card_details, status: 'CAPTURED' },
    })
  }

  timeline.on<{ payment: string }>(`${prefix}.settle`, ({ payment: id }) => {
    const payment = payments.get(id)
    if (payment?.status === 'PENDING') completePayment(payment)
  })

  timeline.on<{ refund: string; fails: boolean }>(`${prefix}.refund`, ({ refund: id, fails }) => {
    const refund = refunds.get(id)
    const payment = refund && payments.get(refund.payment_id)
    if (!refund || !payment || refund.status !== 'PENDING') return
    const ended = refunds.put(id, { ...refund, status: fails ? 'FAILED' : 'COMPLETED', updated_at: iso() })
    sendWebhook('refund.updated', 'refund', ended)
    if (!fails) balance.record('REFUND', negative(refund.amount_money), { payment_id: payment.id, refund_id: id })
    if (fails)
      changePayment(payment, {
        refunded_money: {
          ...payment.amount_money,
          amount: (payment.refunded_money?.amount ?? 0) - refund.amount_money.amount,
        },
      })
  })

  return {
    locationId: account.locationId,
    payments,
    refunds,
    disputes,
    tokens,
    balance,
    /** The buyer's bank takes the money back and asks the shop for evidence. At most one dispute per payment. */
    openDispute(payment: Payment, reason: string, amount = payment.amount_money.amount): Dispute | undefined {
      if (disputes.values().some((dispute) => dispute.disputed_payment.payment_id === payment.id)) return undefined
      const id = kernel.randomId(22)
      const dispute = disputes.put(id, {
        id,
        dispute_id: id,
        amount_money: { ...payment.amount_money, amount },
        reason,
        state: 'EVIDENCE_REQUIRED',
        due_at: new Date(now() + EVIDENCE_DAYS * 86_400_000).toISOString(),
        disputed_payment: { payment_id: payment.id },
        card_brand: 'VISA',
        created_at: iso(),
        updated_at: iso(),
        reported_at: iso(),
        version: 1,
        location_id: payment.location_id,
      })
      balance.record('OPEN_DISPUTE', negative(dispute.amount_money), { payment_id: payment.id, dispute_id: id })
      sendWebhook('dispute.created', 'dispute', dispute)
      return dispute
    },
    closeDispute(dispute: Dispute, state: 'WON' | 'LOST'): Dispute {
      const closed = disputes.put(dispute.id, { ...dispute, state, updated_at: iso(), version: 2 })
      const details = { ...dispute.disputed_payment, dispute_id: dispute.id }
      if (state === 'WON') balance.record('DISPUTE', dispute.amount_money, details)
      sendWebhook('dispute.state.updated', 'dispute', closed)
      return closed
    },
    newToken: (token: Omit<CardToken, 'id' | 'used' | 'expires'>): CardToken => {
      const id = `cnon:${kernel.randomId(32)}`
      return tokens.put(id, { ...token, id, used: false, expires: now() + TOKEN_LIFETIME_MS })
    },
    pay(body: Checked): Payment {
      const money = body.amount_money as Money
      const { token, refusal: ownRefusal } = useSource(body.source_id as string, money)
      const forced = switches.take('square', 'decline')
      const refusal = forced === undefined ? ownRefusal : forced || 'GENERIC_DECLINE'
      const late = refusal ? undefined : switches.take('square', 'settle_late')
      const held = body.autocomplete === false
      const status = statusOf({ isRefused: refusal !== undefined, isLate: late !== undefined, isHeld: held })
      const id = kernel.randomId(32)
      const payment: Payment = {
        id,
        created_at: iso(),
        updated_at: iso(),
        amount_money: money,
        total_money: money,
        ...(refusal ? {} : { approved_money: money }),
        status,
        delay_duration: 'PT168H',
        delay_action: 'CANCEL',
        delayed_until: new Date(now() + 168 * 3_600_000).toISOString(),
        source_type: 'CARD',
        card_details: {
          status: { FAILED: 'FAILED', PENDING: 'AUTHORIZED', APPROVED: 'AUTHORIZED', COMPLETED: 'CAPTURED' }[status],
          card: {
            card_brand: token?.brand ?? 'VISA',
            last_4: token?.last4 ?? '1111',
            exp_month: token?.expMonth ?? 12,
            exp_year: token?.expYear ?? new Date(now()).getUTCFullYear() + 2,
            fingerprint: `sq-1-${token?.last4 ?? '1111'}`,
            card_type: 'CREDIT',
            prepaid_type: 'NOT_PREPAID',
            bin: '411111',
          },
          entry_method: 'KEYED',
          cvv_status: refusal === 'CVV_FAILURE' ? 'CVV_REJECTED' : 'CVV_ACCEPTED',
          avs_status: refusal === 'ADDRESS_VERIFICATION_FAILURE' ? 'AVS_REJECTED' : 'AVS_ACCEPTED',
          statement_description: 'SQ *SANDBOX',
          ...(refusal ? { errors: [errorOf(refusal)] } : { auth_result_code: '68aLBM' }),
        },
        location_id: (body.location_id as string | undefined) ?? account.locationId,
        order_id: kernel.randomId(32),
        risk_evaluation: { created_at: iso(), risk_level: 'NORMAL' },
        ...copiedFields(body),
        receipt_number: id.slice(0, 4),
        receipt_url: `${kernel.publicUrl()}/receipt/preview/${id}`,
        version_token: kernel.randomId(44),
      }
      payments.put(id, payment)
      if (status === 'COMPLETED') recordCharge(payment)
      sendWebhook('payment.created', 'payment', payment)
      if (refusal)
        throw new SquareError(402, 'PAYMENT_METHOD_ERROR', refusal, errorOf(refusal).detail, undefined, { payment })
      if (late !== undefined)
        timeline.schedule(now() + delayMs('settle_late', late), `${prefix}.settle`, { payment: id })
      return payment
    },
    complete(payment: Payment): Payment {
      if (payment.status !== 'APPROVED')
        throw invalidRequest('BAD_REQUEST', `Invalid ${payment.status} payment state for completion.`)
      return completePayment(payment)
    },
    cancel(payment: Payment): Payment {
      if (payment.status !== 'APPROVED' && payment.status !== 'PENDING')
        throw invalidRequest('BAD_REQUEST', `Invalid ${payment.status} payment state for cancellation.`)
      return changePayment(payment, { status: 'CANCELED', card_details: { ...payment.card_details, status: 'VOIDED' } })
    },
    /** Cancels a payment whose response was lost, in any state. Does nothing when it is failed or canceled. */
    cancelUnknown(payment: Payment): void {
      if (payment.status === 'FAILED' || payment.status === 'CANCELED') return
      if (payment.status === 'COMPLETED') balance.record('ADJUSTMENT', negative(payment.amount_money), {})
      changePayment(payment, { status: 'CANCELED', card_details: { ...payment.card_details, status: 'VOIDED' } })
    },
    refund(body: Checked): Refund {
      const payment = payments.get(body.payment_id as string)
      if (!payment) throw notFound('payment', String(body.payment_id))
      if (payment.status !== 'COMPLETED')
        throw refusedRefund('PAYMENT_NOT_REFUNDABLE', 'The requested payment is not refundable.')
      const money = body.amount_money as Money
      const done = payment.refunded_money?.amount ?? 0
      if (money.amount > payment.amount_money.amount - done)
        throw refusedRefund(
          'REFUND_AMOUNT_INVALID',
          'The requested refund amount exceeds the amount available to refund.',
          'amount_money.amount',
        )
      const id = `${payment.id}_${kernel.randomId(43)}`
      const refund = refunds.put(id, {
        id,
        status: 'PENDING',
        location_id: payment.location_id,
        unlinked: false,
        destination_type: 'CARD',
        amount_money: money,
        payment_id: payment.id,
        order_id: kernel.randomId(32),
        ...(body.reason ? { reason: body.reason } : {}),
        created_at: iso(),
        updated_at: iso(),
      })
      sendWebhook('refund.created', 'refund', refund)
      changePayment(payment, {
        refunded_money: { ...money, amount: done + money.amount },
        refund_ids: [...(payment.refund_ids ?? []), id],
      })
      const fails = switches.take('square', 'refund_fail') !== undefined
      timeline.schedule(now() + REFUND_MS, `${prefix}.refund`, { refund: id, fails })
      return refund
    },
  }
}

export type SquareStore = ReturnType<typeof squareStore>

function statusOf({ isRefused, isLate, isHeld }: Record<'isRefused' | 'isLate' | 'isHeld', boolean>) {
  if (isRefused) return 'FAILED'
  if (isLate) return 'PENDING'
  return isHeld ? 'APPROVED' : 'COMPLETED'
}

const tokenUsed = () => invalidRequest('CARD_TOKEN_USED', 'The provided card token has already been used.', 'source_id')

const errorOf = (code: string) => ({
  category: 'PAYMENT_METHOD_ERROR',
  code,
  detail: ERROR_TEXTS[code] ?? `Authorization error: ${code}`,
})

const COPIED_FIELDS = [
  'reference_id',
  'customer_id',
  'buyer_email_address',
  'billing_address',
  'shipping_address',
  'note',
  'statement_description_identifier',
]
const copiedFields = (body: Checked) =>
  Object.fromEntries(COPIED_FIELDS.filter((name) => name in body).map((name) => [name, body[name]]))

/** The decline code that typed values trigger, if any. */
export function declineOf(typed: { cvc: string; postal: string; month: number; year: number }): string | undefined {
  const [cvc, postal, expiry] = DECLINED_VALUES
  if (typed.cvc === cvc.value) return cvc.decline
  if (typed.postal === postal.value) return postal.decline
  return typed.month === 1 && typed.year === 2040 ? expiry.decline : undefined
}
