import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createStaff, inSession } from '../../office/testing/office.ts'
import { createOrder } from '../../office/testing/order.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createEvent, moveDate } from '../../testing/fixtures/catalogue.ts'
import { createPaidSale, type SaleOptions } from '../../testing/fixtures/paid-sale.ts'
import { useShop } from '../../testing/shop.ts'
import { deliverWallet } from '../delivery/deliver.ts'
import { feedbackUrl } from './feedback-link.ts'
import { emailHash } from './opt-out.ts'
import { remindOfEvents } from './remind.ts'
import { thankForEvents } from './thank.ts'

type Sale = Awaited<ReturnType<typeof createPaidSale>>
type Settings = Partial<Record<'reminder' | 'thanks' | 'thanks_feedback', boolean>> &
  Partial<Record<'reminder_days' | 'reminder_hours' | 'thanks_days' | 'thanks_hours', number>> &
  Partial<Record<'reminder_text' | 'thanks_text', string>>

// The fixture's events last from 7pm to 10pm on Friday 2 October in London.
const NEXT_DAY = '2026-10-03T10:00:00Z'

describeOnBoth('emails before and after an event', (kind) => {
  const database = useTestDatabase(kind)

  /** A delivered order of an event with these settings, and the emails of its holders at a time. */
  const setUp = async (settings: Settings, options: SaleOptions = {}) => {
    const deps = testDeps(database())
    const sale = await createPaidSale(deps, options)
    await deps.db.updateTable('events').set(settings).where('id', '=', sale.event).execute()
    await deliverWallet(deps, sale.saleId)
    const mailsAt = async (time: string) => {
      deps.clock.set(time)
      await remindOfEvents(deps)
      await thankForEvents(deps)
      const rows = await deps.db
        .selectFrom('mails')
        .select(['kind', 'subject', 'body_text', 'body_html'])
        .where('kind', 'in', ['event_reminder', 'event_thanks'])
        .where('recipient', '=', sale.email)
        .orderBy('id')
        .execute()
      return rows
    }
    const subjects = async (time: string) => (await mailsAt(time)).map(({ subject }) => subject)
    return { deps, sale, mailsAt, subjects }
  }

  it('a reminder is sent as many days before as configured, in the organiser’s words', async () => {
    const { deps, sale, mailsAt, subjects } = await setUp(
      {
        reminder_days: 7,
        reminder_text: 'Dear {first_name},\n\n**Bring** a coat to {place}: [map](https://maps.test/a).',
      },
      { name: 'Ada <b>Lovelace' },
    )
    expect(await subjects('2026-09-24T10:00:00Z')).toEqual([])
    expect(await subjects('2026-09-25T07:30:00Z')).toEqual([])
    const [mail] = await mailsAt('2026-09-25T10:00:00Z')
    expect(mail!.subject).toBe('Coming up: Autumn Gala Concert')
    for (const words of ['Dear Ada,', 'Bring a coat to City Varieties, Leeds', 'https://maps.test/a', '2 × Standing'])
      expect(mail!.body_text).toContain(words)
    expect(mail!.body_html).not.toContain('<b>Lovelace')
    // One for each date, even if the settings change afterwards.
    await deps.db.updateTable('events').set({ reminder_days: 1 }).where('id', '=', sale.event).execute()
    expect(await subjects('2026-10-01T10:00:00Z')).toHaveLength(1)
  })

  it('a reminder can be sent hours before, at any time of day, to those who have tickets by then', async () => {
    const { subjects } = await setUp({ reminder_hours: 16 })
    const late = await setUp({ reminder_hours: 16 })
    await late.deps.db
      .updateTable('tickets')
      .set({ issued_at: new Date('2026-10-02T02:00:30Z') })
      .where('sale_id', '=', late.sale.saleId)
      .execute()
    expect(await subjects('2026-10-02T01:59:00Z')).toEqual([])
    expect(await subjects('2026-10-02T02:01:00Z')).toEqual(['Today: Autumn Gala Concert'])
    expect(await late.subjects('2026-10-02T17:00:00Z')).toEqual([])
    expect(await subjects('2026-10-02T18:00:01Z')).toHaveLength(1)
  })

  it('a reminder is in the language of the order, including subject and heading', async () => {
    const { deps, sale, mailsAt } = await setUp({ reminder: true })
    await deps.db.updateTable('sales').set({ language: 'fr' }).where('id', '=', sale.saleId).execute()
    const [mail] = await mailsAt('2026-10-01T10:00:00Z')
    expect(mail!.subject).toBe('Demain : Autumn Gala Concert')
    expect(mail!.body_text).not.toMatch(/is tomorrow/)
  })

  it('no reminder is sent if switched off, and no thank-you unless switched on', async () => {
    const { subjects } = await setUp({ reminder: false })
    expect(await subjects('2026-10-01T10:00:00Z')).toEqual([])
    expect(await subjects(NEXT_DAY)).toEqual([])
  })

  it('a thank-you is sent once, the day after, and asks for feedback', async () => {
    const { deps, mailsAt, subjects } = await setUp({ thanks: true, reminder: false, thanks_text: 'Lovely, {name}.' })
    for (const early of ['2026-10-02T21:30:00Z', '2026-10-03T08:30:00Z']) expect(await subjects(early)).toEqual([])
    deps.clock.set(NEXT_DAY)
    await Promise.all(Array.from({ length: 8 }, () => thankForEvents(deps)))
    const mails = await mailsAt(NEXT_DAY)
    expect(mails.map(({ subject }) => subject)).toEqual(['Thank you for coming to Autumn Gala Concert'])
    expect(mails[0]!.body_text).toContain('Lovely, Ada Lovelace.')
    expect(mails[0]!.body_text).toContain('/feedback/open?link=')
    expect(await subjects('2026-10-04T10:00:00Z')).toHaveLength(1)
  })

  it('a thank-you can be sent hours after, but not if switched on long afterwards', async () => {
    const { mailsAt } = await setUp({ thanks: true, reminder: false, thanks_hours: 2, thanks_feedback: false })
    expect(await mailsAt('2026-10-02T22:59:00Z')).toEqual([])
    const [mail] = await mailsAt('2026-10-02T23:01:00Z')
    expect(mail!.body_text).not.toContain('/feedback/')
    const late = await setUp({ thanks: true, reminder: false, thanks_hours: 2 })
    expect(await late.mailsAt('2026-10-04T00:00:00Z')).toEqual([])
  })

  it.each<[string, (sale: Sale) => ReturnType<typeof sql>]>([
    ['a cancelled event', ({ event }) => sql`update events set status = 'cancelled' where id = ${event}`],
    ['a cancelled date', ({ date }) => sql`update event_dates set status = 'cancelled' where id = ${date}`],
    ['refunded tickets', ({ saleId }) => sql`update tickets set status = 'void' where sale_id = ${saleId}`],
    [
      'tickets that were handed on',
      ({ saleId }) => sql`update tickets set holder_email = 'grace@example.org' where sale_id = ${saleId}`,
    ],
    [
      'people who turned them off',
      ({ email }) => sql`insert into reminder_opt_outs (email_hash, since) values (${emailHash(email)}, now())`,
    ],
    [
      'a transfer that waits for its claim',
      ({
        saleId,
        standingType,
      }) => sql`with transfer as (insert into transfers (sale_id, ticket_type_id, qty, name, email, deliver_at, status, created_at)
          values (${saleId}, ${standingType}, 2, 'Grace', 'grace@example.org', now(), 'sent', now()) returning id)
        insert into transfer_tickets (transfer_id, ticket_id)
          select transfer.id, tickets.id from transfer, tickets where sale_id = ${saleId}`,
    ],
  ])('no thank-you is sent for %s', async (_, change) => {
    const { deps, sale, subjects } = await setUp({ thanks: true, reminder: false })
    await change(sale).execute(deps.db)
    expect(await subjects(NEXT_DAY)).toEqual([])
  })

  it('emails for a moved date are sent for the new date, not the old', async () => {
    const { deps, sale, subjects } = await setUp({ thanks: true, reminder: false })
    await moveDate(deps.db, sale.date, 14 * 24 * 60 * 60_000)
    await sql`update event_dates set moves = 1 where id = ${sale.date}`.execute(deps.db)
    expect(await subjects(NEXT_DAY)).toEqual([])
    expect(await subjects('2026-10-17T10:00:00Z')).toHaveLength(1)
  })
})

describeOnBoth('the feedback link', (kind) => {
  const shop = useShop(kind)

  const setUp = async () => {
    const { db, clock } = shop()
    const { organiserId } = await createEvent(db)
    const order = await createOrder(db, { organiserId, now: clock.now() })
    const sale = { saleId: order.orderId, event: order.eventId, organiser: organiserId }
    await db
      .updateTable('organisers')
      .set({ contact_email: `${organiserId}@office.test` })
      .where('id', '=', organiserId)
      .execute()
    const { id, email } = await createStaff(shop(), organiserId, 'manager')
    const reads = async () =>
      (await (await inSession(shop(), { staffId: id, email })).call('office_feedback', { organiser_id: organiserId }))
        .body.messages
    const open = async (url: string) => {
      const { pathname, search } = new URL(url)
      const opened = await shop().app.inject(`${pathname}${search}`)
      const cookie = String(opened.headers['set-cookie'] ?? '').split(';')[0]!
      const says = async (message: string) =>
        (
          await shop().app.inject({
            method: 'POST',
            url: '/feedback/',
            payload: new URLSearchParams({ message }).toString(),
            headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
          })
        ).headers.location
      return { cookie, says, location: opened.headers.location }
    }
    const about = { saleId: sale.saleId, eventId: sale.event, name: 'Grace Hopper' }
    const stored = () =>
      shop()
        .db.selectFrom('feedback')
        .select(['message', 'author', 'event_id'])
        .where('sale_id', '=', sale.saleId)
        .execute()
    return { sale, open, about, stored, reads, url: feedbackUrl(shop().deps, about) }
  }

  it('accepts feedback once, which the organiser reads in the office and by email', async () => {
    const { sale, open, url, stored, reads } = await setUp()
    const { says, location } = await open(url)
    expect(location).toBe('/feedback/')
    expect(await says('  ')).toBe('/feedback/?said=missing')
    expect(await says('Lovely\0 night')).toBe('/feedback/?said=sent')
    expect(await says('Lovely night')).toBe('/feedback/?said=sent')
    expect(await stored()).toEqual([{ message: 'Lovely night', author: 'Grace Hopper', event_id: sale.event }])
    const mails = await shop()
      .db.selectFrom('mails')
      .select('body_text')
      .where('kind', '=', 'feedback')
      .where('recipient', '=', `${sale.organiser}@office.test`)
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.body_text).toContain('Grace Hopper')
    expect(await reads()).toMatchObject([{ name: 'Grace Hopper', message: 'Lovely night' }])
  })

  it('refuses forged and altered links, orders with erased data, and unlimited feedback', async () => {
    const { open, url, stored } = await setUp()
    const other = await setUp()
    for (const made of [
      `${url}x`,
      url.slice(0, -4),
      'http://shop.test/feedback/open',
      `${url.split('=')[0]}=${'A'.repeat(80)}`,
    ]) {
      const { says } = await open(made)
      expect(await says('Forged')).toBe('/feedback/')
    }
    const { says } = await open(url)
    for (let n = 0; n < 5; n++) expect(await says(`Message ${n}`)).toBe('/feedback/?said=sent')
    expect(await says('One more')).toBe('/feedback/?said=too_many')
    expect(await stored()).toHaveLength(5)
    await shop()
      .db.updateTable('orders')
      .set({ name: '', email: '' })
      .where('sale_id', '=', other.sale.saleId)
      .execute()
    expect(await (await other.open(other.url)).says('Late')).toBe('/feedback/?said=gone')
    expect(await other.stored()).toEqual([])
  })

  it('for one event goes to its organiser only, also in an order with another’s tickets', async () => {
    const [one, other] = [await setUp(), await setUp()]
    await sql`insert into order_lines (sale_id, line, kind, organiser_id, event_id, date_id, ticket_type_id, qty, list_minor, net_minor, fee_minor, paid_at)
      select ${one.sale.saleId}, 2, kind, organiser_id, event_id, date_id, ticket_type_id, qty, list_minor, net_minor, fee_minor, paid_at
      from order_lines where sale_id = ${other.sale.saleId}`.execute(shop().db)
    expect(await (await one.open(one.url)).says('Between us')).toBe('/feedback/?said=sent')
    expect(await one.reads()).toHaveLength(1)
    expect(await other.reads()).toEqual([])
  })
})
