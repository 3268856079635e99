import { ERRORS } from '@foyer/contract/errors.ts'
import {
  DOOR_WORKER,
  PAGES,
  type PageData,
  type PageName,
  PRIVACY_COOKIE,
  WALLET_WORKER,
} from '@foyer/contract/pages.ts'
import { language } from '@foyer/domain/format/language.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { submitComplaint } from '../after-sale/complaint/submit.ts'
import type { Deps } from '../deps.ts'
import { compressed, negotiateEncoding } from '../http/compressed.ts'
import { linkedLanguage } from '../http/language.ts'
import { sessionOf } from '../http/session.ts'
import { submitWithdrawal } from '../payment/withdrawal/page.ts'
import { rememberLanguage } from '../sale/mail-buyer.ts'
import { needsConfirmation, resumeSale } from '../sale/session/resume.ts'
import { askToJoin } from '../waiting-list/join.ts'
import { readJoinForm, waitingPage } from '../waiting-list/pages.ts'
import type { Documents } from './document/document.ts'
import { doorDevices, policyOf, tilesOf } from './document/policy.ts'
import { sharedDocuments } from './document/shared-documents.ts'
import { brandFiles } from './files/brand.ts'
import { orderFiles, walletFiles } from './files/files.ts'
import { fixedFiles } from './files/fixed-files.ts'
import { posters } from './files/posters.ts'
import { accessCodeIn, basketLink, CLOSED_LINK, pageLoaders, type Shown, type Visit } from './loaders.ts'
import { paymentReports } from './payment-page/reports.ts'
import { paymentSources } from './payment-page/sources.ts'
import { privacyOf } from './privacy.ts'
import { shellOf } from './shell.ts'
import { addingRoutes, widgetRoutes } from './widget.ts'

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

/** Pages that are the same for everyone, apart from the visitor's name and basket in the header. */
const PUBLIC: ReadonlySet<PageName> = new Set<PageName>([
  'home',
  'events',
  'event',
  'gift_vouchers',
  'organiser',
  'refund_policy',
  'privacy',
  'accessibility',
  'terms',
  'not_found',
])

/** Pages whose forms work without a script, so that they are submitted to the page itself, and the one without an address. */
const WITH_FORMS: ReadonlySet<PageName> = new Set<PageName>([
  'not_found',
  'basket_link',
  'add_to_basket',
  'waiting',
  'waiting_place',
  'feedback',
  'order',
  'withdraw',
  'complaint',
  'your_tickets',
])

/** What the links in emails open, for those that open nothing. */
const LINKS: { [P in PageName]?: Exclude<PageData['not_found'], null | { failure: string }>['link'] } = {
  order: 'order',
  your_tickets: 'order',
  moved: 'order',
  waiver: 'order',
  claim: 'claim',
  waiting: 'waiting',
  ticket_change: 'change',
}

/** Pages with the forms of payment providers. */
const PAYING: ReadonlySet<PageName> = new Set<PageName>(['checkout', 'account', 'ticket_change'])

function allowCaching(page: PageName, { request, reply, session }: Visit): void {
  reply.headers({ 'content-language': request.language, vary: 'accept-language, cookie' })
  // guard: opened-page-not-kept
  if (page === 'event' && accessCodeIn(request) !== '') return
  if (PUBLIC.has(page)) reply.header('cache-control', session.id === null ? 'no-cache' : 'private, no-cache')
}

/** Serves the shop's pages, each a whole document with its initial data, and the files they need. */
export function pageRoutes(app: FastifyInstance, deps: Deps, documents: Documents): void {
  const load = pageLoaders(deps)
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
    const link = LINKS[page]
    const html = documents.of('not_found', link === undefined ? null : { link }, shell, { noindex: true, accent })
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
  app.post(PAGES.withdraw, async (request, reply) => {
    const v = await visit(request, reply)
    const outcome = await submitWithdrawal(deps, request.body, request.ip)
    if ('next' in outcome) return reply.redirect(outcome.next, 303)
    return show('withdraw', v, { data: outcome.data, head: { noindex: true } })
  })
  app.post(PAGES.complaint, async (request, reply) => {
    const v = await visit(request, reply)
    const outcome = await submitComplaint(deps, request.body, request.ip)
    if ('next' in outcome) return reply.redirect(outcome.next, 303)
    return show('complaint', v, { data: outcome.data, head: { noindex: true } })
  })
  // A form submitted before its script loaded: sends nothing and shows the page again, now with its script.
  for (const [name, path] of Object.entries(PAGES))
    if (!WITH_FORMS.has(name as PageName))
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
  paymentReports(app, deps)
  walletFiles(app, deps)
  orderFiles(app, deps)
  // Each worker is served under its own page's path, so that its scope covers no other page.
  const workers = { [WALLET_WORKER]: 'wallet', [DOOR_WORKER]: 'door' } as const
  for (const [path, page] of Object.entries(workers))
    app.get(path, (_, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(documents.worker(page)),
    )
  fixedFiles(app, deps, documents.clientDir)
  brandFiles(app, deps, documents.clientDir)
}
