import { refusals, shop } from '@foyer/contract/messages.ts'
import { type EventFilterValues, organiserPath, PAGES, type PageData, type PageName } from '@foyer/contract/pages.ts'
import { fromTextOf } from '@foyer/contract/price-text.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { TextKind } from '@foyer/domain/people/texts.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signInsOf } from '../account/sign-ins.ts'
import { complaintPage } from '../after-sale/complaint/submit.ts'
import { feedbackPage } from '../after-sale/event-feedback.ts'
import { countVisit } from '../after-sale/referral.ts'
import { claimPage } from '../after-sale/transfer/claim.ts'
import { waiverPage } from '../after-sale/waiver.ts'
import { catalogueCache } from '../catalogue/cache.ts'
import { eventJsonLd, organiserJsonLd, shopJsonLd } from '../catalogue/json-ld.ts'
import { filtersOf, NO_FILTERS } from '../catalogue/read/filters.ts'
import { getCheckout } from '../checkout/get.ts'
import type { Deps } from '../deps.ts'
import { textOfHtml } from '../html/sanitise.ts'
import { linkCookie } from '../http/links/link-cookie.ts'
import { ownPath } from '../http/own-path.ts'
import { hasFreshProof, type Session } from '../http/session.ts'
import { mailboxPage } from '../mail/mailbox.ts'
import { ticketChangePage } from '../payment/change/page.ts'
import { paymentSettingsOf } from '../payment/plan/settings.ts'
import { movedPage } from '../payment/refund/moved.ts'
import { yourTicketsPage } from '../payment/self-service/page.ts'
import { paymentPage } from '../payment/settle/provider-return.ts'
import { withdrawPage } from '../payment/withdrawal/page.ts'
import { holdsBasket } from '../sale/session/resume.ts'
import { textById } from '../texts/own-texts.ts'
import { ticketAttachments } from '../tickets/paper/attachments.ts'
import { reachOf } from '../trader.ts'
import { waitingPage, waitingPlacePage } from '../waiting-list/pages.ts'
import { waitingLinkOf } from '../waiting-list/routes.ts'
import type { Head } from './document/document.ts'
import { accentOfOrder, accentOfSale } from './document/sale-accent.ts'
import { openedPage, withQueueLink } from './event.ts'
import { mailingListPage } from './mailing-list.ts'
import { orderPage } from './order/order.ts'
import { walletPage } from './wallet.ts'

export type Visit = { request: FastifyRequest; reply: FastifyReply; session: Session; now: Date }
/** `source`: for pages that are the same for all browsers apart from their header, the cached object with all their data. */
export type Shown<P extends PageName> = { data: PageData[P]; head?: Head; source?: object } | null

/** The lowest price of what is on sale, as on cards. */
const fromOf = (event: EventPageData['event']) =>
  event.from_price === null || event.sold_out ? '' : fromTextOf(event, event.from_price)

/** The value of `link` after a basket link that couldn't be opened. */
export const CLOSED_LINK = 'closed'

export const basketLink = ({ config }: Pick<Deps, 'config'>) =>
  linkCookie(config, 'foyer_basket_link', PAGES.basket_link)

/** The access code in the URL of an event page. */
export function accessCodeIn({ query }: FastifyRequest): string {
  const { code } = query as { code?: unknown }
  return typeof code === 'string' ? code.slice(0, LIMITS.text.code) : ''
}

/**
 * The data each page is rendered with; null means there is no such page. The compiler requires every page of the contract
 * here.
 */
export function pageLoaders(deps: Deps): { [P in PageName]: (visit: Visit) => Promise<Shown<P>> } {
  const { db, config, signer } = deps
  const link = basketLink(deps)
  const catalogue = catalogueCache(db)
  const param = (visit: Visit, name: string) => String((visit.request.params as Record<string, string>)[name] ?? '')
  const query = (visit: Visit, name: string) => {
    const value = (visit.request.query as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : ''
  }
  const staticPage = <T>(data: T, head: Head = {}) => Promise.resolve({ data, head })
  const ownText = async (kind: TextKind, now: Date) => ({ data: await catalogue.text(now, kind), head: {} })
  const dev = <T>(page: () => Promise<T>) => (config.live !== null ? Promise.resolve(null) : page())

  return {
    home: async ({ now }) => {
      const data = await catalogue.events(now, NO_FILTERS)
      const head = {
        description: shop['lead.home'],
        canonical: PAGES.home,
        jsonLd: () => shopJsonLd(config.shop.name, config.publicUrl),
      }
      return { data, source: data, head }
    },
    events: async (visit) => {
      const asked = filtersOf(visit.request.query)
      const map = config.mapTiles ?? null
      const filters: EventFilterValues = map === null ? { ...asked, view: '' } : asked
      const found = await catalogue.events(visit.now, filters)
      return {
        data: { ...found, filters: { ...filters, page: found.page }, map },
        source: found,
        head: { description: shop['lead.home'], canonical: PAGES.events },
      }
    },
    event: async (visit) => {
      const data = await catalogue.event(visit.now, param(visit, 'slug'))
      if (data === null) return null
      const ref = query(visit, 'ref')
      if (ref !== '') await countVisit(deps, visit.session, ref)
      const { event } = data
      const code = accessCodeIn(visit.request)
      const visitor = { ...visit, address: visit.request.ip }
      const opened = code === '' ? null : await openedPage(deps, catalogue, data, code, visitor)
      const page = opened ?? { data, isShared: true }
      const shown = withQueueLink(page.data)
      return {
        data: shown,
        ...(page.isShared && { source: shown }),
        head: {
          ...(code !== '' && { noindex: true }),
          description: [event.nice_date, event.place, fromOf(event), event.summary].filter(Boolean).join(' · '),
          canonical: event.url,
          shared: event.title,
          picture: { src: event.thumbnail, alt: event.picture_alt || event.title },
          accent: event.accent ?? null,
          jsonLd: () => eventJsonLd(data, config.publicUrl),
        },
      }
    },
    gift_vouchers: async ({ now }) => ({
      data: { gift_vouchers: await catalogue.vouchers(now) },
      head: { description: shop['voucher.lead'], canonical: PAGES.gift_vouchers },
    }),
    organiser: async (visit) => {
      const slug = param(visit, 'slug')
      const data = await catalogue.organiser(visit.now, slug)
      return (
        data && {
          data,
          head: {
            description: textOfHtml(data.about_html).slice(0, 200) || data.name,
            canonical: organiserPath(slug),
            jsonLd: () => organiserJsonLd(data, organiserPath(slug), config.publicUrl),
            shared: data.name,
            ...(data.cover && { picture: { src: data.cover.src, alt: data.name } }),
            ...(data.accent && { accent: data.accent }),
          },
        }
      )
    },
    checkout: async (visit) => {
      const checkout = await getCheckout(deps, visit.session, visit.now)
      const basket_errors = [
        ...(query(visit, 'link') === CLOSED_LINK ? [refusals.linkClosed] : []),
        ...checkout.basket_errors,
      ]
      const accent = await accentOfSale(db, visit.session.saleId)
      return { data: { checkout: { ...checkout, basket_errors } }, head: { noindex: true, accent } }
    },
    basket_link: async ({ request, session, now }) =>
      link.read(request) !== '' && (await holdsBasket(db, session, now))
        ? { data: null, head: { noindex: true } }
        : null,
    // Its own route, because it may change the basket first.
    add_to_basket: async () => null,
    // Only paths within the shop, because a sign-in must not redirect to another site.
    signin: (visit) => {
      const { session, now } = visit
      const again = query(visit, 'again') !== '' && session.userId !== null && !hasFreshProof(session, now)
      return staticPage({ next: ownPath(query(visit, 'next')), ...(again && { again }) }, { noindex: true })
    },
    wallet: async (visit) => {
      const { session, now } = visit
      const data = await walletPage(deps, session, { now, google: query(visit, 'google') })
      return { data, head: { noindex: true } }
    },
    account: async ({ session, now }) => ({
      data:
        session.userId === null
          ? null
          : { ...(await paymentSettingsOf(db, session.userId)), sign_ins: await signInsOf(db, session, now) },
      head: { noindex: true },
    }),
    mailing_list: async (visit) => ({
      data: await mailingListPage(deps, visit.request, (name) => query(visit, name)),
    }),
    refund_policy: ({ now }) => ownText('refunds', now),
    withdraw: async (visit) => {
      const asked = { order: query(visit, 'order'), done: query(visit, 'done') !== '' }
      const data = await withdrawPage(deps, visit.session, asked)
      const isFilledIn = asked.order !== '' || asked.done
      return { data, head: isFilledIn ? { noindex: true } : { canonical: PAGES.withdraw } }
    },
    complaint: async (visit) => {
      const data = complaintPage({ kind: query(visit, 'kind'), number: query(visit, 'number') })
      return { data, head: data.number === '' ? { canonical: PAGES.complaint } : { noindex: true } }
    },
    privacy: ({ now }) => ownText('privacy', now),
    accessibility: () => staticPage(reachOf(config.shop), { canonical: PAGES.accessibility }),
    terms: async (visit) => {
      const id = query(visit, 'text')
      if (id === '') return ownText('terms', visit.now)
      const data = /^\d{1,12}$/.test(id) ? await textById(db, Number(id)) : null
      return data && { data, head: { noindex: true } }
    },
    waiver: async (visit) => {
      const data = await waiverPage(db, param(visit, 'reference'))
      return data && { data, head: { noindex: true } }
    },
    order: async (visit) => {
      const reference = param(visit, 'reference')
      const data = await orderPage(deps, visit.session, reference)
      return data && { data, head: { noindex: true, accent: await accentOfOrder(db, reference) } }
    },
    moved: async (visit) => {
      const data = await movedPage(deps, visit.session, param(visit, 'reference'))
      return data && { data, head: { noindex: true } }
    },
    your_tickets: async (visit) => {
      const asked = ['ticket_id', 'ticket_type_id', 'seat_id', 'changed', 'refused'] as const
      const data = await yourTicketsPage(
        deps,
        visit.session,
        param(visit, 'reference'),
        Object.fromEntries(asked.map((name) => [name, query(visit, name)])),
      )
      return data && { data, head: { noindex: true } }
    },
    ticket_change: async (visit) => {
      // The link is a secret, so send it to no other site.
      visit.reply.header('referrer-policy', 'no-referrer')
      const data = await ticketChangePage(deps, param(visit, 'token'))
      return data && { data, head: { noindex: true } }
    },
    payment: async (visit) => {
      const data = await paymentPage(deps, query(visit, 'provider'), query(visit, 'id'))
      return data && { data, head: { noindex: true } }
    },
    claim: async (visit) => {
      // The link is a secret, so send it to no other site and cache nothing it shows.
      visit.reply.header('referrer-policy', 'no-referrer')
      const data = await claimPage(db, visit.session, param(visit, 'token'), deps.clock.now())
      return data && { data, head: { noindex: true } }
    },
    waiting: async (visit) => {
      const asked = { date: query(visit, 'date'), sent: query(visit, 'sent') === '1' }
      const data = await waitingPage(deps, param(visit, 'slug'), asked)
      return data && { data, head: { noindex: true } }
    },
    waiting_place: async (visit) => ({
      data: await waitingPlacePage(deps, visit.session, waitingLinkOf(deps, visit.request), query(visit, 'asked')),
      head: { noindex: true },
    }),
    feedback: async (visit) => ({
      data: await feedbackPage(deps, visit.request, query(visit, 'said')),
      head: { noindex: true },
    }),
    door: () =>
      Promise.resolve({
        data: { public_key: signer.publicKey, by_access_code: config.doorAccessCode !== undefined },
        head: { noindex: true },
      }),
    gallery: () => dev(() => staticPage(null, { noindex: true })),
    mailbox: (visit) =>
      config.smtpUrl !== undefined
        ? Promise.resolve(null)
        : dev(async () => ({
            data: {
              mails: await mailboxPage(deps, ticketAttachments, query(visit, 'to') || undefined),
              to: query(visit, 'to'),
            },
            head: { noindex: true },
          })),
    not_found: () => staticPage(null, { noindex: true }),
  }
}
