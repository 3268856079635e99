import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { queuePaymentChecks } from '../../payment/settle/workers.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { addCardReader, openCounter, openShift } from '../testing/counter.ts'
import { createStaff, inSession } from '../testing/office.ts'
import { simulatedReader } from '../testing/simulated-reader.ts'

/** A real client of Stripe's readers against the sandbox's simulated one. */
describe('a card reader at the counter', () => {
  let shop: ShopWithVendors
  beforeAll(async () => {
    shop = await openShopWithVendors('postgres')
  })
  afterAll(() => shop.close())

  const DECLINED = '4000000000000002'

  async function atCounter() {
    const counter = await openCounter(shop)
    const { organiserId, staffId, ticketId, browser, about } = counter
    const { id: shiftId } = (await openShift(shop, { organiserId, staffId }))!
    const { device, presentCard: presents } = await simulatedReader({
      url: shop.url,
      secretKey: 'sk_test_secret_of_the_shop',
    })
    const reader_id = await addCardReader(shop, organiserId, device)
    const starts = async (form_key = `key-${device}`) => {
      const form = { ...about, chosen: `${ticketId}x2`, total: 2200, reader_id, form_key }
      const { status, body } = await browser.call('reader_sale', form)
      expect(status, JSON.stringify(body)).toBe(200)
      return Number(new URLSearchParams(String(body.next).split('?')[1]).get('sale_id'))
    }
    const state = async (sale_id: number) => {
      const { body } = await browser.call('office_reader', { ...about, sale_id })
      return body as unknown as OfficeReply<'office_reader'>
    }
    const stock = () =>
      shop.db.selectFrom('stock').selectAll().where('ticket_type_id', '=', ticketId).executeTakeFirstOrThrow()
    const taken = async () => (await counter.shift({ shift_id: shiftId }))!.taken
    return { organiserId, browser, about, device, starts, state, presents, stock, taken, shiftId }
  }
  const payments = (sale: number) => shop.db.selectFrom('payments').selectAll().where('sale_id', '=', sale).execute()

  it('declined once, then paid: one payment, tickets at once, and in the report', async () => {
    const { starts, state, presents, stock, browser, about, taken } = await atCounter()
    const sale = await starts()
    expect(await state(sale)).toMatchObject({ state: 'waiting', total: '£22.00', reader: 'Front desk' })
    expect(await stock()).toMatchObject({ held: 2, sold: 0 })
    await presents(DECLINED)
    expect(await state(sale)).toMatchObject({ state: 'declined', reason: 'Your card was declined.' })
    expect((await browser.call('close_shift', { ...about, counted: '50' })).body.code).toBe('reader_waiting')
    await browser.call('retry_reader', { ...about, sale_id: sale })
    expect((await state(sale)).state).toBe('waiting')
    await presents()
    expect((await state(sale)).state).toBe('paid')
    await shop.pass(20)
    expect(await payments(sale)).toMatchObject([
      { provider: 'stripe', status: 'paid', outcome: 'fulfilled', card_brand: 'visa', card_last4: '4242' },
    ])
    expect(await stock()).toMatchObject({ held: 0, sold: 2 })
    const { body } = await browser.call('office_counter_sale', { ...about, order_id: sale })
    expect(body).toMatchObject({ how: 'reader', total: '£22.00' })
    expect((body as unknown as OfficeReply<'office_counter_sale'>).tickets).toHaveLength(2)
    const order = await shop.db.selectFrom('orders').select('channel').where('sale_id', '=', sale).executeTakeFirst()
    expect(order).toEqual({ channel: 'counter' })
    expect(await taken()).toEqual([{ how: 'reader', sales: 1, tickets: 2, taken: '£22.00', back: '' }])
    expect(await shop.db.selectFrom('mails').select('id').where('sale_id', '=', sale).execute()).toEqual([])
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('a form sent again starts no second payment, and a busy reader takes no other', async () => {
    const { starts, state, presents, device } = await atCounter()
    const [sale, again] = [await starts('once'), await starts('once')]
    expect(again).toBe(sale)
    const other = await starts('another')
    expect((await state(other)).state).toBe('not_started')
    await presents()
    expect((await state(sale)).state).toBe('paid')
    expect((await state(other)).state).not.toBe('paid')
    const intents = shop.captured.filter(
      ({ path, body }) => path === '/v1/payment_intents' && String(body).includes('card_present'),
    )
    expect(intents.length).toBeGreaterThan(1)
    expect(device).toMatch(/^tmr_/)
  })

  it('cancelled by staff: the reader stops, nothing is charged, and the places are on sale again', async () => {
    const { starts, state, stock, browser, about, presents } = await atCounter()
    const sale = await starts()
    expect((await browser.call('cancel_reader', { ...about, sale_id: sale })).status).toBe(200)
    expect((await state(sale)).state).toBe('cancelled')
    expect(await stock()).toMatchObject({ held: 0, sold: 0 })
    expect(await presents()).toMatchObject({ error: { code: 'terminal_reader_timeout' } })
    await shop.pass(20)
    expect(await payments(sale)).toMatchObject([{ status: 'cancelled', outcome: null }])
    expect((await browser.call('close_shift', { ...about, counted: '50' })).status).toBe(200)
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('a payment finished unattended is settled once, by webhook or by polling', async () => {
    for (const withWebhook of [true, false]) {
      const { starts, presents, stock } = await atCounter()
      const sale = await starts()
      shop.webhooks.enabled = withWebhook
      await presents()
      // The page is closed: neither it nor the process that began the payment asks again.
      await shop.pass(61)
      if (!withWebhook) await queuePaymentChecks(shop.deps)
      for (let wait = 0; wait < 2; wait++) await shop.pass(20)
      shop.webhooks.enabled = true
      expect(await payments(sale), String(withWebhook)).toMatchObject([{ status: 'paid', outcome: 'fulfilled' }])
      expect(await stock()).toMatchObject({ held: 0, sold: 2 })
      const tickets = await shop.db.selectFrom('tickets').select('id').where('sale_id', '=', sale).execute()
      expect(tickets).toHaveLength(2)
    }
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('a lost response never charges twice: the same payment is started again', async () => {
    const { starts, state, presents, browser, about } = await atCounter()
    shop.fault('stripe', 'answer_lost', '', 3)
    const sale = await starts()
    await browser.call('retry_reader', { ...about, sale_id: sale })
    expect((await state(sale)).state).toBe('waiting')
    await presents()
    expect((await state(sale)).state).toBe('paid')
    expect(await payments(sale)).toHaveLength(1)
    const { reference } = await shop.db
      .selectFrom('sales')
      .select('reference')
      .where('id', '=', sale)
      .executeTakeFirstOrThrow()
    const made = shop.sandbox.stripe.intents
      .newestFirst()
      .filter(({ metadata }) => metadata.sale_reference === reference)
    expect(made).toHaveLength(1)
  })

  it('voiding a sale refunds its card', async () => {
    const { starts, presents, state, browser, about, stock, taken, shiftId } = await atCounter()
    const sale = await starts()
    await presents()
    await state(sale)
    expect((await browser.call('void_sale', { ...about, order_id: sale })).status).toBe(200)
    await shop.pass(20)
    expect(await stock()).toMatchObject({ held: 0, sold: 0 })
    expect(await shop.db.selectFrom('refunds').selectAll().where('sale_id', '=', sale).execute()).toMatchObject([
      { status: 'succeeded', amount_minor: 2200 },
    ])
    expect(shiftId).toBeGreaterThan(0)
    expect(await taken()).toEqual([{ how: 'reader', sales: 1, tickets: 2, taken: '£22.00', back: '−£22.00' }])
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('an owner adds a reader of their own Stripe account by its id, and no one else’s', async () => {
    const { organiserId, about, device } = await atCounter()
    const { id, email } = await createStaff(shop, organiserId, 'owner')
    const owner = await inSession(shop, { staffId: id, email })
    const form = { ...about, name: 'Bar' }
    expect((await owner.call('save_reader', { ...form, device: 'tmr_nobodys' })).body.code).toBe('reader_unknown')
    expect((await owner.call('save_reader', { ...form, device })).status).toBe(200)
    const { body } = await owner.call('office_readers', about)
    expect(body).toMatchObject({ is_possible: true, may_change: true, readers: [{ name: 'Bar', external_id: device }] })
  })
})
