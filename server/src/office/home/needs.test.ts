import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { newTicketCode } from '../../tickets/signing/codes.ts'
import { useNeighbour } from '../testing/neighbour.ts'
import { createOrder } from '../testing/order.ts'
import { needsOf } from './needs.ts'

describeOnBoth('what an organiser should look at', (kind) => {
  const shop = useShop(kind)
  useNeighbour(shop)

  it('has the waivers of this week’s tickets, whoever signed for other dates', async () => {
    const { db, clock } = shop()
    const now = clock.now()
    const event = await createEvent(db, { startsAt: new Date(now.getTime() + 2 * DAY_MS) })
    const { id: lastWeek } = await db
      .insertInto('event_dates')
      .values({ event_id: event.eventId, starts_at: new Date(now.getTime() - 5 * DAY_MS) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: earlier } = await db
      .insertInto('ticket_types')
      .values({ event_id: event.eventId, date_id: lastWeek, name: 'Class', price_minor: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: waiver } = await db
      .insertInto('waivers')
      .values({ event_id: event.eventId, title: 'Risks', terms_html: '<p>At your own.</p>' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const orderOf = async (typeId: number, tickets: number) => {
      const { orderId, email } = await createOrder(db, { organiserId: event.organiserId, now })
      for (let instance = 0; instance < tickets; instance++)
        await db
          .insertInto('tickets')
          .values({
            sale_id: orderId,
            ticket_type_id: typeId,
            instance,
            code: newTicketCode({ bytes: randomBytes } as never),
            issued_at: now,
            holder_name: 'Ada Lovelace',
            holder_email: email,
          })
          .execute()
      return orderId
    }
    const sign = (saleId: number, name: string) =>
      db
        .insertInto('waiver_signatures')
        .values({
          sale_id: saleId,
          waiver_id: waiver,
          waiver_version: 1,
          name,
          signed_by: name,
          signature_kind: 'typed',
          signature: name,
          signed_at: now,
        })
        .execute()
    const unsigned = async () =>
      (
        await needsOf(db, {
          organiserId: event.organiserId,
          eventIds: null,
          now,
          maySeePeople: true,
          maySeeGiftAid: true,
          maySeeComplaints: true,
          maySeeShop: false,
        })
      )
        .filter((need) => need.kind === 'waivers')
        .map(({ n }) => n)
    const past = await orderOf(earlier, 3)
    for (const name of ['Ann', 'Bob', 'Cy']) await sign(past, name)
    const coming = await orderOf(event.ticketId, 2)
    expect(await unsigned()).toEqual([2])
    await sign(coming, 'Di')
    expect(await unsigned()).toEqual([1])
    await sign(coming, 'Ed')
    expect(await unsigned()).toEqual([])
  })

  const needs = async (organiserId: number, more: object = {}) =>
    needsOf(shop().db, {
      organiserId,
      eventIds: null,
      now: shop().clock.now(),
      maySeePeople: true,
      maySeeGiftAid: true,
      maySeeComplaints: true,
      maySeeShop: false,
      ...more,
    })

  it('has the coming dates of which a tenth or less is left, of what is on sale', async () => {
    const { db, clock } = shop()
    const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS)
    const { organiserId } = await createEvent(db, { startsAt: inDays(400) })
    const eventOf = async (title: string, days: number, sold: number, more: object = {}, ticket: object = {}) => {
      const tickets = [{ capacity: 20, ...ticket }]
      const event = await createEvent(db, {
        organiser_id: organiserId,
        title,
        startsAt: inDays(days),
        tickets,
        ...more,
      })
      await db.updateTable('stock').set({ sold }).where('ticket_type_id', '=', event.ticketId).execute()
      return event
    }
    const nearly = await eventOf('Nearly', 29, 18)
    await eventOf('Enough', 5, 17)
    await eventOf('Sold out', 5, 20)
    await eventOf('Draft', 5, 18, { status: 'draft' })
    await eventOf('Far ahead', 31, 18)
    await eventOf('Over', -1, 18)
    const cancelled = await eventOf('Cancelled', 5, 18)
    await db.updateTable('event_dates').set({ status: 'cancelled' }).where('id', '=', cancelled.dateId).execute()
    await eventOf('Programmes', 5, 18, {}, { extra: true })
    // Of another organiser.
    await createEvent(db, { startsAt: inDays(5), tickets: [{ capacity: 1 }] })
    // A pool counts once: its types have no places of their own. An archived type counts for nothing.
    const hall = await createEvent(db, {
      organiser_id: organiserId,
      title: 'Hall',
      startsAt: inDays(6),
      pools: [{ capacity: 12, kept: 2 }],
      tickets: [{ pool: 0 }, { pool: 0 }, { capacity: 50, archived: true }],
    })
    await db.updateTable('pools').set({ sold: 9 }).where('id', '=', hall.poolIds[0]!).execute()
    const low = async (more: object = {}) =>
      (await needs(organiserId, more))
        .filter(({ kind }) => kind === 'low_stock')
        .map(({ n, links }) => [n, links.map(({ label }) => label)])
    expect(await low()).toEqual([[3, ['Hall (1)', 'Nearly (2)']]])
    expect(await low({ eventIds: [nearly.eventId] })).toEqual([[2, ['Nearly (2)']]])
  })

  it('has plans that are too long to be offered, of events to come', async () => {
    const { db, clock } = shop()
    const now = clock.now()
    const event = await createEvent(db, { title: 'Course', startsAt: new Date(now.getTime() + 400 * DAY_MS) })
    const past = await createEvent(db, {
      organiser_id: event.organiserId,
      startsAt: new Date(now.getTime() - DAY_MS),
    })
    const plans = (eventId: number, ...options: [number, number][]) =>
      db
        .insertInto('plan_options')
        .values(
          options.map(([payments, every_months], i) => ({
            event_id: eventId,
            key: String(i),
            label: 'A plan',
            payments,
            every_months,
          })),
        )
        .execute()
    await plans(event.eventId, [12, 1], [13, 1], [2, 12])
    await plans(past.eventId, [24, 1])
    const long = (
      await needsOf(db, {
        organiserId: event.organiserId,
        eventIds: null,
        now,
        maySeePeople: true,
        maySeeGiftAid: true,
        maySeeComplaints: true,
        maySeeShop: false,
      })
    ).filter((need) => need.kind === 'long_plans')
    expect(long).toMatchObject([{ n: 2, links: [{ label: 'Course (2)' }] }])
  })

  it('has the legal details that lack of an organiser who sells for money, and none for free events', async () => {
    const { db, clock } = shop()
    const legalNeed = async (organiserId: number) =>
      (
        await needsOf(db, {
          organiserId,
          eventIds: null,
          now: clock.now(),
          maySeePeople: true,
          maySeeGiftAid: true,
          maySeeComplaints: true,
          maySeeShop: false,
        })
      ).filter(({ kind }) => kind === 'legal')
    const startsAt = new Date(clock.now().getTime() + 20 * DAY_MS)
    const price = (price_minor: number) => ({ startsAt, tickets: [{ price_minor }] })
    const paid = await createEvent(db, {
      ...price(500),
      organiser: { legal_name: '', legal_address: '', contact_email: '', tax_address: '1 Lane' },
    })
    const free = await createEvent(db, price(0))
    expect(await legalNeed(paid.organiserId)).toMatchObject([
      { n: 2, links: [{ label: 'Enter: Legal name, Contact email', url: expect.stringContaining('section=legal') }] },
    ])
    expect(await legalNeed(free.organiserId)).toEqual([])
    const whole = { legal_name: 'House Ltd', contact_email: 'box@house.example' }
    await db.updateTable('organisers').set(whole).where('id', '=', paid.organiserId).execute()
    expect(await legalNeed(paid.organiserId)).toEqual([])
  })

  it('[42.2] has the legal details that a draft for money will need, and those of the shop, whose link only operators get', async () => {
    const { db, clock } = shop()
    const startsAt = new Date(clock.now().getTime() + 20 * DAY_MS)
    const { organiserId } = await createEvent(db, { startsAt, status: 'draft', organiser: { legal_name: '' } })
    const { id: newcomer } = await db
      .insertInto('organisers')
      .values({ slug: 'newcomer', name: 'New', full_url: '/', marketing_signup_message: 'News' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const of = async (id: number, kind: string, more = {}) =>
      (await needs(id, more)).filter((need) => need.kind === kind).map(({ links }) => links)
    const form = (id: number) => `/office/settings/?organiser_id=${id}&section=legal#field-f[legal.`
    expect(await of(organiserId, 'legal')).toEqual([[{ label: 'Enter: Legal name', url: `${form(organiserId)}name]` }]])
    expect(await of(newcomer, 'legal')).toMatchObject([[{ url: `${form(newcomer)}kind]` }]])
    expect(await of(organiserId, 'shop')).toEqual([])
    await db.insertInto('shop').values({ lacks_details: true }).execute()
    const link = { label: 'Enter who runs it', url: '/office/shop/#field-f[legal.kind]' }
    expect(await of(organiserId, 'shop')).toEqual([[]])
    expect(await of(organiserId, 'shop', { maySeeShop: true })).toEqual([[link]])
    await db.deleteFrom('shop').execute()
  })

  it('has an account to add for an organiser of whose own none for cards is open', async () => {
    const { db, clock } = shop()
    const now = clock.now()
    const { organiserId } = await createEvent(db, { organiser: { is_saas: true } })
    const other = (await createEvent(db)).organiserId
    let accounts = 0
    const account = (organiser_id: number, provider: 'stripe' | 'truelayer', ended_at: Date | null = null) =>
      db
        .insertInto('payment_accounts')
        .values({
          organiser_id,
          provider,
          external_id: `acct_${++accounts}`,
          created_at: now,
          updated_at: now,
          ended_at,
        })
        .execute()
    const isMissing = async (id: number) => (await needs(id)).some(({ kind }) => kind === 'payments')
    await account(organiserId, 'truelayer')
    await account(organiserId, 'stripe', now)
    await account(other, 'stripe')
    expect([await isMissing(organiserId), await isMissing(other)]).toEqual([true, false])
    await account(organiserId, 'stripe')
    expect(await isMissing(organiserId)).toBe(false)
  })
})
