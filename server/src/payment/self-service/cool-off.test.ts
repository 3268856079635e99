import { expect, it } from 'vitest'
import { policyWithCoolOff } from '../../catalogue/read/cool-off.ts'
import { getCheckout } from '../../checkout/get.ts'
import { withLanguage } from '../../language.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { startPayment } from '../../testing/fixtures/begin-payment.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { issueVoucher } from '../../testing/fixtures/voucher.ts'
import { useShop } from '../../testing/shop.ts'
import { checkAtDoor } from '../../tickets/door/door.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { bought, pay, vendor } from '../refund/bought.testing.ts'
import { yourTicketsPage } from './page.ts'
import { returnTickets } from './return.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describeOnBoth('the cool-off', (kind) => {
  const shop = useShop(kind, { providers: { stripe: vendor.provider } })

  /** An event in so many days, at £10.00 with a booking fee of £1.00. */
  const eventIn = async (days: number, allowed: object, type: object = {}) => {
    const startsAt = new Date(shop().clock.now().getTime() + days * DAY)
    const made = await createEvent(shop().db, {
      startsAt,
      tickets: [{ price_minor: 1000, booking_fee_minor: 100, capacity: 50, ...type }],
    })
    await shop().db.updateTable('events').set(allowed).where('id', '=', made.eventId).execute()
    return { ...made, startsAt }
  }
  const buy = (ticketId: number, qty = 1) => bought(shop().deps, { ticketId, qty })
  const payAndDeliver = async (sale: SaleAt) => {
    await pay(shop().deps, sale)
    shop().clock.advance(30)
    await shop().runJobs()
  }
  const paidAt = async (sale: SaleAt) => (await sale.read()).paid_at!
  const idsOf = async (sale: SaleAt) =>
    shop().db.selectFrom('tickets').selectAll().where('sale_id', '=', sale.saleId).orderBy('id').execute()
  const shown = async (sale: SaleAt) =>
    (await yourTicketsPage(shop().deps, sale.ctx().session, sale.reference))!.tickets[0]?.returns ?? null
  const returns = async (
    sale: SaleAt,
    amount: string,
    { ids, voucher = '' }: { ids?: number[]; voucher?: string } = {},
  ) =>
    returnTickets(
      {
        reference: sale.reference,
        ticket_ids: ids ?? [(await idsOf(sale))[0]!.id],
        amount,
        voucher,
        places: [],
        less_to_pay: '',
      },
      sale.ctx(),
    )
  /** Moves the clock there; clocks only go forward. */
  const until = (at: number) => shop().clock.advance((at - shop().clock.now().getTime()) / 1000)

  it('ends so many hours after paying, to the second, and gives the price back without the fee', async () => {
    const { ticketId } = await eventIn(60, { cool_off_hours: 72 })
    const [sale, late] = [await buy(ticketId, 2), await buy(ticketId)]
    expect(await shown(sale)).toMatchObject({ amount: '£10.00', kept: '£1.00' })
    expect(await returns(sale, '£11.00')).toMatchObject({ code: 'return_changed' })
    until((await paidAt(sale)).getTime() + 72 * HOUR - 1000)
    expect(await returns(sale, '£10.00')).toEqual({ success: true, amount: '£10.00' })
    expect(await returns(sale, '£10.00'), 'the same press again').toMatchObject({ code: 'not_returnable' })
    until((await paidAt(late)).getTime() + 72 * HOUR)
    expect(await shown(late)).toBeNull()
    expect(await returns(late, '£10.00')).toMatchObject({ code: 'not_returnable' })
    await shop().runJobs()
    expect((await sale.refunds()).map(({ amount_minor, status }) => [amount_minor, status])).toEqual([
      [1000, 'succeeded'],
    ])
    // The fee stays the fee’s.
    const [line] = await shop()
      .db.selectFrom('order_lines')
      .select(['refunded_net_minor', 'refunded_fee_minor', 'refunded_qty'])
      .where('sale_id', '=', sale.saleId)
      .execute()
    expect(line).toEqual({ refunded_net_minor: 1000, refunded_fee_minor: 0, refunded_qty: 1 })
    expect(await stockOf(shop().db, ticketId)).toEqual({ held: 0, sold: 2 })
    expect(await ledgerDifferences(shop().db)).toEqual([])
    const [event] = await shop()
      .db.selectFrom('sale_events')
      .select('facts')
      .where('sale_id', '=', sale.saleId)
      .where('kind', '=', 'returned_by_buyer')
      .execute()
    expect(event!.facts).toMatchObject({ in_cool_off: 1, kept_minor: 100 })
  })

  it('ends seven days before the start, to the second, however long it is', async () => {
    const { ticketId, startsAt } = await eventIn(10, { cool_off_hours: 672 })
    const sale = await buy(ticketId, 2)
    const [first, second] = await idsOf(sale)
    until(startsAt.getTime() - 7 * DAY - 1000)
    expect(await returns(sale, '£10.00', { ids: [first!.id] })).toMatchObject({ success: true })
    until(startsAt.getTime() - 7 * DAY)
    expect(await returns(sale, '£10.00', { ids: [second!.id] })).toMatchObject({ code: 'not_returnable' })
  })

  it('is what the order was promised, whatever the organiser sets later', async () => {
    const { db } = shop()
    const { ticketId, eventId } = await eventIn(60, { buyers_changes: 3 })
    const set = (cool_off_hours: number | null) =>
      db.updateTable('events').set({ cool_off_hours }).where('id', '=', eventId).execute()
    const before = await buy(ticketId)
    await set(96)
    const sale = await buy(ticketId)
    await set(null)
    expect(await shown(before)).toBeNull()
    expect(await shown(sale)).not.toBeNull()
    until((await paidAt(sale)).getTime() + 96 * HOUR - 1000)
    expect(await returns(sale, '£10.00')).toMatchObject({ success: true })
  })

  it('is not for tickets that are non-refundable, used or on their way to someone else', async () => {
    const { db, clock } = shop()
    const strict = await buy((await eventIn(60, { cool_off_hours: 72 }, { non_refundable: true })).ticketId)
    expect(await returns(strict, '£10.00')).toMatchObject({ code: 'not_returnable' })
    const { ticketId } = await eventIn(60, { cool_off_hours: 72 })
    const [used, sent] = [await buy(ticketId), await buy(ticketId)]
    await db.updateTable('tickets').set({ admitted_at: clock.now() }).where('sale_id', '=', used.saleId).execute()
    const [ticket] = await idsOf(sent)
    const { id } = await db
      .insertInto('transfers')
      .values({
        sale_id: sent.saleId,
        ticket_type_id: ticketId,
        qty: 1,
        name: 'Bob',
        email: 'bob@example.org',
        status: 'sent',
        deliver_at: clock.now(),
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('transfer_tickets').values({ transfer_id: id, ticket_id: ticket!.id }).execute()
    for (const sale of [used, sent]) expect(await returns(sale, '£10.00')).toMatchObject({ code: 'not_returnable' })
  })

  it('takes what is better for the buyer where the organiser’s own rules allow a return too', async () => {
    const rules = { cool_off_hours: 72, buyers_refund_hours: 1 }
    const half = await buy((await eventIn(60, { ...rules, buyers_refund_keep_bp: 5000 })).ticketId)
    expect(await shown(half)).toMatchObject({ amount: '£10.00', kept: '£1.00' })
    const all = await buy((await eventIn(60, rules)).ticketId)
    expect(await shown(all)).toMatchObject({ amount: '£11.00', kept: '' })
    until((await paidAt(half)).getTime() + 72 * HOUR)
    expect(await shown(half), 'only the rules are left').toMatchObject({ amount: '£5.50' })
  })

  it('gives a gift voucher its part first', async () => {
    const { db, deps, clock } = shop()
    const { ticketId, organiserId } = await eventIn(60, { cool_off_hours: 72 })
    const code = `GV-COOL-${kind.toUpperCase()}`
    const { voucherId } = await issueVoucher(db, { organiserId, code, value: 400, now: clock.now() })
    const sale = await bought(deps, { ticketId, codes: [{ voucherId, code }] })
    // £7.00 by card and £4.00 by voucher, less £1.00 of money.
    expect(await shown(sale)).toMatchObject({ amount: '£6.00', voucher: '£4.00', kept: '£1.00' })
    expect(await returns(sale, '£6.00', { voucher: '£4.00' })).toMatchObject({ success: true })
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('frees the customer’s maximum for what was returned, and for no more', async () => {
    const { db, deps, clock } = shop()
    const { ticketId } = await eventIn(60, { cool_off_hours: 72 }, { max_can_reserve: 2 })
    const guest = { email: `max-cool-${kind}@example.org`, name: 'Ada Lovelace' }
    const waits = (qty: number) => saleAt(deps, 'payment', { ticketId, qty, guest })
    const starts = async (sale: SaleAt) => {
      const started = await startPayment(sale)
      return started.ok ? 'starts' : started.code
    }
    const first = await bought(deps, { ticketId, qty: 2, guest })
    const [one, both] = [await waits(1), await waits(2)]
    expect([await starts(one), await starts(both)]).toEqual(['over_limit', 'over_limit'])
    expect(await returns(first, '£10.00')).toMatchObject({ success: true })
    expect([await starts(both), await starts(one)]).toEqual(['over_limit', 'starts'])
    await pay(deps, one)
    // At the maximum again: the one that was kept, and the new one.
    expect(await starts(await waits(1))).toBe('over_limit')
    const held = await db
      .selectFrom('tickets')
      .innerJoin('sales', 'sales.id', 'tickets.sale_id')
      .select('tickets.id')
      .where('sales.guest_email', '=', guest.email)
      .where('tickets.status', '=', 'valid')
      .execute()
    clock.advance(60)
    await shop().runJobs()
    expect(held.length).toBeLessThanOrEqual(2)
    // The same ticket again frees nothing more.
    const used = await idsOf(first)
    expect(await returns(first, '£10.00', { ids: [used[0]!.id] })).toMatchObject({ code: 'not_returnable' })
    expect(await starts(await waits(1))).toBe('over_limit')
  })

  it('is said in the email that confirms the order, as it was promised, in the buyer’s language', async () => {
    const { db, deps } = shop()
    const words = async (sale: SaleAt) => {
      const [mail] = (await sale.mails()).filter((mail) => mail.kind === 'wallet')
      return mail!.body_text.replaceAll(/\s+/g, ' ')
    }
    const { ticketId, eventId } = await eventIn(60, { cool_off_hours: 72 })
    const promised = 'Changed your mind? You can return these tickets yourself within 3 days of paying, until '
    const sale = await saleAt(deps, 'payment', { ticketId, qty: 2 })
    await db.updateTable('events').set({ cool_off_hours: null }).where('id', '=', eventId).execute()
    await payAndDeliver(sale)
    const text = await words(sale)
    expect(text.split(promised)).toHaveLength(2)
    expect(text).toContain('at the latest. You get back what you paid for them, without the booking fee of £1.00 each.')
    // What is promised later is promised to later orders.
    expect(await words(await buy(ticketId))).not.toContain('Changed your mind?')

    await db.updateTable('events').set({ cool_off_hours: 96 }).where('id', '=', eventId).execute()
    const french = await saleAt(deps, 'payment', { ticketId })
    await db.updateTable('sales').set({ language: 'fr' }).where('id', '=', french.saleId).execute()
    await payAndDeliver(french)
    expect(await words(french)).toContain(
      'Vous pouvez rendre ces billets vous-même dans les 4 jours qui suivent le paiement',
    )
    const strict = await buy((await eventIn(60, { cool_off_hours: 72 }, { non_refundable: true })).ticketId)
    expect(await words(strict)).not.toContain('Changed your mind?')
  })

  it('is shown for the refundable tickets of an event only, also while the basket is held', async () => {
    const { db, deps } = shop()
    const { ticketId, eventId } = await eventIn(60, { cool_off_hours: 72 })
    const sale = await saleAt(deps, 'payment', { ticketId })
    const told = async () =>
      (await getCheckout(deps, sale.ctx().session, shop().clock.now())).tickets[0]!.refund_policy?.description ?? ''
    expect(await told()).toContain('within 3 days of paying')
    // As another type of the same event, for which the terms of the hold have no cool-off.
    await db.updateTable('ticket_types').set({ non_refundable: true }).where('event_id', '=', eventId).execute()
    expect(await told()).not.toContain('within 3 days of paying')
  })

  it('returns a ticket or admits it, never both', async () => {
    const { ticketId } = await eventIn(60, { cool_off_hours: 72 })
    const sale = await buy(ticketId, 12)
    for (const { id, code } of await idsOf(sale)) {
      const [returned, admitted] = await Promise.all([
        returns(sale, '£10.00', { ids: [id] }),
        checkAtDoor(shop().deps, code, 'Door'),
      ])
      expect(['success' in returned, admitted.outcome === 'admitted'].filter(Boolean)).toHaveLength(1)
    }
    expect(await ledgerDifferences(shop().db)).toEqual([])
  })
})

it('says exactly, before anything is paid, for how long, until when at the latest, and what is kept', () => {
  const held = { timezone: 'Europe/London', online: false, postponed: false }
  const sold = {
    coolOffHours: 72,
    startsAt: new Date('2026-12-18T19:30:00Z'),
    held,
    bookingFeeMinor: 110,
    currency: 'GBP',
  } as const
  const own = { title: 'Our policy', text: 'None', description: '<p>None.</p>' }
  const early = new Date('2026-12-01T12:00:00Z')
  const words = (more: object = {}) => policyWithCoolOff(null, { ...sold, ...more }, early)!.description
  expect(policyWithCoolOff(own, sold, early)).toEqual({ ...own, description: `${words()}<p>None.</p>` })
  expect(words()).toBe(
    '<p>Changed your mind? You can return these tickets yourself within 3 days of paying, until Fri 11 Dec 2026, 7:30pm at the latest. You get back what you paid for them, without the booking fee of £1.10 each. That’s for tickets that haven’t been used or sent to someone else. Refund protection, postage and donations aren’t refunded.</p>',
  )
  expect(words({ coolOffHours: 100, bookingFeeMinor: 0 })).toContain('within 100 hours of paying')
  expect(words({ bookingFeeMinor: 0 })).toContain('You get back what you paid for them. That’s')
  expect(withLanguage('fr', words)).toContain('dans les 3\u00a0jours qui suivent le paiement, jusqu’au ')
  // From the last week on, nobody is promised anything.
  const last = new Date('2026-12-11T19:30:00Z')
  expect(policyWithCoolOff(null, sold, new Date(last.getTime() - 1000))).not.toBeNull()
  expect(policyWithCoolOff(own, sold, last)).toBe(own)
  expect(policyWithCoolOff(null, { ...sold, coolOffHours: null }, early)).toBeNull()
})
