import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../kernel/context.ts'
import { type Answer, answerCall, takeFault } from '../kernel/faults.ts'
import { bankPages } from './bank-pages.ts'
import { createPayment, isJson } from './create.ts'
import { type Bank, type BankDelays, bank, type Payment, paymentReply, refundReply } from './payments.ts'
import {
  invalid,
  invalidState,
  keyInUse,
  keyMissing,
  keyReused,
  notFound,
  Problem,
  serverError,
  unauthenticated,
} from './problems.ts'
import { asJwk, checkSignature, newSigningKey, signMessage } from './signing.ts'

export interface TrueLayerOptions {
  /** Absent: any client is accepted. */
  clientId?: string
  clientSecret?: string
  /** Public keys uploaded for request signatures, as in the vendor's console. */
  keys?: { kid: string; publicPem: string }[]
  /** Merchant account by currency. A currency without an entry accepts any account. */
  merchantAccounts?: Record<string, string>
  /** Registered return addresses. Empty: any is accepted. */
  returnUris?: string[]
  delays?: Partial<BankDelays>
  /** Additional clients. Clients can't see each other's payments. */
  clients?: (Required<Pick<TrueLayerOptions, 'clientId' | 'clientSecret' | 'keys'>> &
    Pick<TrueLayerOptions, 'merchantAccounts'>)[]
}

export interface TrueLayer extends Bank {
  /** Uploads a public key for request signatures. */
  addKey: (kid: string, publicPem: string, client?: string) => void
}

const DELAYS: BankDelays = { executeMs: 1_000, settleMs: 2_000, refundMs: 2_000 }
const TOKEN_SECONDS = 3600
const KEY_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

interface Call {
  /** The additional client that calls; undefined for the first. */
  client: string | undefined
  id: string
  refund: string
  body: unknown
}

interface Endpoint {
  method: 'GET' | 'POST'
  path: string
  /** Whether an Idempotency-Key is required. */
  keyed?: true
  run: (call: Call) => Answer
}

/** TrueLayer: tokens, signed payment calls, the bank page, and signed webhooks with their key set. */
export function trueLayer(app: FastifyInstance, kernel: Kernel, options: TrueLayerOptions = {}): TrueLayer {
  const bankStore = bank(kernel, { ...DELAYS, ...options.delays })
  const tokens = kernel.journal.collection<{ expires: number; client?: string }>('truelayer.tokens')
  const keys = kernel.journal.collection<{ publicPem: string; client?: string }>('truelayer.keys')
  const answers = kernel.journal.collection<{ at: number; asked: string; answer: Answer }>('truelayer.idempotency')
  const running = new Set<string>()
  const additional = options.clients ?? []
  for (const key of options.keys ?? []) keys.put(key.kid, { publicPem: key.publicPem })
  for (const { clientId: client, keys: own } of additional)
    for (const { kid, publicPem } of own) keys.put(kid, { publicPem, client })
  const accountsOf = (client: string | undefined): Record<string, string> =>
    (client === undefined ? options : additional.find(({ clientId }) => clientId === client))?.merchantAccounts ?? {}
  signWebhooks(app, kernel)
  bankPages(app, bankStore)

  const find = ({ id, client }: Pick<Call, 'id' | 'client'>): Payment => {
    const payment = bankStore.payments.get(id)
    if (!payment || bankStore.owners.get(id)?.client !== client) throw notFound('Payment')
    return payment
  }
  const refundsOf = (call: Call) =>
    bankStore.refunds.newestFirst().filter((refund) => refund.payment_id === find(call).id)

  const endpoints: Endpoint[] = [
    { method: 'POST', path: '/test-signature', run: () => ({ status: 204 }) },
    { method: 'POST', path: '/v3/test-signature', run: () => ({ status: 204 }) },
    {
      method: 'POST',
      path: '/v3/payments',
      keyed: true,
      run: ({ body, client }) => {
        const created = createPayment(kernel, bankStore, body, {
          accounts: accountsOf(client),
          returnUris: options.returnUris ?? [],
        })
        if (client !== undefined) bankStore.owners.put(String(created.id), { client })
        return { status: 201, body: created }
      },
    },
    { method: 'GET', path: '/v3/payments/:id', run: (call) => ({ status: 200, body: paymentReply(find(call)) }) },
    {
      method: 'POST',
      path: '/v3/payments/:id/actions/cancel',
      keyed: true,
      run: (call) => {
        const payment = find(call)
        if (!bankStore.open(payment)) throw invalidState(`The payment cannot be cancelled in status ${payment.status}.`)
        bankStore.fail(payment, 'canceled')
        return { status: 202 }
      },
    },
    {
      method: 'POST',
      path: '/v3/payments/:id/refunds',
      keyed: true,
      run: (call) => refund(bankStore, find(call), call.body),
    },
    {
      method: 'GET',
      path: '/v3/payments/:id/refunds',
      run: (call) => ({ status: 200, body: { items: refundsOf(call).map(refundReply) } }),
    },
    {
      method: 'GET',
      path: '/v3/payments/:id/refunds/:refund',
      run: (call) => {
        const found = refundsOf(call).find((each) => each.id === call.refund)
        if (!found) throw notFound('Refund')
        return { status: 200, body: refundReply(found) }
      },
    },
    {
      method: 'GET',
      path: '/v3/merchant-accounts/:id',
      run: ({ id, client }) => {
        const accounts = Object.entries(accountsOf(client))
        const currency = accounts.find(([, account]) => account === id)?.[0]
        if (accounts.length > 0 && !currency) throw notFound('Merchant account')
        return { status: 200, body: { id, currency: currency ?? 'GBP', account_holder_name: 'Sandbox' } }
      },
    },
  ]

  app.register(async (scope) => {
    // The signature covers the body as sent, so it stays text.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post('/connect/token', (request, reply) => {
      const fault = takeFault(kernel.switches, 'truelayer', true)
      return answerCall(reply, fault, serverError, () => token(request))
    })
    for (const endpoint of endpoints)
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: (request, reply) => serve(endpoint, request, reply),
      })
  })

  function token(request: FastifyRequest): Answer {
    const text = String(request.body ?? '')
    const credentials = parse(text) ?? Object.fromEntries(new URLSearchParams(text))
    const isValid = (name: 'client_id' | 'client_secret', wanted: string | undefined) =>
      typeof credentials[name] === 'string' &&
      credentials[name] !== '' &&
      (wanted === undefined || credentials[name] === wanted)
    const other = additional.find(({ clientId }) => clientId === credentials.client_id)
    const { clientId, clientSecret } = other ?? options
    if (!isValid('client_id', clientId) || !isValid('client_secret', clientSecret))
      return { status: 400, body: { error: 'invalid_client' } }
    if (credentials.grant_type !== 'client_credentials')
      return { status: 400, body: { error: 'unsupported_grant_type' } }
    if (
      !String(credentials.scope ?? '')
        .split(' ')
        .includes('payments')
    )
      return { status: 400, body: { error: 'invalid_scope' } }
    const access_token = kernel.randomId(64)
    tokens.put(access_token, {
      expires: kernel.now() + TOKEN_SECONDS * 1000,
      ...(other && { client: other.clientId }),
    })
    return { status: 200, body: { access_token, expires_in: TOKEN_SECONDS, token_type: 'Bearer', scope: 'payments' } }
  }

  function serve(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
    const fault = takeFault(kernel.switches, 'truelayer', endpoint.method === 'POST')
    return replyWithProblem(reply, () => {
      const client = checkToken(request)
      const text = String(request.body ?? '')
      if (endpoint.method === 'POST') checkSigned(request, text, endpoint.keyed === true, client)
      const params = request.params as Record<string, string>
      const body = text === '' ? undefined : parse(text)
      if (text !== '' && body === undefined) throw invalid({ body: ['The body is not JSON.'] })
      const call: Call = { client, id: params.id ?? '', refund: params.refund ?? '', body }
      const key = endpoint.keyed ? header(request, 'idempotency-key') : undefined
      const run = () => catchProblem(() => endpoint.run(call))
      const fingerprint = `${client ?? ''}${request.url}\n${text}`
      return key === undefined
        ? answerCall(reply, fault, serverError, run)
        : idempotent(
            key,
            fingerprint,
            () => answerCall(reply, fault, serverError, () => saveAnswer(key, fingerprint, run())),
            reply,
          )
    })
  }

  /** Returns the additional client that the token was given to. */
  function checkToken(request: FastifyRequest): string | undefined {
    const [scheme, value] = (request.headers.authorization ?? '').split(' ')
    if (scheme !== 'Bearer' || !value)
      throw unauthenticated('A Bearer token must be provided in the Authorization header.')
    const stored = tokens.get(value)
    if (!stored || stored.expires <= kernel.now()) throw unauthenticated('The access token is invalid or has expired.')
    return stored.client
  }

  function checkSigned(request: FastifyRequest, body: string, keyed: boolean, client: string | undefined): void {
    if (keyed && !header(request, 'idempotency-key')) throw keyMissing()
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter((e): e is [string, string] => typeof e[1] === 'string'),
    )
    const verdict = checkSignature(
      { method: 'POST', path: request.url.split('?')[0]!, headers, body },
      header(request, 'tl-signature'),
      (kid) => (keys.get(kid)?.client === client ? keys.get(kid)?.publicPem : undefined),
      keyed ? ['Idempotency-Key'] : [],
    )
    if (!verdict.ok) throw unauthenticated(`Invalid request signature. ${verdict.reason}`)
  }

  /** The same key and body return the same response. Another body is refused, as is a call while the first still runs. */
  function idempotent(key: string, asked: string, run: () => Promise<void>, reply: FastifyReply): Promise<void> {
    const saved = answers.get(key)
    if (saved && kernel.now() - saved.at < KEY_LIFETIME_MS) {
      if (saved.asked !== asked) throw keyReused()
      reply.code(saved.answer.status).send(saved.answer.body)
      return Promise.resolve()
    }
    if (running.has(key)) throw keyInUse()
    running.add(key)
    return run().finally(() => running.delete(key))
  }

  function saveAnswer(key: string, asked: string, answer: Answer): Answer {
    // A refused body had no effect, so its key is free for the corrected one.
    if (answer.status !== 400) answers.put(key, { at: kernel.now(), asked, answer })
    return answer
  }

  return {
    ...bankStore,
    addKey: (kid, publicPem, client) => void keys.put(kid, { publicPem, ...(client && { client }) }),
  }
}

function refund(bankStore: Bank, payment: Payment, body: unknown): Answer {
  if (!isJson(body)) throw invalid({ body: ['A JSON object is required.'] })
  const amount = body.amount_in_minor
  if (!Number.isInteger(amount) || (amount as number) < 1) throw invalid({ amount_in_minor: ['Must be at least 1.'] })
  if (typeof body.reference !== 'string' || body.reference === '')
    throw invalid({ reference: ['A value is required.'] })
  if (payment.status !== 'settled') throw invalidState('Only a settled payment can be refunded.')
  if ((amount as number) > payment.amount_in_minor - bankStore.refunded(payment))
    throw invalid({ amount_in_minor: ['The refunds would be more than the payment.'] })
  const created = bankStore.refund(payment, {
    amount_in_minor: amount as number,
    reference: body.reference,
    ...(isJson(body.metadata) ? { metadata: body.metadata as Record<string, string> } : {}),
  })
  return { status: 202, body: { id: created.id } }
}

function catchProblem(run: () => Answer): Answer {
  try {
    return run()
  } catch (error) {
    if (error instanceof Problem) return error.answer
    throw error
  }
}

async function replyWithProblem(reply: FastifyReply, run: () => Promise<void>): Promise<void> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    reply.code(error.answer.status).send(error.answer.body)
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Signs webhooks, and publishes the key beside an RSA key, which a shop that ignores the key id would pick by mistake. */
function signWebhooks(app: FastifyInstance, kernel: Kernel): void {
  const stored = kernel.journal.collection<{ kid: string; privatePem: string; publicPem: string }>(
    'truelayer.webhook key',
  )
  // Created on first use: most test sandboxes never sign anything, and an RSA key is slow to create.
  const ec = () => stored.get('ec') ?? stored.put('ec', { kid: randomUUID(), ...newSigningKey() })
  const decoy = () =>
    stored.get('rsa') ?? stored.put('rsa', { kid: randomUUID(), privatePem: '', publicPem: newRsaKey() })
  app.get('/.well-known/jwks', () => ({
    keys: [asJwk(decoy().publicPem, decoy().kid, 'RS512'), asJwk(ec().publicPem, ec().kid, 'ES512')],
  }))
  kernel.webhooks.signWith('truelayer', (body, target) => {
    const headers = {
      'X-Tl-Webhook-Timestamp': new Date(kernel.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
      'Content-Type': 'application/json',
    }
    const signature = signMessage(
      { method: 'POST', path: new URL(target.url).pathname, headers, body },
      { kid: ec().kid, privatePem: ec().privatePem, jku: `${kernel.publicUrl()}/.well-known/jwks` },
    )
    return { 'x-tl-webhook-timestamp': headers['X-Tl-Webhook-Timestamp'], 'tl-signature': signature }
  })
}

const newRsaKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }) as string
