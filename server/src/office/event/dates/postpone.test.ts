import { expect, it } from 'vitest'
import { readEvents } from '../../../api/events.ts'
import { WORKERS } from '../../../background.ts'
import { inTx } from '../../../db/transaction/tx.ts'
import { runDueJobs } from '../../../jobs/jobs.ts'
import { endCancelledEvents } from '../../../payment/cancel/event.ts'
import { orderQuery } from '../../../payment/order/write.ts'
import { lockSale } from '../../../sale/sale.ts'
import { describeOnBoth } from '../../../testing/database/databases.ts'
import { putInBasket, reserve, saleIdOf } from '../../../testing/fixtures/buyers.ts'
import { createBuyerWithTickets } from '../../../testing/fixtures/paid-buyer.ts'
import { withPages } from '../../../testing/pages.ts'
import { pdfText } from '../../../testing/pdf-text.ts'
import { type TestShop, useShop } from '../../../testing/shop.ts'
import { deliverWallet } from '../../../tickets/delivery/deliver.ts'
import { checkAtDoor } from '../../../tickets/door/door.ts'
import { mailMovedDates } from '../../../tickets/moved/mail.ts'
import { remindOfEvents } from '../../../tickets/reminder/remind.ts'
import { offerPlaces } from '../../../waiting-list/offer.ts'
import { createStaff, inSession, logOf } from '../../testing/office.ts'

const STARTS = new Date('2026-09-01T18:00:00Z')
const WORDS = 'Postponed from Tue 1 Sep, new date to follow'
const LONG_WORDS = 'Postponed from Tue 1 Sep 2026, new date to follow'

let nights = 0

/** A buyer with two tickets of an event's only date, and what its office does with the date. */
async function givenNight(shop: TestShop) {
  shop.clock.set('2026-08-15T12:00:00Z')
  // Pages show the catalogue up to a second old.
  shop.clock.advance(100 * ++nights)
  const buyer = await createBuyerWithTickets(shop, { startsAt: STARTS, reminder_days: 1, waiting_list: true, qty: 2 })
  const { db, clock } = shop
  await inTx(db, async (tx) => {
    const sale = await lockSale(tx, buyer.saleId)
    await orderQuery({ sale, totalMinor: 2200, paidAt: clock.now() }).execute(tx)
  })
  const staff = await createStaff(shop, buyer.organiserId, 'manager')
  const office = await inSession(shop, { staffId: staff.id, email: staff.email })
  const about = { organiser_id: buyer.organiserId, event_id: buyer.eventId, date_id: buyer.dateId }
  const change = (more: object) => office.call('move_date', { ...about, tell: '1', ...more })
  const postpone = async (more: object = {}) => {
    expect(await change({ postpone: '1', ...more })).toMatchObject({ status: 200 })
    shop.clock.advance(10)
  }
  const mails = async () => {
    await mailMovedDates(shop.deps)
    return shop.db
      .selectFrom('mails')
      .select(['subject', 'body_text'])
      .where('kind', '=', 'date_moved')
      .where('recipient', '=', buyer.email)
      .orderBy('id')
      .execute()
  }
  const date = () =>
    shop.db.selectFrom('event_dates').selectAll().where('id', '=', buyer.dateId).executeTakeFirstOrThrow()
  return { ...buyer, staffId: staff.id, office, about, change, postpone, mails, date }
}

describeOnBoth('postponing a date', (kind) => {
  const shop = useShop(kind)

  it('is reviewed first, tells each holder once, and is ended by a new day, which they are told too', async () => {
    const night = await givenNight(shop())
    const review = await night.office.call('office_move', { ...night.about, postpone: '1', step: 2 })
    expect(review.body).toMatchObject({
      step: 2,
      people: 1,
      tickets: 2,
      moves: [{ was: 'Tue 1 Sep 2026, 7:00pm', will: 'postponed, with its new day to follow' }],
    })
    await night.postpone({ words: 'The hall is flooded.', refund_until: '2026-08-20' })
    expect(await night.date()).toMatchObject({ status: 'postponed', starts_at: STARTS, moves: 1 })
    expect(await night.change({ postpone: '1' }), 'it is postponed already').toMatchObject({
      body: { code: 'dates_refused' },
    })
    await night.mails()
    const told = await night.mails()
    expect(told).toHaveLength(1)
    expect(told[0]!.subject).toMatch(/is postponed$/)
    for (const part of [
      'Tue 1 Sep 2026, 7:00pm is postponed',
      'stay valid for the new date',
      'The hall is flooded.',
      'until Thu 20 Aug 2026',
    ])
      expect(told[0]!.body_text).toContain(part)

    await night.change({ day: '2026-10-28', starts: '19:30' })
    expect(await night.date()).toMatchObject({ status: 'published', starts_at: new Date('2026-10-28T19:30:00Z') })
    const both = await night.mails()
    expect(both).toHaveLength(2)
    expect(both[1]!.body_text).toContain('from Tue 1 Sep 2026, 7:00pm to Wed 28 Oct 2026, 7:30pm')
    expect((await logOf(shop(), night.staffId)).filter(({ action }) => action === 'move_date')).toHaveLength(2)
  })

  it('may take place at its old time after all, and holders are told', async () => {
    const night = await givenNight(shop())
    await night.postpone()
    await night.mails()
    expect(await night.change({ day: '2026-09-01', starts: '19:00' })).toMatchObject({ status: 200 })
    expect(await night.date()).toMatchObject({ status: 'published', starts_at: STARTS })
    expect((await night.mails()).map(({ subject }) => subject.replace(/^.* (?=has|is)/, ''))).toEqual([
      'is postponed',
      'has a new date',
    ])
  })

  it('is said among the days ahead on Home', async () => {
    const night = await givenNight(shop())
    await night.postpone()
    shop().clock.set('2026-08-31T12:00:00Z')
    const office = await inSession(shop(), { staffId: night.staffId, email: 'manager@example.org' })
    const { body } = await office.call('office_home', { organiser_id: night.about.organiser_id })
    expect(body).toMatchObject({ dates: [{ nice_date: LONG_WORDS }] })
  })

  it('stops the sale and ends holds, whose buyers are told why; what is paid stays sold', async () => {
    const night = await givenNight(shop())
    const { deps, db } = shop()
    const other = shop().browser()
    await putInBasket(other, night.ticketId)
    await reserve(other)
    await night.postpone()
    await endCancelledEvents(deps)
    await runDueJobs(deps, WORKERS, 200)
    const basket = await other.checkout()
    const held = await db
      .selectFrom('holds')
      .select('qty')
      .where('sale_id', '=', await saleIdOf(shop(), other))
      .execute()
    expect(held).toEqual([])
    expect(JSON.stringify(basket)).toContain('has been postponed')
    expect(basket.tickets[0]!.nice_date).toBe(WORDS)
    expect(await shop().browser().call('add_to_basket', { ticket_id: night.ticketId, quantity: 1 })).not.toMatchObject({
      status: 200,
    })
    expect(await db.selectFrom('refunds').select('id').where('sale_id', '=', night.saleId).execute()).toEqual([])
    const valid = await db.selectFrom('tickets').select('status').where('sale_id', '=', night.saleId).execute()
    expect(valid).toEqual([{ status: 'valid' }, { status: 'valid' }])
    expect(await offerPlaces(deps)).toBe(0)
  })

  it('is what every page and paper of a buyer says, instead of the old time', async () => {
    const night = await givenNight(shop())
    const { deps, db, clock } = shop()
    await night.postpone()
    // The old day has gone by: a postponed date isn't over.
    clock.set('2026-09-03T12:00:00Z')
    const pages = await withPages(shop())
    const own = pages.browser(night.browser)
    const page = JSON.parse((await own.get(`/events/${night.slug}/`)).body)
    expect(page.data.event).toMatchObject({ postponed: true, cancelled: false, nice_date: LONG_WORDS })
    expect(page.data.dates).toMatchObject([
      { postponed: true, past: false, nice_date: LONG_WORDS, nice_doors: null, tickets: [] },
    ])
    expect(page.head.jsonLd).toMatchObject([{ eventStatus: 'https://schema.org/EventPostponed' }])
    const list = await pages.data(own, 'events', '/all-events/')
    expect(list!.events.find(({ slug }) => slug === night.slug)).toMatchObject({
      postponed: true,
      nice_date: LONG_WORDS,
    })
    const wallet = await pages.data(own, 'wallet', '/account/wallet/')
    const [ticket] = wallet!.tickets
    expect(ticket).toMatchObject({ postponed: true, past: false, status: 'valid', nice_date: LONG_WORDS })
    const { rawPayload } = await own.get(`/account/wallet/tickets/${ticket!.id}.pdf`)
    expect(pdfText(rawPayload).replace(/\s+/g, ' ')).toContain(LONG_WORDS)
    const file = (await own.get(`/account/wallet/tickets/${ticket!.id}.ics`)).body
    for (const line of ['STATUS:TENTATIVE', 'SUMMARY:Postponed: ', 'SEQUENCE:1', 'DTSTART;VALUE=DATE:20260901'])
      expect(file).toContain(line)
    await deliverWallet(deps, night.saleId)
    const mail = await db
      .selectFrom('mails')
      .select('body_text')
      .where('recipient', '=', night.email)
      .where('kind', '=', 'wallet')
      .executeTakeFirstOrThrow()
    expect(mail.body_text).toContain(LONG_WORDS)
    expect(mail.body_text).not.toContain('7:00pm')
    const grant = { organiserId: night.organiserId, eventIds: null, role: null }
    const [shown] = await readEvents(db, { grant, now: shop().clock.now() }, 'https://shop.example', {
      only: night.eventId,
    })
    expect(shown!.dates).toMatchObject([{ status: 'postponed' }])
  })

  it('sends no reminder, and the door admits nobody', async () => {
    const night = await givenNight(shop())
    const { deps, db, clock } = shop()
    await night.postpone()
    const now = clock.now()
    clock.set('2026-08-31T10:00:00Z')
    await remindOfEvents(deps)
    expect(
      await db
        .selectFrom('mails')
        .select('id')
        .where('kind', '=', 'event_reminder')
        .where('recipient', '=', night.email)
        .execute(),
    ).toEqual([])
    const { code } = await db
      .selectFrom('tickets')
      .select('code')
      .where('sale_id', '=', night.saleId)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(await checkAtDoor(deps, code, 'Front')).toMatchObject({ outcome: 'postponed' })
    clock.set(now)
    expect(await night.change({ day: '2026-10-28', starts: '19:30' })).toMatchObject({ status: 200 })
    expect(await checkAtDoor(deps, code, 'Front')).toMatchObject({ outcome: 'admitted' })
  })
})
