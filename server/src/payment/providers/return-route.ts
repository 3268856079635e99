import { fail } from '@foyer/domain/result.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type Session, sessionOf } from '../../http/session.ts'

/** Where buyers continue after they return from a provider. */
export const CHECKOUT = '/smartcheckout/'

/** The reply of a call whose provider is not configured. */
export const NOT_AVAILABLE = fail('method_not_available')

/**
 * The route to which a provider returns the buyer. Its parameters are only a hint. It redirects to a URL without them, so
 * that secrets do not stay in history, logs and referrers.
 */
export function returnRoute(
  app: FastifyInstance,
  deps: Deps,
  path: string,
  arrive: (session: Session, query: Record<string, unknown>) => Promise<string>,
): void {
  app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await sessionOf(deps, request, reply)
    const onTo = await arrive(session, request.query as Record<string, unknown>)
    return reply.header('referrer-policy', 'no-referrer').redirect(onTo, 303)
  })
}
