import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import type { EventOptions } from '../../testing/fixtures/catalogue.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { addCardReader, openCounter } from '../testing/counter.ts'
import { simulatedReader } from '../testing/simulated-reader.ts'

describe('a night at the counter', () => {
  let shop: ShopWithVendors
  beforeAll(async () => {
    shop = await openShopWithVendors('postgres')
  })
  afterAll(() => shop.close())

  const openNight = async (options: EventOptions) => {
    const counter = await openCounter(shop, { role: 'manager', ...options })
    await counter.openShift('100')
    return counter
  }
  async function addOnlineBuyer(ticket: number) {
    const buyer = shop.browser()
    await buyer.call('add_to_basket', { ticket_id: ticket, quantity: 1 })
    return async () => (await buyer.call('reserve_tickets')).body.reserved === true
  }

  it('20 walk-ins, 2 complimentary, 1 void, a declined card, online buyers meanwhile, and £2 missing', async () => {
    const { ticketIds, poolIds, organiserId, browser, about, sell, closeShift } = await openNight({
      pools: [{ capacity: 60 }],
      tickets: [
        { pool: 0, price_minor: 1000, booking_fee_minor: 0 },
        { pool: 0, price_minor: 550, booking_fee_minor: 0 },
      ],
    })
    const [adult, child] = ticketIds as [number, number]
    const online = await Promise.all(Array.from({ length: 8 }, () => addOnlineBuyer(adult)))
    const [orders, reserved] = await Promise.all([
      (async () => {
        const made: number[] = []
        for (let i = 0; i < 20; i++)
          made.push(
            i % 2 === 0
              ? await sell(`${adult}x1`, 1000, { given: '20' })
              : await sell(`${adult}x1-${child}x1`, 1550, { given: '20' }),
          )
        return made
      })(),
      Promise.all(online.map((reserve) => reserve())),
    ])
    expect(reserved).toEqual(online.map(() => true))
    for (const note of ['The caretaker', 'The press']) await sell(`${child}x1`, 550, { how: 'free', note })
    expect((await browser.call('void_sale', { ...about, order_id: orders[1] })).status).toBe(200)
    const { device, presentCard } = await simulatedReader({ url: shop.url, secretKey: 'sk_test_secret_of_the_shop' })
    const reader_id = await addCardReader(shop, organiserId, device)
    const begun = await browser.call('reader_sale', { ...about, chosen: `${adult}x2`, total: 2000, reader_id })
    const sale_id = Number(new URLSearchParams(String(begun.body.next).split('?')[1]).get('sale_id'))
    await presentCard('4000000000000002')
    expect((await browser.call('office_reader', { ...about, sale_id })).body.state).toBe('declined')
    await browser.call('retry_reader', { ...about, sale_id })
    await presentCard()
    expect((await browser.call('office_reader', { ...about, sale_id })).body.state).toBe('paid')

    // 10 × £10.00, 10 × £15.50, one of which was voided, and £100.00 at the start.
    const z = await closeShift('337.50')
    expect(z).toMatchObject({ expected: '£339.50', counted: '£337.50', difference: '−£2.00' })
    expect(z.taken).toEqual([
      { how: 'cash', sales: 20, tickets: 30, taken: '£255.00', back: '−£15.50' },
      { how: 'free', sales: 2, tickets: 2, taken: '£0.00', back: '' },
      { how: 'reader', sales: 1, tickets: 2, taken: '£20.00', back: '' },
    ])
    const pool = await shop.db.selectFrom('pools').selectAll().where('id', '=', poolIds[0]!).executeTakeFirst()
    expect(pool).toMatchObject({ held: 8, sold: 30 - 2 + 2 + 2 })
    await shop.pass(60)
    const mails = await shop.db
      .selectFrom('mails')
      .innerJoin('counter_sales', 'counter_sales.sale_id', 'mails.sale_id')
      .select('mails.id')
      .execute()
    expect(mails).toEqual([])
    const { body } = await browser.call('office_money', { ...about, by: 'channel' })
    const [books] = (body as unknown as OfficeReply<'office_money'>).currencies
    expect(books!.rows).toHaveLength(1)
    expect([books!.rows[0]!.label, books!.rows[0]!.cells.at(-1)]).toEqual(['Counter', '£259.50'])
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('sells or holds the last place once, with fifty attempts at the counter and online', async () => {
    const { ticketIds, poolIds, browser, about } = await openNight({
      pools: [{ capacity: 1 }],
      tickets: [{ pool: 0 }, { pool: 0 }],
    })
    const online = await Promise.all(Array.from({ length: 25 }, () => addOnlineBuyer(ticketIds[0]!)))
    const form = { ...about, chosen: `${ticketIds[1]}x1`, total: 1100 }
    const won = await Promise.all([
      ...online.map((reserve) => reserve()),
      ...online.map(async () => (await browser.call('counter_sale', form)).status === 200),
    ])
    expect(won.filter(Boolean)).toHaveLength(1)
    const pool = await shop.db.selectFrom('pools').selectAll().where('id', '=', poolIds[0]!).executeTakeFirstOrThrow()
    expect(pool.held + pool.sold).toBe(1)
  })

  it.each([1, 2, 3])('the shift report matches the ledger after random actions (%i)', async (seed) => {
    let state = seed * 7919
    const chance = (of: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * of)
    }
    const { ticketId, about, browser, sell, closeShift } = await openNight({
      tickets: [{ price_minor: 735, booking_fee_minor: 40, capacity: 500 }],
    })
    const standing: number[] = []
    for (let step = 0; step < 25; step++) {
      const qty = 1 + chance(4)
      const act = chance(6)
      if (act < 4) {
        const how = ['cash', 'cash', 'other', 'free'][act]!
        standing.push(await sell(`${ticketId}x${qty}`, 775 * qty, { how, note: 'Why' }))
      } else if (standing.length > 0) {
        const [order_id] = standing.splice(chance(standing.length), 1)
        if (act === 4) await browser.call('void_sale', { ...about, order_id })
        else await browser.call('refund_order', { ...about, order_id, what: 'amount', amount: '1.25' })
      }
    }
    const { rows } = await sql<{ minor: number; all: number }>`
      select coalesce(sum(entry.amount_minor) filter (where entry.account in ('captured', 'refunded')
          and payment.provider = 'cash'), 0)::bigint as minor, coalesce(sum(entry.amount_minor), 0)::bigint as all
      from ledger_entries entry left join payments payment on payment.id = entry.payment_id
      where entry.organiser_id = ${about.organiser_id}`.execute(shop.db)
    expect(Number(rows[0]!.all)).toBe(0)
    const z = await closeShift('0')
    const expected = Number(z.expected.replace(/[£,]/g, ''))
    expect(Math.round(expected * 100)).toBe(10_000 + Number(rows[0]!.minor))
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })
})
