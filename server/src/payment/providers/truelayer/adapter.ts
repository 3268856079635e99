import { createPrivateKey, type JsonWebKey, randomUUID as newUuid } from 'node:crypto'
import { checkout, payments as texts } from '@foyer/contract/messages.ts'
import { language } from '@foyer/domain/format/language.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { keyOf } from '../../keys.ts'
import {
  type PaymentProvider,
  ProviderDown,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderTraits,
} from '../../provider/provider.ts'
import { type Answered, ask } from '../http.ts'
import type { TrueLayerSettings } from './settings.ts'
import { headerOf, isSignedBy, signRequest } from './signing.ts'

/** How long before its expiry a token is renewed. */
const TOKEN_SLACK_MS = 60_000
/** A webhook older than this is a replay. */
const NOTICE_MS = 5 * 60_000
/** An unknown key id causes another download of the keys, but not more often than this, because anyone can invent one. */
const KEYS_EVERY_MS = 60_000
/** How long the hosted page waits for the bank before it returns the buyer, in seconds. */
const WAIT_AT_BANK_SECONDS = 30

/** The money is ours once it has settled. The bank's promise of it (executed) is not enough. */
const STATUS: Record<string, ProviderPayment['status']> = {
  authorization_required: 'open',
  authorizing: 'open',
  attempt_failed: 'open',
  authorized: 'processing',
  executed: 'processing',
  settled: 'paid',
  failed: 'failed',
}

/** The meaning of each failure reason for the buyer; an unknown one is a general failure. */
const REASONS: Record<string, { status: 'cancelled' | 'failed'; text: () => string }> = {
  canceled: { status: 'cancelled', text: () => checkout['error.bankPaymentCancelled'] },
  not_authorized: { status: 'cancelled', text: () => checkout['error.bankPaymentCancelled'] },
  authorization_failed: { status: 'failed', text: () => texts['bank.not_authorised'] },
  provider_rejected: { status: 'failed', text: () => texts['bank.rejected'] },
  rejected: { status: 'failed', text: () => texts['bank.rejected'] },
  provider_error: { status: 'failed', text: () => texts['bank.error'] },
  expired: { status: 'failed', text: () => texts['bank.expired'] },
}
const OTHER_REASON = { status: 'failed', text: () => texts['bank.failed'] } as const

type TlPayment = {
  id: string
  status: string
  amount_in_minor: number
  currency: string
  metadata?: Record<string, string>
  failure_reason?: string
}
type TlRefund = {
  id: string
  status: string
  amount_in_minor: number
  metadata?: Record<string, string>
  failure_reason?: string
}

function readProviderPayment(payment: TlPayment): ProviderPayment {
  const why = payment.status === 'failed' ? (REASONS[payment.failure_reason ?? ''] ?? OTHER_REASON) : null
  return {
    providerPaymentId: payment.id,
    status: why?.status ?? STATUS[payment.status] ?? 'processing',
    amountMinor: payment.amount_in_minor,
    currency: payment.currency,
    saleReference: payment.metadata?.sale_reference ?? null,
    failure: why ? { code: payment.failure_reason ?? 'unknown', text: why.text() } : null,
  }
}

/** How the vendor's status of a refund reads here. Any other is still on its way. */
const REFUND_STATUS: Record<string, ProviderRefund['status']> = { executed: 'succeeded', failed: 'failed' }

const refundOf = (refund: TlRefund): ProviderRefund => ({
  providerRefundId: refund.id,
  status: REFUND_STATUS[refund.status] ?? 'pending',
  failureText: refund.failure_reason ?? null,
})

export type BankPayment = {
  amountMinor: Minor
  currency: string
  saleReference: string
  idempotencyKey: string
  returnUri: string
  user: { name: string; email: string; phone: string }
  /** ISO code of the country whose banks are listed first; unset lets the buyer choose. */
  country?: string
}

export const trueLayerTraits = (): ProviderTraits => ({
  // Faster Payments can take up to two hours.
  keepsHoldMs: 2 * 60 * 60_000,
  // The bank's page is a page of its own, not a frame.
  pageSources: [],
})

/** TrueLayer's documented API. The sandbox differs only in its URLs. */
export function trueLayerProvider(config: TrueLayerSettings, now: () => Date) {
  const privateKey = createPrivateKey(config.privateKey)
  let token: Promise<{ value: string; until: number }> | null = null

  const tokenAnswer = () =>
    ask('truelayer', `${config.authUrl}/connect/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: config.clientId,
        client_secret: config.clientSecret,
        scope: 'payments',
      }),
    })

  async function fetchToken(): Promise<{ value: string; until: number }> {
    const { status, body } = await tokenAnswer()
    const { access_token, expires_in } = body as { access_token?: string; expires_in?: number }
    if (status !== 200 || !access_token) throw new ProviderDown('truelayer', new Error(`no token: HTTP ${status}`))
    return { value: access_token, until: now().getTime() + (expires_in ?? 0) * 1000 - TOKEN_SLACK_MS }
  }

  /** One token for all concurrent requests, until shortly before it expires. */
  async function bearer(): Promise<string> {
    const pending = token
    if (pending) {
      const cached = await pending.catch(() => null)
      if (cached && cached.until > now().getTime()) return cached.value
    }
    if (token === pending) token = fetchToken()
    return (await token!).value
  }

  async function call(method: 'GET' | 'POST', path: string, sent?: { body?: object; key: string }): Promise<Answered> {
    const url = new URL(path, config.apiUrl)
    const body = sent?.body === undefined ? '' : JSON.stringify(sent.body)
    const send = async () =>
      ask('truelayer', url.href, {
        method,
        headers: {
          authorization: `Bearer ${await bearer()}`,
          ...(sent && {
            'content-type': 'application/json',
            'idempotency-key': sent.key,
            'tl-signature': signRequest(
              { method, path: url.pathname, headers: [['Idempotency-Key', sent.key]], body },
              { kid: config.keyId, privateKey },
            ),
          }),
        },
        ...(body !== '' && { body }),
      })
    const first = await send()
    if (first.status !== 401) return first
    // The token was revoked early. Retry once with a new one.
    token = null
    return send()
  }

  /** Logs the title and trace id of the problem. Its details may contain personal data. */
  function refused({ status, body }: Answered): ProviderDown {
    const { title, trace_id } = body as { title?: string; trace_id?: string }
    return new ProviderDown('truelayer', new Error(`HTTP ${status} ${title ?? ''} ${trace_id ?? ''}`))
  }

  const provider: PaymentProvider = {
    name: 'truelayer',
    ...trueLayerTraits(),
    takesBankTransfers: (currency) => config.merchantAccounts[currency] !== undefined,
    async read(id) {
      const answer = await call('GET', `/v3/payments/${encodeURIComponent(id)}`)
      if (answer.status !== 200) throw refused(answer)
      return readProviderPayment(answer.body as TlPayment)
    },
    async cancel(id) {
      const answer = await call('POST', `/v3/payments/${encodeURIComponent(id)}/actions/cancel`, {
        key: keyOf('cancel', id),
      })
      // 400: it can no longer be cancelled, because it is approved or over. Its current state is the result.
      if (answer.status !== 202 && answer.status !== 400) throw refused(answer)
      return provider.read(id)
    },
    async refund({ providerPaymentId, amountMinor, idempotencyKey, reference }) {
      const answer = await call('POST', `/v3/payments/${encodeURIComponent(providerPaymentId)}/refunds`, {
        key: idempotencyKey,
        body: { amount_in_minor: amountMinor, reference: texts['bank.refund'], metadata: { reference } },
      })
      const { id } = answer.body as { id?: string }
      if (answer.status !== 202 || !id) throw refused(answer)
      return { providerRefundId: id, status: 'pending', failureText: null }
    },
    async listRefunds(id) {
      const answer = await call('GET', `/v3/payments/${encodeURIComponent(id)}/refunds`)
      if (answer.status !== 200) throw refused(answer)
      return (answer.body as { items: TlRefund[] }).items.map((refund) => ({
        ...refundOf(refund),
        amountMinor: refund.amount_in_minor,
        reference: refund.metadata?.reference ?? null,
      }))
    },
    async check() {
      const answer = await tokenAnswer()
      if (answer.status !== 200) return { ready: false, why: 'refused' }
      // Made for this purpose: says whether the key that signs requests is known there.
      const signed = await call('POST', '/test-signature', { body: { now: now().toISOString() }, key: newUuid() })
      if (signed.status >= 300) return { ready: false, why: 'refused' }
      for (const id of Object.values(config.merchantAccounts)) {
        const account = await call('GET', `/v3/merchant-accounts/${encodeURIComponent(id!)}`)
        if (account.status !== 200) return { ready: false, why: 'refused' }
      }
      return { ready: true, name: '' }
    },
    async readRefund(refundId, paymentId) {
      const answer = await call(
        'GET',
        `/v3/payments/${encodeURIComponent(paymentId)}/refunds/${encodeURIComponent(refundId)}`,
      )
      if (answer.status !== 200) throw refused(answer)
      return refundOf(answer.body as TlRefund)
    },
  }

  let keys = new Map<string, JsonWebKey>()
  let keysFetchedAt = Number.NEGATIVE_INFINITY

  /** The public keys of webhooks, from the configured URL only and never from one that a webhook names. */
  async function keyWithId(kid: string): Promise<JsonWebKey | undefined> {
    if (!keys.has(kid) && now().getTime() - keysFetchedAt >= KEYS_EVERY_MS) {
      keysFetchedAt = now().getTime()
      const { status, body } = await ask('truelayer', config.webhookJwksUrl, { method: 'GET', headers: {} })
      const found = (body as { keys?: (JsonWebKey & { kid?: string })[] }).keys
      if (status === 200 && Array.isArray(found))
        keys = new Map(found.flatMap((key) => (key.kid && key.kty === 'EC' ? [[key.kid, key]] : [])))
    }
    return keys.get(kid)
  }

  return {
    ...provider,
    /**
     * Creates a payment. The same key again returns the same payment. Returns its id and the page where the buyer approves
     * it.
     */
    async create(payment: BankPayment): Promise<{ id: string; uri: string }> {
      const answer = await call('POST', '/v3/payments', {
        key: payment.idempotencyKey,
        body: {
          amount_in_minor: payment.amountMinor,
          currency: payment.currency,
          payment_method: {
            type: 'bank_transfer',
            provider_selection: {
              type: 'user_selected',
              scheme_selection: { type: payment.currency === 'GBP' ? 'instant_only' : 'instant_preferred' },
            },
            beneficiary: {
              type: 'merchant_account',
              merchant_account_id: config.merchantAccounts[payment.currency],
              // Without a name, buyers read the one that their merchant account has: the shop’s, or an organiser’s own.
              reference: bankReference(payment.saleReference),
            },
          },
          user: {
            name: payment.user.name,
            ...(payment.user.email !== '' && { email: payment.user.email }),
            ...(payment.user.phone !== '' && { phone: payment.user.phone }),
          },
          hosted_page: {
            return_uri: payment.returnUri,
            ...(payment.country && { country_code: payment.country }),
            language_code: language(),
            max_wait_for_result: WAIT_AT_BANK_SECONDS,
          },
          metadata: { sale_reference: payment.saleReference },
        },
      })
      const { id, hosted_page } = answer.body as { id?: string; hosted_page?: { uri?: string } }
      if (answer.status !== 201 || !id || !hosted_page?.uri) throw refused(answer)
      return { id, uri: hosted_page.uri }
    },
    /**
     * Whether a webhook is authentic and recent: signed by a key of the configured set, with its timestamp in the signed
     * content. Throws ProviderDown if the keys cannot be loaded, so that the provider retries.
     */
    async isSigned(notice: {
      path: string
      headers: Record<string, string | undefined>
      rawBody: Buffer
    }): Promise<boolean> {
      const jws = notice.headers['tl-signature']
      const header = jws === undefined ? null : headerOf(jws)
      if (jws === undefined || header === null || header.jku !== config.webhookJwksUrl) return false
      if (!header.tl_headers.toLowerCase().split(',').includes('x-tl-webhook-timestamp')) return false
      const age = now().getTime() - Date.parse(notice.headers['x-tl-webhook-timestamp'] ?? '')
      if (!(Math.abs(age) <= NOTICE_MS)) return false
      const key = await keyWithId(header.kid)
      return (
        key !== undefined &&
        isSignedBy({ method: 'POST', path: notice.path, headers: notice.headers, body: notice.rawBody }, jws, key)
      )
    },
  }
}

/** Banks transmit at most 18 letters, digits, spaces and hyphens. The full reference is in the metadata. */
const bankReference = (reference: string) => `FOYER ${reference.replace(/[^A-Za-z0-9]/g, '').slice(0, 12)}`.slice(0, 18)

export type TrueLayerProvider = ReturnType<typeof trueLayerProvider>
