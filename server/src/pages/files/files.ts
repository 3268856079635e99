import { ERRORS } from '@foyer/contract/errors.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type Session, sessionOf } from '../../http/session.ts'
import { paperOfReceipts } from '../../payment/receipt/draw.ts'
import { receiptsFor } from '../../payment/receipt/read.ts'
import {
  applePassFile,
  calendarFile,
  googleWalletUrl,
  ticketFile,
  type WalletOwner,
} from '../../tickets/wallet/wallet.ts'
import { opensPage } from '../document/failure.ts'
import { orderCalendar } from '../order/order-calendar.ts'

/** The owner of the wallet that this session may see: its signed-in account, or its proved address. */
export const walletOwnerOf = ({ userId, provedEmail }: Session): WalletOwner | null => {
  if (userId !== null) return { userId }
  return provedEmail === null ? null : { email: provedEmail }
}

/** Serves a ticket as a file, to its holder only. */
export function walletFiles(app: FastifyInstance, deps: Deps): void {
  type Make = (deps: Deps, owner: WalletOwner, ticketId: number) => Promise<Buffer | string | null>
  const file = (kind: 'pdf' | 'ics' | 'pkpass', type: string, make: Make) =>
    app.get(`/account/wallet/tickets/:id.${kind}`, async (request, reply) => {
      const owner = walletOwnerOf(await sessionOf(deps, request, reply))
      const id = Number((request.params as { id: string }).id)
      const content = owner && Number.isSafeInteger(id) ? await make(deps, owner, id) : null
      if (content === null) return reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' })
      return reply.type(type).header('content-disposition', `attachment; filename="ticket-${id}.${kind}"`).send(content)
    })
  file('pdf', 'application/pdf', ticketFile)
  file('ics', 'text/calendar; charset=utf-8', calendarFile)
  file('pkpass', 'application/vnd.apple.pkpass', applePassFile)
  app.get('/account/wallet/tickets/:id.google', async (request, reply) => {
    const owner = walletOwnerOf(await sessionOf(deps, request, reply))
    const id = Number((request.params as { id: string }).id)
    const nothing = () => reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' })
    if (owner === null || !Number.isSafeInteger(id)) return nothing()
    try {
      const url = await googleWalletUrl(deps, owner, id)
      return url === null ? nothing() : reply.header('referrer-policy', 'no-referrer').redirect(url, 303)
    } catch (error) {
      request.log.warn({ err: (error as Error).message }, 'google wallet failed')
      return reply.redirect(`${PAGES.wallet}?google=down`, 303)
    }
  })
}

/** Serves the calendar and the organisers' receipts of an order as files, to its buyer only. */
export function orderFiles(app: FastifyInstance, deps: Deps): void {
  app.get(`${PAGES.order}calendar.ics`, async (request, reply) => {
    const session = await sessionOf(deps, request, reply)
    // Links in emails are often opened in a browser that is not signed in.
    if (walletOwnerOf(session) === null && opensPage(request))
      return reply.redirect(`${PAGES.signin}?next=${encodeURIComponent(request.url)}`, 303)
    const calendar = await orderCalendar(deps, session, (request.params as { reference: string }).reference)
    if (calendar === null) return reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' })
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="events.ics"')
      .send(calendar)
  })
  app.get(`${PAGES.order}receipt-:organiser.pdf`, async (request, reply) => {
    const session = await sessionOf(deps, request, reply)
    const { reference, organiser } = request.params as { reference: string; organiser: string }
    const receipts = /^\d{1,15}$/.test(organiser)
      ? await receiptsFor(deps, session, reference, Number(organiser))
      : null
    if (receipts === null) return reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' })
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="receipt-${receipts[0]!.order.number}.pdf"`)
      .send(await paperOfReceipts(receipts, deps))
  })
}
