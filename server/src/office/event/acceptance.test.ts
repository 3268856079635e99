import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importText } from '../../catalogue/import/import.ts'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { saveSaleAddress } from '../../sale/address.ts'
import { currentSnapshot } from '../../sale/session/current.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { beginPayment } from '../../testing/fixtures/begin-payment.ts'
import { SELLER } from '../../testing/fixtures/catalogue.ts'
import { HOME, type SaleAt, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { raceOfPrograms } from '../../testing/processes/race.ts'
import { openShop } from '../../testing/shop.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { sentBy } from '../testing/full-organiser.ts'
import { createStaff, inSession } from '../testing/office.ts'

const HOUSE = (n: number) => ({
  format: 'foyer-catalogue-1',
  organisers: [{ slug: `class-house-${n}`, name: 'Class House', ...SELLER }],
  venues: [{ slug: `class-hall-${n}`, name: 'Hall', full_address: '1 High Street', town: 'Leeds' }],
})

describeOnBoth('editing an event on sale', (kind) => {
  let shop: Awaited<ReturnType<typeof openShop>>
  const vendor = scriptedProvider('stripe')
  beforeAll(async () => {
    shop = await openShop(kind, { providers: { stripe: vendor.provider } })
  })
  afterAll(() => shop.close())

  let made = 0
  /** An event of this catalogue, and a manager in the office. */
  async function importEvent(event: object, more: object = {}) {
    const n = ++made
    const slug = `class-${n}`
    const file = {
      ...HOUSE(n),
      events: [{ slug, organiser: `class-house-${n}`, venue: `class-hall-${n}`, title: 'Class', ...event }],
      ...more,
    }
    expect((await importText(shop.db, 'class.json', JSON.stringify(file), shop.clock.now())).refused).toEqual([])
    const { id, organiser_id } = await shop.db
      .selectFrom('events')
      .select(['id', 'organiser_id'])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    const { id: staffId, email } = await createStaff(shop, organiser_id, 'manager')
    const office = await inSession(shop, { staffId, email })
    const about = { organiser_id, event_id: id }
    const open = async (section: string) =>
      (await office.call('office_event_form', { ...about, section, row: 'all' }))
        .body as unknown as OfficeReply<'office_event_form'>
    const save = async (section: string, changed: Record<string, string>) => {
      const form = await open(section)
      const sent = sentBy(form)
      for (const name of Object.keys(changed)) expect(Object.keys(sent), 'a field of the form').toContain(name)
      return office.call('save_event', {
        ...about,
        section,
        version: form.version,
        base: form.base,
        end: '1',
        f: { ...sent, ...changed },
      })
    }
    const typeOf = async (name: string) =>
      (
        await shop.db
          .selectFrom('ticket_types')
          .select('id')
          .where('event_id', '=', id)
          .where('name', '=', name)
          .executeTakeFirstOrThrow()
      ).id
    return { eventId: id, office, about, open, save, typeOf }
  }

  it('creates a class on Tuesdays and Thursdays for twelve weeks over a clock change: 23 dates at 18:00, 20 shared places each', async () => {
    const { eventId, office, about } = await importEvent({
      timezone: 'Europe/London',
      dates: [{ key: 'first', starts: '2099-09-01T18:00' }],
      pools: [{ name: 'Room', capacity: 20 }],
      ticket_types: [
        { name: 'Adult', price: 8, pool: 'Room' },
        { name: 'Child', price: 4, pool: 'Room' },
      ],
    })
    const rule = { weekdays: [2, 4], from: '2099-09-03', until: '2099-11-20', starts: '18:00', ends: '' }
    const added = await office.call('add_dates', { ...about, ...rule, except: '2099-10-15' })
    expect(added.body).toMatchObject({ success: true })
    const dates = await shop.db
      .selectFrom('event_dates')
      .select(['id', 'starts_at'])
      .where('event_id', '=', eventId)
      .orderBy('starts_at')
      .execute()
    expect(dates).toHaveLength(23)
    const wallClock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' })
    expect([...new Set(dates.map(({ starts_at }) => wallClock.format(starts_at)))]).toEqual(['18:00'])
    expect(new Set(dates.map(({ starts_at }) => starts_at.getUTCHours()))).toEqual(new Set([17, 18]))

    const late = dates.at(-1)!.id
    const types = async (dateId: number) =>
      (
        await shop.db
          .selectFrom('ticket_types')
          .select('id')
          .where('date_id', '=', dateId)
          .where('event_id', '=', eventId)
          .orderBy('name')
          .execute()
      ).map(({ id }) => id)
    const ids = await types(late)
    expect(ids).toHaveLength(2)
    if (shop.databaseUrl) {
      expect(await raceOfPrograms(shop.databaseUrl, ids, 100)).toEqual({ sold: 20, soldOut: 380, other: 0 })
    } else {
      const browsers = []
      for (let n = 0; n < 40; n++) {
        const browser = shop.browser()
        await browser.call('add_to_basket', { ticket_id: ids[n % 2]!, quantity: 1 })
        browsers.push(browser)
      }
      const replies = await Promise.all(browsers.map((browser) => browser.call('reserve_tickets')))
      expect(replies.filter(({ body }) => body.reserved === true)).toHaveLength(20)
      expect(replies.filter(({ body }) => String(body.error).endsWith('has just sold out.'))).toHaveLength(20)
    }
    const pools = await shop.db
      .selectFrom('pools')
      .select(['event_date_id', 'capacity', 'held'])
      .where('event_id', '=', eventId)
      .execute()
    expect(pools).toHaveLength(23)
    for (const { event_date_id, capacity, held } of pools)
      expect({ capacity, held }).toEqual({ capacity: 20, held: event_date_id === late ? 20 : 0 })
  }, 300_000)

  it('during 12 holds and 3 bank payments: all 15 pay the price they saw, and nothing is refunded', async () => {
    const code = `HALF-${kind.toUpperCase()}`
    const n = made + 1
    const { open, save, typeOf } = await importEvent(
      {
        refund_protection_percent: 5,
        dates: [{ starts: '2099-07-01T19:00' }],
        ticket_types: [
          { name: 'Seat', price: 20, booking_fee: 1, capacity: 100, delivered_by_post: true, delivery_cost: 2.5 },
        ],
      },
      {
        discount_codes: [{ code, percent: 50, event: `class-${n}` }],
        offers: [
          {
            organiser: `class-house-${n}`,
            title: 'Two',
            kind: 'percent',
            min_qty: 2,
            percent: 10,
            event: `class-${n}`,
          },
        ],
      },
    )
    const ticketId = await typeOf('Seat')
    const { id: discountId } = await shop.db
      .selectFrom('discount_codes')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    const buyers: { sale: SaleAt; asked: number; payment?: Awaited<ReturnType<typeof beginPayment>> }[] = []
    for (let nth = 0; nth < 15; nth++) {
      const sale = await saleAt(shop.deps, 'payment', {
        ticketId,
        qty: 1 + (nth % 3),
        codes: nth % 2 === 0 ? [{ code, discountId }] : [],
      })
      await saveSaleAddress(shop.db, sale.saleId, 'delivery', HOME)
      if (nth % 4 < 2)
        await shop.db.updateTable('sales').set({ refund_protection: true }).where('id', '=', sale.saleId).execute()
      const asked = await shownTo(sale)
      const buyer = { sale, asked }
      if (nth < 12) buyers.push(buyer)
      else {
        const payment = await beginPayment(shop.deps, vendor, sale)
        payment.report({ status: 'processing' })
        await payment.settle()
        buyers.push({ ...buyer, payment })
      }
    }
    expect(new Set(buyers.map(({ asked }) => asked)).size, 'many different totals').toBeGreaterThan(6)

    const tickets = await open('tickets')
    const row = tickets.parts[0]!.rows.findIndex(({ was }) => was.startsWith('Seat'))
    const done = [
      await save('tickets', { [`ticket_types.${row}.price`]: '29', [`ticket_types.${row}.delivery_cost`]: '9' }),
      await save('selling', { refund_protection_percent: '12' }),
      await save('codes', { 'offers.0.percent': '35', 'discount_codes.0.percent': '5' }),
    ]
    expect(done.map(({ body }) => body.success)).toEqual([true, true, true])

    for (const { sale, asked, payment } of buyers) {
      expect(await shownTo(sale)).toBe(asked)
      const paid = await (payment ?? (await beginPayment(shop.deps, vendor, sale))).pay()
      expect(paid).toMatchObject({ outcome: 'fulfilled', amount_minor: asked })
    }
    const refunds = await shop.db.selectFrom('refunds').selectAll().execute()
    expect(refunds).toEqual([])
    expect(await ledgerDifferences(shop.db)).toEqual([])
    const later = await saleAt(shop.deps, 'payment', { ticketId })
    expect(await shownTo(later), 'the next buyer sees the new prices').toBe(2900 + 100 + 900)
  })

  /** The total that the buyer's page shows. */
  const shownTo = async (sale: SaleAt): Promise<number> => (await currentSnapshot(sale.ctx()))!.totals.totalMinor

  it('a capacity below sold and held is refused with both numbers; the lowest possible closes the sale', async () => {
    const { open, save, typeOf } = await importEvent({
      dates: [{ starts: '2099-07-01T19:00' }],
      ticket_types: [{ name: 'Seat', price: 20, capacity: 100 }],
    })
    const ticketId = await typeOf('Seat')
    for (let n = 0; n < 19; n++) {
      const sale = await saleAt(shop.deps, 'payment', { ticketId, qty: 3 })
      expect(await (await beginPayment(shop.deps, vendor, sale)).pay()).toMatchObject({ outcome: 'fulfilled' })
    }
    const held = [
      await saleAt(shop.deps, 'payment', { ticketId, qty: 3 }),
      await saleAt(shop.deps, 'payment', { ticketId, qty: 1 }),
    ]
    const tickets = await open('tickets')
    const row = tickets.parts[0]!.rows.findIndex(({ was }) => was.startsWith('Seat'))
    const field = `ticket_types.${row}.capacity`
    const refused = await save('tickets', { [field]: '50' })
    expect([refused.status, refused.body.problems]).toEqual([
      400,
      {
        [`f[${field}]`]: 'The capacity of "Seat" cannot become 50: 57 are sold, 4 reserved; the lowest possible is 61.',
      },
    ])
    expect((await save('tickets', { [field]: '61' })).body).toMatchObject({ success: true })
    const browser = shop.browser()
    const late = await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    expect(late.status === 200 ? (await browser.call('reserve_tickets')).body.reserved : false).not.toBe(true)
    for (const sale of held)
      expect(await (await beginPayment(shop.deps, vendor, sale)).pay()).toMatchObject({ outcome: 'fulfilled' })
    expect(await stockOf(shop.db, ticketId)).toEqual({ held: 0, sold: 61 })
  })
})
