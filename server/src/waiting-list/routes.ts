import { PAGES, WAITING_OPEN } from '@foyer/contract/pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { linkCookie } from '../http/links/link-cookie.ts'
import { sessionOf } from '../http/session.ts'
import { confirmJoin } from './join.ts'
import { entryToken, readLink } from './links.ts'
import { leaveList, takeOffer } from './place.ts'

const waitingCookie = (deps: Pick<Deps, 'config'>) => linkCookie(deps.config, 'foyer_waiting', PAGES.waiting_place)

/** The link of the list that this browser has followed. */
export const waitingLinkOf = (deps: Pick<Deps, 'config'>, request: FastifyRequest): string =>
  waitingCookie(deps).read(request)

/**
 * A link in an email leads to a page with buttons, because programs follow links in emails too. Nothing changes until one is
 * pressed.
 */
export function waitingRoutes(app: FastifyInstance, deps: Deps): void {
  const link = waitingCookie(deps)
  const show = (reply: FastifyReply, asked = '') =>
    reply.redirect(`${PAGES.waiting_place}${asked && `?asked=${asked}`}`, 303)

  app.get(WAITING_OPEN, async (request, reply) => {
    const { link: token } = z.object({ link: z.string().max(2000).catch('') }).parse(request.query)
    reply.header('referrer-policy', 'no-referrer')
    if (readLink(deps, token, deps.clock.now()) !== null) link.set(reply, token)
    else link.clear(reply)
    return show(reply)
  })

  app.post(PAGES.waiting_place, async (request, reply) => {
    const found = readLink(deps, link.read(request), deps.clock.now())
    if (found === null) return show(reply)
    const { act } = z
      .object({ act: z.string().catch('') })
      .catch({ act: '' })
      .parse(request.body)
    if ('join' in found) {
      if (act !== 'confirm') return show(reply)
      const joined = await confirmJoin(deps, found.join)
      if (!joined.ok) return show(reply, joined.code === 'waiting_available' ? 'available' : 'closed')
      link.set(reply, entryToken(deps, joined.id))
      return show(reply)
    }
    if (act === 'take') {
      const session = await sessionOf(deps, request, reply)
      request.buyer = session
      return (await takeOffer(deps, session, found.entry)) ? reply.redirect(PAGES.checkout, 303) : show(reply, 'ended')
    }
    if (act !== 'leave') return show(reply)
    const left = await leaveList(deps, found.entry, 'left')
    return show(reply, left.ok ? '' : 'paying')
  })
}
