import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Session } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The sender's session once it is loaded, for the log line of this request. */
    buyer: Session | null
    /** The code of the failure in the response. */
    failure: string | null
  }
}

/** Machine requests and static files are not logged; their lines would bury the others. */
const QUIET = /^\/(?:healthz|readyz|metrics|assets\/\*|posters\/|brand\/|favicon\.svg)/

/** Refused because of the sender, the origin or the rate. */
const REFUSED = new Set([401, 403, 429])

/** Never taken from the request, because a forged id could inject text into the log. */
export const newRequestId = (): string => randomUUID()

/**
 * Writes one log line and counts one metric per request. The line has the route and not the path, because paths contain
 * references and tokens. `sale` is our internal id; `req` is also returned to the sender, for support.
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
