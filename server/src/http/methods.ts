import type { FastifyInstance, HTTPMethods } from 'fastify'
import { sendFail } from './handle.ts'

const ASKED = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const satisfies readonly HTTPMethods[]

/**
 * Answers a request to an address that exists, by a method it doesn't take, with 405 and the methods it does take. Call it
 * before the first route; what it returns is called after the last.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<string>>()
  let finished = false
  app.addHook('onRoute', ({ url, method }) => {
    if (finished) return
    const methods = taken.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    taken.set(url, methods)
  })
  return () => {
    finished = true
    for (const [url, methods] of taken) {
      // A wildcard answers for whole folders of files, and what isn't there is a 404.
      if (url.includes('*')) continue
      const allow = ASKED.filter((method) => methods.has(method)).join(', ')
      app.route({
        method: ASKED.filter((method) => !methods.has(method)),
        url,
        config: { data: true },
        handler: (_, reply) => sendFail(reply.header('allow', allow), { ok: false, code: 'method_not_allowed' }),
      })
    }
  }
}
