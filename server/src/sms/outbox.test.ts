import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { inTx } from '../db/transaction/tx.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../testing/vendors/vendors.ts'
import { queueSms } from './outbox.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded')
})
afterAll(() => shop.close())
beforeEach(() => shop.sandbox.switches.clear())

let textCount = 0
/** Queues a text message twice, as a repeated event would. */
async function queueTwice(recipient = '020 7946 0000') {
  const { saleId } = await saleAt(shop.deps, 'payment')
  const key = `text-${++textCount}`
  const now = shop.clock.now()
  for (let time = 0; time < 2; time++)
    await inTx(shop.db, (tx) => queueSms(tx, { key, recipient, body: `Number ${textCount}`, saleId, now }))
  const body = `Number ${textCount}`
  return {
    row: () => shop.db.selectFrom('text_messages').selectAll().where('key', '=', key).executeTakeFirst(),
    sent: () => shop.sandbox.twilio.messages.values().filter((text) => text.body === body),
  }
}

it('sends one text and records it', async () => {
  const text = await queueTwice()
  await shop.pass()
  expect(text.sent()).toMatchObject([{ to: '+442079460000' }])
  expect(await text.row()).toMatchObject({ status: 'sent', provider_id: text.sent()[0]!.sid, last_error: null })
})

it.each(['answer_lost', 'error'] as const)(
  'a retry after a lost response (%s) finds the message and does not send it again',
  async (fault) => {
    const text = await queueTwice()
    shop.fault('twilio', fault, 'after')
    await shop.pass()
    expect(await text.row()).toMatchObject({ status: 'queued', last_error: expect.stringContaining('did not answer') })
    await shop.pass(10)
    expect(text.sent()).toHaveLength(1)
    expect(await text.row()).toMatchObject({ status: 'sent', tries: 2, last_error: null })
  },
)

it('retries until the service is available', async () => {
  const text = await queueTwice()
  shop.fault('twilio', 'error', 'before', 3)
  await shop.pass()
  await shop.pass(10)
  expect(text.sent()).toEqual([])
  await shop.pass(20)
  await shop.pass(120)
  expect(text.sent()).toHaveLength(1)
  expect(await text.row()).toMatchObject({ status: 'sent' })
})

it('stores a refusal as final', async () => {
  const text = await queueTwice()
  shop.fault('twilio', 'decline')
  await shop.pass()
  await shop.pass(4000)
  expect(text.sent()).toEqual([])
  expect(await text.row()).toMatchObject({ status: 'refused', last_error: expect.stringContaining('21610') })
})

it('does not queue a number that is invalid for any network', async () => {
  expect(await (await queueTwice('123 456 789 0')).row()).toBeUndefined()
})

it('requires the service’s keys together, and sends nothing without them', () => {
  const config = (env: NodeJS.ProcessEnv) =>
    readConfig({ SESSION_SECRET: 'x'.repeat(32), TICKET_SIGNING_KEY: 'x'.repeat(32), ...env }, () => '')
  expect(config({}).sms).toBeNull()
  expect(() => config({ SMS_ACCOUNT_SID: 'AC1' })).toThrow('SMS_AUTH_TOKEN, SMS_FROM missing')
  expect(config({ SMS_ACCOUNT_SID: 'AC1', SMS_AUTH_TOKEN: 'w', SMS_FROM: 'Foyer' }).sms).toEqual({
    apiUrl: 'https://api.twilio.com',
    accountSid: 'AC1',
    authToken: 'w',
    from: 'Foyer',
  })
})
