import { describe, expect, it } from 'vitest'
import { importText } from '../catalogue/import/import.ts'
import { eventJsonLd } from '../catalogue/json-ld.ts'
import { eventPage } from '../catalogue/read/event-page.ts'
import { listEvents } from '../catalogue/read/lists.ts'
import { refundOrder } from '../payment/refund/order.ts'
import { claimFreeTickets } from '../payment/start/free.ts'
import { holdAll } from '../sale/hold/hold.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent, SELLER } from '../testing/fixtures/catalogue.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { useShop } from '../testing/shop.ts'
import { deliverTickets } from './delivery/deliver.ts'
import { checkAtDoor, inspectCode } from './door/door.ts'
import { readTickets } from './read.ts'

const FREE = { price_minor: 0, booking_fee_minor: 0 }

describeOnBoth('extras', (kind) => {
  const shop = useShop(kind)
  const db = () => shop().db
  const left = async (id: number) => {
    const { capacity, held, sold } = await db()
      .selectFrom('stock')
      .selectAll()
      .where('ticket_type_id', '=', id)
      .executeTakeFirstOrThrow()
    return capacity! - held - sold
  }

  /** A ticket, a shirt of which there are three, only for those who have a ticket, and a programme. */
  async function createShow(more: object = {}) {
    const event = await createEvent(db(), {
      tickets: [
        { name: 'Adult', capacity: 10, ...FREE },
        { name: 'Shirt, M', capacity: 3, max_can_reserve: 2, extra: true, ...FREE },
        { name: 'Programme', capacity: 50, extra: true, ...FREE },
      ],
      ...more,
    })
    const [adult, shirt, programme] = event.ticketIds as [number, number, number]
    await db()
      .insertInto('ticket_requirements')
      .values({ ticket_type_id: shirt, title: 'a ticket', any_of: [adult] })
      .execute()
    return { ...event, adult, shirt, programme }
  }

  /** An order of one ticket and two shirts, paid. */
  async function createOrder({ adult, shirt }: Awaited<ReturnType<typeof createShow>>) {
    const { deps } = shop()
    const sale = await saleAt(deps, 'basket', { ticketId: adult })
    await db()
      .insertInto('sale_lines')
      .values({ sale_id: sale.saleId, ticket_type_id: shirt, qty: 2, added_at: deps.clock.now() })
      .execute()
    await holdAll(db(), [{ saleId: sale.saleId, userId: null }], 900, deps.clock.now())
    await db().updateTable('sales').set({ state: 'payment' }).where('id', '=', sale.saleId).execute()
    expect(await claimFreeTickets(sale.ctx())).toMatchObject({ ok: true })
    return sale
  }

  it('are listed after the tickets, and use no places of the event', async () => {
    const show = await createShow()
    const now = shop().clock.now()
    const page = await eventPage(db(), show.slug, now)
    expect(page!.dates[0]!.tickets.map(({ name, extra }) => [name, extra])).toEqual([
      ['Adult', false],
      ['Shirt, M', true],
      ['Programme', true],
    ])
    expect(eventJsonLd(page!, 'https://foyer.example')).toMatchObject([{ offers: [{ name: 'Adult' }] }])
    await db().updateTable('stock').set({ sold: 10 }).where('ticket_type_id', '=', show.adult).execute()
    const full = await eventPage(db(), show.slug, now)
    expect([full!.event.sold_out, full!.dates[0]!.sold_out]).toEqual([true, true])
    const { events } = await listEvents(db(), {}, now)
    expect(events.find(({ slug }) => slug === show.slug)).toMatchObject({ sold_out: true })
  })

  it('have their own stock and limits, and may require a ticket', async () => {
    const { shirt, adult } = await createShow()
    const browser = shop().browser()
    const add = async (ticket_id: number, quantity: number) =>
      (await browser.call('add_to_basket', { ticket_id, quantity })).body.code ?? 'added'
    expect([await add(shirt, 3), await add(shirt, 2)]).toEqual(['quantity_above_max', 'added'])
    expect((await browser.call('reserve_tickets')).body.error).toContain('a ticket')
    await add(adult, 1)
    expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    expect([await left(shirt), await left(adult)]).toEqual([1, 9])
    const others = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const other = shop().browser()
        await other.call('add_to_basket', { ticket_id: adult, quantity: 1 })
        await other.call('add_to_basket', { ticket_id: shirt, quantity: 1 })
        return (await other.call('reserve_tickets')).body.reserved === true
      }),
    )
    expect(others.filter(Boolean)).toHaveLength(1)
    expect(await left(shirt)).toBe(0)
  })

  it('are ignored by offers, but discounted by a code of the event', async () => {
    const show = await createShow({
      tickets: [
        { price_minor: 2000, booking_fee_minor: 0 },
        { price_minor: 500, booking_fee_minor: 0, extra: true },
        { price_minor: 300, booking_fee_minor: 0, extra: true },
      ],
    })
    await db()
      .insertInto('offers')
      .values({ organiser_id: show.organiserId, title: '3 for 2', kind: 'cheapest_free', min_qty: 3 })
      .execute()
    const browser = shop().browser()
    await browser.call('add_to_basket', { ticket_id: show.adult, quantity: 2 })
    await browser.call('add_to_basket', { ticket_id: show.programme, quantity: 4 })
    expect(await browser.checkout()).toMatchObject({ offers_applied_total: 0, basket_total: 52 })
    await browser.call('add_to_basket', { ticket_id: show.adult, quantity: 1 })
    expect(await browser.checkout()).toMatchObject({ offers_applied_total: 20, basket_total: 52 })
    await browser.call('reserve_tickets')
    expect(await browser.checkout()).toMatchObject({ offers_applied_total: 20, basket_total: 52 })
  })

  it('have a code that the door redeems once and that admits nobody; a refund returns them to stock', async () => {
    const { deps } = shop()
    const show = await createShow()
    const { saleId, reference } = await createOrder(show)
    await deliverTickets(deps, saleId)
    const tickets = await readTickets(db(), { saleId }, { now: shop().clock.now(), signer: deps.signer })
    expect(tickets.map(({ ticket, extra }) => [ticket, extra])).toEqual([
      ['Adult', false],
      ['Shirt, M', true],
      ['Shirt, M', true],
    ])
    expect(tickets.map(({ terms }) => /doesn’t admit anyone/.test(terms))).toEqual([false, true, true])
    const code = tickets[1]!.code!
    expect(
      tickets.map((ticket) => ticket.code!.includes('.')),
      'only admissions are signed',
    ).toEqual([true, false, false])
    expect(await inspectCode(deps, code)).toMatchObject({ outcome: 'valid', ticket: { extra: true } })
    const both = await Promise.all([checkAtDoor(deps, code, 'Stall'), checkAtDoor(deps, code, 'Stall')])
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['admitted', 'already_admitted'])
    const before = await left(show.shirt)
    expect(await refundOrder(deps, { reference, what: 'tickets', codes: [tickets[2]!.code!] })).toMatchObject({
      ok: true,
      tickets: 1,
      whole: false,
    })
    expect(await left(show.shirt)).toBe(before + 1)
    expect(await checkAtDoor(deps, tickets[2]!.code!, 'Stall')).toMatchObject({ outcome: 'refunded' })
    expect(await checkAtDoor(deps, tickets[0]!.code!, 'North')).toMatchObject({ outcome: 'admitted' })
  })

  describe('an extra in a file', () => {
    const load = (change: object) =>
      importText(
        db(),
        'file.json',
        JSON.stringify({
          format: 'foyer-catalogue-1',
          organisers: [{ slug: 'barn', name: 'Barn', ...SELLER }],
          events: [
            {
              slug: 'fair',
              organiser: 'barn',
              title: 'Fair',
              dates: [{ starts: '2027-05-01T10:00' }],
              pools: [{ name: 'Hall', capacity: 9 }],
              ticket_types: [
                { name: 'Entry', price: 5, pool: 'Hall' },
                { name: 'Mug', price: 8, extra: true, capacity: 4, ...change },
              ],
            },
          ],
        }),
        shop().clock.now(),
      )
    const whys = async (change: object) => (await load(change)).refused.map(({ why }) => why)

    it('uses no place, and cannot become a ticket once sold', async () => {
      expect(await whys({})).toEqual([])
      expect((await whys({ pool: 'Hall' }))[0]).toContain('takes no place')
      expect((await whys({ seats: ['A1'], capacity: undefined }))[0]).toContain('takes no place')
      await db()
        .updateTable('stock')
        .set({ sold: 1 })
        .where('ticket_type_id', 'in', (eb) => eb.selectFrom('ticket_types').select('id').where('name', '=', 'Mug'))
        .execute()
      expect((await whys({ extra: false }))[0]).toContain('has been sold as an extra')
      expect(await whys({ capacity: 6 })).toEqual([])
    })
  })
})
