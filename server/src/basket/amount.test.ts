import { describe, expect, it } from 'vitest'
import { eventJsonLd } from '../catalogue/json-ld.ts'
import { eventPage } from '../catalogue/read/event-page.ts'
import { listEvents } from '../catalogue/read/lists.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'

describeOnBoth('pay what you can', (kind) => {
  const shop = useShop(kind)
  const db = () => shop().db
  const FLEXIBLE = { price_minor: 1200, min_price_minor: 500, booking_fee_minor: 100 }

  async function openBasket(ticket: object = FLEXIBLE, more: object = {}) {
    const event = await createEvent(db(), { tickets: [ticket], ...more })
    const browser = shop().browser()
    const add = (amount?: unknown, quantity = 1) =>
      browser.call('add_to_basket', { ticket_id: event.ticketId, quantity, ...(amount !== undefined && { amount }) })
    const change = (amount: unknown) =>
      browser
        .call('update_ticket_amount', { ticket_id: event.ticketId, amount })
        .then(({ body }) => body.code ?? 'done')
    const price = async () => (await browser.checkout()).tickets[0]!.price
    return { ...event, browser, add, change, price }
  }

  it('uses the buyer’s amount or the suggestion, and all totals follow', async () => {
    const { browser, add, change, price } = await openBasket()
    await add()
    expect(await price()).toBe(12)
    await add(7.5)
    const { tickets, basket_total, booking_fees_total } = await browser.checkout()
    expect(tickets).toMatchObject([{ qty: 2, price: 7.5, booking_fee: 1, pay_what_you_can: { min: 5, suggested: 12 } }])
    expect([basket_total, booking_fees_total]).toEqual([17, 2])
    expect(await change('20')).toBe('done')
    expect(await price()).toBe(20)
  })

  it.each(['1e9', '0.001', '-1', 'NaN', 'Infinity', '', ' ', '5,5', '٥', ['6', '7'], { a: 1 }, 1e9, -1, 1e308, null])(
    'refuses the amount %j and changes nothing',
    async (amount) => {
      const { add, change, price } = await openBasket()
      expect((await add(6)).status).toBe(200)
      expect((await add(amount)).status).toBe(400)
      expect(await change(amount)).toBe('bad_request')
      expect(await price()).toBe(6)
    },
  )

  it('never goes below the minimum or above the maximum, and leaves fixed prices alone', async () => {
    const { add, change, price } = await openBasket()
    expect(await add('4.99')).toMatchObject({
      status: 400,
      body: { code: 'amount_below_min', error: 'The smallest amount for these tickets is £5.00.' },
    })
    await add()
    expect([
      await change(0),
      await change(4.99),
      await change(10_000.01),
      await change(10_000),
      await change(5),
    ]).toEqual(['amount_below_min', 'amount_below_min', 'amount_above_max', 'done', 'done'])
    expect(await price()).toBe(5)
    const fixed = await openBasket({ price_minor: 1000 })
    expect((await fixed.add(1)).body.code).toBe('amount_fixed')
    await fixed.add()
    expect(await fixed.change(1)).toBe('amount_fixed')
    expect(await fixed.price()).toBe(10)
  })

  it('uses the decimals of its currency', async () => {
    const { add, change } = await openBasket({ price_minor: 1500, min_price_minor: 0 }, { currency: 'JPY' })
    expect((await add(800.5)).body.code).toBe('bad_amount')
    await add(800)
    expect([await change('0.5'), await change(900)]).toEqual(['bad_amount', 'done'])
  })

  it('cannot be changed while the tickets are held, or from another browser', async () => {
    const { browser, ticketId, add, change, price } = await openBasket()
    await add(6)
    const stranger = shop().browser()
    expect((await stranger.call('update_ticket_amount', { ticket_id: ticketId, amount: 9 })).status).toBe(409)
    await stranger.call('add_to_basket', { ticket_id: (await createEvent(db())).ticketId, quantity: 1 })
    expect((await stranger.call('update_ticket_amount', { ticket_id: ticketId, amount: 9 })).body.code).toBe(
      'unknown_ticket',
    )
    await browser.call('reserve_tickets')
    const attempts = await Promise.all(Array.from({ length: 10 }, () => change(5)))
    expect(new Set(attempts)).toEqual(new Set(['basket_is_held']))
    expect((await add(5)).body.code).toBe('basket_is_held')
    expect(await price()).toBe(6)
  })

  it('is fixed by the reserve, whatever the organiser changes', async () => {
    const { browser, ticketId, add } = await openBasket()
    await add(6)
    expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    const edits = [{ min_price_minor: 1000 }, { min_price_minor: null }, { price_minor: 9000, booking_fee_minor: 900 }]
    for (const edit of edits) {
      await db().updateTable('ticket_types').set(edit).where('id', '=', ticketId).execute()
      expect((await browser.checkout()).basket_total).toBe(7)
    }
  })

  it('is refused at the reserve if the minimum was raised meanwhile; a price that became fixed applies', async () => {
    const { browser, ticketId, add, change, price } = await openBasket()
    await add(6)
    const edit = (values: object) => db().updateTable('ticket_types').set(values).where('id', '=', ticketId).execute()
    await edit({ min_price_minor: 800 })
    expect((await browser.call('reserve_tickets')).body).toEqual({
      error: 'The smallest amount for these tickets is £8.00.',
    })
    expect(await db().selectFrom('holds').selectAll().where('ticket_type_id', '=', ticketId).execute()).toEqual([])
    await change(8)
    expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    await browser.call('destroy_sale')
    await edit({ min_price_minor: null })
    expect(await price()).toBe(12)
  })

  it('many baskets that reserve at once keep their own amounts', async () => {
    const { ticketId } = await openBasket()
    const buyers = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const browser = shop().browser()
        await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1, ...(n > 0 && { amount: 5 + n }) })
        return browser
      }),
    )
    await Promise.all(buyers.map((buyer) => buyer.call('reserve_tickets')))
    const prices = await Promise.all(buyers.map(async (buyer) => (await buyer.checkout()).tickets[0]!.price))
    expect(prices).toEqual([12, ...Array.from({ length: 11 }, (_, n) => 6 + n)])
    const held = await db().selectFrom('holds').select('price_minor').where('ticket_type_id', '=', ticketId).execute()
    expect(held.map(({ price_minor }) => price_minor! / 100).sort((a, b) => a - b)).toEqual(
      prices.sort((a, b) => a - b),
    )
  })

  it('offers, codes, protection and the fee are calculated from the chosen price', async () => {
    const { browser, ticketId, organiserId, add } = await openBasket(FLEXIBLE, { refund_protection_bp: 1000 })
    await db()
      .insertInto('discount_codes')
      .values({ code: `HALF${ticketId}`, organiser_id: organiserId, kind: 'percent', percent_bp: 5000 })
      .execute()
    await db()
      .insertInto('offers')
      .values({ organiser_id: organiserId, title: '3 for 2', kind: 'cheapest_free', min_qty: 3 })
      .execute()
    await add(8, 3)
    await browser.call('set_code', { code: `HALF${ticketId}` })
    await browser.call('update_refund_protection', { refund_protection: 1 })
    // 3 × £8, one of them free, half of the rest; 3 × £1 fee; 10 % of the £8 that are left.
    expect(await browser.checkout()).toMatchObject({
      offers_applied_total: 8,
      discounts_applied: { [`HALF${ticketId}`]: 8 },
      booking_fees_total: 3,
      refund_protection_cost: 0.8,
      basket_total: 11.8,
    })
  })

  it('the amount 0 without a fee makes a free order', async () => {
    const { browser, add } = await openBasket({ price_minor: 1200, min_price_minor: 0, booking_fee_minor: 0 })
    await add(0)
    await browser.call('reserve_tickets')
    expect(await browser.checkout()).toMatchObject({ basket_total: 0, tickets: [{ price: 0 }] })
  })

  describe('pay what you can on the pages', () => {
    it('lists show the lowest price, and the event page the minimum and the suggestion', async () => {
      const { slug } = await openBasket()
      const page = await eventPage(db(), slug, shop().clock.now())
      expect(page).toMatchObject({
        event: { from_price: 6 },
        dates: [{ tickets: [{ all_in_price: 6, price: 5, pay_what_you_can: { min: 5, suggested: 12 } }] }],
      })
      expect(eventJsonLd(page!, 'https://foyer.example')).toMatchObject([{ offers: [{ price: '6.00' }] }])
      const { events } = await listEvents(db(), { q: page!.event.title }, shop().clock.now())
      expect(events.find((event) => event.slug === slug)).toMatchObject({ from_price: 6 })
    })
  })
})
