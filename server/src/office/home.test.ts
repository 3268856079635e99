import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'
import { createDonation } from './testing/gift-aid.ts'
import { useNeighbour } from './testing/neighbour.ts'
import { createStaff, inSession } from './testing/office.ts'

describeOnBoth('the office home page', (kind) => {
  const shop = useShop(kind)
  useNeighbour(shop)

  it('shows the next seven days with sold, held and left, counting shared places once', async () => {
    const { db, clock } = shop()
    const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000)
    const single = await createEvent(db, {
      startsAt: inDays(1),
      title: 'Quiz',
      tickets: [{ capacity: 10 }, { capacity: 5 }],
    })
    const { organiserId } = single
    const shared = await createEvent(db, {
      organiser_id: organiserId,
      startsAt: inDays(2),
      title: 'Hall',
      tickets: [{}, {}],
    })
    for (const days of [-2, 8]) await createEvent(db, { organiser_id: organiserId, startsAt: inDays(days) })
    await createEvent(db, { startsAt: inDays(1) })
    const pool = await db
      .insertInto('pools')
      .values({
        event_id: shared.eventId,
        event_date_id: shared.dateId,
        name: 'Hall',
        capacity: 20,
        kept: 4,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('ticket_types').set({ pool_id: pool.id }).where('id', 'in', shared.ticketIds).execute()
    await db.updateTable('stock').set({ capacity: null }).where('ticket_type_id', 'in', shared.ticketIds).execute()
    await db.updateTable('stock').set({ sold: 3, held: 1 }).where('ticket_type_id', 'in', shared.ticketIds).execute()
    await db.updateTable('stock').set({ sold: 2, held: 1 }).where('ticket_type_id', '=', single.ticketId).execute()

    const { id, email } = await createStaff(shop(), organiserId, 'reader')
    const browser = await inSession(shop(), { staffId: id, email })
    const { body } = await browser.call('office_home', { organiser_id: organiserId })
    expect(body.dates).toEqual([
      expect.objectContaining({
        title: 'Quiz',
        url: `/events/${single.slug}/`,
        sold: 2,
        held: 1,
        capacity: 15,
        left: 12,
      }),
      expect.objectContaining({ title: 'Hall', sold: 6, held: 2, capacity: 16, left: 8, is_cancelled: false }),
    ])
    // None in these days: the next ones.
    const { organiserId: later } = await createEvent(db, { startsAt: inDays(30), title: 'Later' })
    for (const days of [40, 31, -3]) await createEvent(db, { organiser_id: later, startsAt: inDays(days) })
    const owner = await createStaff(shop(), later, 'owner')
    const theirs = await inSession(shop(), { staffId: owner.id, email: owner.email })
    const ahead = (await theirs.call('office_home', { organiser_id: later })).body.dates as { title: string }[]
    expect([ahead.length, ahead[0]!.title]).toEqual([3, 'Later'])
    // Tonight's stays until it is over, or for six hours if nobody knows when it ends.
    for (const [title, ends] of [
      ['On stage', 0.01],
      ['Over', -0.01],
      ['Open end', null],
    ] as const) {
      const { dateId } = await createEvent(db, { organiser_id: later, startsAt: inDays(-0.1), title })
      await db
        .updateTable('event_dates')
        .set({ ends_at: ends === null ? null : inDays(ends) })
        .where('id', '=', dateId)
        .execute()
    }
    const tonight = (await theirs.call('office_home', { organiser_id: later })).body.dates as { title: string }[]
    expect(tonight.map(({ title }) => title).toSorted()).toEqual(['On stage', 'Open end'])
    await db.updateTable('event_dates').set({ status: 'cancelled' }).where('id', '=', single.dateId).execute()
    await db.updateTable('events').set({ status: 'cancelled' }).where('id', '=', shared.eventId).execute()
    const cancelled = (await browser.call('office_home', { organiser_id: organiserId })).body.dates
    expect(cancelled).toMatchObject([{ is_cancelled: true }, { is_cancelled: true }])
  })

  it('shows what needs attention, and today’s sales against the same weekday', async () => {
    const { db, clock } = shop()
    const now = clock.now()
    const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
    const event = await createEvent(db, { startsAt: inDays(3), title: 'Climb', tickets: [{ capacity: 20 }] })
    const { organiserId, eventId, ticketId } = event
    const { id, email } = await createStaff(shop(), organiserId, 'manager')
    const browser = await inSession(shop(), { staffId: id, email })
    const home = async () => (await browser.call('office_home', { organiser_id: organiserId })).body
    expect(await home()).toMatchObject({ needs: [], has_events: true, may_create: true, sold_today: 0, today: [] })

    await db.insertInto('waivers').values({ event_id: eventId, title: 'Risks', terms_html: '<p>Yours.</p>' }).execute()
    await db.updateTable('organisers').set({ is_saas: true }).where('id', '=', organiserId).execute()
    await db.updateTable('stock').set({ sold: 18 }).where('ticket_type_id', '=', ticketId).execute()
    const order = async (days: number, minor: number, kind: string) => {
      const paid_at = inDays(days)
      const reference = `home-${kind}-${days}`
      const sale = await db
        .insertInto('sales')
        .values({ reference, currency: 'GBP', created_at: paid_at, updated_at: paid_at })
        .returning('id')
        .executeTakeFirstOrThrow()
      const number = `${7_000_000_000 + sale.id}`
      await db
        .insertInto('orders')
        .values({ sale_id: sale.id, number, currency: 'GBP', total_minor: minor, paid_at })
        .execute()
      await db
        .insertInto('order_lines')
        .values({
          sale_id: sale.id,
          line: 1,
          kind: 'ticket',
          organiser_id: organiserId,
          event_id: eventId,
          qty: 2,
          list_minor: minor,
          net_minor: minor,
          paid_at,
          ticket_type_id: ticketId,
          date_id: event.dateId,
        })
        .execute()
      return sale.id
    }
    const today = await order(0, 2500, 'a')
    await order(-7, 1000, 'b')
    await order(-6, 9900, 'c')
    for (const n of [0, 1])
      await db
        .insertInto('tickets')
        .values({
          sale_id: today,
          ticket_type_id: ticketId,
          instance: n,
          code: `HOME-${n}`,
          holder_email: 'a@example.com',
          issued_at: now,
        })
        .execute()
    await db
      .insertInto('mails')
      .values({
        key: 'home',
        sale_id: today,
        kind: 'wallet',
        recipient: 'a@example.com',
        subject: 'A',
        body_text: '',
        body_html: '',
        status: 'refused',
        queued_at: now,
      })
      .execute()
    const body = (await home()) as {
      needs: { kind: string; n: number; orders: { order_id: number; number: string }[] }[]
    }
    expect(body).toMatchObject({ sold_today: 2, sold_before: 2, today: [{ now: '£25.00', before: '£10.00' }] })
    expect(body.needs.map(({ kind, n }) => [kind, n])).toEqual([
      ['payments', 1],
      ['emails', 1],
      ['waivers', 2],
      ['low_stock', 2],
    ])
    expect(body.needs[1]!.orders).toHaveLength(1)
    // The last 30 days beside the 30 before; older sales are in neither.
    await order(-29, 100, 'd')
    await order(-31, 4000, 'e')
    await order(-61, 7700, 'f')
    expect(await home()).toMatchObject({ lately: [{ now: '£135.00', before: '£40.00' }] })
    const { orders } = (await home()) as unknown as { orders: { order_id: number; total: string }[] }
    expect(orders.map(({ total }) => total)).toEqual(['£25.00', '£99.00', '£10.00', '£1.00', '£40.00'])
    expect(JSON.stringify(orders)).not.toContain('a@example.com')
    // A refund is no longer a sale.
    await db
      .updateTable('order_lines')
      .set({ refunded_qty: 1, refunded_net_minor: 1250 })
      .where('sale_id', '=', today)
      .execute()
    expect(await home()).toMatchObject({ sold_today: 1, today: [{ now: '£12.50', before: '£10.00' }] })
    // A declaration without an address can't be claimed, so someone must act. A claimable one needs no action.
    await createDonation(db, { organiserId, now })
    await createDonation(db, { organiserId, now, address_1: '', postcode: '', claimable: false })
    const withDonations = (await home()) as typeof body
    expect(withDonations.needs.find(({ kind }) => kind === 'gift_aid')).toMatchObject({ n: 1 })
    const limited = await createStaff(shop(), organiserId, 'manager', [eventId])
    const theirHome = await inSession(shop(), { staffId: limited.id, email: limited.email })
    const seen = (await theirHome.call('office_home', { organiser_id: organiserId })).body as typeof body
    expect(seen.needs.map(({ kind }) => kind)).not.toContain('gift_aid')
    // None of it belongs to another organiser.
    const other = await createStaff(shop(), (await createEvent(db)).organiserId, 'manager')
    const theirs = await inSession(shop(), { staffId: other.id, email: other.email })
    const organiser_id = (
      await db
        .selectFrom('staff_roles')
        .select('organiser_id')
        .where('staff_id', '=', other.id)
        .executeTakeFirstOrThrow()
    ).organiser_id
    expect((await theirs.call('office_home', { organiser_id })).body).toMatchObject({ needs: [], sold_today: 0 })
  })

  it('is in the API description, with all office calls and their rights', async () => {
    const { paths } = (await shop().app.inject('/openapi.json')).json()
    expect(paths['/ajax/office/invite_staff/'].post).toMatchObject({
      operationId: 'invite_staff',
      'x-right': 'change_team',
    })
  })
})
