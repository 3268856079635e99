import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dropConnection, sleep, takeFault } from '../kernel/faults.ts'
import { apiError, invalidKey, missingKey, publishableKeyRefused, StripeError, unrecognisedUrl } from './errors.ts'
import { API_VERSION, type Cause } from './events.ts'
import { expand } from './lists.ts'
import { type Accepts, checkKnown, decode, names, type Params, text } from './params.ts'
import { KEY_LIFETIME_MS, type StripeStore } from './store.ts'
import type { Stores } from './stores.ts'

export interface Call {
  params: Params
  /** The part of the path that identifies the object. */
  id: string
  path: string
  cause: Cause
  /** Called by a browser with the publishable key. */
  publishable: boolean
  route: Record<string, string>
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  accepts: Accepts
  /** Whether a browser may call it with the object's client secret. */
  browser?: true
  run: (call: Call) => unknown
}

// Request parameters that were added or removed with an API version (see the vendor's changelog).
const RENAMED_FROM = '2026-09-30'
const BROWSER_ONLY = names('key client_secret payment_user_agent referrer guid muid sid')
const MAX_KEY_LENGTH = 255

/** Adds the vendor's calls to the app: keys, versions, unknown parameters, idempotency, faults and error shape. */
export function stripeApi(
  app: FastifyInstance,
  stores: Stores,
  endpoints: Endpoint[],
  endpointsOf: (store: StripeStore) => Endpoint[],
): void {
  const running = new Set<string>()
  const endpointsByStore = new Map<StripeStore, Endpoint[]>([[stores.platform, endpoints]])
  /** Finds the store of an account and the same endpoint on that store. */
  const resolve: ResolveAccount = (account, endpoint) => {
    const store = stores.of(account)
    const own = endpointsByStore.get(store) ?? endpointsOf(store)
    endpointsByStore.set(store, own)
    return { store, endpoint: own[endpoints.indexOf(endpoint)]! }
  }

  for (const endpoint of endpoints)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: (request, reply) => serve(stores.platform, resolve, running, endpoint, request, reply),
    })

  app.all('/v1/*', (request, reply) => {
    const { status, body } = unrecognisedUrl(request.method, request.url.split('?')[0]!)
    return reply.code(status).send({ error: body })
  })
}

type ResolveAccount = (account: string | undefined, endpoint: Endpoint) => { store: StripeStore; endpoint: Endpoint }

interface Answer {
  status: number
  body: unknown
  replayed?: true
}

async function serve(
  platform: StripeStore,
  resolve: ResolveAccount,
  running: Set<string>,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const requestId = `req_${platform.kernel.randomId(14)}`
  const version = header(request, 'stripe-version') ?? API_VERSION
  reply.header('request-id', requestId).header('stripe-version', version)
  if (endpoint.browser) allowBrowser(request, reply)

  const fault = takeFault(platform.kernel.switches, 'stripe', endpoint.method === 'POST')
  let publishable = false
  const answer = await withErrors(async () => {
    const [path = '', query = ''] = request.url.split('?')
    const params = decode(endpoint.method === 'POST' ? String(request.body ?? '') : query)
    publishable = authenticate(request, params, endpoint)
    const { store, endpoint: own } = resolve(
      header(request, 'stripe-account') ?? text(params, '_stripe_account'),
      endpoint,
    )
    delete params._stripe_account
    checkKnown(params, acceptedBy(endpoint, version, publishable))
    // The parameter's name in older versions.
    if (params.payment_method_types) {
      params.allowed_payment_method_types = params.payment_method_types
      delete params.payment_method_types
    }
    if (publishable) {
      for (const name of Object.keys(BROWSER_ONLY)) if (name !== 'client_secret') delete params[name]
    }
    if (fault.error === 'before') throw apiError(false)
    const route = request.params as Record<string, string>
    const key = endpoint.method === 'POST' ? header(request, 'idempotency-key') : undefined
    const call: Call = {
      params,
      id: route.id ?? '',
      path,
      cause: { requestId, idempotencyKey: key ?? null },
      publishable,
      route,
    }
    const run = async () => {
      await sleep(fault.slowMs)
      const made = store.kernel.journal.inOneWrite(() => own.run(call))
      const body = expand(store, made, params)
      if (fault.error === 'after') throw apiError(true)
      return body
    }
    return key === undefined ? { status: 200, body: await run() } : idempotent(store, running, key, call, run)
  })

  if (publishable) hideShopFields(answer)
  if (answer.replayed) reply.header('idempotent-replayed', 'true').header('original-request', requestId)
  if (fault.answerLost) return dropConnection(reply)
  reply.code(answer.status).send(answer.body)
}

async function withErrors(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StripeError) return { status: error.status, body: { error: error.body } }
    throw error
  }
}

/**
 * The same key with the same parameters returns the first response again, errors included. Other parameters are refused. While
 * the first call still runs, the second gets a conflict error. A call rejected before it began leaves no record.
 */
async function idempotent(
  store: StripeStore,
  running: Set<string>,
  key: string,
  call: Call,
  run: () => Promise<unknown>,
): Promise<Answer> {
  if (key.length > MAX_KEY_LENGTH)
    throw new StripeError(400, {
      type: 'invalid_request_error',
      message: `Idempotency keys can be no longer than ${MAX_KEY_LENGTH} characters.`,
    })
  const saved = store.answers.get(key)
  const runs = `${store.account ?? ''}:${key}`
  const fingerprint = JSON.stringify(sorted(call.params))
  if (saved && store.kernel.now() - saved.at < KEY_LIFETIME_MS) {
    if (saved.endpoint !== call.path)
      throw misused(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${call.path}' vs '${saved.endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      )
    if (saved.fingerprint !== fingerprint)
      throw misused(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      )
    return { status: saved.status, body: saved.body, replayed: true }
  }
  if (running.has(runs))
    throw new StripeError(409, {
      type: 'invalid_request_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. If you continue to see this error after some time, please contact support@stripe.com.`,
    })
  running.add(runs)
  const saveAnswer = (status: number, body: unknown): Answer => {
    store.answers.put(key, { key, at: store.kernel.now(), endpoint: call.path, fingerprint, status, body })
    return { status, body }
  }
  try {
    return saveAnswer(200, structuredClone(await run()))
  } catch (error) {
    if (error instanceof StripeError && error.remembered)
      return saveAnswer(error.status, { error: structuredClone(error.body) })
    throw error
  } finally {
    running.delete(runs)
  }
}

const SHOP_ONLY = [
  'customer',
  'customer_account',
  'metadata',
  'latest_charge',
  'application',
  'transfer_data',
  'transfer_group',
  'on_behalf_of',
  'review',
  'amount_received',
  'amount_capturable',
  'statement_descriptor',
  'statement_descriptor_suffix',
]

/** Removes the fields meant for the shop from an intent sent to a browser, in the response and in an error. */
function hideShopFields(answer: Answer): void {
  const withoutShopFields = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('client_secret' in value)) return value
    return Object.fromEntries(Object.entries(value).filter(([field]) => !SHOP_ONLY.includes(field)))
  }
  answer.body = withoutShopFields(answer.body)
  const { error } = answer.body as { error?: Record<string, unknown> }
  if (!error) return
  const intents = ['payment_intent', 'setup_intent'].filter((name) => name in error)
  answer.body = {
    error: { ...error, ...Object.fromEntries(intents.map((name) => [name, withoutShopFields(error[name])])) },
  }
}

const misused = (message: string) => new StripeError(400, { type: 'idempotency_error', message }, false)

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, sorted(v)]),
  )
}

/** Returns whether the key is a publishable one. */
function authenticate(request: FastifyRequest, params: Params, endpoint: Endpoint): boolean {
  const key = keyOf(request) ?? text(params, 'key')
  if (!key) throw missingKey()
  if (/^pk_test_\w+$/.test(key)) {
    if (!endpoint.browser) throw publishableKeyRefused()
    return true
  }
  if (!/^[sr]k_test_\w+$/.test(key)) throw invalidKey(key)
  return false
}

function keyOf(request: FastifyRequest): string | undefined {
  const [scheme, value] = (request.headers.authorization ?? '').split(' ')
  if (scheme === 'Bearer') return value
  if (scheme === 'Basic' && value) return Buffer.from(value, 'base64').toString('utf8').split(':')[0]
  return undefined
}

function acceptedBy(endpoint: Endpoint, version: string, publishable: boolean): Accepts {
  const older = version.slice(0, 10) < RENAMED_FROM && 'allowed_payment_method_types' in endpoint.accepts
  return {
    ...endpoint.accepts,
    ...(publishable ? BROWSER_ONLY : {}),
    ...(older ? names('payment_method_types') : {}),
  }
}

/** Allows the shop's pages to make these calls from the browser, as the vendor does. */
export function allowBrowser(request: FastifyRequest, reply: FastifyReply): void {
  reply
    .header('access-control-allow-origin', request.headers.origin ?? '*')
    .header('access-control-allow-credentials', 'true')
    .header('access-control-allow-methods', 'GET, POST, OPTIONS')
    .header(
      'access-control-allow-headers',
      'Authorization, Content-Type, Stripe-Version, Idempotency-Key, Stripe-Account',
    )
    .header('access-control-max-age', '300')
    .header('vary', 'Origin')
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
