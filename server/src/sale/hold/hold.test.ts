import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { describeOnBoth, describeOnPostgres } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { raceOfPrograms } from '../../testing/processes/race.ts'
import { type Browser, makeBrowser, type TestShop, useShop } from '../../testing/shop.ts'
import { sweepHolds } from './release.ts'

const stockOf = (shop: TestShop, ticketId: number) =>
  shop.db
    .selectFrom('stock')
    .select(['capacity', 'held', 'sold'])
    .where('ticket_type_id', '=', ticketId)
    .executeTakeFirstOrThrow()

async function browserWithTickets(
  shop: TestShop,
  ticketId: number,
  quantity: number,
  seats: string[] = [],
): Promise<Browser> {
  const browser = shop.browser()
  const response = await browser.call('add_to_basket', { ticket_id: ticketId, quantity, seats })
  expect(response.body).toMatchObject({ success: true })
  return browser
}

describeOnBoth('reserving', (kind) => {
  const shop = useShop(kind)

  it('[RSV-01, API-15, API-16] holds the basket for checkout_time seconds and takes it out of stock', async () => {
    const { ticketId } = await createEvent(shop().db, { tickets: [{ capacity: 5 }] })
    const browser = await browserWithTickets(shop(), ticketId, 2)
    const { sale_reference } = await browser.checkout()
    expect((await browser.call('reserve_tickets')).body).toEqual({
      reserved: true,
      sale_reference,
      fresh_reservation: true,
      checkout_time: 900,
    })
    expect(await stockOf(shop(), ticketId)).toEqual({ capacity: 5, held: 2, sold: 0 })
    expect(await browser.checkout()).toMatchObject({ state: 'reserve', seconds_remaining: 900 })
  })

  it('returns the same hold and its remaining time for a repeated reserve', async () => {
    const { ticketId } = await createEvent(shop().db, { tickets: [{ capacity: 5 }] })
    const browser = await browserWithTickets(shop(), ticketId, 2)
    await browser.call('reserve_tickets')
    shop().clock.advance(100)
    expect((await browser.call('reserve_tickets')).body).toMatchObject({
      reserved: true,
      fresh_reservation: false,
      checkout_time: 800,
    })
    expect(await stockOf(shop(), ticketId)).toMatchObject({ held: 2 })
  })

  it('[RSV-16, RSV-17] tells a late buyer how many are left, holds nothing and returns them to the basket', async () => {
    const { ticketId } = await createEvent(shop().db, {
      title: 'Quiet Night',
      tickets: [{ name: 'Stalls', capacity: 3 }],
    })
    const first = await browserWithTickets(shop(), ticketId, 2)
    const second = await browserWithTickets(shop(), ticketId, 2)
    await first.call('reserve_tickets')
    const text = 'Sorry, only 1 left for Quiet Night, Stalls.'
    expect((await second.call('reserve_tickets')).body).toEqual({ error: text })
    expect(await second.checkout()).toMatchObject({ state: 'basket', reserving_error: text, seconds_remaining: 0 })
    expect(await stockOf(shop(), ticketId)).toMatchObject({ held: 2 })
  })

  it('holds all of a basket or nothing', async () => {
    const { ticketIds } = await createEvent(shop().db, { tickets: [{ capacity: 5 }, { capacity: 2 }] })
    const browser = await browserWithTickets(shop(), ticketIds[0]!, 2)
    await browser.call('add_to_basket', { ticket_id: ticketIds[1], quantity: 2 })
    await (await browserWithTickets(shop(), ticketIds[1]!, 1)).call('reserve_tickets')
    expect((await browser.call('reserve_tickets')).body.error).toContain('only 1 left')
    expect(await stockOf(shop(), ticketIds[0]!)).toMatchObject({ held: 0 })
  })

  it('gives an expired hold to the next buyer at once, before any sweep', async () => {
    const { ticketId } = await createEvent(shop().db, { tickets: [{ capacity: 2 }] })
    const first = await browserWithTickets(shop(), ticketId, 2)
    const second = await browserWithTickets(shop(), ticketId, 2)
    await first.call('reserve_tickets')
    shop().clock.advance(901)
    expect((await second.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    expect(await first.checkout()).toMatchObject({ state: 'basket', expired: true, seconds_remaining: 0 })
    expect(await stockOf(shop(), ticketId)).toMatchObject({ held: 2 })
  })

  it('sweeps expired holds back to stock, and leaves active ones', async () => {
    const { ticketId } = await createEvent(shop().db, { tickets: [{ capacity: 10 }] })
    const early = await browserWithTickets(shop(), ticketId, 1)
    await early.call('reserve_tickets')
    shop().clock.advance(600)
    const late = await browserWithTickets(shop(), ticketId, 2)
    await late.call('reserve_tickets')
    shop().clock.advance(400)
    await sweepHolds(shop().deps)
    expect(await stockOf(shop(), ticketId)).toMatchObject({ held: 2 })
    expect(await late.checkout()).toMatchObject({ seconds_remaining: 500 })
  })

  it('sweeps expired holds of gift vouchers, which use no stock', async () => {
    const { ticketId, organiserId } = await createEvent(shop().db)
    const { id: gift_voucher_id } = await shop()
      .db.insertInto('gift_voucher_designs')
      .values({
        organiser_id: organiserId,
        slug: `swept-${ticketId}`,
        name: 'Gift',
        currency: 'GBP',
        values_minor: [2500],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const browser = shop().browser()
    await browser.call('add_gift_voucher_to_basket', { gift_voucher_id, qty: 1, value: 25 })
    expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    const { sale_reference } = await browser.checkout()
    const state = () =>
      shop().db.selectFrom('sales').select(['state', 'expired']).where('reference', '=', sale_reference).execute()
    shop().clock.advance(800)
    await sweepHolds(shop().deps)
    expect(await state()).toEqual([{ state: 'reserve', expired: false }])
    shop().clock.advance(101)
    await sweepHolds(shop().deps)
    expect(await state()).toEqual([{ state: 'basket', expired: true }])
  })

  it('sweeps expired holds of the previous version', async () => {
    const { ticketId } = await createEvent(shop().db)
    const browser = await browserWithTickets(shop(), ticketId, 1)
    await browser.call('reserve_tickets')
    await shop()
      .db.updateTable('holds')
      .set({ look_from: sql`default` })
      .where('ticket_type_id', '=', ticketId)
      .execute()
    await sweepHolds(shop().deps)
    expect(await stockOf(shop(), ticketId)).toMatchObject({ held: 1 })
    shop().clock.advance(901)
    await sweepHolds(shop().deps)
    expect(await stockOf(shop(), ticketId)).toMatchObject({ held: 0 })
  })

  it('takes chosen seats, the best free row for the others, and never a seat twice', async () => {
    const { ticketId } = await createEvent(shop().db, { tickets: [{ seats: ['A1', 'A2', 'B1', 'B2', 'B3'] }] })
    const byName = await browserWithTickets(shop(), ticketId, 1, ['A2'])
    const rival = await browserWithTickets(shop(), ticketId, 1, ['A2'])
    const best = await browserWithTickets(shop(), ticketId, 3)
    expect((await byName.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    expect((await rival.call('reserve_tickets')).body.error).toContain('seat has just been taken')
    await best.call('reserve_tickets')
    expect((await byName.checkout()).tickets[0]!.seats).toEqual(['A2'])
    expect((await best.checkout()).tickets[0]!.seats).toEqual(['B1', 'B2', 'B3'])
    await byName.call('destroy_sale')
    expect((await rival.call('reserve_tickets')).body).toMatchObject({ reserved: true })
  })

  it('keeps the price at the reserve for the hold', async () => {
    const { ticketId } = await createEvent(shop().db)
    const browser = await browserWithTickets(shop(), ticketId, 1)
    await browser.call('reserve_tickets')
    await shop().db.updateTable('ticket_types').set({ price_minor: 9900 }).where('id', '=', ticketId).execute()
    expect(await browser.checkout()).toMatchObject({ basket_total: 11 })
    await browser.call('destroy_sale')
    expect(await browser.checkout()).toMatchObject({ basket_total: 100 })
  })
})

describeOnPostgres('the last tickets', () => {
  const shop = useShop('postgres')

  it('exactly 50 are sold to 200 buyers in 4 processes, and all others get a message', async () => {
    // These buyers use the real clock.
    const startsAt = new Date(Date.now() + 30 * 86_400_000)
    const { ticketId } = await createEvent(shop().db, { startsAt, tickets: [{ capacity: 50 }] })
    expect(await raceOfPrograms(shop().databaseUrl!, [ticketId])).toEqual({ sold: 50, soldOut: 150, other: 0 })
    expect(await stockOf(shop(), ticketId)).toEqual({ capacity: 50, held: 50, sold: 0 })
  }, 120_000)

  it('are refused to later buyers without touching the counter, and available again at once in every process', async () => {
    const startsAt = new Date('2026-09-01T18:00:00Z')
    const { ticketId } = await createEvent(shop().db, { startsAt, tickets: [{ capacity: 1 }] })
    const winner = await browserWithTickets(shop(), ticketId, 1)
    const late = await browserWithTickets(shop(), ticketId, 1)
    const later = await browserWithTickets(shop(), ticketId, 1)
    await winner.call('reserve_tickets')

    // Another transaction has locked the counter; a refused buyer does not wait for it.
    const other = await openDatabase({ databaseUrl: shop().databaseUrl, dataDir: '' })
    let locked = () => {}
    let letGo = () => {}
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve
    })
    const isOver = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const fullCustomer = inTx(other.db, async (tx) => {
      await sql`select from stock where ticket_type_id = ${ticketId} for update`.execute(tx)
      locked()
      await isOver
    })
    await isLocked
    const patience = sleep(10_000).then(() => 'still waiting')
    const refused = await Promise.race([late.call('reserve_tickets').then(({ body }) => body.error), patience])
    letGo()
    await fullCustomer
    expect(refused).toContain('sold out')

    // The hold expires, and a second process gives the ticket to the next buyer without a sweep in between.
    shop().clock.advance(901)
    const neighbour = await buildApp(testDeps({ ...other }, { clock: shop().clock }), null)
    const there = makeBrowser(neighbour)
    await there.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    expect((await there.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    expect((await later.call('reserve_tickets')).body.error).toContain('sold out')
    await there.call('destroy_sale')
    expect((await later.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    await neighbour.close()
    await other.close()
  })

  it('go to the first buyer when requested at the same moment', async () => {
    const { ticketId } = await createEvent(shop().db, { tickets: [{ capacity: 3 }] })
    const browsers: Browser[] = []
    for (let n = 0; n < 6; n++) browsers.push(await browserWithTickets(shop(), ticketId, 1))
    // Later sales reserve first: the order of reserving counts.
    const replies = await Promise.all(browsers.toReversed().map((browser) => browser.call('reserve_tickets')))
    expect(replies.map(({ body }) => body.reserved === true)).toEqual([true, true, true, false, false, false])
  })

  it('are protected by a constraint when the guard in code is missing', async () => {
    const { ticketId } = await createEvent(shop().db, { tickets: [{ capacity: 1 }] })
    const oversell = sql`update stock set held = held + 2 where ticket_type_id = ${ticketId}`.execute(shop().db)
    await expect(oversell).rejects.toThrow('stock_never_oversold')
  })
})
