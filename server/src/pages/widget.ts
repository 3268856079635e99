import { readFileSync } from 'node:fs'
import { fill } from '@foyer/contract/fill.ts'
import { shop as words } from '@foyer/contract/messages.ts'
import { PAGES, type PageData } from '@foyer/contract/pages.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { language } from '@foyer/domain/format/language.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { currencyCode, toMinor } from '@foyer/domain/money/money.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addToBasket } from '../basket/add.ts'
import { catalogueCache } from '../catalogue/cache.ts'
import type { Deps } from '../deps.ts'
import { type RequestContext, sentenceOf } from '../http/handle.ts'
import { networkOf } from '../http/limits/network.ts'
import type { Session } from '../http/session.ts'

type Type = EventPageData['dates'][number]['tickets'][number]
type Chosen = { ticketId: number; quantity: number }

/** Any page may read what the event's page shows to everyone. No cookie is read or set. */
const FOR_ANY_PAGE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** The widget that organisers put on their own pages, and the data of an event for it. */
export function widgetRoutes(app: FastifyInstance, deps: Deps, clientDir: string): void {
  let script: Buffer | undefined
  app.get('/widget.js', { config: { data: true } }, async (_, reply) => {
    script ??= readFileSync(`${clientDir}/widget.js`)
    reply.headers(FOR_ANY_PAGE).header('cache-control', 'public, max-age=3600')
    return reply.type('text/javascript; charset=utf-8').send(script)
  })
  app.get('/widget/:slug.json', { config: { data: true } }, async (request, reply) => {
    const { slug } = request.params as { slug: string }
    const shown = await catalogueCache(deps.db).event(deps.clock.now(), slug)
    reply.headers(FOR_ANY_PAGE).header('cache-control', 'public, max-age=30')
    if (shown === null) return reply.code(404).send({ code: 'not_found' })
    return widgetData(shown, slug, deps.config.publicUrl)
  })
}

function widgetData({ event, dates }: EventPageData, slug: string, publicUrl: string) {
  const currency = currencyCode(event.currency.code)
  const money = (major: number) => formatMinor(toMinor(major, currency), currency)
  const typeOf = (type: Type) => {
    const inShop = type.seats !== null || type.pay_what_you_can !== null
    const isOpen = type.sale === 'open' && !type.sold_out
    const max = isOpen && !inShop ? Math.min(type.max_per_basket, type.left) : 0
    const min = Math.max(1, type.min_per_customer)
    const isNamed = type.booking_fee > 0 && !type.absorb_fee && !type.hide_booking_fee
    return {
      id: type.ticket_id,
      name: type.name,
      price: type.price_text,
      fee: isNamed ? fill(words['widget.fee'], { fee: money(type.booking_fee) }) : '',
      ...(max >= min ? { min, max } : { min, max: 0 }),
      in_shop: isOpen && inShop,
      note:
        type.sale === 'not_yet' && type.nice_sale_from !== null
          ? fill(words['widget.from'], { date: type.nice_sale_from })
          : words['widget.soldOut'],
    }
  }
  return {
    slug,
    title: event.title,
    lang: language(),
    sold_by: event.sold_by ?? '',
    url: new URL(`${event.url}?lang=${language()}`, `${publicUrl}/`).href,
    dates: dates
      .filter(({ past, cancelled }) => !past && !cancelled)
      .map(({ nice_date, tickets }) => ({ nice_date, types: tickets.map(typeOf) })),
    words: {
      date: words['widget.date'],
      quantity: words['widget.quantity'],
      get: words['widget.get'],
      choose: words['widget.choose'],
      none: words['widget.none'],
      more: words['widget.more'],
      in_shop: words['widget.inShop'],
    },
  }
}

type Visit = { session: Session; now: Date }
type Page<V extends Visit> = {
  visit: (request: FastifyRequest, reply: FastifyReply) => Promise<V>
  show: (visit: V, data: PageData['add_to_basket']) => unknown
  notFound: (visit: V) => unknown
}

/**
 * Adds tickets that were chosen on another site. A link may add them to an empty basket; to any other, only this shop's own
 * form.
 */
export function addingRoutes<V extends Visit>(app: FastifyInstance, deps: Deps, page: Page<V>): void {
  const bring = async (request: FastifyRequest, reply: FastifyReply) => {
    const v = await page.visit(request, reply)
    const isForm = request.method === 'POST'
    const sent = chosenIn(isForm ? request.body : request.query)
    const data = sent && (await addPage(deps, v.now, sent))
    if (sent === null || data === null) return page.notFound(v)
    const ctx = { deps, session: v.session, now: v.now, ip: networkOf(request.ip), log: request.log }
    const basket = await basketNow(ctx, sent.chosen)
    if (basket === 'same' && !isForm) return reply.redirect(PAGES.checkout, 303)
    // guard: link-fills-empty-basket
    const isAllowed = isForm || (basket === 'empty' && isFollowed(request))
    const problem = isAllowed && basket !== 'held' ? await addChosen(ctx, sent.chosen) : ''
    if (problem === null) return reply.redirect(PAGES.checkout, 303)
    return page.show(v, { ...data, held: basket === 'held', problem })
  }
  app.get(PAGES.add_to_basket, bring)
  app.post(PAGES.add_to_basket, bring)
}

/** The tickets that a link or form of the widget requests; null if the request is not one of the widget's. */
function chosenIn(sent: unknown): { slug: string; tickets: string; chosen: Chosen[] } | null {
  const { event, tickets } = (sent ?? {}) as { event?: unknown; tickets?: unknown }
  if (
    typeof event !== 'string' ||
    typeof tickets !== 'string' ||
    !/^\d{1,15}x\d{1,3}(,\d{1,15}x\d{1,3}){0,19}$/.test(tickets)
  )
    return null
  const chosen = tickets.split(',').map((choice) => {
    const [ticketId, quantity] = choice.split('x').map(Number) as [number, number]
    return { ticketId, quantity }
  })
  const isFine = chosen.every(({ quantity }) => quantity >= 1 && quantity <= LIMITS.maxTicketsPerLine)
  return isFine ? { slug: event, tickets, chosen } : null
}

/** Whether a person followed the link, rather than a picture, frame, script or prefetch. */
const isFollowed = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'GET' &&
  [undefined, 'navigate'].includes(headers['sec-fetch-mode'] as string | undefined) &&
  [undefined, 'document'].includes(headers['sec-fetch-dest'] as string | undefined) &&
  headers['sec-purpose'] === undefined &&
  headers.purpose === undefined

/** What this browser’s basket contains: nothing, exactly the chosen tickets, something else, or reserved tickets. */
async function basketNow(
  { deps, session }: Pick<RequestContext, 'deps' | 'session'>,
  chosen: readonly Chosen[],
): Promise<'empty' | 'same' | 'other' | 'held'> {
  if (session.saleId === null) return 'empty'
  const sale = await deps.db
    .selectFrom('sales')
    .select(['paid_at', 'held_until'])
    .where('id', '=', session.saleId)
    .executeTakeFirstOrThrow()
  if (sale.paid_at !== null) return 'empty'
  // A payment at a bank may still be in progress for an expired hold, so it must not change.
  if (sale.held_until !== null) return 'held'
  const lines = await deps.db
    .selectFrom('sale_lines')
    .select(['ticket_type_id', 'qty'])
    .where('sale_id', '=', session.saleId)
    .execute()
  const vouchers = await deps.db
    .selectFrom('sale_vouchers')
    .select('qty')
    .where('sale_id', '=', session.saleId)
    .execute()
  if (lines.length + vouchers.length === 0) return 'empty'
  const isSame =
    vouchers.length === 0 &&
    lines.length === chosen.length &&
    chosen.every(({ ticketId, quantity }) =>
      lines.some(({ ticket_type_id, qty }) => ticket_type_id === ticketId && qty === quantity),
    )
  return isSame ? 'same' : 'other'
}

/** Adds the chosen tickets. Returns why one could not be added, or null; those added before it stay. */
async function addChosen(ctx: RequestContext, chosen: readonly Chosen[]): Promise<string | null> {
  for (const { ticketId, quantity } of chosen) {
    const added = await addToBasket({ ticket_id: ticketId, quantity, seats: [], party: [], section: '' }, ctx)
    if (!added.ok) return sentenceOf(added)
  }
  return null
}

/** The data of the page that asks before anything is added to a basket; null if the event has no such tickets. */
async function addPage(
  deps: Deps,
  now: Date,
  { slug, tickets, chosen }: NonNullable<ReturnType<typeof chosenIn>>,
): Promise<PageData['add_to_basket'] | null> {
  const shown = await catalogueCache(deps.db).event(now, slug)
  if (shown === null) return null
  const onSale = shown.dates.flatMap(({ nice_date, tickets: types }) => types.map((type) => ({ nice_date, type })))
  const lines = chosen.flatMap(({ ticketId, quantity }) => {
    const found = onSale.find(({ type }) => type.ticket_id === ticketId)
    return found === undefined ? [] : [{ name: found.type.name, nice_date: found.nice_date, quantity }]
  })
  if (lines.length < chosen.length) return null
  const { title, url, sold_by } = shown.event
  return { event: slug, tickets, title, url, lines, sold_by, held: false, problem: '' }
}
