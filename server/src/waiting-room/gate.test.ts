import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { changeOwnTicket } from '../payment/self-service/change.ts'
import { claimFreeTickets } from '../payment/start/free.ts'
import { countStatements } from '../testing/count-statements.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { saleAt, stockOf } from '../testing/fixtures/sale.ts'
import { type Browser, useShop } from '../testing/shop.ts'
import { runWaitingRooms } from './serve.ts'
import { callAll, createRoom, join, readPlaces } from './waiting-room.testing.ts'

const FREE = { price_minor: 0, booking_fee_minor: 0, capacity: 10 }

/**
 * Everything that takes tickets, by what it calls to take them, and why nobody passes by the waiting room with it. A file that is
 * not here fails the test.
 */
const PATHS: Record<string, string> = {
  'checkout/reserve.ts': 'gate: baskets, however they were filled: event pages, links, the widget, access codes',
  'payment/self-service/change.ts': 'gate: buyers who change a ticket',
  'waiting-list/offer.ts': 'exempt: offers of the waiting list, to people who have waited',
  'office/counter/sell.ts': 'exempt: the counter',
  'office/give/give.ts': 'exempt: tickets that staff give away',
  'office/order/change.ts': 'exempt: staff change a ticket',
  'payment/change/reseat.ts': 'exempt: staff move a party',
  'payment/settle/settle.ts': 'after the gate: late money of a hold that was reserved',
  'payment/change/paid.ts': 'after the gate: a change that has been paid',
}

const TAKING = /\b(?:holdAll|holdInTx|reacquireHold|lockPlaces)(?:<\w+>)?\(/
/** Where these are defined, and where only tests call them. */
const OWN = ['sale/hold/hold.ts', 'sale/hold/sell.ts', 'payment/change/places.ts']

const SOURCES = fileURLToPath(new URL('..', import.meta.url))

describeOnBoth('the gate of a waiting room', (kind) => {
  const shop = useShop(kind, { env: { RESERVES_PER_ADDRESS: '100000' } })

  const openRoom = async (options: Parameters<typeof createRoom>[1] = {}) => {
    const room = await createRoom(shop(), { minutes: 0, tickets: [FREE], ...options })
    await runWaitingRooms(shop().deps)
    return room
  }
  const reserve = async (browser: Browser, ticket_id: number, code?: string) => {
    await browser.call('add_to_basket', { ticket_id, quantity: 1, ...(code && { code }) })
    return (await browser.call('reserve_tickets')).body
  }
  const enter = async ({ slug, roomId }: { slug: string; roomId: number }, browser: Browser) => {
    const visitor = await join(shop(), slug, browser)
    await callAll(shop(), roomId)
    expect((await visitor.enter()).status).toBe(200)
    return visitor
  }
  const heldOf = async (ticketId: number) => (await stockOf(shop().db, ticketId)).held

  it('knows every path that takes tickets', () => {
    const taking = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter(
        (file) => /\.ts$/.test(file) && !/\.(?:test|testing|faults)\.ts$|(?:^|\/)(?:testing|model|faults)\//.test(file),
      )
      .filter((file) => !OWN.includes(file) && TAKING.test(readFileSync(SOURCES + file, 'utf8')))
    expect(taking.toSorted()).toEqual(Object.keys(PATHS).toSorted())
    // The counters change nowhere else, apart from what gives back, sells what is held, or changes the capacity.
    const counting = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter(
        (file) =>
          /\.ts$/.test(file) &&
          !/\.(?:test|testing|faults)\.ts$|(?:^|\/)(?:testing|model|migrations|faults)\//.test(file),
      )
      .filter((file) =>
        /update stock set (?:held|sold)|updateTable\('stock'\)/.test(readFileSync(SOURCES + file, 'utf8')),
      )
    expect(counting.toSorted()).toEqual([
      'payment/change/pending.ts',
      'payment/change/places.ts',
      'payment/refund/reverse-sale.ts',
      'sale/hold/release.ts',
      'sale/hold/sell.ts',
      'sale/hold/write.ts',
    ])
  })

  it('sends a browser without a pass to the queue, and lets one with a pass reserve as long as its hold', async () => {
    const room = await openRoom()
    const browser = shop().browser()
    expect(await reserve(browser, room.ticketId)).toEqual({ redirect: `/queue/${room.slug}/` })
    expect(await heldOf(room.ticketId)).toBe(0)
    const visitor = await enter(room, browser)
    expect(await reserve(browser, room.ticketId)).toMatchObject({ reserved: true })
    expect(await heldOf(room.ticketId)).toBe(2)
    const [place] = await readPlaces(shop(), room.roomId)
    expect(place!.sale_id).not.toBeNull()
    expect(Number(await visitor.place().then(({ pass_seconds }) => pass_seconds))).toBe(
      shop().deps.config.holdSeconds > 600 ? shop().deps.config.holdSeconds : 600,
    )
  })

  it('is closed to a pass that has ended, to that of another event and to a basket of two rooms with one pass', async () => {
    const [room, other] = [await openRoom(), await openRoom()]
    const browser = shop().browser()
    await enter(other, browser)
    expect(await reserve(browser, room.ticketId)).toEqual({ redirect: `/queue/${room.slug}/` })
    expect(await reserve(browser, other.ticketId)).toEqual({ redirect: `/queue/${room.slug}/` })
    await enter(room, browser)
    shop().clock.advance(601)
    expect((await browser.call('reserve_tickets')).body.redirect).toContain('/queue/')
    expect(await heldOf(room.ticketId)).toBe(0)
  })

  it('is closed to a basket that a browser with a pass has filled and sent by a link', async () => {
    const room = await openRoom()
    const [one, two] = [shop().browser(), shop().browser()]
    await enter(room, one)
    await one.call('add_to_basket', { ticket_id: room.ticketId, quantity: 1 })
    await two.call('add_to_basket', { ticket_id: room.ticketId, quantity: 1 })
    const { db } = shop()
    const [first, second] = await db
      .selectFrom('sessions')
      .select('id')
      .where('sale_id', 'is not', null)
      .orderBy('number', 'desc')
      .limit(2)
      .execute()
    const { sale_id } = await db
      .selectFrom('sessions')
      .select('sale_id')
      .where('id', '=', second!.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('sessions').set({ sale_id }).where('id', '=', first!.id).execute()
    const replies = await Promise.all([two, one, two].map((browser) => browser.call('reserve_tickets')))
    expect(replies.map(({ body }) => body.reserved === true)).toContain(true)
    expect(await heldOf(room.ticketId)).toBe(1)
    expect(replies[1]!.body).toMatchObject({ reserved: true })
  })

  it('is closed to an access code, to types for everybody and to a price that the buyer chooses', async () => {
    const room = await openRoom({ tickets: [FREE, { ...FREE, visibility: 'code' }] })
    const coded = room.ticketIds[1]!
    const { db } = shop()
    const { id } = await db
      .insertInto('access_codes')
      .values({ event_id: room.eventId, code: `FRIENDS-${room.eventId}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('access_code_types').values({ access_code_id: id, ticket_type_id: coded }).execute()
    const browser = shop().browser()
    const code = `FRIENDS-${room.eventId}`
    expect(await reserve(browser, coded, code)).toEqual({ redirect: `/queue/${room.slug}/` })
    await enter(room, browser)
    expect(await reserve(browser, coded, code)).toMatchObject({ reserved: true })
  })

  it('is closed to a buyer who changes a ticket', async () => {
    const { db, deps } = shop()
    const room = await openRoom({
      startsAt: new Date(shop().clock.now().getTime() + 20 * 86_400_000),
      tickets: [FREE, FREE],
    })
    await db
      .updateTable('events')
      .set({ buyers_change_hours: 24, buyers_changes: 3 })
      .where('id', '=', room.eventId)
      .execute()
    const [from, to] = room.ticketIds as [number, number]
    const sale = await saleAt(deps, 'payment', { ticketId: from })
    expect(await claimFreeTickets(sale.ctx())).toEqual({ ok: true })
    shop().clock.advance(30)
    await shop().runJobs()
    const ticket = await db
      .selectFrom('tickets')
      .select('id')
      .where('sale_id', '=', sale.saleId)
      .executeTakeFirstOrThrow()
    const change = () =>
      changeOwnTicket(
        { reference: sale.reference, ticket_id: ticket.id, ticket_type_id: to, seat_id: undefined, difference: 0 },
        sale.ctx(),
      )
    expect(await change()).toMatchObject({ code: 'queue_first' })
    expect(await stockOf(db, to)).toMatchObject({ sold: 0 })
    await db
      .updateTable('waiting_rooms')
      .set({ drained_at: shop().clock.now() })
      .where('id', '=', room.roomId)
      .execute()
    expect(await change()).toMatchObject({ success: true })
  })

  it('is open once the room has ended, and was never there for other events', async () => {
    const room = await openRoom()
    const plain = await createEvent(shop().db, { tickets: [FREE] })
    expect(await reserve(shop().browser(), plain.ticketId)).toMatchObject({ reserved: true })
    await shop()
      .db.updateTable('waiting_rooms')
      .set({ drained_at: shop().clock.now() })
      .where('id', '=', room.roomId)
      .execute()
    expect(await reserve(shop().browser(), room.ticketId)).toMatchObject({ reserved: true })
  })

  it('costs no statement where there is no room, and one more where there is', async () => {
    if (kind !== 'embedded') return
    const room = await openRoom()
    const plain = await createEvent(shop().db, { tickets: [FREE] })
    const reserved = async (ticketId: number) => {
      const browser = shop().browser()
      await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
      return countStatements(() => browser.call('reserve_tickets'))
    }
    const [without, sentAway] = [await reserved(plain.ticketId), await reserved(room.ticketId)]
    expect(sentAway).toBeLessThanOrEqual(without + 1)
  })
})
