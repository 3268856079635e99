import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseKind } from '../db/connection/settings.ts'
import { createDonation } from '../office/testing/gift-aid.ts'
import { createOrder } from '../office/testing/order.ts'
import { createBuyerWithHold, markPaid, newEmail, prove } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { openShop } from '../testing/shop.ts'
import { erasePerson } from './erase.ts'
import { eraseExpiredData } from './retention.ts'

const DAY = 86_400
const FAR = new Date('2099-06-01T18:00:00Z')

describe.each<DatabaseKind>(['embedded', 'postgres'])('retention on %s', (kind) => {
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => {
    shop = await openShop(kind)
  })
  afterAll(() => shop.close())

  const saleIds = async () => (await shop.db.selectFrom('sales').select('id').execute()).map(({ id }) => id)

  it('erases unpaid baskets with their contents, but not those touched or held', async () => {
    const old = await saleAt(shop.deps, 'basket', { phone: '07700 900462' })
    const held = await createBuyerWithHold(shop)
    shop.clock.advance(29 * DAY)
    const fresh = await saleAt(shop.deps, 'basket')
    await eraseExpiredData(shop.deps)
    expect(await saleIds()).toEqual(expect.arrayContaining([old.saleId, held.saleId, fresh.saleId]))
    shop.clock.advance(2 * DAY)
    await eraseExpiredData(shop.deps)
    const left = await saleIds()
    expect(left).not.toContain(old.saleId)
    expect(left, 'its hold has not been released yet').toContain(held.saleId)
    expect(left).toContain(fresh.saleId)
  })

  it('erases empty baskets after a day, all of them, and no others', async () => {
    const [kept, mine, paid, empty] = [
      await saleAt(shop.deps, 'basket', { guest: null }),
      await saleAt(shop.deps, 'basket'),
      await saleAt(shop.deps, 'basket', { guest: null }),
      await saleAt(shop.deps, 'basket', { guest: null }),
    ]
    const emptied = [mine.saleId, paid.saleId, empty.saleId]
    await shop.db.deleteFrom('sale_lines').where('sale_id', 'in', emptied).execute()
    await markPaid(shop, paid.saleId)
    // More than one slice.
    await sql`insert into sales (reference, created_at, updated_at)
      select gen_random_uuid()::text, ${shop.clock.now()}::timestamptz, ${shop.clock.now()}::timestamptz from generate_series(1, 1100)`.execute(
      shop.db,
    )
    await eraseExpiredData(shop.deps)
    expect(await saleIds()).toContain(empty.saleId)
    shop.clock.advance(1 * DAY + 1)
    expect(await eraseExpiredData(shop.deps)).toMatchObject({ 'empty baskets': 1101 })
    expect(await saleIds()).not.toContain(empty.saleId)
    expect(await saleIds()).toEqual(expect.arrayContaining([kept.saleId, mine.saleId, paid.saleId]))
  })

  it('keeps the row and payment of a basket with a failed payment, without a name, and skips it later', async () => {
    const sale = await saleAt(shop.deps, 'basket', { phone: '07700 900463' })
    await shop.db
      .insertInto('payments')
      .values({
        sale_id: sale.saleId,
        provider: 'stripe',
        amount_minor: 1100,
        currency: 'GBP',
        status: 'failed',
        idempotency_key: `test-${sale.saleId}`,
        created_at: shop.clock.now(),
        updated_at: shop.clock.now(),
      })
      .execute()
    shop.clock.advance(31 * DAY)
    expect(await eraseExpiredData(shop.deps)).toMatchObject({ 'abandoned baskets': expect.any(Number) })
    expect(await sale.read()).toMatchObject({ guest_email: null, guest_name: null, contact_number: null })
    expect(await sale.payments()).toHaveLength(1)
    expect(await eraseExpiredData(shop.deps)).not.toHaveProperty('abandoned baskets')
  })

  it('erases the Gift Aid declaration of a basket with a failed payment whose buyer was erased before', async () => {
    const sale = await saleAt(shop.deps, 'basket')
    const now = shop.clock.now()
    await shop.db
      .insertInto('payments')
      .values({
        sale_id: sale.saleId,
        provider: 'stripe',
        amount_minor: 1100,
        currency: 'GBP',
        status: 'failed',
        idempotency_key: `test-${sale.saleId}`,
        created_at: now,
        updated_at: now,
      })
      .execute()
    const charity = await shop.db
      .insertInto('charities')
      .values({ slug: `charity-${sale.saleId}`, name: 'Stage Door Trust', donation_checkout_title: 'Give' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto('gift_aid_declarations')
      .values({
        sale_id: sale.saleId,
        charity_id: charity.id,
        donation_minor: 500,
        uk_taxpayer: true,
        own_money: true,
        not_gambling: true,
        wording: 'I am a taxpayer',
        wording_version: '1',
        donor_name: 'Ada Lovelace',
        address_1: '1 High Street',
        postcode: 'LS1 1AA',
        uk_based: true,
        claimable: true,
        declared_at: now,
      })
      .execute()
    expect(await erasePerson(shop.deps, { userId: null, email: sale.email })).toMatchObject({ ok: true })
    shop.clock.advance(31 * DAY)
    await eraseExpiredData(shop.deps)
    const declarations = () =>
      shop.db.selectFrom('gift_aid_declarations').selectAll().where('sale_id', '=', sale.saleId).execute()
    expect(await declarations()).toEqual([])
    expect(await eraseExpiredData(shop.deps)).not.toHaveProperty('abandoned baskets')
  })

  it('erases sign-in codes and their emails after a day, and expired sessions at once', async () => {
    const email = newEmail()
    await prove(shop, shop.browser(), email)
    await shop.runJobs()
    const mails = () => shop.db.selectFrom('mails').select('id').where('recipient', '=', email).execute()
    const codes = () => shop.db.selectFrom('one_time_codes').select('id').where('email', '=', email).execute()
    const sessions = () => shop.db.selectFrom('sessions').select('id').where('proved_email', '=', email).execute()
    await eraseExpiredData(shop.deps)
    expect([(await mails()).length, (await codes()).length, (await sessions()).length]).toEqual([1, 1, 1])
    shop.clock.advance(2 * DAY)
    await eraseExpiredData(shop.deps)
    expect([(await mails()).length, (await codes()).length, (await sessions()).length]).toEqual([0, 0, 1])
    shop.clock.advance(400 * DAY)
    await eraseExpiredData(shop.deps)
    expect(await sessions()).toEqual([])
  })

  it('erases the text of order emails and jobs that finished or gave up after ninety days', async () => {
    const sale = await saleAt(shop.deps, 'payment', { startsAt: FAR })
    const at = shop.clock.now()
    await shop.db
      .insertInto('mails')
      .values({
        key: `retention-${sale.saleId}`,
        sale_id: sale.saleId,
        kind: 'wallet',
        recipient: sale.email,
        subject: 'Your tickets',
        body_text: 'secret link',
        body_html: '<p>secret link</p>',
        status: 'sent',
        queued_at: at,
        sent_at: at,
      })
      .execute()
    await markPaid(shop, sale.saleId)
    await shop.db
      .insertInto('jobs')
      .values([
        { kind: 'send_mail', key: `retention-${sale.saleId}`, run_at: at, created_at: at, done_at: at },
        { kind: 'tell_transfer_ended', key: `retention-${sale.saleId}`, run_at: at, created_at: at, gave_up_at: at },
      ])
      .execute()
    const key = `retention-${sale.saleId}`
    await shop.db.insertInto('office_forms').values({ key, call: 'add_note', reply: '{}', at }).execute()
    shop.clock.advance(89 * DAY)
    await eraseExpiredData(shop.deps)
    const forms = () => shop.db.selectFrom('office_forms').select('key').where('key', '=', key).execute()
    expect(await forms()).toHaveLength(1)
    shop.clock.advance(2 * DAY)
    await eraseExpiredData(shop.deps)
    expect(await forms()).toEqual([])
    expect(await sale.mails()).toEqual([{ kind: 'wallet', subject: 'Your tickets', body_text: '' }])
    const jobs = await shop.db.selectFrom('jobs').select('id').where('key', '=', `retention-${sale.saleId}`).execute()
    expect(jobs).toEqual([])
  })

  it('erases the buyer of an order after seven years, but not its lines and payments', async () => {
    const sale = await saleAt(shop.deps, 'payment', { phone: '07700 900464', startsAt: FAR })
    await markPaid(shop, sale.saleId)
    await shop.db.updateTable('sales').set({ held_until: null }).where('id', '=', sale.saleId).execute()
    shop.clock.advance(6 * 365 * DAY)
    await eraseExpiredData(shop.deps)
    expect(await sale.read()).toMatchObject({ guest_email: sale.email })
    shop.clock.advance(366 * DAY)
    await eraseExpiredData(shop.deps)
    expect(await sale.read()).toMatchObject({ guest_email: null, guest_name: null, contact_number: null })
    expect(await sale.lines()).toHaveLength(1)
  })

  it('keeps the buyer of an order with Gift Aid or tax for seven years, however short others are kept', async () => {
    const { db, clock } = shop
    const start = clock.now()
    const { organiserId } = await createEvent(db)
    const plain = await createOrder(db, { organiserId, now: start })
    const taxed = await createOrder(db, { organiserId, now: start })
    await db
      .insertInto('order_line_taxes')
      .values({ sale_id: taxed.orderId, line: 1, part: 'net', rate_bp: 0, gross_minor: 1000, tax_minor: 0 })
      .execute()
    const given = await createDonation(db, { organiserId, now: start })
    const claimed = await createDonation(db, { organiserId, now: start })
    const claimedAt = new Date(start.getTime() + 3 * 365 * DAY * 1000)
    const { id: claim } = await db
      .insertInto('gift_aid_claims')
      .values({
        organiser_id: organiserId,
        charity_id: claimed.charityId,
        hmrc_reference: 'AB12345',
        earliest_on: '2026-01-01',
        total_minor: 2000,
        made_at: claimedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('gift_aid_claim_lines')
      .values({
        claim_id: claim,
        item: 1,
        sale_id: claimed.orderId,
        first_name: 'Ada',
        last_name: 'Lovelace',
        house: '1',
        postcode: 'LS1 1AA',
        donated_on: '2026-01-01',
        amount_minor: 2000,
      })
      .execute()
    const orders = { plain, taxed, given, claimed }
    const retention = { ...shop.deps.config.retention, orders: 1 }
    /** The orders that still have a buyer so many days after they were paid. */
    const leftAfter = async (days: number) => {
      clock.advance(days * DAY - (clock.now().getTime() - start.getTime()) / 1000)
      await eraseExpiredData({ ...shop.deps, config: { ...shop.deps.config, retention } })
      const { rows } = await sql<{ id: number }>`select id from sales
        where (guest_email is not null or user_id is not null)
          and id = any(${sql.val(Object.values(orders).map(({ orderId }) => orderId))}::bigint[])`.execute(db)
      const ids = rows.map(({ id }) => id)
      return Object.entries(orders).flatMap(([name, { orderId }]) => (ids.includes(orderId) ? [name] : []))
    }
    expect(await leftAfter(0.5)).toEqual(['plain', 'taxed', 'given', 'claimed'])
    expect(await leftAfter(2)).toEqual(['taxed', 'given', 'claimed'])
    expect(await leftAfter(7 * 365 + 1)).toEqual(['taxed', 'given', 'claimed'])
    expect(await leftAfter(7 * 365 + 3)).toEqual(['claimed'])
    expect(await leftAfter(10 * 365 + 1)).toEqual(['claimed'])
    expect(await leftAfter(10 * 365 + 3)).toEqual([])
  })
})
