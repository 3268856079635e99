import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { undeliveredWallet } from '../after-sale/undelivered.ts'
import { WORKERS } from '../background.ts'
import { runDueJobs } from '../jobs/jobs.ts'
import type { Mailer } from '../mailer.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { type TestShop, useShop } from '../testing/shop.ts'
import { createMailingOrganiser, makeMailServer } from './mailings/mailings.testing.ts'

const SECRET = 'the webhook signing key'
const DOMAIN = 'shop.test'

/** Webhooks as Mailgun documents them (events, "permanent failure"; "securing webhooks"). */
const fromMailgun = (
  shop: TestShop,
  messageId: string,
  { secret = SECRET, at = shop.clock.now(), ...event }: { secret?: string; at?: Date } & Record<string, unknown> = {},
) => {
  const [timestamp, token] = [
    String(Math.floor(at.getTime() / 1000)),
    'a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0',
  ]
  const signature = createHmac('sha256', secret).update(`${timestamp}${token}`).digest('hex')
  return {
    signature: { timestamp, token, signature },
    'event-data': {
      id: 'G9Bn5sl1TC6nu79C8C0bwg',
      timestamp: 1521233195.375624,
      'log-level': 'error',
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      recipient: 'someone@else.test',
      'delivery-status': { 'attempt-no': 1, code: 550, message: '5.1.1 No such mailbox', description: '' },
      message: { headers: { to: 'x', 'message-id': messageId.slice(1, -1), from: 'y', subject: 'z' } },
      ...event,
    },
  }
}

/** As Postmark documents it (bounce webhook, custom metadata). */
const fromPostmark = (messageId: string, more: object = {}) => ({
  RecordType: 'Bounce',
  MessageStream: 'outbound',
  ID: 42,
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',

  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Details: '550 5.1.1 no such mailbox',
  Email: 'other@else.test',
  Metadata: { 'foyer-id': messageId.slice(1, messageId.indexOf('@')) },
  ...more,
})
const basic = (password: string) => `Basic ${Buffer.from(`foyer:${password}`).toString('base64')}`

const post = async (shop: TestShop, payload: unknown, authorization?: string) =>
  (
    await shop.app.inject({
      method: 'POST',
      url: '/webhooks/mail',
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    })
  ).statusCode

/** An order whose tickets have been emailed, and what the shop has stored about its address. */
async function sendTrackedEmail(shop: TestShop) {
  const organiser = await createMailingOrganiser(shop)
  const order = await organiser.addOrder()
  await organiser.consent(order.email)
  const manager = await organiser.as()
  await manager.call('resend_orders', { order_ids: [order.orderId] })
  const server = makeMailServer(shop)
  await server.runJobs(1)
  const { messageId } = server.received.find(({ to }) => to === order.email)!
  const reached = async () => ({
    bounced: (await undeliveredWallet(shop.db, order.orderId)) !== null,
    news: (await manager.see(await manager.write({ kind: 'news' }))).people,
  })
  return { order, manager, messageId, reached }
}

const WELL = { bounced: false, news: 1 }
const GONE = { bounced: true, news: 0 }

describeOnBoth('bounces from Mailgun', (kind) => {
  const shop = useShop(kind, { env: { MAIL_RELAY: 'mailgun', MAIL_RELAY_SECRET: SECRET } })

  it('of a permanent failure are recorded, and stop news to a dead address', async () => {
    const { messageId, reached, manager, order } = await sendTrackedEmail(shop())
    for (const event of [
      { event: 'delivered' },
      { event: 'opened' },
      { severity: 'temporary', 'delivery-status': { message: '4.2.2 full' } },
    ])
      expect(await post(shop(), fromMailgun(shop(), messageId, event))).toBe(200)
    expect(await reached()).toEqual(WELL)

    expect(await post(shop(), fromMailgun(shop(), messageId))).toBe(200)
    expect(await reached()).toEqual(GONE)
    expect((await manager.call('office_order', { order_id: order.orderId })).body).toMatchObject({
      mails: [{ status: 'refused', reason: '5.1.1 No such mailbox' }],
    })
    expect(JSON.stringify((await manager.call('office_home')).body.needs)).toContain(`"order_id":${order.orderId}`)
  })

  it('from a filter or a full mailbox do not mark the address', async () => {
    const { messageId, reached } = await sendTrackedEmail(shop())
    const filtered = { 'delivery-status': { code: 550, message: '5.7.1 looks like spam' } }
    expect(await post(shop(), fromMailgun(shop(), messageId, filtered))).toBe(200)
    expect(await reached()).toEqual({ bounced: true, news: 1 })
  })

  it('change nothing when forged, late, altered, unknown or repeated', async () => {
    const { messageId, reached, order } = await sendTrackedEmail(shop())
    const made = fromMailgun(shop(), messageId)
    const now = shop().clock.now().getTime()
    for (const forged of [
      fromMailgun(shop(), messageId, { secret: 'another signing key' }),
      fromMailgun(shop(), messageId, { at: new Date(now - 25 * 3_600_000) }),
      fromMailgun(shop(), messageId, { at: new Date(now + 25 * 3_600_000) }),
      { ...made, signature: { ...made.signature, timestamp: String(Number(made.signature.timestamp) + 1) } },
      { ...made, signature: { ...made.signature, signature: '' } },
      { ...made, signature: undefined },
      null,
      [],
      'x',
      1,
      {},
    ])
      expect(await post(shop(), forged)).toBe(406)
    // A signature doesn't cover the event, but a sender still has to name the email.
    for (const id of [`<0123456789abcdef0123456789abcdef@${DOMAIN}>`, `<${order.email}>`, '<>', '<\0>'])
      expect(await post(shop(), fromMailgun(shop(), id))).toBe(200)
    expect(await reached()).toEqual(WELL)

    expect(await post(shop(), made)).toBe(200)
    const at = () => shop().db.selectFrom('mails').select('bounced_at').where('message_id', '=', messageId).execute()
    const first = await at()
    shop().clock.advance(60)
    expect(await Promise.all([1, 2, 3].map(() => post(shop(), made)))).toEqual([200, 200, 200])
    expect(await at()).toEqual(first)
  })
})

describeOnBoth('bounces from Postmark', (kind) => {
  const shop = useShop(kind, { env: { MAIL_RELAY: 'postmark', MAIL_RELAY_SECRET: SECRET } })

  it('of undeliverable email are recorded, and stop news to a dead address', async () => {
    const { messageId, reached } = await sendTrackedEmail(shop())
    const authorization = basic(SECRET)
    for (const other of [
      { RecordType: 'Delivery' },
      { TypeCode: 2, Type: 'Transient' },
      { TypeCode: 64 },
      { Metadata: {} },
    ])
      expect(await post(shop(), fromPostmark(messageId, other), authorization)).toBe(200)
    expect(await reached()).toEqual(WELL)
    expect(await post(shop(), fromPostmark(messageId), authorization)).toBe(200)
    expect(await reached()).toEqual(GONE)

    const full = await sendTrackedEmail(shop())
    expect(await post(shop(), fromPostmark(full.messageId, { TypeCode: 4096 }), authorization)).toBe(200)
    expect(await full.reached()).toEqual({ bounced: true, news: 1 })
  })

  it('change nothing without the password', async () => {
    const { messageId, reached } = await sendTrackedEmail(shop())
    const made = fromPostmark(messageId)
    for (const authorization of [
      undefined,
      '',
      'Basic',
      basic(''),
      basic('wrong'),
      `Bearer ${SECRET}`,
      basic(`x:${SECRET}`),
    ])
      expect(await post(shop(), made, authorization)).toBe(403)
    expect(await post(shop(), fromMailgun(shop(), messageId))).toBe(403)
    expect(await reached()).toEqual(WELL)
  })
})

describeOnBoth('a mail server that rejects the recipient', (kind) => {
  const shop = useShop(kind)

  it.each([
    [true, 0],
    [false, 1],
  ])('counts as a bounce, and if the address is gone (%s), stops news to it', async (isPermanent, news) => {
    const { order, manager, reached } = await sendTrackedEmail(shop())
    await manager.call('resend_orders', { order_ids: [order.orderId], again: '1' })
    const refuses: Mailer = { send: async () => ({ ok: false, reason: '550 no', isPermanent }) }
    await runDueJobs({ ...shop().deps, mailer: refuses }, WORKERS, 500)
    expect(await reached()).toEqual({ bounced: true, news })
  })

  it('a shop without a relay has no bounce webhook', async () => {
    expect(await post(shop(), fromMailgun(shop(), '<a@shop.test>'))).toBe(404)
  })
})
