import { FEEDBACK_OPEN, PAGES, type PageData } from '@foyer/contract/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { hit } from '../http/limits/rate-limit.ts'
import { linkCookie } from '../http/links/link-cookie.ts'
import { type FeedbackAbout, readFeedbackLink } from '../tickets/reminder/feedback-link.ts'
import { MESSAGES, mailFeedback, storeFeedback } from './feedback.ts'

const feedbackCookie = (deps: Pick<Deps, 'config'>) => linkCookie(deps.config, 'foyer_feedback', PAGES.feedback)
const followedLinkOf = (deps: Pick<Deps, 'config'>, request: FastifyRequest) =>
  readFeedbackLink(deps, feedbackCookie(deps).read(request))

type Saved = 'sent' | 'missing' | 'too_many' | 'gone'

/** The page behind the link of an email that thanks for coming. */
export async function feedbackPage(
  deps: Deps,
  request: FastifyRequest,
  said: string | undefined,
): Promise<PageData['feedback']> {
  const about = followedLinkOf(deps, request)
  const event = about && (await eventOf(deps, about))
  if (!event) return null
  return { title: event.title, state: said === 'sent' || said === 'missing' || said === 'too_many' ? said : 'form' }
}

/** Null once the order's data has been erased. */
const eventOf = async ({ db }: Pick<Deps, 'db'>, { saleId, eventId }: FeedbackAbout) =>
  (await db
    .selectFrom('events as event')
    .innerJoin('organisers as organiser', 'organiser.id', 'event.organiser_id')
    .innerJoin('orders', (join) => join.on('orders.sale_id', '=', saleId).on('orders.email', '<>', ''))
    .select(['event.title', 'event.organiser_id', 'organiser.contact_email'])
    .where('event.id', '=', eventId)
    .executeTakeFirst()) ?? null

async function save(deps: Deps, about: FeedbackAbout, message: string): Promise<Saved> {
  if (message === '') return 'missing'
  const event = await eventOf(deps, about)
  if (event === null) return 'gone'
  if ((await hit(deps, `feedback:sale:${about.saleId}`, MESSAGES.windowSeconds)) > MESSAGES.max) return 'too_many'
  const now = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    const { saleId, eventId: event_id, name: author } = about
    const id = await storeFeedback(tx, saleId, { message, sent_at: now, event_id, author })
    if (id === null || event.contact_email === '') return
    await mailFeedback(tx, deps, {
      id,
      message,
      who: author,
      saleId,
      now,
      organiser: { id: event.organiser_id, contact_email: event.contact_email },
    })
  })
  return 'sent'
}

/** The link leads to a page with a form, which works without a script. */
export function eventFeedbackRoutes(app: FastifyInstance, deps: Deps): void {
  const link = feedbackCookie(deps)
  app.get(FEEDBACK_OPEN, async (request, reply) => {
    const { link: token } = z.object({ link: z.string().max(2000).catch('') }).parse(request.query)
    reply.header('referrer-policy', 'no-referrer')
    if (readFeedbackLink(deps, token) !== null) link.set(reply, token)
    else link.clear(reply)
    return reply.redirect(PAGES.feedback, 303)
  })
  app.post(PAGES.feedback, async (request, reply) => {
    const about = followedLinkOf(deps, request)
    if (about === null) return reply.redirect(PAGES.feedback, 303)
    const { message } = z
      .object({ message: z.string().trim().max(LIMITS.text.message).catch('') })
      .catch({ message: '' })
      .parse(request.body)
    const saved = await save(deps, about, message.replaceAll('\0', ''))
    return reply.redirect(`${PAGES.feedback}?said=${saved}`, 303)
  })
}
