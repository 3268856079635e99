import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../kernel/context.ts'
import { type Answer, answerCall, takeFault } from '../kernel/faults.ts'
import { notFound, SquareError, serverError, unauthorized, wrong } from './errors.ts'
import { squarePages } from './pages.ts'
import { check } from './params.ts'
import { type Payment, type Refund, type SquareLife, squareLife } from './payments.ts'

export interface SquareOptions {
  /** Absent: any token is accepted. */
  accessToken?: string
  locationId?: string
  /** ISO code of the location's only currency. Default GBP. */
  currency?: string
}

const MERCHANT = 'SANDBOXMERCHANT'

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
export function square(app: FastifyInstance, kernel: Kernel, options: SquareOptions = {}): SquareLife {
  const location = { id: options.locationId ?? 'SANDBOXLOCATION', currency: options.currency ?? 'GBP' }
  const life = squareLife(kernel, { merchantId: MERCHANT, locationId: location.id, currency: location.currency })
  const answers = kernel.journal.collection<{ asked: string; answer: Answer; payment?: string }>('square.idempotency')

  kernel.webhooks.signWith('square', (body, target) => ({
    'x-square-hmacsha256-signature': signature(body, target.url, target.secret),
    'square-environment': 'Sandbox',
    'user-agent': 'Square Connect v2',
  }))
  squarePages(app, life)

  const payment = (id: string): Payment => life.payments.get(id) ?? raise(notFound('payment', id))

  /** The same key and body return the same response, including declines. Another body is refused. */
  const once = (
    prefix: string,
    body: Record<string, unknown>,
    run: () => { payment?: Payment; refund?: Refund },
  ): Answer => {
    const key = `${prefix} ${body.idempotency_key}`
    const kept = answers.get(key)
    if (kept) {
      if (kept.asked !== canonical(body))
        throw wrong(
          'IDEMPOTENCY_KEY_REUSED',
          'The idempotency key can only be retried with the same request data.',
          'idempotency_key',
        )
      return kept.answer
    }
    const answer = answered(() => ({ status: 200, body: run() }))
    const made = (answer.body as { payment?: Payment }).payment
    // A refused body had no effect, so its key is free for the corrected one.
    if (answer.status !== 400 && answer.status !== 404)
      answers.put(key, { asked: canonical(body), answer: structuredClone(answer), payment: made?.id })
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
        return once('pay', body, () => ({ payment: life.pay(body) }))
      },
    },
    {
      method: 'GET',
      path: '/v2/payments',
      run: ({ query }) => paged('payments', life.payments.newestFirst(), query),
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
          life.cancelUnknown(payment(made))
          // After the cancellation the same key may be used for a new attempt.
          answers.delete(key)
        }
        return {}
      },
    },
    { method: 'POST', path: '/v2/payments/:id/cancel', run: ({ id }) => ({ payment: life.cancel(payment(id)) }) },
    {
      method: 'POST',
      path: '/v2/payments/:id/complete',
      run: ({ id, text }) => {
        check('none', text, location.currency)
        return { payment: life.complete(payment(id)) }
      },
    },
    {
      method: 'POST',
      path: '/v2/refunds',
      run: ({ text }) => {
        const body = check('refund', text, location.currency)
        return once('refund', body, () => ({ refund: life.refund(body) }))
      },
    },
    { method: 'GET', path: '/v2/refunds', run: ({ query }) => paged('refunds', life.refunds.newestFirst(), query) },
    {
      method: 'GET',
      path: '/v2/refunds/:id',
      run: ({ id }) => ({ refund: life.refunds.get(id) ?? raise(notFound('refund', id)) }),
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
            merchant_id: MERCHANT,
            capabilities: ['CREDIT_CARD_PROCESSING'],
          },
        }
      },
    },
  ]

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    for (const endpoint of endpoints)
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: (request, reply) => serve(endpoint, request, reply),
      })
  })

  function serve(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const fault = takeFault(kernel.switches, 'square', endpoint.method === 'POST')
    return answerCall(reply, fault, serverError, () =>
      answered(() => {
        const [scheme, token] = (request.headers.authorization ?? '').split(' ')
        if (scheme !== 'Bearer' || !token || (options.accessToken !== undefined && token !== options.accessToken))
          throw unauthorized()
        const params = request.params as Record<string, string>
        const call: Call = {
          id: params.id ?? '',
          text: String(request.body ?? ''),
          query: request.query as Record<string, string>,
        }
        const body = endpoint.run(call)
        return isAnswer(body) ? body : { status: 200, body }
      }),
    )
  }

  return life
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

function answered(run: () => Answer): Answer {
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
  newestFirst: { id: string; created_at: string; location_id?: unknown; status?: string }[],
  query: Record<string, string>,
) {
  const limit = Math.min(Math.max(Number(query.limit ?? PAGE) || PAGE, 1), PAGE)
  const within = newestFirst.filter(
    (each) =>
      (!query.begin_time || each.created_at >= query.begin_time) &&
      (!query.end_time || each.created_at < query.end_time) &&
      (!query.location_id || each.location_id === query.location_id) &&
      (!query.status || each.status === query.status),
  )
  const ordered = query.sort_order === 'ASC' ? within.reverse() : within
  const start = query.cursor ? ordered.findIndex((each) => each.id === query.cursor) + 1 : 0
  const data = ordered.slice(start, start + limit)
  return { [name]: data, ...(ordered.length > start + limit ? { cursor: data.at(-1)!.id } : {}) }
}
