import { shop } from '@foyer/contract/messages.ts'
import { NEWS_OFF, PAGES } from '@foyer/contract/pages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { linkCookie } from '../http/links/link-cookie.ts'
import { seal, unseal } from '../http/links/sealed-link.ts'
import { recordConsent } from '../sale/customer/consents.ts'

const News = z.object({
  email: z.string().includes('@'),
  organiser: z.number().int(),
  person: z.number().int().nullable(),
})
type News = z.output<typeof News>

const PURPOSE = 'news link'

/** The URL that unsubscribes an address from an organiser's news. It never expires. */
export const newsUnsubscribeUrl = (deps: Pick<Deps, 'config' | 'random'>, news: News): string =>
  `${deps.config.publicUrl}${NEWS_OFF}?link=${seal(deps, PURPOSE, news)}`

/** Whether an address agreed to an organiser's news, has not withdrawn, and takes email. News by any other basis is never sent (decision 121). */
export function isSubscribedToNews(
  email: RawBuilder<unknown>,
  organiserId: RawBuilder<unknown> | number,
): RawBuilder<boolean> {
  // guard: news-by-consent
  return sql<boolean>`(coalesce((select consent.granted and consent.basis = 'consent' from consents consent where consent.email = ${email}
      and consent.kind = 'organiser' and consent.organiser_id = ${organiserId} and not consent.pending
      order by consent.id desc limit 1), false)
    and not exists (select from suppressions where email_hash = encode(sha256(convert_to(${email}, 'UTF8')), 'hex')))`
}

const newsLink = (deps: Pick<Deps, 'config'>) => linkCookie(deps.config, 'foyer_news', PAGES.mailing_list)

/** The name of the organiser whose link to unsubscribe this browser has followed; null if it has followed none. */
export async function organiserToUnsubscribe(deps: Deps, request: FastifyRequest): Promise<string | null> {
  const news = unseal(deps, PURPOSE, News, newsLink(deps).read(request))
  if (news === null) return null
  const organiser = await deps.db
    .selectFrom('organisers')
    .select('name')
    .where('id', '=', news.organiser)
    .executeTakeFirst()
  return organiser?.name ?? null
}

/** Withdraws the consent. Safe to repeat. */
const unsubscribeFromNews = ({ db, clock }: Deps, { email, organiser, person }: News): Promise<void> =>
  inTx(db, async (tx) => {
    const now = clock.now()
    const newest = await tx
      .selectFrom('consents')
      .select('granted')
      .where('email', '=', email)
      .where('kind', '=', 'organiser')
      .where('organiser_id', '=', organiser)
      .where('pending', '=', false)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (newest?.granted !== false)
      await recordConsent(tx, {
        email,
        kind: 'organiser',
        organiserId: organiser,
        granted: false,
        saleId: null,
        now,
        wording: shop['news.stop'],
        source: 'link in an email',
      })
    if (person === null) return
    await tx
      .updateTable('mailing_people')
      .set({ unsubscribed_at: now })
      .where('id', '=', person)
      .where('email', '=', email)
      .where('unsubscribed_at', 'is', null)
      .execute()
  })

/**
 * The link in an email leads to a page with a button, because programs follow links in emails too. A mail program posts to the
 * same link, and that unsubscribes at once (RFC 8058).
 */
export function newsRoutes(app: FastifyInstance, deps: Deps): void {
  const cookie = newsLink(deps)
  const linkIn = (request: FastifyRequest) =>
    z.object({ link: z.string().max(2000).catch('') }).parse(request.query).link
  const end = async (link: string) => {
    const news = unseal(deps, PURPOSE, News, link)
    if (news !== null) await unsubscribeFromNews(deps, news)
    return news !== null
  }
  app.get(NEWS_OFF, async (request, reply) => {
    const link = linkIn(request)
    reply.header('referrer-policy', 'no-referrer')
    if (unseal(deps, PURPOSE, News, link) !== null) cookie.set(reply, link)
    return reply.redirect(PAGES.mailing_list, 303)
  })
  // Mail programs post either type of form. Its content doesn't matter, so both are parsed as the type that the shop accepts.
  const asForm = async (request: FastifyRequest) => {
    request.headers['content-type'] = 'application/x-www-form-urlencoded'
  }
  app.post(NEWS_OFF, { onRequest: asForm }, async (request, reply) => {
    const link = linkIn(request)
    if (link !== '') return reply.code((await end(link)) ? 204 : 404).send()
    const ended = await end(cookie.read(request))
    cookie.clear(reply)
    return reply.redirect(`${PAGES.mailing_list}${ended ? '?news=off' : ''}`, 303)
  })
}
