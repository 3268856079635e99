import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS } from '@foyer/contract/errors.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { eventPage } from '../../catalogue/read/event-page.ts'
import { listEvents, organiserPage } from '../../catalogue/read/lists.ts'
import { sitemapOf } from '../../catalogue/read/sitemap.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { lockSelling } from '../../may-sell.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { describeOnBoth, describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { newEmail, putInBasket } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { useShop } from '../../testing/shop.ts'
import { eventForm } from '../testing/bodies.ts'
import { createStaff, inSession, logOf, newStaffEmail, officeBrowser, proveEmail } from '../testing/office.ts'

const FREE = { price_minor: 0, booking_fee_minor: 0, capacity: 20 }

describeOnBoth('organisers of an installation', (kind) => {
  const shop = useShop(kind)

  async function signedIn(
    organiserId: number,
    { isOperator = false, provedAt }: { isOperator?: boolean; provedAt?: Date } = {},
  ) {
    const { id, email } = await createStaff(shop(), organiserId, 'owner')
    if (isOperator) {
      await shop()
        .db.updateTable('staff_roles')
        .set({ ended_at: shop().clock.now() })
        .where('staff_id', '=', id)
        .execute()
      await shop().db.updateTable('staff').set({ is_operator: true }).where('id', '=', id).execute()
    }
    return { id, email, ...(await inSession(shop(), { staffId: id, email, ...(provedAt && { provedAt }) })) }
  }
  const operator = async () => signedIn((await createEvent(shop().db)).organiserId, { isOperator: true })
  const close = async (organiser: number) => {
    const { call } = await operator()
    return call('close_organiser', { organiser })
  }

  it('are listed with their owners, events and last sale, and found by name', async () => {
    const { organiserId } = await createEvent(shop().db, { organiser: { name: 'Puppet Barge' } })
    const owner = await createStaff(shop(), organiserId, 'owner')
    await createStaff(shop(), organiserId, 'manager')
    const { call } = await operator()
    const { body } = await call('office_organisers', { q: 'puppet' })
    expect(body).toMatchObject({
      total: 1,
      organisers: [
        {
          id: organiserId,
          name: 'Puppet Barge',
          is_closed: false,
          owners: [{ email: owner.email }],
          events: 1,
          nice_last_sale: '',
        },
      ],
    })
  })

  it('are added with an invitation to their owner, whose Home shows the first steps', async () => {
    const browser = await operator()
    const email = newStaffEmail()
    const form = { name: 'Old Mill', email, form_key: `add ${email}` }
    expect((await browser.call('add_organiser', { ...form, name: '' })).body.code).toBe('organiser_name_missing')
    expect((await browser.call('add_organiser', { ...form, email: 'nobody' })).body.code).toBe('bad_email')
    // Sent twice, it is added once.
    for (const _ of [1, 2]) expect((await browser.call('add_organiser', form)).status).toBe(200)
    const { body } = await browser.call('office_organisers', { q: 'old mill' })
    expect(body).toMatchObject({ total: 1, organisers: [{ owners: [], invited: [email] }] })
    const organiserId = (body.organisers as { id: number }[])[0]!.id
    const { body_text } = await shop()
      .db.selectFrom('mails')
      .select('body_text')
      .where('recipient', '=', email)
      .where('kind', '=', 'invitation')
      .executeTakeFirstOrThrow()
    const token = /\/office\/invitation\/\?token=([\w-]+)/.exec(body_text)![1]!
    const owner = officeBrowser(shop().app)
    await proveEmail(shop(), owner, email)
    expect((await owner.call('accept_invitation', { token, name: 'Ada' })).status).toBe(200)
    const home = (await owner.call('office_home', { organiser_id: organiserId })).body
    expect(home).toMatchObject({ has_events: false, may_create: true })
    expect((home.needs as { kind: string }[]).map(({ kind: need }) => need)).toContain('legal')
    expect((await logOf(shop(), browser.id)).at(-1)).toMatchObject({ action: 'office_organisers', outcome: 'looked' })
  })

  it('are added, closed and reopened by the operator only, with a fresh proof of identity', async () => {
    const { organiserId } = await createEvent(shop().db)
    const owner = await signedIn(organiserId)
    const stale = new Date(shop().clock.now().getTime() - 601_000)
    const late = await signedIn(organiserId, { isOperator: true, provedAt: stale })
    for (const [name, body] of [
      ['add_organiser', { name: 'House', email: newStaffEmail() }],
      ['close_organiser', { organiser: organiserId }],
      ['reopen_organiser', { organiser: organiserId }],
    ] as const) {
      expect((await owner.call(name, body)).body.code).toBe('may_not')
      expect((await late.call(name, body)).body.code).toBe('proof_too_old')
    }
    const { closed_at } = await shop()
      .db.selectFrom('organisers')
      .select('closed_at')
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    expect(closed_at).toBeNull()
  })

  it('that are closed sell nothing new: not online, not at the counter, not as a gift, not by a voucher; reopened they do', async () => {
    const { db } = shop()
    const { organiserId, slug, ticketId } = await createEvent(db, { tickets: [FREE] })
    const design = await db
      .insertInto('gift_voucher_designs')
      .values({
        organiser_id: organiserId,
        slug: `v-${organiserId}`,
        name: 'Gift',
        currency: 'GBP',
        values_minor: [1000],
        max_qty: 5,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [waiting, withVoucher] = [shop().browser(), shop().browser()]
    await putInBasket(waiting, ticketId)
    await withVoucher.call('add_gift_voucher_to_basket', { gift_voucher_id: design.id, value: 10, qty: 1 })
    const staff = await signedIn(organiserId)
    const browser = await operator()
    expect(await close(organiserId)).toMatchObject({ status: 200 })
    // Repeating it changes nothing, and is no entry of the log.
    expect(await close(organiserId)).toMatchObject({ status: 200 })

    const late = shop().browser()
    expect((await late.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })).body).toMatchObject({
      code: 'not_on_sale',
    })
    expect(
      (await late.call('add_gift_voucher_to_basket', { gift_voucher_id: design.id, value: 10, qty: 1 })).body.code,
    ).toBe('unknown_voucher')
    for (const buyer of [waiting, withVoucher]) {
      const { body } = await buyer.call('reserve_tickets')
      expect(JSON.stringify(body)).toContain(ERRORS.not_on_sale[1])
    }
    const give = {
      organiser_id: organiserId,
      ticket_id: ticketId,
      people: `Ada, ${newEmail()}`,
      quantity: 1,
      reason: 'Press',
    }
    expect((await staff.call('give_tickets', { ...give, form_key: `g${organiserId}` })).status).not.toBe(200)
    const { body: counter } = await staff.call('office_counter', { organiser_id: organiserId })
    expect(JSON.stringify(counter)).not.toContain(`"ticket_id":${ticketId}`)

    // Buyers see that it no longer sells, and nothing of it in lists.
    const now = shop().clock.now()
    const page = (await eventPage(db, slug, now))!
    expect(page.event.closed).toMatch(/no longer sells tickets here/)
    expect(page.dates.flatMap(({ tickets }) => tickets)).toEqual([])
    const organiser = await db
      .selectFrom('organisers')
      .selectAll()
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    expect(await organiserPage(db, organiser.slug, now)).toMatchObject({
      events: [],
      gift_vouchers: [],
      closed: page.event.closed,
    })
    const listed = await listEvents(db, { organiser: organiser.slug }, now)
    expect([listed.events, listed.organisers.filter(({ slug: own }) => own === organiser.slug)]).toEqual([[], []])
    expect((await sitemapOf(db, now)).paths.filter((path) => path.includes(slug))).toEqual([])
    const needs = async () =>
      ((await staff.call('office_home', { organiser_id: organiserId })).body.needs as { kind: string }[]).map(
        ({ kind: need }) => need,
      )
    expect(await needs()).toContain('closed')

    // It publishes nothing new, and keeps what is published.
    const published = await staff.call('create_event', { organiser_id: organiserId, ...eventForm() })
    expect(published.body.code).toBe('organiser_closed')
    const draft = await staff.call('create_event', { organiser_id: organiserId, ...eventForm(), publish: '' })
    expect(draft.status).toBe(200)

    expect((await browser.call('reopen_organiser', { organiser: organiserId })).status).toBe(200)
    expect((await eventPage(db, slug, now))!.event.closed).toBeUndefined()
    expect((await waiting.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    expect(await needs()).not.toContain('closed')
    expect((await logOf(shop(), browser.id)).map(({ action, outcome }) => [action, outcome])).toEqual([
      ['reopen_organiser', 'done'],
    ])
  })

  it('that are closed let a basket that was reserved before be ordered, and say so before', async () => {
    const { organiserId, ticketId } = await createEvent(shop().db, { tickets: [FREE], title: 'Harvest tea' })
    const sale = await saleAt(shop().deps, 'payment', { ticketId })
    const { call } = await operator()
    expect((await call('office_organiser', { organiser: organiserId })).body).toMatchObject({
      is_closed: false,
      on_sale: 1,
      titles: ['Harvest tea'],
      baskets: 1,
      tickets: 0,
    })
    await call('close_organiser', { organiser: organiserId })
    const { statusCode } = await shop().app.inject({
      method: 'POST',
      url: '/ajax/checkout/checkout/claim_free_tickets/',
      headers: { cookie: sale.cookie },
    })
    expect(statusCode).toBe(200)
    // Its staff still see the order.
    const staff = await signedIn(organiserId)
    expect((await staff.call('office_order', { organiser_id: organiserId, order_id: sale.saleId })).status).toBe(200)
  })
})

describeOnPostgres('a reserve that races with a close', () => {
  const opened = useTestDatabase('postgres')

  it('waits for it, and is refused; the close waits for one that was first, which is held', async () => {
    const deps = testDeps(opened())
    const { db, clock } = deps
    const { ticketId, organiserId } = await createEvent(db)
    const { saleId } = await saleAt(deps, 'basket', { ticketId })
    let close = () => {}
    const decided = new Promise<void>((resolve) => (close = resolve))
    let locked = () => {}
    const isLocked = new Promise<void>((resolve) => (locked = resolve))
    const closing = inTx(db, async (tx) => {
      await lockSelling(tx, organiserId)
      await tx.updateTable('organisers').set({ closed_at: clock.now() }).where('id', '=', organiserId).execute()
      locked()
      await decided
    })
    await isLocked
    let isDone = false
    const reserving = holdAll(db, [{ saleId, userId: null }], 900, clock.now()).finally(() => {
      isDone = true
    })
    const waiting = sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!isDone && (await waiting.execute(db)).rows[0]!.n === 0) await sleep(20)
    close()
    await closing
    expect(await reserving).toMatchObject([{ kind: 'refused', text: expect.stringContaining(ERRORS.not_on_sale[1]) }])
    const { held } = await stockOf(db, ticketId)
    expect(held).toBe(0)
  })
})
