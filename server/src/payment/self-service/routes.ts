import { CALLS } from '@foyer/contract/calls.ts'
import { PAGES, yourTicketsPath } from '@foyer/contract/pages.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { networkOf } from '../../http/limits/network.ts'
import { sessionOf } from '../../http/session.ts'
import { changeOwnTicket } from './change.ts'

/** A change confirmed on its review without a script. The page says what became of it. */
export function yourTicketsRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(PAGES.your_tickets, async (request, reply) => {
    const { reference } = request.params as { reference: string }
    const page = yourTicketsPath(encodeURIComponent(reference))
    const parsed = CALLS.change_own_ticket.body.safeParse({ ...(request.body as object | null), reference })
    // A form that was sent before its script loaded: the page is shown again.
    if (!parsed.success) return reply.redirect(page, 303)
    const session = await sessionOf(deps, request, reply)
    request.buyer = session
    const now = deps.clock.now()
    const ctx = { deps, session, now, ip: networkOf(request.ip), log: request.log }
    const answer = await changeOwnTicket(parsed.data, ctx)
    if (!('next' in answer)) return reply.redirect(`${page}?refused=${answer.code}`, 303)
    return reply.redirect(parsed.data.difference > 0 ? answer.next : `${page}?changed=1`, 303)
  })
}
