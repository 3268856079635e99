import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { expect, it } from 'vitest'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent, type EventOptions } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'
import { createOrder } from '../testing/order.ts'

let forms = 0

describeOnBoth('complimentary tickets by email', (kind) => {
  const shop = useShop(kind)
  const inDays = (days: number) => new Date(shop().clock.now().getTime() + days * 86_400_000)

  async function createOrganiser(options: EventOptions = {}) {
    const event = await createEvent(shop().db, { startsAt: inDays(20), ...options })
    const { id: staffId, email } = await createStaff(shop(), event.organiserId, 'manager')
    const browser = await inSession(shop(), { staffId, email, provedAt: shop().clock.now() })
    const about = { organiser_id: event.organiserId }
    const give = (people: string, more: object = {}) =>
      browser.call('give_tickets', {
        ...about,
        form_key: `g${++forms}`,
        ticket_id: event.ticketId,
        people,
        reason: 'Press',
        ...more,
      })
    return { ...event, browser, about, give, staffId }
  }
  const ordersOf = (organiserId: number) =>
    shop()
      .db.selectFrom('orders')
      .selectAll()
      .where('sale_id', 'in', (of) =>
        of.selectFrom('order_lines').select('sale_id').where('organiser_id', '=', organiserId),
      )
      .orderBy('sale_id')
      .execute()
  const mailsTo = (email: string) =>
    shop().db.selectFrom('mails').select(['kind', 'subject']).where('recipient', '=', email).execute()
  const stockOf = (ticketId: number) =>
    shop().db.selectFrom('stock').select(['held', 'sold']).where('ticket_type_id', '=', ticketId).executeTakeFirst()

  it('creates a free order for each line of a list, in reports and log, and emails each once', async () => {
    const { organiserId, ticketId, browser, about, give } = await createOrganiser({
      tickets: [{ price_minor: 5000, booking_fee_minor: 250, capacity: 10 }],
    })
    const mark = `${kind}-${Date.now()}`
    const list = `Ada Lovelace, ada-${mark}@example.org\nGrace Hopper <grace-${mark}@example.org>\n`
    const done = await give(list, { quantity: 2 })
    expect(done).toMatchObject({ status: 200, body: { next: expect.stringContaining('given=2') } })
    expect(await ordersOf(organiserId)).toMatchObject([
      { channel: 'complimentary', name: 'Ada Lovelace', email: `ada-${mark}@example.org`, total_minor: 0 },
      { channel: 'complimentary', name: 'Grace Hopper', email: `grace-${mark}@example.org`, total_minor: 0 },
    ])
    expect(await stockOf(ticketId)).toEqual({ held: 0, sold: 4 })
    for (let i = 0; i < 3; i++) {
      shop().clock.advance(120)
      await shop().runJobs()
    }
    expect(await mailsTo(`ada-${mark}@example.org`)).toMatchObject([{ kind: 'wallet' }])
    const [order] = await ordersOf(organiserId)
    const shown = (await browser.call('office_order', { ...about, order_id: order!.sale_id }))
      .body as unknown as OfficeReply<'office_order'>
    expect(shown.notes.map(({ words }) => words)).toEqual(['Press'])
    expect(shown.lines[0]!.tickets.map(({ holder }) => holder)).toEqual(['Ada Lovelace', 'Ada Lovelace'])
    const money = (await browser.call('office_money', about)).body as unknown as OfficeReply<'office_money'>
    expect(money.complimentary.map(({ tickets }) => tickets)).toEqual([4])
    const log = await shop()
      .db.selectFrom('staff_log')
      .select(['action', 'after'])
      .where('organiser_id', '=', organiserId)
      .where('action', '=', 'give_tickets')
      .execute()
    expect(log).toMatchObject([{ after: { people: 2, tickets: 4, reason: 'Press' } }])
    expect(JSON.stringify(log), 'no personal data').not.toContain('@')
    expect(await ledgerDifferences(shop().db)).toEqual([])
  })

  it('acts once per form however often it is sent, and all or none when stock is short', async () => {
    const { organiserId, ticketId, give } = await createOrganiser({ tickets: [{ capacity: 5 }] })
    const people = Array.from({ length: 3 }, (_, i) => `p${i}-${kind}@example.org`).join('\n')
    const answers = await Promise.all(Array.from({ length: 20 }, () => give(people, { form_key: 'same' })))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.next}`)).size).toBe(1)
    expect(await stockOf(ticketId)).toEqual({ held: 0, sold: 3 })
    const refused = await give(people)
    expect(['few_left', 'counter_refused']).toContain(refused.body.code)
    expect(await stockOf(ticketId)).toEqual({ held: 0, sold: 3 })
    expect(await ordersOf(organiserId)).toHaveLength(3)
    expect((await give('a@example.org\nb@example.org')).status).toBe(200)
    expect((await give('c@example.org')).body.code).toBe('sold_out')
  })

  it('assigns the best seats, also of staff-only types, before the sale opens and above the customer maximum', async () => {
    const { ticketId, browser, about, give } = await createOrganiser({
      on_sale_from: inDays(5),
      tickets: [{ visibility: 'staff', seats: ['A1', 'A2', 'A3'], max_can_reserve: 2 }],
    })
    const look = (await browser.call('office_give', about)).body as unknown as OfficeReply<'office_give'>
    expect(look).toMatchObject({ types: [{ ticket_id: ticketId, left: 3 }], given: null })
    expect((await give('vip@example.org', { quantity: 2 })).status).toBe(200)
    expect((await give('vip@example.org')).status).toBe(200)
    shop().clock.advance(120)
    await shop().runJobs()
    const seats = await shop()
      .db.selectFrom('tickets')
      .innerJoin('seats', 'seats.id', 'tickets.seat_id')
      .select('seats.label')
      .where('tickets.ticket_type_id', '=', ticketId)
      .execute()
    expect(seats.map(({ label }) => label).sort()).toEqual(['A1', 'A2', 'A3'])
  })

  it('refuses invalid lists, other organisers’ types, events without access, and an old confirmation', async () => {
    const { browser, give, organiserId, eventId } = await createOrganiser()
    const codes = async (people: string, more: object = {}) => (await give(people, more)).body.code
    expect(await codes('')).toBe('give_nobody')
    expect(await codes('a@example.org\nnobody')).toBe('give_line_wrong')
    expect(await codes(Array.from({ length: 101 }, (_, i) => `p${i}@example.org`).join('\n'))).toBe('give_too_many')
    expect(await codes('a@example.org', { reason: ' ' })).toBe('counter_note_missing')
    expect(await codes('a@example.org', { quantity: 0 })).toBe('bad_quantity')
    const other = await createEvent(shop().db, { startsAt: inDays(20) })
    expect(await codes('a@example.org', { ticket_id: other.ticketId })).toBe('not_found')
    const hidden = await createEvent(shop().db, { startsAt: inDays(20), organiser_id: organiserId })
    const limited = await createStaff(shop(), organiserId, 'box_office', [eventId])
    const seller = await inSession(shop(), { staffId: limited.id, email: limited.email, provedAt: shop().clock.now() })
    const body = { organiser_id: organiserId, people: 'a@example.org', reason: 'Press' }
    const sent = await seller.call('give_tickets', { ...body, form_key: 'l', ticket_id: hidden.ticketId })
    expect(sent.body.code).toBe('not_found')
    expect((await seller.call('office_give', { organiser_id: organiserId, date_id: hidden.dateId })).status).toBe(404)
    shop().clock.advance(11 * 60)
    expect(await codes('a@example.org')).toBe('proof_too_old')
    expect((await browser.call('office_give', { organiser_id: organiserId })).status).toBe(200)
    expect(await ordersOf(organiserId)).toEqual([])
  })

  // This is the last test, because its order has no ledger.
  it('is filled in with the buyer and date of an order; other organisers can’t see the order', async () => {
    const { organiserId, eventId, dateId, ticketId, browser, about } = await createOrganiser()
    await createEvent(shop().db, { organiser_id: organiserId, startsAt: inDays(2) })
    const now = shop().clock.now()
    const { orderId } = await createOrder(shop().db, {
      organiserId,
      now,
      name: 'Ada Lovelace',
      email: 'ada@example.org',
    })
    const ofEvent = { event_id: eventId, date_id: dateId, ticket_type_id: ticketId }
    await shop().db.updateTable('order_lines').set(ofEvent).where('sale_id', '=', orderId).execute()
    expect((await browser.call('office_give', { ...about, order_id: orderId })).body).toMatchObject({
      people: 'Ada Lovelace, ada@example.org',
      date_id: dateId,
      order_id: orderId,
    })
    expect((await browser.call('office_give', about)).body).toMatchObject({ people: '', order_id: null })
    const other = await createOrganiser()
    const theirs = await other.browser.call('office_give', { ...other.about, order_id: orderId })
    expect(theirs.status).toBe(404)
  })
})
