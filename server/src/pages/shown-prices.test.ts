import { formatMinor } from '@foyer/domain/format/money.ts'
import { toMinor } from '@foyer/domain/money/money.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readEvents } from '../api/events.ts'
import { buildApp } from '../app.ts'
import { eventJsonLd } from '../catalogue/json-ld.ts'
import { eventPage } from '../catalogue/read/event-page.ts'
import { organiserPage } from '../catalogue/read/lists.ts'
import type { Session } from '../http/session.ts'
import { makeMetrics } from '../metrics.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { plainDocuments } from '../testing/pages.ts'
import { useShop } from '../testing/shop.ts'
import { offerPlaces } from '../waiting-list/offer.ts'
import { waitingPlacePage } from '../waiting-list/pages.ts'
import { listsOfEvent } from '../waiting-list/view.ts'
import { joinWaitingList, newestListLink } from '../waiting-list/waiting-list.testing.ts'

const CURRENCY = ['GBP', 'EUR', 'USD', 'JPY'] as const
const price = fc.oneof(fc.nat(60), fc.integer({ min: 61, max: 9000 }))

/** What organisers may sell: posted, in least quantities, at earlier or chosen prices, with required tickets, and very cheap. */
const catalogues = fc.record({
  currency: fc.constantFrom(...CURRENCY),
  rule: fc.constantFrom('refuse' as const, 'round_up' as const, 'waive' as const),
  provider: fc.constantFrom(null, 'stripe' as const, 'square' as const),
  types: fc.array(
    fc.record({
      price,
      fee: fc.nat(150),
      least: fc.constantFrom(1, 1, 2, 3),
      posted: fc.boolean(),
      postage: fc.nat(600),
      pricing: fc.constantFrom('fixed' as const, 'fixed' as const, 'chosen' as const, 'tiers' as const),
      tierTickets: fc.integer({ min: 1, max: 4 }),
      needs: fc.array(fc.nat(3), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})
type Catalogue = typeof catalogues extends fc.Arbitrary<infer C> ? C : never

describeOnBoth('the prices shown before an order', (kind) => {
  const shop = useShop(kind)

  const create = async ({ currency, rule, provider, types }: Catalogue) => {
    const { db } = shop()
    const event = await createEvent(db, {
      currency,
      waiting_list: true,
      organiser: { small_total: rule, payment_provider: provider },
      tickets: types.map(({ price, fee, least, posted, postage, pricing, tierTickets }) => ({
        price_minor: price,
        booking_fee_minor: fee,
        min_per_customer: least,
        delivered_by_post: posted,
        delivery_cost_minor: postage,
        ...(pricing === 'chosen' && { min_price_minor: Math.floor(price / 2) }),
        ...(pricing === 'tiers' && { tiers: [{ price_minor: Math.floor(price / 3), tickets: tierTickets }] }),
      })),
    })
    // A type requires only later ones, so that every one of them can be bought.
    const requires = types.map(({ needs }, i) => [...new Set(needs)].filter((n) => n > i && n < types.length))
    for (const [i, some] of requires.entries())
      if (some.length > 0)
        await db
          .insertInto('ticket_requirements')
          .values({
            ticket_type_id: event.ticketIds[i]!,
            title: 'Another',
            any_of: some.map((n) => event.ticketIds[n]!),
          })
          .execute()
    return { ...event, requires }
  }

  /** The baskets with this type that lack nothing: all ways to add what is required. */
  const baskets = (requires: number[][], chosen: number[]): number[][] => {
    const open = chosen.find((i) => requires[i]!.length > 0 && !requires[i]!.some((n) => chosen.includes(n)))
    return open === undefined ? [chosen] : requires[open]!.flatMap((n) => baskets(requires, [...chosen, n]))
  }

  /** What the checkout charges for these types, each at its least quantity and its lowest price. */
  const charged = async (
    { types, currency }: Catalogue,
    ids: number[],
    basket: number[],
    more = 0,
  ): Promise<number> => {
    const browser = shop().browser()
    for (const [n, i] of basket.entries()) {
      const { least, pricing, price } = types[i]!
      const chosen = Math.floor(price / 2) / (currency === 'JPY' ? 1 : 100)
      const quantity = least + (n === 0 ? more : 0)
      const sent = { ticket_id: ids[i]!, quantity, ...(pricing === 'chosen' && { amount: chosen }) }
      expect(await browser.call('add_to_basket', sent)).toMatchObject({ status: 200 })
    }
    const { basket_total, donation, refund_protection } = await browser.checkout()
    expect({ donation, refund_protection: Boolean(refund_protection) }).toEqual({
      donation: null,
      refund_protection: false,
    })
    return toMinor(basket_total, currency)
  }

  /** A place in the waiting list that is offered costs what its order does, and no email of the list has another price. */
  const expectOffered = async (
    slug: string,
    i: number,
    { types, currency }: Catalogue,
    ticketIds: number[],
    cheapest: number[],
  ) => {
    const { db, deps } = shop()
    const { least } = types[i]!
    const [type] = [ticketIds[i]!]
    const { date_id: dateId } = await db
      .selectFrom('ticket_types')
      .select('date_id')
      .where('id', '=', type)
      .executeTakeFirstOrThrow()
    const email = `${slug}@list.example`
    await joinWaitingList(shop(), { slug, email, dateId, qty: least, types: [type] })
    await db
      .updateTable('stock')
      .set({ sold: 100 - least })
      .where('ticket_type_id', '=', type)
      .execute()
    await offerPlaces(deps)
    const link = new URL(`http://shop.test${await newestListLink(shop(), email)}`).searchParams.get('link')!
    const session = { saleId: null } as Session
    const place = await waitingPlacePage(deps, session, link, '')
    expect(place).toMatchObject({
      state: 'offered',
      price: cheapest[i] === 0 ? 'FREE' : formatMinor(cheapest[i]!, currency),
    })
    const mails = await db.selectFrom('mails').select('body_text').where('recipient', '=', email).execute()
    for (const { body_text } of mails) expect(body_text).not.toMatch(/[£€$¥]\s?\d/)
  }

  it('equal the cheapest checkout to the penny, wherever they are shown, and two tickets never cost more than that', async () => {
    const { db, deps } = shop()
    const app = await buildApp({ ...deps, metrics: makeMetrics() }, plainDocuments())
    const drawn = fc.sample(catalogues, { numRuns: 12, seed: 42 })
    for (const catalogue of drawn) {
      const { currency, types } = catalogue
      const { slug, eventId, organiserId, ticketIds, requires } = await create(catalogue)
      const now = shop().clock.now()
      const cheapest: number[] = []
      for (const i of types.keys()) {
        const totals = await Promise.all(baskets(requires, [i]).map((basket) => charged(catalogue, ticketIds, basket)))
        cheapest.push(Math.min(...totals))
      }
      const page = (await eventPage(db, slug, now))!
      const tickets = page.dates[0]!.tickets
      expect(tickets.map(({ total_from }) => toMinor(total_from, currency))).toEqual(cheapest)

      const alone = cheapest.filter((_, i) => requires[i]!.length === 0)
      const lowest = Math.min(...(alone.length > 0 ? alone : cheapest))
      const organiser = await db
        .selectFrom('organisers')
        .select('slug')
        .where('id', '=', organiserId)
        .executeTakeFirstOrThrow()
      const [card] = (await organiserPage(db, organiser.slug, now))!.events
      for (const shown of [page.event, card!]) {
        expect(toMinor(shown.from_price!, currency)).toBe(lowest)
        const least =
          types[cheapest.findIndex((total, i) => total === lowest && (alone.length === 0 || requires[i]!.length === 0))]
        if (new Set(types.map((type) => type.least)).size === 1) expect(shown.from_quantity ?? 1).toBe(least!.least)
      }

      const [json] = eventJsonLd(page, 'https://shop.example') as [{ offers: { price: string }[] }]
      expect(json.offers.map(({ price }) => toMinor(Number(price), currency))).toEqual(cheapest)

      const grant = { organiserId, eventIds: null, role: null }
      const [api] = await readEvents(db, { grant, now }, 'https://shop.example', { only: eventId })
      expect(api!.dates[0]!.ticket_types.map(({ total_from_minor }) => total_from_minor)).toEqual(cheapest)

      const words = tickets.map(({ price_text }) => price_text)
      // A total that is waived is not promised: a second ticket would end that.
      for (const [i, text] of words.entries())
        if (catalogue.rule !== 'waive' && cheapest[i]! > 0)
          expect(text.startsWith(formatMinor(cheapest[i]!, currency))).toBe(true)
      shop().clock.advance(2)
      const widget = (await app.inject(`/widget/${slug}.json`)).json() as { dates: { types: { price: string }[] }[] }
      expect(widget.dates[0]!.types.map(({ price }) => price)).toEqual(words)

      for (const [i, type] of types.entries())
        if (type.pricing !== 'tiers') {
          const unit = toMinor(tickets[i]!.all_in_price, currency)
          const two = Math.min(
            ...(await Promise.all(baskets(requires, [i]).map((basket) => charged(catalogue, ticketIds, basket, 1)))),
          )
          const shownMinor = catalogue.rule === 'waive' ? Math.max(cheapest[i]!, unit * type.least) : cheapest[i]!
          expect(two).toBeLessThanOrEqual(shownMinor + unit)
        }

      const { head } = (await app.inject(`/events/${slug}/`)).json() as { head: { description: string } }
      const from = lowest === 0 ? 'FREE' : `From ${formatMinor(lowest, currency)}`
      expect(head.description.split(' · ').some((part) => part.startsWith(from))).toBe(true)

      await db.updateTable('stock').set({ sold: 100 }).where('ticket_type_id', 'in', ticketIds).execute()
      const lists = (await listsOfEvent(db, slug, now))!
      const shown = lists.dates.flatMap((date) => date.types)
      expect(shown.length).toBe(alone.length)
      for (const { id, price } of shown) expect(price).toBe(words[ticketIds.indexOf(id)])
      if (shown[0]) await expectOffered(slug, ticketIds.indexOf(shown[0].id), catalogue, ticketIds, cheapest)
    }
    await app.close()
  }, 120_000)
})
