import { randomUUID } from 'node:crypto'
import type { Kernel } from '../kernel/context.ts'
import { delayMs } from '../kernel/switches.ts'

export type PaymentStatus = 'authorization_required' | 'authorizing' | 'authorized' | 'executed' | 'settled' | 'failed'

export interface Payment {
  id: string
  amount_in_minor: number
  currency: string
  user: { id: string; name?: string; email?: string; phone?: string }
  payment_method: Record<string, unknown>
  metadata?: Record<string, string>
  created_at: string
  status: PaymentStatus
  return_uri: string
  resource_token: string
  provider_id?: string
  authorized_at?: string
  executed_at?: string
  settled_at?: string
  creditable_at?: string
  failed_at?: string
  failure_stage?: PaymentStatus
  failure_reason?: string
}

export interface Refund {
  id: string
  payment_id: string
  amount_in_minor: number
  currency: string
  reference: string
  status: 'pending' | 'authorized' | 'executed' | 'failed'
  created_at: string
  executed_at?: string
  failed_at?: string
  failure_reason?: string
  metadata?: Record<string, string>
}

export interface BankDelays {
  /** From the buyer's approval until the bank has sent the money, in milliseconds. */
  executeMs: number
  /** From then until the money is in the merchant account, in milliseconds. */
  settleMs: number
  /** From the start of a refund until it is carried out, in milliseconds. */
  refundMs: number
}

export const EXPIRES_AFTER_MS = 15 * 60 * 1000

/** A user of the mock bank and the result of an approval by them. */
export const BANK_USERS = {
  test_executed: { outcome: 'Approves; the payment is executed and settled', rejects: undefined },
  test_authorisation_failed: { outcome: 'The bank does not accept the login', rejects: 'authorization_failed' },
  test_execution_rejected: { outcome: 'Approves; the bank then refuses to pay', rejects: 'provider_rejected' },
  test_insufficient_funds: { outcome: 'Approves; there is not enough money', rejects: 'insufficient_funds' },
} as const satisfies Record<string, { outcome: string; rejects: string | undefined }>

export type BankUser = keyof typeof BANK_USERS

export const BANKS = [
  { id: 'mock-payments-gb-redirect', name: 'Mock UK Payments - Redirect Flow', country: 'GB' },
  { id: 'mock-payments-fr-redirect', name: 'Mock France Payments - Redirect Flow', country: 'FR' },
  { id: 'mock-payments-de-redirect', name: 'Mock Germany Payments - Redirect Flow', country: 'DE' },
  { id: 'mock-payments-ie-redirect', name: 'Mock Ireland Payments - Redirect Flow', country: 'IE' },
] as const

interface Step {
  payment: string
  to: 'executed' | 'settled' | 'failed'
  reason?: string
}

const OPEN: PaymentStatus[] = ['authorization_required', 'authorizing']

/** The life cycle of payments and refunds. Each change is stored, then sent as a webhook. */
export function bank(kernel: Kernel, delays: BankDelays) {
  const payments = kernel.journal.collection<Payment>('truelayer.payments')
  const refunds = kernel.journal.collection<Refund>('truelayer.refunds')
  const { timeline, switches, now } = kernel
  const iso = () => new Date(now()).toISOString()

  /** The client that created each payment, unless it is the first client. */
  const owners = kernel.journal.collection<{ client: string }>('truelayer.owners')

  const sendWebhook = (type: string, fields: Record<string, unknown>) => {
    const event_id = randomUUID()
    const body = JSON.stringify({ type, event_id, event_version: 1, ...fields })
    kernel.webhooks.send(
      'truelayer',
      { id: event_id, type, body: () => body },
      owners.get(String(fields.payment_id))?.client,
    )
  }

  const sendPaymentWebhook = (type: string, payment: Payment, fields: Record<string, unknown>) =>
    sendWebhook(type, {
      payment_id: payment.id,
      payment_method: {
        type: 'bank_transfer',
        ...(payment.provider_id ? { provider_id: payment.provider_id, scheme_id: schemeOf(payment) } : {}),
      },
      ...fields,
      ...(payment.metadata ? { metadata: payment.metadata } : {}),
    })

  const change = (payment: Payment, changes: Partial<Payment>) => payments.put(payment.id, { ...payment, ...changes })

  function fail(payment: Payment, reason: string): Payment {
    const failed = change(payment, {
      status: 'failed',
      failed_at: iso(),
      failure_stage: payment.status,
      failure_reason: reason,
    })
    sendPaymentWebhook('payment_failed', failed, {
      failed_at: failed.failed_at,
      failure_stage: failed.failure_stage,
      failure_reason: reason,
    })
    return failed
  }

  const STEPS: Record<Step['to'], (payment: Payment, step: Step) => void> = {
    executed: (payment) => {
      if (payment.status !== 'authorized') return
      const executed = change(payment, { status: 'executed', executed_at: iso() })
      sendPaymentWebhook('payment_executed', executed, {
        executed_at: executed.executed_at,
        settlement_risk: { category: 'low_risk' },
      })
      const extra = switches.take('truelayer', 'settle_late')
      const wait = delays.settleMs + (extra === undefined ? 0 : delayMs('settle_late', extra))
      timeline.schedule(now() + wait, 'truelayer.payment', { payment: payment.id, to: 'settled' } satisfies Step)
    },
    settled: (payment) => {
      if (payment.status !== 'executed') return
      const settled = change(payment, { status: 'settled', settled_at: iso(), creditable_at: iso() })
      sendPaymentWebhook('payment_settled', settled, {
        settled_at: settled.settled_at,
        settlement_risk: { category: 'low_risk' },
        payment_source: sourceOf(settled),
      })
      sendPaymentWebhook('payment_creditable', settled, { creditable_at: settled.creditable_at })
    },
    failed: (payment, step) => {
      const expiry = step.reason === 'expired'
      if (expiry ? OPEN.includes(payment.status) : payment.status === 'authorized')
        fail(payment, step.reason ?? 'provider_error')
    },
  }
  timeline.on<Step>('truelayer.payment', (step) => {
    const payment = payments.get(step.payment)
    if (payment) STEPS[step.to](payment, step)
  })

  timeline.on<{ refund: string; fails: boolean }>('truelayer.refund', ({ refund: id, fails }) => {
    const refund = refunds.get(id)
    if (!refund) return
    const ended: Refund = fails
      ? { ...refund, status: 'failed', failed_at: iso(), failure_reason: 'insufficient_funds' }
      : { ...refund, status: 'executed', executed_at: iso() }
    refunds.put(id, ended)
    sendWebhook(fails ? 'refund_failed' : 'refund_executed', {
      payment_id: refund.payment_id,
      refund_id: id,
      ...(fails
        ? { failed_at: ended.failed_at, failure_reason: ended.failure_reason }
        : { executed_at: ended.executed_at, scheme_id: 'faster_payments_service' }),
      ...(refund.metadata ? { metadata: refund.metadata } : {}),
    })
  })

  return {
    payments,
    refunds,
    owners,
    open: (payment: Payment) => OPEN.includes(payment.status),
    create(payment: Payment): Payment {
      const expired = switches.take('truelayer', 'expire') !== undefined
      payments.put(payment.id, payment)
      timeline.schedule(now() + (expired ? 0 : EXPIRES_AFTER_MS), 'truelayer.payment', {
        payment: payment.id,
        to: 'failed',
        reason: 'expired',
      } satisfies Step)
      return payment
    },
    choose(payment: Payment, provider: string): Payment {
      return OPEN.includes(payment.status) ? change(payment, { status: 'authorizing', provider_id: provider }) : payment
    },
    /** The buyer approves at the bank. After that, the payment can't be cancelled. */
    approve(payment: Payment, user: BankUser): Payment {
      if (payment.status !== 'authorizing') return payment
      const { rejects } = BANK_USERS[user]
      if (rejects === 'authorization_failed') return fail(payment, rejects)
      const forced = switches.take('truelayer', 'decline')
      const reason = forced === undefined ? rejects : forced || 'provider_rejected'
      const authorized = change(payment, { status: 'authorized', authorized_at: iso() })
      sendPaymentWebhook('payment_authorized', authorized, { authorized_at: authorized.authorized_at })
      const step: Step = reason
        ? { payment: payment.id, to: 'failed', reason }
        : { payment: payment.id, to: 'executed' }
      timeline.schedule(now() + delays.executeMs, 'truelayer.payment', step)
      return authorized
    },
    fail,
    refund(payment: Payment, input: Pick<Refund, 'amount_in_minor' | 'reference' | 'metadata'>): Refund {
      const fails = switches.take('truelayer', 'refund_fail') !== undefined
      const refund: Refund = {
        id: randomUUID(),
        payment_id: payment.id,
        currency: payment.currency,
        status: 'pending',
        created_at: iso(),
        ...input,
      }
      timeline.schedule(now() + delays.refundMs, 'truelayer.refund', { refund: refund.id, fails })
      return refunds.put(refund.id, refund)
    },
    /** The amount of a payment that is refunded or being refunded, in minor units. */
    refunded: (payment: Payment) =>
      refunds
        .values()
        .filter((refund) => refund.payment_id === payment.id && refund.status !== 'failed')
        .reduce((sum, refund) => sum + refund.amount_in_minor, 0),
  }
}

export type Bank = ReturnType<typeof bank>

const schemeOf = (payment: Payment) =>
  payment.currency === 'GBP' ? 'faster_payments_service' : 'sepa_credit_transfer_instant'

const sourceOf = (payment: Payment) => ({
  id: `src-${payment.id}`,
  account_identifiers:
    payment.currency === 'GBP'
      ? [{ type: 'sort_code_account_number', sort_code: '040662', account_number: '10002006' }]
      : [{ type: 'iban', iban: 'GB22CLRB04066200000051' }],
  account_holder_name: payment.user.name ?? 'JOHN SANDBRIDGE',
})

const CONFIGURATION = {
  configuration: { provider_selection: { status: 'supported' }, redirect: { status: 'supported' } },
}

/** The payment as `GET /v3/payments/{id}` returns it in each status. */
export function paymentReply(payment: Payment): Record<string, unknown> {
  const { return_uri, resource_token, provider_id, authorized_at, payment_method, ...rest } = payment
  const selection = payment_method.provider_selection as Record<string, unknown>
  const paid = payment.status === 'executed' || payment.status === 'settled'
  return {
    ...rest,
    payment_method: provider_id
      ? { ...payment_method, provider_selection: { ...selection, provider_id, scheme_id: schemeOf(payment) } }
      : payment_method,
    ...(payment.status === 'authorization_required'
      ? {}
      : {
          authorization_flow: {
            ...CONFIGURATION,
            ...(payment.status === 'authorizing' ? { actions: { next: { type: 'wait' } } } : {}),
          },
        }),
    ...(paid ? { payment_source: sourceOf(payment), settlement_risk: { category: 'low_risk' } } : {}),
  }
}

/** The refund as the API returns it. */
export function refundReply(refund: Refund): Record<string, unknown> {
  const { payment_id, ...rest } = refund
  return rest
}
