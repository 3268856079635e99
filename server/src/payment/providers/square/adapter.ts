import { createHmac, timingSafeEqual } from 'node:crypto'
import { payments } from '@foyer/contract/messages.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import {
  type ListedPayment,
  type PaymentProvider,
  ProviderDown,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderTraits,
} from '../../provider/provider.ts'
import { ask } from '../http.ts'
import { type SquarePayout, type SquarePayoutEntry, squarePayouts } from './payouts.ts'
import type { SquareAddresses, SquareSettings } from './settings.ts'

const API_VERSION = '2026-09-16'
/** The payment's note contains our key, by which a payment whose response was lost is found again. */
const NOTE = (key: string) => `Foyer ${key}`
/** The provider's clock may be a little behind ours. */
const CLOCK_SLACK_MS = 5 * 60_000

type Money = { amount: number; currency: string }
type SquareFault = { category: string; code: string; detail?: string; field?: string }
type SquarePayment = {
  id: string
  status: string
  created_at: string
  amount_money: Money
  refunded_money?: Money
  refund_ids?: string[]
  reference_id?: string
  note?: string
  card_details?: { errors?: SquareFault[]; card?: { card_brand?: string; last_4?: string } }
}
type SquareRefund = { id: string; status: string; amount_money: Money; reason?: string }
type Body = {
  payment?: SquarePayment
  payments?: SquarePayment[]
  refund?: SquareRefund
  payouts?: SquarePayout[]
  payout_entries?: SquarePayoutEntry[]
  location?: { status?: string; name?: string; capabilities?: string[] }
  cursor?: string
  errors?: SquareFault[]
}

const STATUS: Record<string, ProviderPayment['status']> = {
  COMPLETED: 'paid',
  // Payments are always captured, never only authorised, because autocomplete is on.
  APPROVED: 'processing',
  PENDING: 'processing',
  CANCELED: 'cancelled',
  FAILED: 'failed',
}

/** Square's error details are for developers; the buyer's texts are with the other messages. */
const wordsOf = (code: string): string => payments[`square.${code}` as keyof typeof payments] ?? ''

/** Errors that only a different address can fix. */
const ADDRESS_FAULTS = new Set(['ADDRESS_VERIFICATION_FAILURE', 'VERIFY_AVS_FAILURE', 'INVALID_POSTAL_CODE'])

function readProviderPayment(payment: SquarePayment): ListedPayment {
  const fault = payment.card_details?.errors?.[0]
  const { card_brand = '', last_4: last4 } = payment.card_details?.card ?? {}
  return {
    providerPaymentId: payment.id,
    status: STATUS[payment.status] ?? 'processing',
    amountMinor: payment.amount_money.amount,
    currency: payment.amount_money.currency,
    saleReference: payment.reference_id ?? null,
    failure: fault ? { code: fault.code, text: wordsOf(fault.code) } : null,
    // Brands are written as VISA or AMERICAN_EXPRESS.
    ...(last4 && { card: { brand: card_brand.replaceAll('_', ' ').toLowerCase(), last4 } }),
    refundedMinor: payment.refunded_money?.amount ?? 0,
    createdAt: new Date(payment.created_at),
  }
}

/** How the vendor's status of a refund reads here. Any other is a failure. */
const REFUND_STATUS: Record<string, ProviderRefund['status']> = { COMPLETED: 'succeeded', PENDING: 'pending' }

const refundOf = (refund: SquareRefund): ProviderRefund => ({
  providerRefundId: refund.id,
  status: REFUND_STATUS[refund.status] ?? 'failed',
  failureText: refund.status in REFUND_STATUS ? null : refund.status,
})

export type SquareCharge = {
  sourceId: string
  amountMinor: Minor
  currency: string
  saleReference: string
  idempotencyKey: string
  email?: string
  /** Without it, the postcode that was typed into Square's field is checked. */
  billing?: {
    first_name: string
    last_name: string
    address_1: string
    address_2: string
    town: string
    state: string
    postcode: string
    country: string
  }
}

/** The result of a charge: the payment, or why there is none. `address` means that the address is at fault. */
export type Charged =
  | { reported: ProviderPayment; address: boolean }
  | { refused: { code: string; text: string }; address: boolean }

export const squareTraits = ({ scriptUrl, apiUrl }: SquareAddresses): ProviderTraits => ({
  keepsHoldMs: 30 * 60_000,
  pageSources: [
    {
      source: new URL(scriptUrl).origin,
      reason: 'the SDK that draws the card fields',
    },
    { source: new URL(apiUrl).origin, reason: 'payments and 3-D Secure' },
  ],
  cardScriptUrl: scriptUrl,
  needsWholeAddress: true,
})

/** Square's documented API. The sandbox differs only in its URL. */
export function squareProvider(config: SquareSettings) {
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const { status, body: answer } = await ask('square', config.apiUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${config.accessToken}`,
        'square-version': API_VERSION,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status, body: answer as Body }
  }
  const refused = ({ status, body }: { status: number; body: Body }) =>
    new ProviderDown('square', new Error(`HTTP ${status} ${body.errors?.[0]?.code ?? ''}`))

  async function* paymentsSince(since: Date): AsyncIterable<SquarePayment> {
    let cursor: string | undefined
    do {
      const query = new URLSearchParams({
        begin_time: new Date(since.getTime() - CLOCK_SLACK_MS).toISOString(),
        location_id: config.locationId,
        sort_order: 'DESC',
        ...(cursor && { cursor }),
      })
      const answer = await call('GET', `/v2/payments?${query}`)
      if (answer.status !== 200) throw refused(answer)
      yield* answer.body.payments ?? []
      cursor = answer.body.cursor
    } while (cursor)
  }

  const provider: PaymentProvider = {
    name: 'square',
    ...squareTraits(config),
    async read(id) {
      const answer = await call('GET', `/v2/payments/${encodeURIComponent(id)}`)
      if (!answer.body.payment) throw refused(answer)
      return readProviderPayment(answer.body.payment)
    },
    async cancel(id) {
      const answer = await call('POST', `/v2/payments/${encodeURIComponent(id)}/cancel`, {})
      // It may have been completed just before; its current state is the result.
      return answer.body.payment ? readProviderPayment(answer.body.payment) : provider.read(id)
    },
    async refund({ providerPaymentId, amountMinor, currency, idempotencyKey, reference }) {
      const answer = await call('POST', '/v2/refunds', {
        idempotency_key: idempotencyKey,
        payment_id: providerPaymentId,
        amount_money: { amount: amountMinor, currency },
        reason: NOTE(reference),
      })
      if (!answer.body.refund) throw refused(answer)
      return refundOf(answer.body.refund)
    },
    async listRefunds(id) {
      const answer = await call('GET', `/v2/payments/${encodeURIComponent(id)}`)
      if (!answer.body.payment) throw refused(answer)
      return Promise.all(
        (answer.body.payment.refund_ids ?? []).map(async (refundId) => {
          const { body, ...rest } = await call('GET', `/v2/refunds/${encodeURIComponent(refundId)}`)
          if (!body.refund) throw refused({ body, ...rest })
          const { amount_money, reason } = body.refund
          const reference = reason?.startsWith(NOTE('')) ? reason.slice(NOTE('').length) : null
          return { ...refundOf(body.refund), amountMinor: amount_money.amount, reference }
        }),
      )
    },
    async readRefund(id) {
      const answer = await call('GET', `/v2/refunds/${encodeURIComponent(id)}`)
      if (!answer.body.refund) throw refused(answer)
      return refundOf(answer.body.refund)
    },
    async resolveLost({ idempotencyKey, since }) {
      for await (const payment of paymentsSince(since))
        if (payment.note === NOTE(idempotencyKey)) return readProviderPayment(payment)
      // There is no such payment. If the call has not arrived yet, cancelling its key stops it.
      const answer = await call('POST', '/v2/payments/cancel', { idempotency_key: idempotencyKey })
      if (answer.status !== 200) throw refused(answer)
      return null
    },
    async check() {
      const { status, body } = await call('GET', `/v2/locations/${encodeURIComponent(config.locationId)}`)
      if (!body.location) return { ready: false, why: 'refused' }
      const takesCards = body.location.capabilities?.includes('CREDIT_CARD_PROCESSING')
      return status === 200 && body.location.status === 'ACTIVE' && takesCards
        ? { ready: true, name: body.location.name ?? '' }
        : { ready: false, why: 'not_ready' }
    },
    payouts: (since) =>
      squarePayouts(
        async (path) => {
          const answer = await call('GET', path)
          if (answer.status !== 200) throw refused(answer)
          return answer.body
        },
        { locationId: config.locationId, since: new Date(since.getTime() - CLOCK_SLACK_MS) },
      ),
    async *list(since) {
      for await (const payment of paymentsSince(since)) yield readProviderPayment(payment)
    },
  }

  return {
    ...provider,
    appId: config.appId,
    locationId: config.locationId,
    scriptUrl: config.scriptUrl,
    /** Charges the card at once. The same key and body again is the same charge. */
    async charge(request: SquareCharge): Promise<Charged> {
      const { billing } = request
      const address = billing && {
        first_name: billing.first_name,
        last_name: billing.last_name,
        address_line_1: billing.address_1,
        address_line_2: billing.address_2,
        locality: billing.town,
        administrative_district_level_1: billing.state,
        postal_code: billing.postcode,
        country: billing.country,
      }
      const answer = await call('POST', '/v2/payments', {
        source_id: request.sourceId,
        idempotency_key: request.idempotencyKey,
        amount_money: { amount: request.amountMinor, currency: request.currency },
        location_id: config.locationId,
        reference_id: request.saleReference.slice(0, 40),
        autocomplete: true,
        ...(request.email !== undefined && { buyer_email_address: request.email }),
        ...(address && {
          billing_address: Object.fromEntries(Object.entries(address).filter(([, value]) => value !== '')),
        }),
        note: NOTE(request.idempotencyKey),
      })
      const { payment, errors = [] } = answer.body
      const fault = errors[0]
      const atAddress = errors.some(({ code }) => ADDRESS_FAULTS.has(code))
      if (payment) {
        const reported = readProviderPayment(payment)
        const why = reported.failure ?? (fault ? { code: fault.code, text: wordsOf(fault.code) } : null)
        return { reported: { ...reported, failure: why }, address: atAddress }
      }
      if (answer.status === 401 || answer.status === 403 || !fault) throw refused(answer)
      return { refused: { code: fault.code, text: wordsOf(fault.code) }, address: atAddress }
    },
    /** Verifies a webhook's signature over the registered URL and the body's bytes. */
    isSigned(rawBody: Buffer, signature: string, notificationUrl: string): boolean {
      const expected = createHmac('sha256', config.webhookKey).update(notificationUrl).update(rawBody).digest()
      const received = Buffer.from(signature, 'base64')
      return received.length === expected.length && timingSafeEqual(received, expected)
    },
  }
}

export type SquareProvider = ReturnType<typeof squareProvider>
