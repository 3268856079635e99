import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { expect, it } from 'vitest'
import { WORKERS } from '../../../background.ts'
import { inTx } from '../../../db/transaction/tx.ts'
import { runDueJobs } from '../../../jobs/jobs.ts'
import { dbDyingAfter } from '../../../payment/model/dying.ts'
import { pay, vendor } from '../../../payment/refund/bought.testing.ts'
import { describeOnBoth } from '../../../testing/database/databases.ts'
import { createEvent } from '../../../testing/fixtures/catalogue.ts'
import { saleAt } from '../../../testing/fixtures/sale.ts'
import { type TestShop, useShop } from '../../../testing/shop.ts'
import { checkAtDoor } from '../../../tickets/door/door.ts'
import { mailMovedDates } from '../../../tickets/moved/mail.ts'
import { drawCalendar } from '../../../tickets/paper/calendar.ts'
import { readTickets } from '../../../tickets/read.ts'
import { voidTickets } from '../../../tickets/retire.ts'
import { newTicketCode } from '../../../tickets/signing/codes.ts'
import { createStaff, inSession, logOf } from '../../testing/office.ts'
import { createOrder } from '../../testing/order.ts'

/** An event with two dates, one of them past, and guests of the first. */
async function createEventWithGuests(shop: TestShop, { people = 3, startsAt = new Date('2026-09-01T18:00:00Z') } = {}) {
  const { db, clock, deps } = shop
  const event = await createEvent(db, { startsAt, tickets: [{ sale_until: new Date(startsAt.getTime() - 3_600_000) }] })
  const { id: laterId } = await db
    .insertInto('event_dates')
    .values({ event_id: event.eventId, starts_at: new Date(startsAt.getTime() + 7 * 86_400_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const doors = new Date(startsAt.getTime() - 45 * 60_000)
  await db.updateTable('event_dates').set({ doors_at: doors }).where('id', '=', event.dateId).execute()
  const guests: Awaited<ReturnType<typeof createOrder>>[] = []
  for (let n = 0; n < people; n++) {
    const order = await createOrder(db, { organiserId: event.organiserId, now: clock.now() })
    const tickets = [0, 1].map((instance) => ({
      sale_id: order.orderId,
      ticket_type_id: event.ticketId,
      instance,
      code: newTicketCode(deps.random),
      issued_at: clock.now(),
      holder_name: 'Ada Lovelace',
      holder_email: order.email,
    }))
    await db.insertInto('tickets').values(tickets).execute()
    guests.push(order)
  }
  const { id, email } = await createStaff(shop, event.organiserId, 'manager')
  const browser = await inSession(shop, { staffId: id, email })
  const about = { organiser_id: event.organiserId, event_id: event.eventId, date_id: event.dateId }
  const page = async (more: object = {}) =>
    (await browser.call('office_move', { ...about, ...more })).body as unknown as OfficeReply<'office_move'>
  const mails = async () =>
    db
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'date_moved')
      .where('recipient', 'in', ['-', ...guests.map((guest) => guest.email)])
      .orderBy('id')
      .execute()
  const dates = async () =>
    (await db.selectFrom('event_dates').selectAll().where('event_id', '=', event.eventId).orderBy('id').execute()).map(
      ({ starts_at, moves }) => [starts_at.toISOString(), moves],
    )
  const doorsOfDates = async () =>
    (
      await db
        .selectFrom('event_dates')
        .select('doors_at')
        .where('event_id', '=', event.eventId)
        .orderBy('id')
        .execute()
    ).map(({ doors_at }) => doors_at)
  return { ...event, laterId, guests, doors: doorsOfDates, staffId: id, browser, about, page, mails, dates }
}

const TO = { day: '2026-10-28', starts: '19:30' }

describeOnBoth('moving a date', (kind) => {
  const shop = useShop(kind, { providers: { stripe: vendor.provider } })

  it('shows a preview; tickets stay, each holder is emailed once despite a crash, with an updated calendar entry', async () => {
    const { deps, db } = shop()
    const night = await createEventWithGuests(shop())
    await inTx(db, (tx) => voidTickets(tx, night.guests[2]!.orderId, { now: shop().clock.now() }))
    expect(await night.page()).toMatchObject({ step: 1, day: '2026-09-01', starts: '19:00', moves: [] })
    expect(await night.page({ ...TO, starts: 'soon', step: 2 })).toMatchObject({
      step: 1,
      problem: 'Enter a day, and a time such as 19:30.',
    })
    expect(await night.page({ ...TO, step: 2 })).toMatchObject({
      step: 2,
      problem: '',
      people: 2,
      orders: 2,
      tickets: 4,
      moves: [{ was: 'Tue 1 Sep 2026, 7:00pm', will: 'Wed 28 Oct 2026, 7:30pm' }],
    })
    const move = { ...night.about, ...TO, words: 'The hall is flooded.', tell: '1' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => night.browser.call('move_date', { ...move, form_key: 'one' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    // Summer time has ended by then.
    expect((await night.dates())[0]).toEqual(['2026-10-28T19:30:00.000Z', 1])
    expect(await night.doors()).toEqual([new Date('2026-10-28T18:45:00Z'), null])
    expect(await night.browser.call('move_date', move), 'it is there already').toMatchObject({
      body: { code: 'dates_refused' },
    })
    expect(await night.page()).toMatchObject({ left: 2 })
    for (const queries of [2, 4, 6, 8, 10])
      await mailMovedDates({ ...deps, db: dbDyingAfter(db, queries) }).catch(() => {})
    await Promise.all([1, 2, 3].map(() => mailMovedDates(deps)))
    await mailMovedDates(deps)
    const told = await night.mails()
    expect(told.map(({ recipient }) => recipient).sort()).toEqual(
      night.guests
        .slice(0, 2)
        .map(({ email }) => email)
        .sort(),
    )
    expect(told[0]!.subject).toBe(`${(await night.page()).title} has a new date`)
    for (const words of ['Tue 1 Sep 2026, 7:00pm', 'Wed 28 Oct 2026, 7:30pm', 'The hall is flooded.', 'stay valid'])
      expect(told[0]!.body_text).toContain(words)
    expect(told[0]!.attachments).toMatchObject([{ kind: 'calendar' }])
    expect(await night.page()).toMatchObject({ left: 0 })
    await runDueJobs(deps, WORKERS, 100)
    const own = await readTickets(
      db,
      { saleId: night.guests[0]!.orderId },
      { now: shop().clock.now(), signer: deps.signer },
    )
    const mine = own.filter(({ dateId }) => dateId === night.dateId)
    expect(mine.map(({ status }) => status)).toEqual(['valid', 'valid'])
    const file = drawCalendar(mine, deps.config, shop().clock.now())
    expect(file).toContain(`UID:date-${night.dateId}@`)
    expect(file).toContain('SEQUENCE:1')
    expect(file).toContain('DTSTART:20261028T193000Z')
    const type = await db.selectFrom('ticket_types').select('sale_until').where('id', '=', night.ticketId).execute()
    expect(type[0]!.sale_until?.toISOString()).toBe('2026-10-28T18:30:00.000Z')
    expect((await logOf(shop(), night.staffId)).map(({ action, outcome }) => [action, outcome])).toContainEqual([
      'move_date',
      'done',
    ])

    await night.browser.call('move_date', { ...night.about, day: '2026-10-29', starts: '19:30', tell: '1' })
    await mailMovedDates(deps)
    expect(await night.mails(), 'a second move is told again').toHaveLength(4)
    expect((await night.dates())[0]![1]).toBe(2)
  })

  it('a buyer whose payment plan still runs is counted and told once, with a link to return the tickets and no calendar file', async () => {
    const { deps, db } = shop()
    const night = await createEventWithGuests(shop(), { people: 1 })
    const sale = await saleAt(deps, 'payment', { ticketId: night.ticketId, qty: 2 })
    await pay(deps, sale)
    await db
      .insertInto('payment_plans')
      .values({
        sale_id: sale.saleId,
        option_key: '3',
        status: 'active',
        terms_version: '1',
        agreed_at: shop().clock.now(),
      })
      .execute()
    await runDueJobs(deps, WORKERS, 100)
    expect(await night.page({ ...TO, step: 2 })).toMatchObject({ people: 2, orders: 2, tickets: 4 })
    const move = { ...night.about, ...TO, tell: '1', refund_until: '2026-10-20', form_key: 'one' }
    expect(await night.browser.call('move_date', move)).toMatchObject({ status: 200 })
    expect(await night.page()).toMatchObject({ left: 2 })
    await mailMovedDates(deps)
    await mailMovedDates(deps)
    const told = await db
      .selectFrom('mails')
      .select(['body_text', 'attachments'])
      .where('kind', '=', 'date_moved')
      .where('recipient', '=', sale.email)
      .execute()
    expect(told).toMatchObject([{ body_text: expect.stringContaining('follow your last payment'), attachments: [] }])
    expect(told[0]!.body_text).toContain(`/orders/${sale.reference}/moved/`)
    expect(await night.mails()).toMatchObject([{ body_text: expect.stringContaining('stay valid') }])
    expect(await night.page()).toMatchObject({ left: 0 })
  })

  it('says how many payment plans end only on the new day or after it, because their tickets come after the last payment', async () => {
    const { deps, db } = shop()
    const night = await createEventWithGuests(shop(), { people: 1 })
    const plan = async (dueOn: string, status: 'due' | 'paid' | 'cancelled' = 'due') => {
      const sale = await saleAt(deps, 'payment', { ticketId: night.ticketId })
      await pay(deps, sale)
      const agreed = { option_key: '3', status: 'active' as const, terms_version: '1', agreed_at: shop().clock.now() }
      await db
        .insertInto('payment_plans')
        .values({ sale_id: sale.saleId, ...agreed })
        .execute()
      await db
        .insertInto('plan_instalments')
        .values({ sale_id: sale.saleId, seq: 1, due_on: dueOn, amount_minor: 100, status })
        .execute()
    }
    await plan('2026-10-19')
    await plan('2026-10-20')
    await plan('2026-10-25')
    await plan('2026-10-25', 'paid')
    await plan('2026-10-25', 'cancelled')
    const late = async (day: string) => (await night.page({ day, starts: '19:30', step: 2 })).late
    expect([await late('2026-10-26'), await late('2026-10-20'), await late('2026-10-19')]).toEqual([0, 2, 3])

    const move = { ...night.about, day: '2026-10-20', starts: '19:30', tell: '1', form_key: 'one' }
    expect(await night.browser.call('move_date', move)).toMatchObject({ status: 200 })
    await mailMovedDates(deps)
    const told = await db
      .selectFrom('mails')
      .select('body_text')
      .where('kind', '=', 'date_moved')
      .where('body_text', 'like', '%follow your last payment%')
      .orderBy('body_text')
      .execute()
    const early = /Your payment plan ends on (.*?), too late for the new date.*\/account\/settings\//
    expect(
      told
        .map(({ body_text }) => early.exec(body_text.replaceAll(/\s+/g, ' '))?.[1] ?? '')
        .sort()
        .filter(Boolean),
    ).toEqual(['Sun 25 Oct 2026', 'Tue 20 Oct 2026'])
  })

  it('admits again who was in, where it takes place on another day ahead, and nobody where only the time changes', async () => {
    const { deps, db } = shop()
    const night = await createEventWithGuests(shop(), {
      people: 1,
      startsAt: new Date(shop().clock.now().getTime() - 3_600_000),
    })
    const { code } = await db
      .selectFrom('tickets')
      .select('code')
      .where('sale_id', '=', night.guests[0]!.orderId)
      .where('ticket_type_id', '=', night.ticketId)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const check = async () => (await checkAtDoor(deps, code, 'Door')).outcome
    expect(await check()).toBe('admitted')
    const today = (await night.page()).day
    const later = { ...night.about, day: today, starts: '23:50' }
    expect(await night.page({ ...later, step: 2 })).toMatchObject({ admitted: 0 })
    expect((await night.browser.call('move_date', later)).status).toBe(200)
    expect(await check()).toBe('already_admitted')
    // Moving a date that is over only corrects it.
    const before = { ...night.about, day: '2020-01-02', starts: '19:30' }
    expect((await night.browser.call('move_date', before)).status).toBe(200)
    expect(await check()).toBe('already_admitted')
    const nextYear = { ...night.about, day: '2031-01-02', starts: '19:30' }
    expect(await night.page({ ...nextYear, step: 2 })).toMatchObject({ admitted: 1 })
    expect((await night.browser.call('move_date', nextYear)).status).toBe(200)
    expect(await check()).toBe('admitted')
    expect(await check()).toBe('already_admitted')
    const entries = await db
      .selectFrom('admissions')
      .select(['kind', 'reason'])
      .where('date_id', '=', night.dateId)
      .orderBy('id')
      .execute()
    expect(entries.map(({ kind, reason }) => `${kind} ${reason}`.trim())).toEqual([
      'in',
      'undo The date was moved',
      'in',
    ])
  })

  it('moves all dates, past ones too, by the same wall-clock time, and emails nobody if that was chosen', async () => {
    const night = await createEventWithGuests(shop(), { people: 1, startsAt: new Date('2026-03-20T19:00:00Z') })
    const move = { ...night.about, all: '1', day: '2026-03-27', starts: '20:00' }
    expect((await night.page({ ...move, step: 4 })).moves).toMatchObject([
      { will: 'Fri 27 Mar 2026, 8:00pm' },
      { will: 'Fri 3 Apr 2026, 8:00pm' },
    ])
    expect((await night.browser.call('move_date', move)).status).toBe(200)
    expect(await night.dates()).toEqual([
      ['2026-03-27T20:00:00.000Z', 1],
      ['2026-04-03T19:00:00.000Z', 1],
    ])
    await mailMovedDates(shop().deps)
    expect(await night.mails()).toEqual([])
  })

  it('moves the opening of a sale only where it would close before it opens, after which no form could be saved', async () => {
    const { db } = shop()
    const night = await createEventWithGuests(shop(), { people: 1 })
    const setOpening = (sale_from: Date) =>
      db.updateTable('ticket_types').set({ sale_from }).where('id', '=', night.ticketId).execute()
    const sale = async () => {
      const type = await db
        .selectFrom('ticket_types')
        .select(['sale_from', 'sale_until'])
        .where('id', '=', night.ticketId)
        .executeTakeFirstOrThrow()
      return [type.sale_from!.toISOString(), type.sale_until!.toISOString()]
    }
    await setOpening(new Date('2026-08-20T09:00:00Z'))
    const move = (day: string) => night.browser.call('move_date', { ...night.about, day, starts: '19:00' })
    expect((await move('2026-08-30')).status).toBe(200)
    expect(await sale()).toEqual(['2026-08-20T09:00:00.000Z', '2026-08-30T17:00:00.000Z'])
    expect((await move('2026-08-10')).status).toBe(200)
    expect(await sale()).toEqual(['2026-07-31T09:00:00.000Z', '2026-08-10T17:00:00.000Z'])
  })

  it('moves all-day dates to other days, and one gets a time only where it was typed', async () => {
    const { db } = shop()
    const night = await createEventWithGuests(shop(), { people: 1, startsAt: new Date('2026-08-31T23:00:00Z') })
    const allDay = async () =>
      (
        await db
          .selectFrom('event_dates')
          .select('all_day')
          .where('event_id', '=', night.eventId)
          .orderBy('id')
          .execute()
      ).map(({ all_day }) => all_day)
    await db.updateTable('event_dates').set({ all_day: true }).where('event_id', '=', night.eventId).execute()
    const all = { ...night.about, all: '1', day: '2026-10-30', starts: '' }
    expect((await night.page({ ...all, step: 2 })).moves).toMatchObject([
      { was: 'Tue 1 Sep 2026', will: 'Fri 30 Oct 2026' },
      { was: 'Tue 8 Sep 2026', will: 'Fri 6 Nov 2026' },
    ])
    expect((await night.browser.call('move_date', all)).status).toBe(200)
    expect(await allDay()).toEqual([true, true])
    const timed = { ...night.about, day: '2026-10-31', starts: '10:00' }
    expect((await night.page({ ...timed, step: 2 })).moves).toMatchObject([{ will: 'Sat 31 Oct 2026, 10:00am' }])
    expect((await night.browser.call('move_date', timed)).status).toBe(200)
    expect(await allDay()).toEqual([false, true])
  })

  it('refuses two dates at one time, and is not found by another organiser', async () => {
    const [own, other] = [await createEventWithGuests(shop()), await createEventWithGuests(shop())]
    expect(
      (await own.browser.call('move_date', { ...own.about, day: '2026-09-08', starts: '19:00' })).body.error,
    ).toContain('Another date of this event is at that time.')
    // A cancelled date still has its start. With two dates there, no form of the event could be saved any more.
    await own.browser.call('cancel_date', { ...own.about, date_id: own.laterId })
    const onCancelled = { ...own.about, day: '2026-09-08', starts: '19:00' }
    expect((await own.page(onCancelled)).problem).toBe('Another date of this event is at that time.')
    expect((await own.browser.call('move_date', onCancelled)).body.code).toBe('dates_refused')
    for (const about of [
      { ...own.about, event_id: other.eventId, date_id: other.dateId },
      { ...own.about, date_id: other.dateId },
    ]) {
      expect((await own.browser.call('move_date', { ...about, ...TO })).status).toBe(404)
      expect((await own.browser.call('office_move', about)).status).toBe(404)
    }
    expect((await other.dates())[0]).toEqual(['2026-09-01T18:00:00.000Z', 0])
  })
})
