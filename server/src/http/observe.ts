import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Session } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once that has been looked up: for the log's line of this request. */
    buyer: Session | null
    /** The code of the failure that it was answered with. */
    failure: string | null
  }
}

/** Asked for by machines again and again, or never changing: one line each would bury the others. */
const QUIET = /^\/(?:healthz|readyz|metrics|assets\/\*|posters\/|favicon\.svg)/

/** Refused for who asks, from where, or how often. */
const REFUSED = new Set([401, 403, 429])

/** Never the caller's: an id that somebody else makes up would let them write into our log. */
export const newRequestId = (): string => randomUUID()

/**
 * One line and one count for each request. The line says which route and never which address: addresses hold references and
 * tokens. `sale` is our own number, which opens nothing; `req` goes back to the caller, for whoever asks about a failure.
 */
export function observe(app: FastifyInstance, { metrics }: Pick<Deps, 'metrics'>): void {
  app.decorateRequest('buyer', null)
  app.decorateRequest('failure', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime } = reply
    const quiet = QUIET.test(route)
    if (!quiet) {
      metrics.requests.inc({ status: `${Math.floor(status / 100)}xx` })
      metrics.requestSeconds.observe(elapsedTime / 1000)
    }
    const refused = REFUSED.has(status) ? (request.failure ?? 'other') : null
    if (refused !== null) metrics.refusals.inc({ code: refused, route })
    const ms = Math.round(elapsedTime)
    const line = { method: request.method, route, status, ms, ...saleOf(request), ...(refused !== null && { refused }) }
    request.log[quiet ? 'debug' : 'info'](line, 'request')
    done()
  })
}

const saleOf = ({ buyer }: FastifyRequest) => (buyer?.saleId ? { sale: buyer.saleId } : {})
