import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue, runDueJobs } from '../../jobs/jobs.ts'
import { mailboxAttachment, mailboxPage } from '../../mail/mailbox.ts'
import { sendMail } from '../../mail/outbox.ts'
import { describeOnBoth, describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createPaidSale } from '../../testing/fixtures/paid-sale.ts'
import { createPicture } from '../../testing/fixtures/picture.ts'
import { ticketAttachments } from '../paper/attachments.ts'
import { walletOf } from '../wallet/wallet.ts'
import { deliverSale, deliverTickets, deliverWallet, deliveryJob } from './deliver.ts'

const WORKERS = { deliver_sale: deliverSale, send_mail: sendMail(ticketAttachments) }

const eventOf = ({ db }: Pick<Deps, 'db'>, saleId: number) =>
  db
    .selectFrom('sale_lines as line')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select(['event.id', 'event.organiser_id'])
    .where('line.sale_id', '=', saleId)
    .executeTakeFirstOrThrow()

describeOnBoth('delivery', (kind) => {
  const database = useTestDatabase(kind)
  const setUp = () => testDeps(database())

  it('[DLV-01] puts the tickets into the wallet and emails it once, however often it is requested', async () => {
    const deps = setUp()
    const { saleId, email, reference } = await createPaidSale(deps, { standing: 2, seated: 1 })
    for (let times = 0; times < 3; times++)
      expect(await deliverTickets(deps, saleId)).toEqual({ ok: true, later: false })
    for (let times = 0; times < 3; times++)
      expect(await deliverWallet(deps, saleId)).toEqual({ ok: true, later: false })
    await runDueJobs(deps, WORKERS)

    const wallet = await walletOf(deps.db, { email }, { now: deps.clock.now(), signer: deps.signer })
    expect(wallet.tickets.map((ticket) => [ticket.ticket, ticket.seat, ticket.status])).toEqual([
      ['Standing', null, 'valid'],
      ['Standing', null, 'valid'],
      ['Stalls', 'A1', 'valid'],
    ])
    const mails = await mailboxPage(deps, ticketAttachments, email)
    expect(mails.map((mail) => mail.subject)).toEqual(['Your tickets for Autumn Gala Concert'])
    // The secret reference of an order stands in links only.
    expect(mails[0]!.text.replaceAll(/https?:\S+/g, '')).not.toContain(reference)
    expect(mails[0]!.text).toContain('Fri 2 Oct 2026, 7:00pm')
    expect(mails[0]!.text).toContain('2 × Standing')
    expect(mails[0]!.attachments.map((file) => file.filename)).toEqual(['foyer-tickets.pdf', 'foyer-events.ics'])
  })

  it('shows the event’s picture, and the organiser’s logo and colour', async () => {
    const deps = setUp()
    const { saleId, email } = await createPaidSale(deps)
    const picture = await createPicture(deps, '#c04a2b')
    const logo = await createPicture(deps, '#204060')
    const event = await eventOf(deps, saleId)
    await deps.db
      .updateTable('events')
      .set({ picture, picture_alt: 'A hall at night' })
      .where('id', '=', event.id)
      .execute()
    await deps.db
      .updateTable('organisers')
      .set({ logo, accent: '#1d6b4f' })
      .where('id', '=', event.organiser_id)
      .execute()
    await deliverWallet(deps, saleId)
    const [mail] = await mailboxPage(deps, ticketAttachments, email)
    const { publicUrl } = deps.config
    for (const part of [
      `src="${publicUrl}/pictures/${picture}-banner" alt="A hall at night"`,
      `src="${publicUrl}/pictures/${logo}-logo" alt="City Varieties Trust"`,
      'bgcolor="#1d6b4f"',
    ])
      expect(mail!.html).toContain(part)
  })

  it('serves the attachments it names', async () => {
    const deps = setUp()
    const { saleId, email } = await createPaidSale(deps)
    await deliverWallet(deps, saleId)
    // the list is the same while queued and after sending
    const before = await mailboxPage(deps, ticketAttachments, email)
    await runDueJobs(deps, WORKERS)
    const [mail] = await mailboxPage(deps, ticketAttachments, email)
    expect(mail!.attachments.map((file) => file.url)).toEqual(before[0]!.attachments.map((file) => file.url))
    for (const { url, size, filename, content_type } of mail!.attachments) {
      const [, , , id, index, name] = url.split('/')
      const file = await mailboxAttachment(deps, ticketAttachments, Number(id), Number(index))
      expect([name, file?.filename, file?.contentType]).toEqual([filename, filename, content_type])
      expect(file?.content.length).toBe(size)
      expect(size).toBeGreaterThan(200)
    }
    const [, , , id] = mail!.attachments[0]!.url.split('/')
    expect(await mailboxAttachment(deps, ticketAttachments, Number(id), 7)).toBeNull()
    expect(await mailboxAttachment(deps, ticketAttachments, 0, 0)).toBeNull()
  })

  it('does not deliver an unpaid order', async () => {
    const deps = setUp()
    const { saleId, email } = await createPaidSale(deps, { paid: false })
    expect(await deliverTickets(deps, saleId)).toEqual({ ok: false, code: 'not_paid' })
    expect(await deliverWallet(deps, saleId)).toEqual({ ok: false, code: 'not_paid' })
    expect(await mailboxPage(deps, ticketAttachments, email)).toEqual([])
  })

  it('runs without the buyer if they never return, and only then', async () => {
    const deps = setUp()
    const { saleId, email } = await createPaidSale(deps)
    const now = deps.clock.now()
    const runAt = new Date(now.getTime() + 30_000)
    for (let times = 0; times < 2; times++)
      await inTx(deps.db, (tx) => enqueue(tx, deliveryJob(saleId, { now, runAt, after: 'paid' })))
    await runDueJobs(deps, WORKERS)
    expect(await mailboxPage(deps, ticketAttachments, email)).toEqual([])
    deps.clock.advance(31)
    await runDueJobs(deps, WORKERS)
    expect(await mailboxPage(deps, ticketAttachments, email)).toHaveLength(1)
    // the buyer returns after all
    await deliverTickets(deps, saleId)
    await deliverWallet(deps, saleId)
    await runDueJobs(deps, WORKERS)
    expect(await mailboxPage(deps, ticketAttachments, email)).toHaveLength(1)
    const tickets = await deps.db.selectFrom('tickets').select('id').where('sale_id', '=', saleId).execute()
    expect(tickets).toHaveLength(2)
  })

  it('stores the delivery mark, tickets, email and job together or not at all', async () => {
    const deps = setUp()
    const { saleId, email } = await createPaidSale(deps)
    await sql`alter table jobs add constraint broken check (kind <> 'send_mail') not valid`.execute(deps.db)
    try {
      await expect(deliverWallet(deps, saleId)).rejects.toThrow('broken')
    } finally {
      await sql`alter table jobs drop constraint broken`.execute(deps.db)
    }
    const marks = await deps.db
      .selectFrom('sales')
      .select(['tickets_delivered_at', 'wallet_delivered_at'])
      .where('id', '=', saleId)
      .executeTakeFirst()
    expect(marks).toEqual({ tickets_delivered_at: null, wallet_delivered_at: null })
    expect(await mailboxPage(deps, ticketAttachments, email)).toEqual([])
    expect(await deliverWallet(deps, saleId)).toEqual({ ok: true, later: false })
    expect(await mailboxPage(deps, ticketAttachments, email)).toHaveLength(1)
  })

  it('emails the schedule of a plan first, and the wallet after its last payment', async () => {
    const deps = setUp()
    const { saleId, email } = await createPaidSale(deps, { standing: 1 })
    const now = deps.clock.now()
    await deps.db
      .insertInto('payment_plans')
      .values({ sale_id: saleId, option_key: 'two', status: 'active', terms_version: '1', agreed_at: now })
      .execute()
    await deps.db
      .insertInto('plan_instalments')
      .values([
        { sale_id: saleId, seq: 1, due_on: '2026-06-01', amount_minor: 750, status: 'paid' },
        { sale_id: saleId, seq: 2, due_on: '2026-07-01', amount_minor: 750, status: 'due' },
      ])
      .execute()
    for (let times = 0; times < 2; times++) {
      expect(await deliverTickets(deps, saleId)).toEqual({ ok: true, later: true })
      expect(await deliverWallet(deps, saleId)).toEqual({ ok: true, later: true })
    }
    const [schedule, ...more] = await mailboxPage(deps, ticketAttachments, email)
    expect(more).toEqual([])
    expect(schedule).toMatchObject({ subject: 'Your payment schedule', attachments: [] })
    expect(schedule!.text).toContain('Paid: £7.50')
    expect(schedule!.text).toContain('Due Wed 1 Jul 2026: £7.50')

    await deps.db.updateTable('payment_plans').set({ status: 'completed' }).where('sale_id', '=', saleId).execute()
    await inTx(deps.db, (tx) => enqueue(tx, deliveryJob(saleId, { now, runAt: now, after: 'plan_completed' })))
    await runDueJobs(deps, WORKERS)
    expect((await mailboxPage(deps, ticketAttachments, email)).map((mail) => mail.subject)).toEqual([
      'Your tickets for Autumn Gala Concert',
      'Your payment schedule',
    ])
  })

  it('sends bought gift vouchers with their codes', async () => {
    const deps = setUp()
    const { saleId, email } = await createPaidSale(deps, { standing: 0, vouchers: 1 })
    await deliverWallet(deps, saleId)
    const voucher = await deps.db
      .selectFrom('issued_vouchers')
      .selectAll()
      .where('sale_id', '=', saleId)
      .executeTakeFirstOrThrow()
    const [mail] = await mailboxPage(deps, ticketAttachments, email)
    expect(mail).toMatchObject({ subject: 'Your gift voucher', attachments: [] })
    for (const words of [voucher.code, 'A night out: £20.00', 'For Grace, from Ada', 'Use it by Thu 1 Jun 2028'])
      expect([mail!.text.includes(words), mail!.html.includes(words)]).toEqual([true, true])
    const wallet = await walletOf(deps.db, { email }, { now: deps.clock.now(), signer: deps.signer })
    expect(wallet.vouchers).toMatchObject([
      { code: voucher.code, value: 20, balance: 20, currency: { symbol: '£', code: 'GBP' } },
    ])
  })
})

describeOnPostgres('concurrent delivery', () => {
  const database = useTestDatabase('postgres')

  it('delivers tickets and wallet once under 20 concurrent calls and jobs', async () => {
    const deps = testDeps(database())
    const { saleId, email } = await createPaidSale(deps, { standing: 2, seated: 2 })
    const now = deps.clock.now()
    await inTx(deps.db, (tx) => enqueue(tx, deliveryJob(saleId, { now, runAt: now, after: 'paid' })))
    await Promise.all(
      Array.from({ length: 20 }, (_, caller) =>
        caller % 4 === 0
          ? runDueJobs(deps, WORKERS)
          : caller % 2 === 0
            ? deliverTickets(deps, saleId)
            : deliverWallet(deps, saleId),
      ),
    )
    await runDueJobs(deps, WORKERS)
    const tickets = await deps.db.selectFrom('tickets').select('id').where('sale_id', '=', saleId).execute()
    expect(tickets).toHaveLength(4)
    expect(await mailboxPage(deps, ticketAttachments, email)).toHaveLength(1)
    const events = await deps.db
      .selectFrom('sale_events')
      .select('kind')
      .where('sale_id', '=', saleId)
      .orderBy('id')
      .execute()
    expect(events.map((event) => event.kind)).toEqual(['tickets_delivered', 'wallet_delivered'])
  })
})
