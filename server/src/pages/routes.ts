import { ERRORS } from '@foyer/contract/errors.ts'
import { refusals, shop } from '@foyer/contract/messages.ts'
import {
  DOOR_WORKER,
  type EventFilterValues,
  PAGES,
  type PageData,
  type PageName,
  PRIVACY_COOKIE,
  pictureAs,
  WALLET_WORKER,
} from '@foyer/contract/pages.ts'
import { language } from '@foyer/domain/format/language.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signInsOf } from '../account/sign-ins.ts'
import { feedbackPage } from '../after-sale/event-feedback.ts'
import { countVisit } from '../after-sale/referral.ts'
import { claimPage } from '../after-sale/transfer/claim.ts'
import { waiverPage } from '../after-sale/waiver.ts'
import { catalogueCache } from '../catalogue/cache.ts'
import { eventJsonLd } from '../catalogue/json-ld.ts'
import { filtersOf, NO_FILTERS } from '../catalogue/read/filters.ts'
import { getCheckout } from '../checkout/get.ts'
import type { Deps } from '../deps.ts'
import { compressed, negotiateEncoding } from '../http/compressed.ts'
import { linkedLanguage } from '../http/language.ts'
import { linkCookie } from '../http/links/link-cookie.ts'
import { ownPath } from '../http/own-path.ts'
import { hasFreshProof, type Session, sessionOf } from '../http/session.ts'
import { mailboxPage } from '../mail/mailbox.ts'
import { ticketChangePage } from '../payment/change/page.ts'
import { paymentSettingsOf } from '../payment/plan/settings.ts'
import { movedPage } from '../payment/refund/moved.ts'
import { yourTicketsPage } from '../payment/self-service/page.ts'
import { rememberLanguage } from '../sale/mail-buyer.ts'
import { holdsBasket, needsConfirmation, resumeSale } from '../sale/session/resume.ts'
import { ticketAttachments } from '../tickets/paper/attachments.ts'
import { askToJoin } from '../waiting-list/join.ts'
import { readJoinForm, waitingPage, waitingPlacePage } from '../waiting-list/pages.ts'
import { waitingLinkOf } from '../waiting-list/routes.ts'
import type { Documents, Head } from './document/document.ts'
import { paymentSources } from './document/payment-sources.ts'
import { doorDevices, policyOf, tilesOf } from './document/policy.ts'
import { accentOfSale } from './document/sale-accent.ts'
import { sharedDocuments } from './document/shared-documents.ts'
import { openedPage } from './event.ts'
import { orderFiles, walletFiles } from './files/files.ts'
import { fixedFiles } from './files/fixed-files.ts'
import { posters } from './files/posters.ts'
import { mailingListPage } from './mailing-list.ts'
import { orderPage } from './order/order.ts'
import { privacyOf } from './privacy.ts'
import { shellOf } from './shell.ts'
import { walletPage } from './wallet.ts'
import { addingRoutes, widgetRoutes } from './widget.ts'

type Visit = { request: FastifyRequest; reply: FastifyReply; session: Session; now: Date }
/** `source`: for pages that are the same for all browsers apart from their header, the cached object with all their data. */
type Shown<P extends PageName> = { data: PageData[P]; head?: Head; source?: object } | null

/** The value of `link` after a basket link that couldn't be opened. */
const CLOSED_LINK = 'closed'

/** Addresses that people type, or shorten by hand, and the pages they lead to. */
const SHORTENED = {
  '/basket/': PAGES.checkout,
  '/events/': PAGES.events,
  '/organisers/': PAGES.events,
  '/orders/': PAGES.wallet,
  '/account/': PAGES.wallet,
}

const toBasket = (reply: FastifyReply, opened: boolean) =>
  reply.redirect(opened ? PAGES.checkout : `${PAGES.checkout}?link=${CLOSED_LINK}`, 303)

const basketLink = ({ config }: Pick<Deps, 'config'>) => linkCookie(config, 'foyer_basket_link', PAGES.basket_link)

/**
 * The data each page is rendered with; null means there is no such page. The compiler requires every page of the contract
 * here.
 */
function loaders(deps: Deps): { [P in PageName]: (visit: Visit) => Promise<Shown<P>> } {
  const { db, config, signer } = deps
  const link = basketLink(deps)
  const catalogue = catalogueCache(db)
  const param = (visit: Visit, name: string) => String((visit.request.params as Record<string, string>)[name] ?? '')
  const query = (visit: Visit, name: string) => {
    const value = (visit.request.query as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : ''
  }
  const still = <T>(data: T, head: Head = {}) => Promise.resolve({ data, head })
  const dev = <T>(page: () => Promise<T>) => (config.live !== null ? Promise.resolve(null) : page())

  return {
    home: async ({ now }) => {
      const data = await catalogue.events(now, NO_FILTERS)
      return { data, source: data, head: { description: shop['lead.home'], canonical: PAGES.home } }
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
      return {
        data:
          code === '' ? data : await openedPage(deps, catalogue, data, code, { ...visit, address: visit.request.ip }),
        ...(code === '' && { source: data }),
        head: {
          ...(code !== '' && { noindex: true }),
          description: [event.nice_date, event.place, event.summary].filter(Boolean).join(' · '),
          canonical: event.url,
          image: pictureAs(event.thumbnail, 'mail'),
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
      const data = await catalogue.organiser(visit.now, param(visit, 'slug'))
      return (
        data && {
          data,
          head: {
            description: data.name,
            canonical: `/organisers/${param(visit, 'slug')}/`,
            ...(data.cover && { image: pictureAs(data.cover.src, 'mail') }),
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
      return still({ next: ownPath(query(visit, 'next')), ...(again && { again }) }, { noindex: true })
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
    refund_policy: () => still(null),
    privacy: () => still(null),
    terms: () => still(null),
    waiver: async (visit) => {
      const data = await waiverPage(db, param(visit, 'reference'))
      return data && { data, head: { noindex: true } }
    },
    order: async (visit) => {
      const data = await orderPage(deps, visit.session, param(visit, 'reference'))
      return data && { data, head: { noindex: true } }
    },
    moved: async (visit) => {
      const data = await movedPage(deps, visit.session, param(visit, 'reference'))
      return data && { data, head: { noindex: true } }
    },
    your_tickets: async (visit) => {
      const data = await yourTicketsPage(deps, visit.session, param(visit, 'reference'))
      return data && { data, head: { noindex: true } }
    },
    ticket_change: async (visit) => {
      // The link is a secret, so send it to no other site.
      visit.reply.header('referrer-policy', 'no-referrer')
      const data = await ticketChangePage(deps, param(visit, 'token'))
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
    gallery: () => dev(() => still(null, { noindex: true })),
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
    not_found: () => still(null, { noindex: true }),
  }
}

/** Pages that are the same for everyone, apart from the visitor's name and basket in the header. */
const PUBLIC: ReadonlySet<PageName> = new Set<PageName>([
  'home',
  'events',
  'event',
  'gift_vouchers',
  'organiser',
  'refund_policy',
  'privacy',
  'terms',
  'not_found',
])

/** Pages with the forms of payment providers. */
const PAYING: ReadonlySet<PageName> = new Set<PageName>(['checkout', 'account', 'ticket_change'])

/** The access code in the URL of an event page. */
function accessCodeIn({ query }: FastifyRequest): string {
  const { code } = query as { code?: unknown }
  return typeof code === 'string' ? code.slice(0, LIMITS.text.code) : ''
}

function allowCaching(page: PageName, { request, reply, session }: Visit): void {
  reply.headers({ 'content-language': request.language, vary: 'accept-language, cookie' })
  // guard: opened-page-not-kept
  if (page === 'event' && accessCodeIn(request) !== '') return
  if (PUBLIC.has(page)) reply.header('cache-control', session.id === null ? 'no-cache' : 'private, no-cache')
}

/** Serves the shop's pages, each a whole document with its initial data, and the files they need. */
export function pageRoutes(app: FastifyInstance, deps: Deps, documents: Documents): void {
  const load = loaders(deps)
  const link = basketLink(deps)
  const shared = sharedDocuments()

  async function show<P extends PageName>(page: P, visit: Visit, shown: Shown<P>) {
    const { request, reply, session } = visit
    if (shown === null) return notFound(visit, page)
    const checkout = page === 'checkout' ? (shown.data as PageData['checkout']).checkout : null
    const privacy = privacyOf(deps.config, request.cookies[PRIVACY_COOKIE], checkout)
    const shell = await shellOf(deps, session)
    const accent = shown.head?.accent ?? shell.shop.accent
    const head = { ...shown.head, accent }
    const sent = { ...shell, ...(privacy && { privacy }) }
    const render = () => documents.of(page, shown.data, sent, head)
    const payment = PAYING.has(page) ? await paymentSources(deps) : null
    reply.header(
      'content-security-policy',
      policyOf(deps.config, {
        payment,
        privacy,
        accent,
        logo: checkout?.charity?.logo,
        tiles: tilesOf(page, shown.data),
      }),
    )
    if (page === 'door') reply.header('permissions-policy', doorDevices)
    allowCaching(page, visit)
    reply.type('text/html; charset=utf-8')
    // guard: shared-document-of-nobody
    const variant = JSON.stringify([language(), page, { ...sent, now: null }])
    return reply.send(
      shell.user === null && shown.source !== undefined
        ? await shared(shown.source, variant, negotiateEncoding(request, reply), render)
        : await compressed(request, reply, render()),
    )
  }
  async function notFound(visit: Visit, page: PageName = 'not_found') {
    const { request, reply, session } = visit
    const shell = await shellOf(deps, session)
    const { accent } = shell.shop
    const html = documents.of('not_found', null, shell, { noindex: true, accent })
    reply.header('content-security-policy', policyOf(deps.config, { payment: null, privacy: undefined, accent }))
    allowCaching(page, visit)
    reply.code(404).type('text/html; charset=utf-8')
    return reply.send(await compressed(request, reply, html))
  }
  const visit = async (request: FastifyRequest, reply: FastifyReply): Promise<Visit> => {
    const session = await sessionOf(deps, request, reply)
    request.buyer = session
    if (session.saleId !== null && linkedLanguage(request))
      await rememberLanguage(deps.db, session.saleId, request.language)
    return { request, reply, session, now: deps.clock.now() }
  }

  for (const [name, path] of Object.entries(PAGES) as [PageName, string][]) {
    if (name === 'checkout' || name === 'not_found' || name === 'add_to_basket') continue
    app.get(path, async (request, reply) => {
      const v = await visit(request, reply)
      return show(name, v, (await load[name](v)) as Shown<typeof name>)
    })
  }
  app.get(PAGES.checkout, async (request, reply) => {
    const v = await visit(request, reply)
    const { session } = request.query as { session?: unknown }
    if (typeof session === 'string') {
      // Keeps the reference out of the address bar, and so out of history, logs and referrers.
      if (await needsConfirmation(deps, v.session, session)) {
        link.set(reply, session)
        return reply.redirect(PAGES.basket_link, 303)
      }
      return toBasket(reply, await resumeSale(deps, v.session, session))
    }
    return show('checkout', v, await load.checkout(v))
  })
  app.post(PAGES.basket_link, async (request, reply) => {
    const v = await visit(request, reply)
    const { open } = (request.body ?? {}) as { open?: unknown }
    const reference = link.read(request)
    link.clear(reply)
    return toBasket(reply, open !== 'other' || reference === '' || (await resumeSale(deps, v.session, reference)))
  })
  app.post(PAGES.waiting, async (request, reply) => {
    const v = await visit(request, reply)
    const { slug } = request.params as { slug: string }
    const { form, quantity } = readJoinForm(request.body, slug)
    const asked = await askToJoin(deps, form, request.ip)
    const date = form.dateId === null ? '' : String(form.dateId)
    if (asked.ok) return reply.redirect(`${PAGES.waiting.replace(':slug', slug)}?sent=1&date=${date}`, 303)
    const data = await waitingPage(deps, slug, { date, sent: false }, { form, quantity, failure: asked })
    return show('waiting', v, data && { data, head: { noindex: true } })
  })
  // A form submitted before its script loaded: sends nothing and shows the page again, now with its script. The not-found
  // page has no address of its own.
  for (const [name, path] of Object.entries(PAGES))
    if (!['not_found', 'basket_link', 'add_to_basket', 'waiting', 'waiting_place', 'feedback'].includes(name))
      app.post(path, (request, reply) => reply.redirect(new URL(request.url, 'http://here').pathname, 303))
  for (const [path, page] of Object.entries(SHORTENED)) app.get(path, (_, reply) => reply.redirect(page, 302))
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage =
      request.method === 'GET' && !request.url.startsWith('/ajax/') && !request.url.startsWith('/assets/')
    if (!wantsPage) return reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' })
    return notFound(await visit(request, reply))
  })

  widgetRoutes(app, deps, documents.clientDir)
  addingRoutes(app, deps, {
    visit,
    show: (v: Visit, data) => show('add_to_basket', v, { data, head: { noindex: true } }),
    notFound: (v) => notFound(v, 'add_to_basket'),
  })
  posters(app, deps)
  walletFiles(app, deps)
  orderFiles(app, deps)
  // Each worker is served under its own page's path, so that its scope covers no other page.
  const workers = { [WALLET_WORKER]: 'wallet', [DOOR_WORKER]: 'door' } as const
  for (const [path, page] of Object.entries(workers))
    app.get(path, (_, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(documents.worker(page)),
    )
  fixedFiles(app, deps, documents.clientDir)
}
