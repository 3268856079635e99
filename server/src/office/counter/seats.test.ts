import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { describe, expect, it } from 'vitest'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { refundOrder } from '../../payment/refund/order.ts'
import { seatDifferences } from '../../sale/hold/seat-differences.ts'
import { keepSeats, seatsOf } from '../../testing/fixtures/catalogue.ts'
import { poolOf } from '../../testing/fixtures/sale.ts'
import { useShop } from '../../testing/shop.ts'
import { openCounter } from '../testing/counter.ts'

const rowOf = (name: string, seats: number) => Array.from({ length: seats }, (_, n) => `${name}${n + 1}`)

describe('the seats at the counter', () => {
  const shop = useShop('postgres')

  /** A hall of two rows of six, of which some are kept for the press. */
  async function openHall(kept: string[] = []) {
    const counter = await openCounter(shop(), {
      pools: [{ seats: [...rowOf('A', 6), ...rowOf('B', 6)] }],
      tickets: [
        { name: 'Adult', pool: 0 },
        { name: 'Child', pool: 0 },
      ],
    })
    await counter.openShift()
    const poolId = counter.poolIds[0]!
    const { db } = shop()
    const rows = await db.selectFrom('seats').select(['id', 'label']).where('pool_id', '=', poolId).execute()
    const idOf = (label: string) => rows.find((row) => row.label === label)!.id
    const allocationId = await keepSeats(db, poolId, kept)
    const seatsIn = (status: Parameters<typeof seatsOf>[2]) => seatsOf(db, poolId, status)
    const look = async (more: object = {}) =>
      (await counter.browser.call('office_counter', { ...counter.about, ...more }))
        .body as unknown as OfficeReply<'office_counter'>
    let forms = 0
    const send = (form: object) =>
      counter.browser.call('counter_sale', { ...counter.about, form_key: `seats-${poolId}-${++forms}`, ...form })
    const orderOf = ({ body }: { body: Record<string, unknown> }) =>
      Number(new URLSearchParams(String(body.next).split('?')[1]).get('order_id'))
    const release = (form: object = { all: '1' }) =>
      counter.browser.call('release_seats', {
        ...counter.about,
        event_id: counter.eventId,
        allocation_id: allocationId,
        form_key: `release-${poolId}-${++forms}`,
        ...form,
      })
    const voidSale = (order_id: number) =>
      counter.browser.call('void_sale', { ...counter.about, order_id, reason: '', form_key: `void-${order_id}` })
    const [adult, child] = counter.ticketIds as [number, number]
    return {
      ...counter,
      allocationId,
      orderOf,
      release,
      voidSale,
      adult,
      child,
      idOf,
      look,
      send,
      seatsIn,
      pool: () => poolOf(db, poolId),
      poolId,
    }
  }

  it('are chosen with a press on the first one: the block comes along, over all types of a pool', async () => {
    const { adult, child, idOf, look, send, seatsIn, browser, about } = await openHall()
    const numbers = await look({ chosen: `${adult}x2`, set: `${child}x1` })
    expect(numbers.halls).toMatchObject([{ needed: 3, chosen: '', free: 12 }])
    const pressed = await look({ chosen: numbers.chosen, first: idOf('B5') })
    expect(pressed.halls).toMatchObject([{ chosen: 'Row B, seats 4, 5 and 6', missing: 0, chosen_house: [] }])
    await shop().db.updateTable('seats').set({ kind: 'wheelchair' }).where('id', '=', idOf('A1')).execute()
    const { rows } = (await look({ chosen: numbers.chosen })).halls[0]!
    expect(rows[0]!.seats.slice(0, 2).map(({ number, kind }) => [number, kind])).toEqual([
      [1, 'wheelchair'],
      [2, undefined],
    ])
    const { body } = await send({ chosen: pressed.chosen, seats: pressed.seats, total: pressed.total_minor })
    const order_id = Number(new URLSearchParams(String(body.next).split('?')[1]).get('order_id'))
    const sale = (await browser.call('office_counter_sale', { ...about, order_id }))
      .body as unknown as OfficeReply<'office_counter_sale'>
    expect(sale.tickets.map(({ name, seat }) => [name, seat])).toEqual([
      ['Adult', 'B4'],
      ['Adult', 'B5'],
      ['Child', 'B6'],
    ])
    expect(await seatsIn('sold')).toEqual(['B4', 'B5', 'B6'])
  })

  it('stay when the page is shown again, and move along when their number changes', async () => {
    const { adult, idOf, look } = await openHall()
    const two = await look({ chosen: `${adult}x2`, first: idOf('A1') })
    expect((await look({ chosen: two.chosen, seats: two.seats })).seats).toBe(two.seats)
    const three = await look({ chosen: two.chosen, set: `${adult}x3`, seats: two.seats })
    expect(three.halls).toMatchObject([{ chosen: 'Row A, seats 1, 2 and 3' }])
  })

  it('of the house are shown with their reason, sold in one transaction, and kept again when the sale is voided', async () => {
    const { adult, idOf, look, send, seatsIn, pool, browser, about } = await openHall(['A1', 'A2', 'A3'])
    const free = await look({ chosen: `${adult}x4`, first: idOf('A4') })
    expect(free.halls[0]!.chosen, 'a free seat brings no house seat along').toBe(
      'Row A, seats 4, 5 and 6; row B, seat 4',
    )
    expect(free.types).toMatchObject([
      { left: 9, house: 3 },
      { left: 9, house: 3 },
    ])
    const pressed = await look({ chosen: `${adult}x2`, first: idOf('A1') })
    expect(pressed.halls).toMatchObject([
      {
        chosen: 'Row A, seats 1 and 2',
        chosen_house: ['Press'],
        house: [{ reason: 'Press', seats: 'Row A, seats 1, 2 and 3' }],
      },
    ])
    const { body } = await send({ chosen: pressed.chosen, seats: pressed.seats, total: pressed.total_minor })
    expect(body).toMatchObject({ success: true })
    expect([await seatsIn('sold'), await seatsIn('kept'), await pool()]).toMatchObject([
      ['A1', 'A2'],
      ['A3'],
      { held: 0, sold: 2, kept: 1 },
    ])
    const order_id = Number(new URLSearchParams(String(body.next).split('?')[1]).get('order_id'))
    expect(
      (await browser.call('void_sale', { ...about, order_id, reason: '', form_key: `void-${order_id}` })).status,
    ).toBe(200)
    expect([await seatsIn('sold'), await seatsIn('kept'), await pool()]).toMatchObject([
      [],
      ['A1', 'A2', 'A3'],
      { held: 0, sold: 0, kept: 3 },
    ])
    expect(await ledgerDifferences(shop().db)).toEqual([])
  })

  it('of the house are sold when all others are gone, and never by the shop’s own choice', async () => {
    const kept = [...rowOf('A', 6), ...rowOf('B', 6)]
    const { adult, idOf, look, send, seatsIn } = await openHall(kept)
    const seen = await look({ set: `${adult}x1` })
    expect([seen.types[0], seen.chosen]).toMatchObject([{ left: 0, house: 12 }, `${adult}x1`])
    expect((await send({ chosen: seen.chosen, total: seen.total_minor })).body).toMatchObject({ code: 'sold_out' })
    const sold = await send({ chosen: seen.chosen, seats: String(idOf('B6')), total: seen.total_minor })
    expect(sold.body).toMatchObject({ success: true })
    expect(await seatsIn('sold')).toEqual(['B6'])
  })

  it('of the house are kept again when one ticket is refunded, in a full hall too', async () => {
    const { adult, idOf, send, seatsIn, pool } = await openHall([...rowOf('A', 6), ...rowOf('B', 6)])
    const { body } = await send({ chosen: `${adult}x2`, seats: `${idOf('A1')}-${idOf('A2')}`, total: 2200 })
    const saleId = Number(new URLSearchParams(String(body.next).split('?')[1]).get('order_id'))
    const { reference } = await shop()
      .db.selectFrom('sales')
      .select('reference')
      .where('id', '=', saleId)
      .executeTakeFirstOrThrow()
    const { code } = await shop()
      .db.selectFrom('tickets')
      .select('code')
      .where('seat_id', '=', idOf('A1'))
      .executeTakeFirstOrThrow()
    expect(await refundOrder(shop().deps, { reference, what: 'tickets', codes: [code] })).toMatchObject({ ok: true })
    expect([await seatsIn('sold'), await seatsIn('free'), await pool()]).toMatchObject([
      ['A2'],
      [],
      { held: 0, sold: 1, kept: 11 },
    ])
  })

  it('of a released allocation are free when they come back, and those of an open one are held back again', async () => {
    const { adult, idOf, send, seatsIn, orderOf, release, voidSale } = await openHall(['A1', 'A2', 'A3'])
    const sell = async (label: string) =>
      orderOf(await send({ chosen: `${adult}x1`, seats: String(idOf(label)), total: 1100 }))
    const [first, second] = [await sell('A1'), await sell('A2')]
    expect((await voidSale(first)).status).toBe(200)
    expect(await seatsIn('kept')).toEqual(['A1', 'A3'])
    expect((await release()).body).toMatchObject({ success: true })
    expect(await seatsIn('kept')).toEqual([])
    expect((await voidSale(second)).status).toBe(200)
    expect((await seatsIn('free')).slice(0, 3)).toEqual(['A1', 'A2', 'A3'])
    expect((await release()).body.code).toBe('already_released')
    expect(await seatDifferences(shop().db)).toEqual([])
  })

  it('of the house have one owner each when they are released, sold, bought online and voided at once', async () => {
    const { adult, idOf, send, seatsIn, orderOf, release, voidSale, pool } = await openHall(rowOf('A', 6))
    const before = orderOf(await send({ chosen: `${adult}x1`, seats: String(idOf('A1')), total: 1100 }))
    const online = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const browser = shop().browser()
        // Seats that are still held back can't be chosen, so these get the best ones that are free by then.
        await browser.call('add_to_basket', { ticket_id: adult, quantity: 1 + (n % 2) })
        return browser
      }),
    )
    const [, , reserved] = await Promise.all([
      Promise.all(
        rowOf('A', 6).map((label) => send({ chosen: `${adult}x1`, seats: String(idOf(label)), total: 1100 })),
      ),
      Promise.all([
        release({ seat_ids: [idOf('A2')] }),
        release({ seat_ids: [idOf('A3'), idOf('A4')] }),
        voidSale(before),
        release(),
        release(),
      ]),
      Promise.all(online.map((browser) => browser.call('reserve_tickets'))),
    ])
    expect(reserved.some(({ body }) => body.reserved === true)).toBe(true)
    const [held, sold] = [await seatsIn('held'), await seatsIn('sold')]
    expect(await seatsIn('kept')).toEqual([])
    expect(await pool()).toMatchObject({ held: held.length, sold: sold.length, kept: 0 })
    expect(await seatDifferences(shop().db)).toEqual([])
  })

  it('are refused if they are too few, another hall’s, or taken, and then nothing has changed', async () => {
    const { adult, idOf, send, seatsIn, pool } = await openHall(['A1', 'A2'])
    const elsewhere = await openHall()
    const codeOf = async (chosen: string, ...ids: number[]) =>
      (await send({ chosen, seats: ids.join('-'), total: 2200 })).body.code
    expect(await codeOf(`${adult}x2`, idOf('A1'))).toBe('unknown_seat')
    expect(await codeOf(`${adult}x1`, idOf('A1'), idOf('A2'))).toBe('unknown_seat')
    expect(await codeOf(`${adult}x2`, idOf('A1'), elsewhere.idOf('A2'))).toBe('unknown_seat')
    expect((await send({ chosen: `${adult}x2`, seats: `${idOf('A1')}-${idOf('A2')}`, total: 1 })).body.code).toBe(
      'counter_price_changed',
    )
    expect([await seatsIn('kept'), await pool()]).toMatchObject([['A1', 'A2'], { held: 0, sold: 0, kept: 2 }])
    expect(await codeOf(`${adult}x2`, idOf('B1'), idOf('B2'))).toBeUndefined()
    expect(await codeOf(`${adult}x2`, idOf('B2'), idOf('B3'))).toBe('seat_taken')
    expect(await seatsIn('sold')).toEqual(['B1', 'B2'])
  })

  it('have one owner each when counter and online buyers want the same ones at once', async () => {
    const { adult, idOf, send, seatsIn, pool } = await openHall(['A1', 'A2', 'A3'])
    const online = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = shop().browser()
        await browser.call('add_to_basket', { ticket_id: adult, quantity: 2, seats: ['A4', 'A5'] })
        return browser
      }),
    )
    const [atCounter, reserved] = await Promise.all([
      Promise.all(
        [...['A1', 'A1', 'A2', 'A3'].map((label) => [label]), ['A3', 'A4'], ['A4', 'A5']].map((labels) =>
          send({ chosen: `${adult}x${labels.length}`, seats: labels.map(idOf).join('-'), total: 1100 * labels.length }),
        ),
      ),
      Promise.all(online.map((browser) => browser.call('reserve_tickets'))),
    ])
    const sold = await seatsIn('sold')
    const held = await seatsIn('held')
    const pairs = reserved.filter(({ body }) => body.reserved === true).length
    expect([pairs * 2, held.length]).toEqual([held.length, pairs * 2])
    expect(new Set([...sold, ...held]).size).toBe(sold.length + held.length)
    expect(atCounter.filter(({ status }) => status >= 500)).toEqual([])
    const counted = await pool()
    expect(counted).toMatchObject({ sold: sold.length, held: held.length, kept: (await seatsIn('kept')).length })
    expect(sold).toEqual(expect.arrayContaining(['A1', 'A2', 'A3']))
    expect(await seatDifferences(shop().db)).toEqual([])
  })
})
