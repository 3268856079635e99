import type { FastifyInstance, HTTPMethods } from 'fastify'
import { sendFail } from './handle.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const satisfies readonly HTTPMethods[]

/**
 * Responds with 405 and the allowed methods if a path exists but not for this method. Call it before the first route, and
 * call the function it returns after the last.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const methodsByPath = new Map<string, Set<string>>()
  let finished = false
  app.addHook('onRoute', ({ url, method }) => {
    if (finished) return
    const methods = methodsByPath.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    methodsByPath.set(url, methods)
  })
  return () => {
    finished = true
    for (const [url, methods] of methodsByPath) {
      // Wildcard routes serve folders of files, where an unknown path is a 404.
      if (url.includes('*')) continue
      const allow = METHODS.filter((method) => methods.has(method)).join(', ')
      app.route({
        method: METHODS.filter((method) => !methods.has(method)),
        url,
        config: { data: true },
        handler: (_, reply) => sendFail(reply.header('allow', allow), { ok: false, code: 'method_not_allowed' }),
      })
    }
  }
}
