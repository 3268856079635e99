import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAGES, PERSONAL_DATA, PROVE_AGAIN } from '@foyer/contract/pages.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTx } from '../db/transaction/tx.ts'
import { queueMail } from '../mail/outbox.ts'
import { createSubject } from '../office/testing/planted-subject.ts'
import { mailCancelled } from '../payment/refund/order.ts'
import { lockSale } from '../sale/sale.ts'
import { browserWithProvedEmail, newEmail } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { type FullCustomer, fullCustomer } from '../testing/fixtures/full-customer.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { issueVoucher } from '../testing/fixtures/voucher.ts'
import { withPages } from '../testing/pages.ts'
import { openShopWithVendors, type ShopWithVendors } from '../testing/vendors/vendors.ts'
import { mailWalletAgain } from '../tickets/delivery/deliver.ts'
import { run } from './cli.ts'
import { erasePerson } from './erase.ts'
import { personByEmail } from './person.ts'
import { tablesWith } from './testing/tables-with.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('postgres')
})
afterAll(() => shop.close())

const saidBy = (of: FullCustomer): string[] => [...of.secrets]

async function endEverything({ db }: ShopWithVendors, of: FullCustomer): Promise<void> {
  await db.updateTable('payment_plans').set({ status: 'completed' }).where('sale_id', '=', of.plan.saleId).execute()
  await db
    .updateTable('payments')
    .set({ status: 'cancelled' })
    .where('sale_id', '=', of.open.saleId)
    .where('status', 'in', ['created', 'processing'])
    .execute()
  await db.updateTable('tickets').set({ status: 'void' }).where('user_id', '=', of.userId).execute()
  await db
    .updateTable('tickets')
    .set({ status: 'void' })
    .where('sale_id', 'in', [of.order.saleId, of.plan.saleId])
    .execute()
}

describe('the personal data of an account', () => {
  it('are downloaded completely by their owner only', async () => {
    const [owner, other] = [await fullCustomer(shop), await fullCustomer(shop)]
    const file = await owner.browser.get(PERSONAL_DATA)
    expect(file.headers['cache-control']).toBe('private, no-store')
    expect(file.headers['content-disposition']).toContain('attachment')
    const text = file.body
    for (const word of [owner.words.first, owner.words.street, owner.words.answer, owner.words.phone, owner.words.note])
      expect(text).toContain(word)
    for (const word of saidBy(other)) expect(text).not.toContain(word)
    const stranger = await shop.browser().get(PERSONAL_DATA)
    expect(stranger.statusCode).toBe(303)
    expect(stranger.body).not.toContain(owner.words.first)
  })

  it('are the same whatever is stored about others', async () => {
    const owner = await fullCustomer(shop)
    const downloaded = async () => {
      const { signed_in: _, ...data } = (await owner.browser.get(PERSONAL_DATA)).json<Record<string, unknown>>()
      return data
    }
    const before = await downloaded()
    const { organiserId } = await createEvent(shop.db)
    await createSubject(shop, { organiserId, mark: 'Stranger', minor: 4321, status: 'published', buyers: [] })
    expect(await downloaded()).toEqual(before)
  })

  it('include the contact of the order, notes of the office, names on gift vouchers and who paid', async () => {
    const owner = await fullCustomer(shop)
    const { saleId } = owner.order
    const now = shop.clock.now()
    const said = {
      name: 'Zoe Orderly',
      note: 'prefers the aisle, from Nell',
      voucher: 'Nell Vouchsafe',
      payer: 'payer@bank.example',
    }
    await shop.db
      .insertInto('orders')
      .values({
        sale_id: saleId,
        number: `N${saleId}`,
        name: said.name,
        email: owner.email,
        currency: 'GBP',
        total_minor: 1,
        paid_at: now,
      })
      .execute()
    await shop.db
      .insertInto('order_notes')
      .values({
        sale_id: saleId,
        organiser_id: owner.order.event!.organiserId,
        words: said.note,
        at_door: false,
        written_at: now,
      })
      .execute()
    await issueVoucher(shop.db, {
      organiserId: owner.order.event!.organiserId,
      code: `GIFT${saleId}`,
      now,
      columns: { sale_id: saleId, instance: 0, to_name: said.voucher },
    })
    await shop.db
      .updateTable('payments')
      .set({ payer_email: said.payer })
      .where('sale_id', '=', owner.open.saleId)
      .execute()
    const { body } = await owner.browser.get(PERSONAL_DATA)
    for (const word of Object.values(said)) expect(body).toContain(word)
  })

  it('have no code of a ticket that was sent to someone else, claimed or not', async () => {
    const owner = await fullCustomer(shop)
    const downloaded = async () => {
      const { tickets } = (await owner.browser.get(PERSONAL_DATA)).json<{ tickets: { code: string | null }[] }>()
      return tickets.map(({ code }) => code)
    }
    const sent = await shop.db
      .selectFrom('tickets as ticket')
      .innerJoin('transfer_tickets as handed', 'handed.ticket_id', 'ticket.id')
      .innerJoin('transfers as transfer', 'transfer.id', 'handed.transfer_id')
      .select('ticket.code')
      .where('ticket.sale_id', '=', owner.order.saleId)
      .where('transfer.status', '=', 'sent')
      .executeTakeFirstOrThrow()
    const kept = owner.ticketCodes.filter((code) => code !== sent.code)
    expect(kept).toHaveLength(2)
    expect((await downloaded()).toSorted()).toEqual([...kept, null].toSorted())

    const friend = await browserWithProvedEmail(shop, owner.friend)
    expect(await friend.call('claim_transfer', { token: owner.claimToken })).toMatchObject({ status: 200 })
    expect((await downloaded()).toSorted()).toEqual([...kept, null].toSorted())
    // The new holder downloads it.
    shop.clock.advance(120)
    const holder = await browserWithProvedEmail(shop, owner.friend)
    expect((await holder.get(PERSONAL_DATA)).body).toContain(sent.code)
  })

  it('are neither downloaded nor erased by a browser confirmed more than ten minutes ago', async () => {
    const owner = await fullCustomer(shop)
    await endEverything(shop, owner)
    const before = await tablesWith(shop.db, saidBy(owner))
    const provedAt = (at: Date | null) =>
      shop.db.updateTable('sessions').set({ proved_at: at }).where('user_id', '=', owner.userId).execute()
    const ago = (seconds: number) => new Date(shop.clock.now().getTime() - seconds * 1000)
    for (const at of [ago(601), null]) {
      await provedAt(at)
      const file = await owner.browser.get(PERSONAL_DATA)
      expect([file.statusCode, file.headers.location]).toEqual([303, PROVE_AGAIN])
      expect(await owner.browser.call('erase_account', { email: owner.email })).toMatchObject({
        status: 401,
        body: { code: 'proof_too_old' },
      })
    }
    expect(await tablesWith(shop.db, saidBy(owner))).toEqual(before)
    await provedAt(ago(599))
    expect((await owner.browser.get(PERSONAL_DATA)).statusCode).toBe(200)
    expect((await owner.browser.call('erase_account', { email: owner.email })).status).toBe(200)
  })

  it('a confirmation is requested again only if the sign-in is too old', async () => {
    const owner = await fullCustomer(shop)
    const pages = await withPages(shop)
    const browser = pages.browser(owner.browser)
    const asks = async () => (await pages.data(browser, 'signin', PROVE_AGAIN)) as { again?: boolean }
    expect(await asks()).toEqual({ next: PAGES.account })
    await shop.db.updateTable('sessions').set({ proved_at: null }).where('user_id', '=', owner.userId).execute()
    expect(await asks()).toEqual({ next: PAGES.account, again: true })
    expect(await pages.data(browser, 'signin', `/signin/?next=${PAGES.account}`)).toEqual({ next: PAGES.account })
  })

  it('are not erased while tickets are valid, a plan runs or the address is mistyped, and nothing changes', async () => {
    const owner = await fullCustomer(shop)
    const before = await tablesWith(shop.db, saidBy(owner))
    const erase = (email: string) => owner.browser.call('erase_account', { email })
    expect(await erase(newEmail())).toMatchObject({ status: 400, body: { code: 'other_email' } })
    expect(await erase(owner.email)).toMatchObject({ status: 409, body: { code: 'erase_tickets_ahead' } })
    await shop.db.updateTable('tickets').set({ status: 'void' }).execute()
    expect(await erase(owner.email)).toMatchObject({ status: 409, body: { code: 'erase_plan_running' } })
    expect(await tablesWith(shop.db, saidBy(owner))).toEqual(before)
    expect(await shop.browser().call('erase_account', { email: owner.email })).toMatchObject({ status: 401 })
  })

  it('are erased from every table but signed waivers, the session ends, and the order stays in the books', async () => {
    const owner = await fullCustomer(shop)
    const other = await fullCustomer(shop)
    const othersBefore = await tablesWith(shop.db, saidBy(other))
    await endEverything(shop, owner)
    expect(await owner.browser.call('erase_account', { email: owner.email.toUpperCase() })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    // A ticket keeps its code, which shows that it was used but not by whom.
    const words = saidBy(owner).filter((word) => !owner.ticketCodes.includes(word))
    const left = (await tablesWith(shop.db, words)).filter((table) => table !== 'jobs')
    expect(left).toEqual(['waiver_signatures'])
    expect((await owner.browser.call('get_user')).body).toMatchObject({ user: null })
    expect(await tablesWith(shop.db, saidBy(other))).toEqual(othersBefore)
    expect(await owner.order.lines()).toHaveLength(1)
    expect(await owner.order.read()).toMatchObject({ total_minor: 3300 })
  })

  it('are no longer sent by emails still to be sent, which do not count as failed ones', async () => {
    const owner = await fullCustomer(shop)
    await endEverything(shop, owner)
    const { saleId } = owner.order
    const key = `late:${saleId}`
    await inTx(shop.db, (tx) =>
      queueMail(tx, shop.deps.config, {
        subject: 'Your refund',
        heading: 'Your refund',
        preview: '',
        blocks: [],
        key,
        kind: 'refund',
        recipient: owner.email,
        saleId,
        now: shop.clock.now(),
      }),
    )
    expect((await owner.browser.call('erase_account', { email: owner.email })).status).toBe(200)
    await shop.runJobs()
    expect(await shop.db.selectFrom('mails').select('status').where('key', '=', key).execute()).toEqual([])
    const kept = await shop.db.selectFrom('mails').select('status').where('sale_id', '=', saleId).execute()
    expect(kept.length).toBeGreaterThan(0)
  })

  it('once erased, nothing about old orders is mailed to the account, not even at the office’s request', async () => {
    const owner = await fullCustomer(shop)
    await endEverything(shop, owner)
    expect((await owner.browser.call('erase_account', { email: owner.email })).status).toBe(200)
    const now = shop.clock.now()
    await inTx(shop.db, async (tx) => {
      const sale = await lockSale(tx, owner.order.saleId)
      expect(sale.user_id).toBe(owner.userId)
      await mailCancelled(tx, shop.deps, sale, { key: `erased:${sale.id}`, isCancelled: true, now })
      await mailWalletAgain(tx, shop.deps, sale.id, { isSure: true })
    })
    const mails = shop.db.selectFrom('mails').select('kind').where('recipient', 'like', '%erased.invalid')
    expect(await mails.execute()).toEqual([])
  })

  it('are erased from jobs that would tell them of a transfer that has ended', async () => {
    const email = newEmail()
    const [key, at] = [`erased:${email}`, shop.clock.now()]
    const job = { kind: 'tell_transfer_ended', key, payload: JSON.stringify({ email }), run_at: at, created_at: at }
    await shop.db.insertInto('jobs').values(job).execute()
    expect(await erasePerson(shop.deps, { userId: null, email })).toMatchObject({ ok: true })
    expect(await shop.db.selectFrom('jobs').select('id').where('key', '=', key).execute()).toEqual([])
  })

  it('have their saved cards deleted at the vendor by a job', async () => {
    const owner = await fullCustomer(shop)
    await endEverything(shop, owner)
    await owner.browser.call('erase_account', { email: owner.email })
    const jobs = await shop.db.selectFrom('jobs').select('payload').where('kind', '=', 'forget_card').execute()
    expect(jobs.map(({ payload }) => (payload as { provider: string }).provider)).toContain('stripe')
  })

  it('are exported and erased by the operator’s command, also for a guest', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-data-'))
    try {
      const sale = await saleAt(shop.deps, 'payment', { phone: '07700 900461' })
      const output: string[] = []
      const env = { DATABASE_URL: shop.databaseUrl }
      const command = (...args: string[]) => run(args, env, (line) => output.push(line), shop.clock)
      expect(await command('export', sale.email, join(folder, 'data.json'))).toBe(0)
      expect(readFileSync(join(folder, 'data.json'), 'utf8')).toContain('07700 900461')
      expect(await command('erase', sale.email)).toBe(0)
      expect(await sale.read()).toMatchObject({ guest_email: null, guest_name: null, contact_number: null })
      expect(await command('erase')).toBe(1)
      expect(output.at(-1)).toContain('npm run personal-data')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('of an unknown address are erased without an error', async () => {
    const email = newEmail()
    expect(await erasePerson(shop.deps, await personByEmail(shop.db, email))).toEqual({ ok: true, orders: 0 })
  })
})
