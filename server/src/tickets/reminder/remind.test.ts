import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runDueJobs } from '../../jobs/jobs.ts'
import { sendMail } from '../../mail/outbox.ts'
import { useNeighbour } from '../../office/testing/neighbour.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createPaidSale, type SaleOptions } from '../../testing/fixtures/paid-sale.ts'
import { useShop } from '../../testing/shop.ts'
import { deliverWallet } from '../delivery/deliver.ts'
import { ticketAttachments } from '../paper/attachments.ts'
import { endRemindersUrl } from './opt-out.ts'
import { remindOfEvents } from './remind.ts'

type Given = ReturnType<typeof testDeps>

const WORKERS = { send_mail: sendMail(ticketAttachments) }
// The fixture's events begin at 7pm on Friday 2 October in London.
const DAY_BEFORE = '2026-10-01T10:00:00Z'

const at = (deps: Given, time: string) => deps.clock.set(time)

describeOnBoth('event reminders', (kind) => {
  const database = useTestDatabase(kind)

  /** A delivered order, and the reminders that its holders got. */
  const setUp = async (options: SaleOptions = {}) => {
    const deps = testDeps(database())
    const sale = await createPaidSale(deps, options)
    await deliverWallet(deps, sale.saleId)
    const reminders = async (email = sale.email) =>
      deps.db
        .selectFrom('mails')
        .select(['subject', 'body_text', 'unsubscribe_url'])
        .where('kind', '=', 'event_reminder')
        .where('recipient', '=', email)
        .execute()
    return { deps, ...sale, reminders }
  }

  it('are sent once, on the day before in the event’s time zone, with the tickets and directions', async () => {
    const { deps, reminders } = await setUp({ standing: 2, seated: 1, title: 'Gala & more' })
    for (const early of ['2026-09-30T22:30:00Z', '2026-10-01T07:30:00Z']) {
      at(deps, early)
      await remindOfEvents(deps)
    }
    expect(await reminders()).toEqual([])
    at(deps, DAY_BEFORE)
    for (let times = 0; times < 3; times++) await remindOfEvents(deps)
    const [mail, ...more] = await reminders()
    expect(more).toEqual([])
    expect(mail!.subject).toBe('Tomorrow: Gala & more')
    for (const words of [
      'Fri 2 Oct 2026, 7:00pm',
      'Doors',
      '2 × Standing',
      'Row A, seat 1',
      '/account/wallet/',
      'maps/dir',
    ])
      expect(mail!.body_text).toContain(words)
    at(deps, '2026-10-02T09:00:00Z')
    await remindOfEvents(deps)
    expect(await reminders()).toHaveLength(1)
  })

  it('are sent once when many processes check at the same moment', async () => {
    const { deps, reminders } = await setUp()
    at(deps, DAY_BEFORE)
    await Promise.all(Array.from({ length: 8 }, () => remindOfEvents(deps)))
    expect(await reminders()).toHaveLength(1)
  })

  it('reach everyone, in slices', async () => {
    const { deps, saleId, reminders } = await setUp({ standing: 2 })
    await sql`insert into tickets (sale_id, ticket_type_id, instance, code, holder_email, issued_at)
      select ${saleId}, ticket_type_id, 100 + n, 'CODE' || ${saleId}::text || n, 'p' || ${saleId}::text || 'n' || n || '@example.org', issued_at
      from tickets, generate_series(1, 120) n where sale_id = ${saleId} and instance = 0`.execute(deps.db)
    at(deps, DAY_BEFORE)
    await remindOfEvents(deps)
    for (const n of [1, 60, 120]) expect(await reminders(`p${saleId}n${n}@example.org`)).toHaveLength(1)
  })

  it.each([
    [
      'a cancelled event',
      ({ event }: { event: number }) => sql`update events set status = 'cancelled' where id = ${event}`,
    ],
    [
      'a cancelled date',
      ({ date }: { date: number }) => sql`update event_dates set status = 'cancelled' where id = ${date}`,
    ],
    [
      'refunded tickets',
      ({ saleId }: { saleId: number }) => sql`update tickets set status = 'void' where sale_id = ${saleId}`,
    ],
    [
      'tickets that were handed on',
      ({ saleId }: { saleId: number }) =>
        sql`update tickets set holder_email = 'grace@example.org' where sale_id = ${saleId}`,
    ],
  ])('are not sent for %s', async (_, change) => {
    const { deps, reminders, ...sale } = await setUp()
    await change(sale).execute(deps.db)
    at(deps, DAY_BEFORE)
    await remindOfEvents(deps)
    expect(await reminders()).toEqual([])
  })

  it('are not sent for tickets bought that day, or for an unclaimed transfer', async () => {
    const deps = testDeps(database())
    at(deps, DAY_BEFORE)
    const sale = await createPaidSale(deps)
    await deliverWallet(deps, sale.saleId)
    await remindOfEvents(deps)
    const waiting = await setUp()
    await sql`with transfer as (insert into transfers (sale_id, ticket_type_id, qty, name, email, deliver_at, status, created_at)
        values (${waiting.saleId}, ${waiting.standingType}, 2, 'Grace', 'grace@example.org', now(), 'sent', now()) returning id)
      insert into transfer_tickets (transfer_id, ticket_id)
        select transfer.id, tickets.id from transfer, tickets where sale_id = ${waiting.saleId}`.execute(deps.db)
    at(waiting.deps, DAY_BEFORE)
    await remindOfEvents(waiting.deps)
    expect(await waiting.reminders(sale.email)).toEqual([])
    expect(await waiting.reminders()).toEqual([])
  })

  it('have the headers for one-click unsubscribe', async () => {
    const { deps, email } = await setUp()
    at(deps, DAY_BEFORE)
    await remindOfEvents(deps)
    const sent: { to: string; unsubscribeUrl?: string }[] = []
    const mailer = {
      send: async (mail: (typeof sent)[number]) => {
        sent.push(mail)
        return { ok: true as const }
      },
    }
    await runDueJobs({ ...deps, mailer }, WORKERS, 500)
    const urls = sent.filter(({ to, unsubscribeUrl }) => to === email && unsubscribeUrl)
    expect(urls).toMatchObject([{ unsubscribeUrl: endRemindersUrl(deps.config, email) }])
  })
})

describeOnBoth('turning reminders off', (kind) => {
  const shop = useShop(kind)
  useNeighbour(shop)
  const path = (url: string) => url.slice(url.indexOf('/', 'https://'.length))
  const isOff = async (email: string) => {
    const { db, config } = shop().deps
    const hash = new URL(endRemindersUrl(config, email)).searchParams.get('link')!.split('.')[0]!
    return (await db.selectFrom('reminder_opt_outs').selectAll().where('email_hash', '=', hash).execute()).length === 1
  }

  it('takes one click in a mail program, in either form encoding', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const email = `${type.length}@example.org`
      const url = path(endRemindersUrl(shop().deps.config, email))
      const post = () =>
        shop().app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': type },
          payload: 'List-Unsubscribe=One-Click',
        })
      expect((await post()).statusCode).toBe(204)
      expect((await post()).statusCode).toBe(204)
      expect(await isOff(email)).toBe(true)
    }
  })

  it('asks a person to confirm, because programs follow links too', async () => {
    const email = 'person@example.org'
    const followed = await shop().app.inject(path(endRemindersUrl(shop().deps.config, email)))
    expect(followed.headers.location).toBe('/mailing-list')
    expect(await isOff(email)).toBe(false)
    const cookie = String(followed.headers['set-cookie']).split(';')[0]!
    const pressed = await shop().app.inject({ method: 'POST', url: '/mailing-list/reminders', headers: { cookie } })
    expect(pressed.headers.location).toBe('/mailing-list?reminders=off')
    expect(await isOff(email)).toBe(true)
  })

  it('does nothing for a forged or borrowed link', async () => {
    const url = path(endRemindersUrl(shop().deps.config, 'mine@example.org'))
    const [, mac] = url.split('.')
    const other = path(endRemindersUrl(shop().deps.config, 'theirs@example.org')).split('.')[0]!
    for (const link of [`${other}.${mac}`, '/mailing-list/reminders?link=x', '/mailing-list/reminders?link=x.'])
      expect((await shop().app.inject({ method: 'POST', url: link })).statusCode).toBe(404)
    expect(await isOff('theirs@example.org')).toBe(false)
  })

  it('stops reminders', async () => {
    const { deps } = shop()
    const sale = await createPaidSale(deps)
    await deliverWallet(deps, sale.saleId)
    await shop().app.inject({ method: 'POST', url: path(endRemindersUrl(deps.config, sale.email)) })
    shop().clock.set(DAY_BEFORE)
    await remindOfEvents(deps)
    const sent = await deps.db
      .selectFrom('mails')
      .select('id')
      .where('kind', '=', 'event_reminder')
      .where('recipient', '=', sale.email)
      .execute()
    expect(sent).toEqual([])
  })
})
