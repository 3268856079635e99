import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import type { Notifications } from '@foyer/domain/office/notifications.ts'
import type { Role } from '@foyer/domain/office/rights.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WORKERS } from '../background.ts'
import { inTx } from '../db/transaction/tx.ts'
import { enqueue, runDueJobs } from '../jobs/jobs.ts'
import { bought, vendor } from '../payment/refund/bought.testing.ts'
import { refundOrder } from '../payment/refund/order.ts'
import { erasePersonalDataOfSales } from '../privacy/sale-data.ts'
import { countStatements } from '../testing/count-statements.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { openShop } from '../testing/shop.ts'
import { mailSaleToStaff } from '../tickets/delivery/sale-mail.ts'
import { mailSales } from './notify/sales.ts'
import { createStaff, inSession } from './testing/office.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded', { providers: { stripe: vendor.provider } })
})
afterAll(() => shop.close())

/** An organiser with two events of 11.00 a ticket, and members of its team. */
async function setUp(at: string) {
  shop.clock.set(at)
  const gala = await createEvent(shop.db, { title: 'Gala', startsAt: new Date('2027-09-01T18:00:00Z') })
  const { organiserId } = gala
  const quiz = await createEvent(shop.db, {
    title: 'Quiz',
    organiser_id: organiserId,
    startsAt: new Date('2027-09-02T18:00:00Z'),
  })
  const join = async (role: Role, chosen: Notifications | null, eventIds: number[] | null = null) => {
    const person = await createStaff(shop, organiserId, role, eventIds)
    if (chosen) await shop.db.updateTable('staff').set({ notifications: chosen }).where('id', '=', person.id).execute()
    return person
  }
  const buy = async (event: { ticketId: number }, qty: number) => {
    const sale = await bought(shop.deps, { ticketId: event.ticketId, qty })
    expect(
      await shop.db.selectFrom('jobs').select(['kind', 'last_error']).where('last_error', 'is not', null).execute(),
    ).toEqual([])
    return sale
  }
  return { organiserId, gala, quiz, join, buy }
}

const mailsTo = ({ email }: { email: string }) =>
  shop.db
    .selectFrom('mails')
    .select(['subject', 'body_text', 'kind'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()

const endRole = ({ id }: { id: number }) =>
  shop.db.updateTable('staff_roles').set({ ended_at: shop.clock.now() }).where('staff_id', '=', id).execute()

describe('an email for each sale', () => {
  it('goes once to those who chose it, with what their role may see', async () => {
    const { organiserId, gala, quiz, join, buy } = await setUp('2026-06-01T12:00:00Z')
    const manager = await join('manager', 'each')
    const ofQuiz = await join('manager', 'each', [quiz.eventId])
    const boxOffice = await join('box_office', 'each')
    const silent = [
      await join('owner', null),
      await join('owner', 'weekly'),
      await join('manager', null),
      await join('manager', 'nothing'),
      await join('door', 'each'),
      await createStaff(shop, (await createEvent(shop.db)).organiserId, 'owner'),
    ]
    const left = await join('manager', 'each')
    await endRole(left)
    const sale = await buy(gala, 2)
    const { number, name } = await shop.db
      .selectFrom('orders')
      .selectAll()
      .where('sale_id', '=', sale.saleId)
      .executeTakeFirstOrThrow()

    const [mail, ...more] = await mailsTo(manager)
    expect(more).toEqual([])
    expect(mail!.subject).toBe(`New order ${shownOrderNumber(number)}: 2 tickets, Gala`)
    const [type] = await shop.db
      .selectFrom('stock')
      .innerJoin('ticket_types as type', 'type.id', 'stock.ticket_type_id')
      .select(['stock.capacity', 'stock.sold'])
      .where('type.event_id', '=', gala.eventId)
      .execute()
    expect(type!.sold).toBe(2)
    for (const words of [
      'Gala',
      'Wed 1 Sep 2027, 7:00pm',
      '2 × Ticket 1: £22.00',
      `Sold so far: 2 of ${type!.capacity}`,
      shownOrderNumber(number),
      name,
      `/office/order/?organiser_id=${organiserId}&order_id=${sale.saleId}`,
    ])
      expect(mail!.body_text).toContain(words)
    expect(name).not.toBe('')
    const [forBoxOffice] = await mailsTo(boxOffice)
    expect(forBoxOffice!.body_text).toContain(name)
    expect(forBoxOffice!.body_text).not.toContain('£')
    expect(await mailsTo(ofQuiz)).toEqual([])
    for (const person of [...silent, left]) expect(await mailsTo(person)).toEqual([])

    await inTx(shop.db, (tx) =>
      enqueue(tx, {
        kind: 'deliver_sale',
        key: `again:${sale.saleId}`,
        payload: { sale_id: sale.saleId },
        runAt: shop.clock.now(),
        now: shop.clock.now(),
      }),
    )
    await runDueJobs(shop.deps, WORKERS, 500)
    expect(await mailsTo(manager)).toHaveLength(1)

    await inTx(shop.db, (tx) => erasePersonalDataOfSales(tx, [sale.saleId]))
    expect(await shop.db.selectFrom('mails').select('id').where('body_text', 'like', `%${name}%`).execute()).toEqual([])
  })

  it('is not sent when a sale is delivered a second time long after', async () => {
    const { gala, join, buy } = await setUp('2026-06-01T12:00:00Z')
    const sale = await buy(gala, 1)
    const manager = await join('manager', 'each')
    shop.clock.advance(30 * 86_400)
    const now = shop.clock.now()
    const job = {
      kind: 'deliver_sale' as const,
      key: `plan_completed:${sale.saleId}`,
      payload: { sale_id: sale.saleId },
    }
    await inTx(shop.db, (tx) => enqueue(tx, { ...job, runAt: now, now }))
    await runDueJobs(shop.deps, WORKERS, 500)
    expect(await mailsTo(manager)).toEqual([])
  })

  it('costs sales that are delivered together one statement to find who wants it', async () => {
    const { gala, buy } = await setUp('2026-06-01T12:00:00Z')
    const sales = [await buy(gala, 1), await buy(gala, 1), await buy(gala, 1)]
    const asked = async (chosen: typeof sales) =>
      countStatements(() => Promise.all(chosen.map(({ saleId }) => mailSaleToStaff(shop.deps, saleId))))
    expect(await asked(sales)).toBe(await asked(sales.slice(0, 1)))
  })

  it('is in the language of the person', async () => {
    const { gala, join, buy } = await setUp('2026-06-01T12:00:00Z')
    const manager = await join('manager', 'each')
    await shop.db.updateTable('staff').set({ language: 'fr' }).where('id', '=', manager.id).execute()
    await buy(gala, 2)
    expect((await mailsTo(manager)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Nouvelle commande .+\s: 2 billets, Gala$/),
    ])
  })
})

describe('a summary of sales', () => {
  it('goes to owners each morning, once, for the day of the shop’s zone; amounts by role and events', async () => {
    // A day before, at 23:50 in London: not of Tuesday.
    const { gala, quiz, join, buy } = await setUp('2026-06-01T22:50:00Z')
    const owner = await join('owner', null)
    const ofQuiz = await join('manager', 'daily', [quiz.eventId])
    const boxOffice = await join('box_office', 'daily')
    const silent = [await join('manager', null), await join('owner', 'nothing'), await join('owner', 'problems')]
    const left = await join('owner', null)
    await buy(gala, 7)
    // 00:10 on Tuesday in London, still Monday in UTC.
    shop.clock.set('2026-06-01T23:10:00Z')
    await buy(gala, 2)
    shop.clock.set('2026-06-02T12:00:00Z')
    await buy(quiz, 1)
    const given = await buy(gala, 5)
    await shop.db.updateTable('orders').set({ channel: 'complimentary' }).where('sale_id', '=', given.saleId).execute()
    await endRole(left)

    shop.clock.set('2026-06-03T05:59:00Z')
    await mailSales(shop.deps)
    const early = await mailsTo(owner)
    expect(early.map(({ subject }) => subject)).toEqual(['Sales on Mon 1 Jun 2026: 1 order'])
    shop.clock.set('2026-06-03T06:00:00Z')
    await mailSales(shop.deps)
    await mailSales(shop.deps)
    shop.clock.advance(3600)
    await mailSales(shop.deps)

    const [, daily, ...more] = await mailsTo(owner)
    expect(more).toEqual([])
    expect(daily!.subject).toBe('Sales on Tue 2 Jun 2026: 2 orders')
    expect(daily!.body_text).toContain('Gala: 2 tickets')
    expect(daily!.body_text).toContain('Quiz: 1 ticket')
    const limited = await mailsTo(ofQuiz)
    expect(limited.map(({ subject }) => subject)).toEqual(['Sales on Tue 2 Jun 2026: 1 order'])
    expect(limited[0]!.body_text).toContain('Sold: £11.00')
    expect(limited[0]!.body_text).not.toContain('Gala')
    const forBoxOffice = await mailsTo(boxOffice)
    expect(forBoxOffice.at(-1)!.subject).toBe('Sales on Tue 2 Jun 2026: 2 orders')
    expect(forBoxOffice.map(({ body_text }) => body_text.includes('£'))).toEqual([false, false])
    for (const person of [...silent, left]) expect(await mailsTo(person)).toEqual([])

    shop.clock.set('2026-06-04T10:00:00Z')
    await mailSales(shop.deps)
    expect(await mailsTo(owner)).toHaveLength(2)
  })

  it('names what was sold and what was refunded in the day, and is in the language of the person', async () => {
    const { gala, join, buy } = await setUp('2026-06-10T12:00:00Z')
    const owner = await join('owner', null)
    await shop.db.updateTable('staff').set({ language: 'fr' }).where('id', '=', owner.id).execute()
    await buy(gala, 3)
    const sale = await buy(gala, 1)
    expect(await refundOrder(shop.deps, { reference: sale.reference, what: 'whole' })).toMatchObject({ ok: true })
    await runDueJobs(shop.deps, WORKERS, 500)
    shop.clock.set('2026-06-11T08:00:00Z')
    await mailSales(shop.deps)
    const [mail] = await mailsTo(owner)
    expect(mail!.subject).toMatch(/^Ventes du mer\. 10 juin 2026\s: 2 commandes$/)
    expect(mail!.body_text).toMatch(/Ventes\s: 44,00\s£/)
    expect(mail!.body_text).toMatch(/Remboursé dans le même temps\s: 11,00\s£/)
  })

  it('of a week, from Monday to Sunday, goes out on Monday, for all organisers of a person in one email', async () => {
    const { organiserId, gala, join, buy } = await setUp('2026-07-05T12:00:00Z')
    const person = await join('owner', 'weekly')
    const other = await setUp('2026-07-05T12:00:00Z')
    await shop.db
      .insertInto('staff_roles')
      .values({ staff_id: person.id, organiser_id: other.organiserId, role: 'reader', created_at: shop.clock.now() })
      .execute()
    await buy(gala, 9)
    shop.clock.set('2026-07-06T12:00:00Z')
    await buy(gala, 1)
    shop.clock.set('2026-07-12T12:00:00Z')
    await buy(other.gala, 2)
    for (const at of ['2026-07-12T20:00:00Z', '2026-07-13T06:30:00Z', '2026-07-14T06:30:00Z']) {
      shop.clock.set(at)
      await mailSales(shop.deps)
    }
    const mails = await mailsTo(person)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Sales from Mon 29 Jun 2026 to Sun 5 Jul 2026: 1 order',
      'Sales from Mon 6 Jul 2026 to Sun 12 Jul 2026: 2 orders',
    ])
    const names = await shop.db
      .selectFrom('organisers')
      .select('name')
      .where('id', 'in', [organiserId, other.organiserId])
      .execute()
    for (const { name } of names) expect(mails[1]!.body_text).toContain(name)
  })
})

it('each person chooses, and the account page shows the choice, or what their role begins with', async () => {
  const { join } = await setUp('2026-06-01T12:00:00Z')
  const emailsOf = async (person: { id: number; email: string }, chosen?: object) => {
    const browser = await inSession(shop, { staffId: person.id, email: person.email })
    if (chosen) expect((await browser.call('set_notifications', chosen)).status).toBe(200)
    return ((await browser.call('office_account')).body as unknown as OfficeReply<'office_account'>).emails
  }
  expect(await emailsOf(await join('owner', null))).toEqual({ notifications: 'daily', language: 'en' })
  expect(await emailsOf(await join('manager', null))).toEqual({ notifications: 'problems', language: 'en' })
  expect(await emailsOf(await join('door', null))).toBeNull()
  const chosen = { notifications: 'weekly', language: 'fr' }
  expect(await emailsOf(await join('owner', null), chosen)).toEqual(chosen)
})
