import { fail } from '@foyer/domain/result.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type Session, sessionOf } from '../../http/session.ts'
import { ProviderDown } from '../../payment-provider.ts'

/** Where a buyer goes on who comes back from a vendor. */
export const CHECKOUT = '/smartcheckout/'

/** What a call of a vendor answers that is not configured. */
export const NOT_AVAILABLE = fail('method_not_available')

/**
 * Where a vendor sends the buyer back. What the address says is only a hint: the buyer goes on to a clean one, so that
 * secrets leave history, logs and referrers.
 */
export function returnRoute(
  app: FastifyInstance,
  deps: Deps,
  path: string,
  arrive: (session: Session, query: Record<string, unknown>) => Promise<string>,
): void {
  app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await sessionOf(deps, request, reply)
    const onTo = await arrive(session, request.query as Record<string, unknown>).catch((error: unknown) => {
      // A webhook or the next reconciliation will tell; the page shows what is known by then.
      if (error instanceof ProviderDown) return CHECKOUT
      throw error
    })
    return reply.header('referrer-policy', 'no-referrer').redirect(onTo, 303)
  })
}
