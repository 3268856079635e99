import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../kernel/context.ts'
import { type Answer, answerCall, takeFault } from '../kernel/faults.ts'
import { invalidRequest, notFound, SquareError, serverError, unauthorized } from './errors.ts'
import { squarePages } from './pages.ts'
import { check } from './params.ts'
import { type Payment, type Refund, type SquareStore, squareStore } from './payments.ts'

export interface SquareOptions {
  /** Absent: any token is accepted. */
  accessToken?: string
  locationId?: string
  /** ISO code of the location's only currency. Default GBP. */
  currency?: string
  /** Additional merchants, each with its own token. Merchants can't see each other's objects. */
  merchants?: { accessToken: string; locationId: string }[]
}

const MERCHANT = 'SANDBOXMERCHANT'

interface Merchant {
  accessToken: string | undefined
  store: SquareStore
  endpoints: Endpoint[]
}

interface Call {
  id: string
  text: string
  query: Record<string, string>
}

interface Endpoint {
  method: 'GET' | 'POST'
  path: string
  run: (call: Call) => unknown
}

/** Square: payments, refunds, locations, the card form for browsers, signed webhooks. */
export function square(app: FastifyInstance, kernel: Kernel, options: SquareOptions = {}): SquareState {
  const first = merchant(kernel, options, MERCHANT, false)
  const additional = (options.merchants ?? []).map((each) => merchant(kernel, each, `MERCHANT${each.locationId}`, true))
  kernel.webhooks.signWith('square', (body, target) => ({
    'x-square-hmacsha256-signature': signature(body, target.url, target.secret),
    'square-environment': 'Sandbox',
    'user-agent': 'Square Connect v2',
  }))
  squarePages(app, first.store)

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    for (const [n, endpoint] of first.endpoints.entries())
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: (request, reply) => serve(kernel, (token) => merchantOf(token).endpoints[n]!, request, reply),
      })
  })

  /** The merchant that a token belongs to. */
  function merchantOf(token: string): Merchant {
    const found = additional.find(({ accessToken }) => accessToken === token)
    if (found) return found
    if (first.accessToken !== undefined && first.accessToken !== token) throw unauthorized()
    return first
  }

  return { ...first.store, merchants: additional.map(({ store }) => store) }
}

export type SquareState = SquareStore & { merchants: SquareStore[] }

function merchant(
  kernel: Kernel,
  options: Pick<SquareOptions, 'accessToken' | 'locationId' | 'currency'>,
  merchantId: string,
  isAdditional: boolean,
): Merchant {
  const location = { id: options.locationId ?? 'SANDBOXLOCATION', currency: options.currency ?? 'GBP' }
  const store = squareStore(kernel, { merchantId, locationId: location.id, currency: location.currency, isAdditional })
  const answers = kernel.journal.collection<{ asked: string; answer: Answer; payment?: string }>(
    isAdditional ? `square.${merchantId}.idempotency` : 'square.idempotency',
  )

  const payout = (id: string) => store.balance.payouts.get(id) ?? raise(notFound('payout', id))
  const payment = (id: string): Payment => store.payments.get(id) ?? raise(notFound('payment', id))

  /** The same key and body return the same response, including declines. Another body is refused. */
  const idempotent = (
    prefix: string,
    body: Record<string, unknown>,
    run: () => { payment?: Payment; refund?: Refund },
  ): Answer => {
    const key = `${prefix} ${body.idempotency_key}`
    const saved = answers.get(key)
    if (saved) {
      if (saved.asked !== canonical(body))
        throw invalidRequest(
          'IDEMPOTENCY_KEY_REUSED',
          'The idempotency key can only be retried with the same request data.',
          'idempotency_key',
        )
      return saved.answer
    }
    const answer = catchSquareError(() => ({ status: 200, body: run() }))
    const answeredPayment = (answer.body as { payment?: Payment }).payment
    // A refused body had no effect, so its key is free for the corrected one.
    if (answer.status !== 400 && answer.status !== 404)
      answers.put(key, { asked: canonical(body), answer: structuredClone(answer), payment: answeredPayment?.id })
    return answer
  }

  const endpoints: Endpoint[] = [
    {
      method: 'POST',
      path: '/v2/payments',
      run: ({ text }) => {
        const body = check('payment', text, location.currency)
        if (body.location_id !== undefined && body.location_id !== location.id)
          throw notFound('location', String(body.location_id))
        return idempotent('pay', body, () => ({ payment: store.pay(body) }))
      },
    },
    {
      method: 'GET',
      path: '/v2/payments',
      run: ({ query }) => paged('payments', store.payments.newestFirst(), query),
    },
    { method: 'GET', path: '/v2/payments/:id', run: ({ id }) => ({ payment: payment(id) }) },
    {
      method: 'POST',
      path: '/v2/payments/cancel',
      run: ({ text }) => {
        const { idempotency_key } = check('cancelByKey', text, location.currency)
        const key = `pay ${idempotency_key}`
        const made = answers.get(key)?.payment
        if (made) {
          store.cancelUnknown(payment(made))
          // After the cancellation the same key may be used for a new attempt.
          answers.delete(key)
        }
        return {}
      },
    },
    { method: 'POST', path: '/v2/payments/:id/cancel', run: ({ id }) => ({ payment: store.cancel(payment(id)) }) },
    {
      method: 'POST',
      path: '/v2/payments/:id/complete',
      run: ({ id, text }) => {
        check('none', text, location.currency)
        return { payment: store.complete(payment(id)) }
      },
    },
    {
      method: 'POST',
      path: '/v2/refunds',
      run: ({ text }) => {
        const body = check('refund', text, location.currency)
        return idempotent('refund', body, () => ({ refund: store.refund(body) }))
      },
    },
    { method: 'GET', path: '/v2/refunds', run: ({ query }) => paged('refunds', store.refunds.newestFirst(), query) },
    {
      method: 'GET',
      path: '/v2/refunds/:id',
      run: ({ id }) => ({ refund: store.refunds.get(id) ?? raise(notFound('refund', id)) }),
    },
    {
      method: 'GET',
      path: '/v2/payouts',
      run: ({ query }) => paged('payouts', store.balance.payouts.newestFirst(), query),
    },
    { method: 'GET', path: '/v2/payouts/:id', run: ({ id }) => ({ payout: payout(id) }) },
    {
      method: 'GET',
      path: '/v2/payouts/:id/payout-entries',
      run: ({ id, query }) => {
        const { id: payoutId } = payout(id)
        const entries = store.balance.entries.newestFirst().filter(({ payout_id }) => payout_id === payoutId)
        return paged('payout_entries', entries, query)
      },
    },
    {
      method: 'GET',
      path: '/v2/locations/:id',
      run: ({ id }) => {
        if (id !== location.id && id !== 'main') throw notFound('location', id)
        return {
          location: {
            id: location.id,
            name: 'Sandbox',
            status: 'ACTIVE',
            country: 'GB',
            currency: location.currency,
            merchant_id: merchantId,
            capabilities: ['CREDIT_CARD_PROCESSING'],
          },
        }
      },
    },
  ]

  return { accessToken: options.accessToken, store, endpoints }
}

function serve(
  kernel: Kernel,
  endpointOf: (token: string) => Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const fault = takeFault(kernel.switches, 'square', request.method === 'POST')
  return answerCall(reply, fault, serverError, () =>
    catchSquareError(() => {
      const [scheme, token] = (request.headers.authorization ?? '').split(' ')
      if (scheme !== 'Bearer' || !token) throw unauthorized()
      const params = request.params as Record<string, string>
      const call: Call = {
        id: params.id ?? '',
        text: String(request.body ?? ''),
        query: request.query as Record<string, string>,
      }
      const body = endpointOf(token).run(call)
      return isAnswer(body) ? body : { status: 200, body }
    }),
  )
}

/** base64 of HMAC-SHA256 over the registered address followed by the body. */
export const signature = (body: string, url: string, key: string) =>
  createHmac('sha256', key)
    .update(url + body, 'utf8')
    .digest('base64')

function raise(error: Error): never {
  throw error
}

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && 'status' in value && 'body' in value

function catchSquareError(run: () => Answer): Answer {
  try {
    return run()
  } catch (error) {
    if (error instanceof SquareError) return error.answer
    throw error
  }
}

const canonical = (body: Record<string, unknown>) =>
  JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))

const PAGE = 100

function paged(
  name: string,
  newestFirst: { id: string; created_at?: string; location_id?: unknown; status?: string }[],
  query: Record<string, string>,
) {
  const limit = Math.min(Math.max(Number(query.limit ?? PAGE) || PAGE, 1), PAGE)
  const within = newestFirst.filter(
    (each) =>
      (!query.begin_time || (each.created_at ?? '') >= query.begin_time) &&
      (!query.end_time || (each.created_at ?? '') < query.end_time) &&
      (!query.location_id || each.location_id === query.location_id) &&
      (!query.status || each.status === query.status),
  )
  const ordered = query.sort_order === 'ASC' ? within.reverse() : within
  const start = query.cursor ? ordered.findIndex((each) => each.id === query.cursor) + 1 : 0
  const data = ordered.slice(start, start + limit)
  return { [name]: data, ...(ordered.length > start + limit ? { cursor: data.at(-1)!.id } : {}) }
}
