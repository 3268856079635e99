import { TEST_KIND, WEBHOOK_KINDS, type WebhookKind } from '@foyer/contract/api/webhook-kinds.ts'
import { webhookPayload } from '@foyer/contract/api/webhooks.ts'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WEBHOOK_WORKERS } from '../../background.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { LOCK_SECONDS, runDueJobs, startDueJobs } from '../../jobs/jobs.ts'
import { createOrder } from '../../office/testing/order.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { openShop } from '../../testing/shop.ts'
import { createKeyOwner } from '../testing/programs.ts'
import { type Receiver, startReceiver } from '../testing/receiver.ts'
import { forgetOldMessages, queueWebhookMessages } from './fan-out.ts'
import { RETRY_DELAYS, webhookSender } from './send.ts'

const HOUR = 3600

let shop: Awaited<ReturnType<typeof openShop>>
let receiver: Receiver
let own: number
beforeAll(async () => {
  // The shop runs on localhost, so messages may go to a program on the same machine.
  shop = await openShop('postgres', { env: { PUBLIC_URL: 'http://localhost:3000' } })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.updateTable('webhooks').set({ ended_at: shop.clock.now() }).execute()
  receiver = await startReceiver()
  own = (await createEvent(shop.db)).organiserId
})
afterEach(() => {
  receiver.close()
  vi.useRealTimers()
})

type Told = { role?: 'reader' | 'box_office'; kinds?: readonly string[]; event_ids?: number[]; url?: string }
async function createWebhook({ organiserId = own, ...told }: Told & { organiserId?: number } = {}) {
  const owner = await createKeyOwner(shop, organiserId)
  const sent = { organiser_id: organiserId, url: receiver.url, role: 'reader', kinds: WEBHOOK_KINDS, ...told }
  const { status, body } = await owner.browser.call('make_webhook', sent)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const { rows } = await sql<{
    id: number
  }>`select max(id) as id from webhooks where organiser_id = ${organiserId}`.execute(shop.db)
  const about = { organiser_id: organiserId, webhook_id: rows[0]!.id }
  const log = async () => (await owner.browser.call('office_webhook', about)).body as unknown as Log
  return { owner, secret: String(body.secret), about, log }
}
type Log = {
  webhook: { state: string; waiting: number }
  messages: {
    message_id: number
    uid: string
    kind: string
    state: string
    tries: { status: number | null; excerpt: string }[]
  }[]
}

const orderOf = (organiserId = own) => createOrder(shop.db, { organiserId, now: shop.clock.now() })
const send = () => runDueJobs(shop.deps, WEBHOOK_WORKERS)
/** Runs the background's work once. */
async function runBackground() {
  await queueWebhookMessages(shop.deps)
  await send()
}
const types = () => receiver.received.map(({ type }) => type)

describe('a webhook message', () => {
  it('is verified by the Standard Webhooks library, and its replay is not', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
    const { secret } = await createWebhook({ kinds: ['order.paid'] })
    const { orderId, number, email } = await orderOf()
    await runBackground()
    const [{ headers, body }] = receiver.received as [Receiver['received'][0]]
    const payload = new Webhook(secret).verify(body, headers)
    expect(webhookPayload('order.paid').parse(payload)).toEqual(payload)
    expect(payload).toMatchObject({
      type: 'order.paid',
      data: { order: { id: orderId, number, total_minor: 1100, contact: null } },
    })
    expect(body).not.toContain(email)
    expect(() => new Webhook(secret).verify(body.replace('1100', '1'), headers)).toThrow()
    expect(() => new Webhook(`whsec_${Buffer.from('another').toString('base64')}`).verify(body, headers)).toThrow()
    vi.setSystemTime(shop.clock.now().getTime() + 6 * 60_000)
    expect(() => new Webhook(secret).verify(body, headers)).toThrow()
  })

  it('contains personal data only for a webhook with the right', async () => {
    await createWebhook({ kinds: ['order.paid'], role: 'box_office' })
    const { email } = await orderOf()
    await runBackground()
    expect(receiver.received[0]!.data.order).toMatchObject({ contact: { email } })
  })

  const ACTS: Record<WebhookKind, (of: Awaited<ReturnType<typeof orderOf>>) => Promise<unknown>> = {
    'order.paid': () => orderOf(),
    'order.refunded': ({ orderId }) =>
      shop.db
        .updateTable('order_lines')
        .set({ refunded_qty: 1, refunded_net_minor: 1000 })
        .where('sale_id', '=', orderId)
        .execute(),
    'order.changed': ({ ticketId }) =>
      shop.db.updateTable('tickets').set({ holder_name: 'Grace Hopper' }).where('id', '=', ticketId).execute(),
    'ticket.admitted': (of) => atDoor(of, 'in', 'admitted'),
    'ticket.admission_undone': (of) => atDoor(of, 'undo', 'undone'),
    'event.published': async ({ eventId }) => {
      await shop.db.updateTable('events').set({ status: 'draft' }).where('id', '=', eventId).execute()
      await runBackground()
      receiver.received.length = 0
      await inTx(shop.db, async (tx) => {
        await tx.updateTable('events').set({ status: 'published' }).where('id', '=', eventId).execute()
        await tx
          .updateTable('event_dates')
          .set({ doors_at: shop.clock.now() })
          .where('event_id', '=', eventId)
          .execute()
      })
    },
    'event.changed': ({ eventId }) =>
      inTx(shop.db, async (tx) => {
        await tx.updateTable('events').set({ title: 'Another title', version: 2 }).where('id', '=', eventId).execute()
        await tx
          .updateTable('event_dates')
          .set({ doors_at: shop.clock.now() })
          .where('event_id', '=', eventId)
          .execute()
        await tx.updateTable('ticket_types').set({ price_minor: 1234 }).where('event_id', '=', eventId).execute()
      }),
    'event.cancelled': ({ eventId }) =>
      shop.db.updateTable('events').set({ status: 'cancelled' }).where('id', '=', eventId).execute(),
  }
  const atDoor = ({ ticketId, dateId }: { ticketId: number; dateId: number }, kind: 'in' | 'undo', outcome: string) =>
    shop.db
      .insertInto('admissions')
      .values({ ticket_id: ticketId, date_id: dateId, kind, outcome, at: shop.clock.now(), place: 'North' })
      .execute()

  it.each(WEBHOOK_KINDS)('%s is sent once for each act and follows its schema', async (kind) => {
    const order = await orderOf()
    await createWebhook()
    await ACTS[kind](order)
    await runBackground()
    expect(types()).toEqual(kind === 'order.paid' ? expect.arrayContaining([kind]) : [kind])
    const last = receiver.received.at(-1)!
    const payload = JSON.parse(last.body)
    expect(webhookPayload(kind).parse(payload)).toEqual(payload)
  })

  it('is sent to the organiser concerned, for the events of the webhook', async () => {
    const order = await orderOf()
    const another = await orderOf()
    await createWebhook({ event_ids: [order.eventId] })
    const other = await startReceiver()
    const theirs = await createWebhook({ organiserId: (await createEvent(shop.db)).organiserId, url: other.url })
    await runBackground()
    other.received.length = 0
    const before = (await theirs.log()).messages.length
    for (const of of [order, another]) {
      await ACTS['order.changed'](of)
      await ACTS['ticket.admitted'](of)
      await ACTS['event.changed'](of)
    }
    await runBackground()
    expect([other.received, (await theirs.log()).messages.length]).toEqual([[], before])
    other.close()
    expect(types().sort()).toEqual(['event.changed', 'order.changed', 'ticket.admitted'])
    expect(receiver.received.find(({ type }) => type === 'event.changed')!.data.event).toMatchObject({
      id: order.eventId,
    })
  })

  it('of an order with two organisers contains only each one’s own lines', async () => {
    const { orderId } = await orderOf()
    const theirs = await createEvent(shop.db)
    await shop.db
      .insertInto('order_lines')
      .values({
        sale_id: orderId,
        line: 2,
        kind: 'ticket',
        organiser_id: theirs.organiserId,
        event_id: theirs.eventId,

        date_id: theirs.dateId,
        ticket_type_id: theirs.ticketId,
        qty: 1,
        list_minor: 7,
        net_minor: 7,
        paid_at: shop.clock.now(),
      })
      .execute()
    await createWebhook({ organiserId: theirs.organiserId, role: 'box_office' })
    await shop.db.updateTable('orders').set({ phone: '01' }).where('sale_id', '=', orderId).execute()
    await runBackground()
    expect(receiver.received[0]!.data.order).toMatchObject({ total_minor: 7, lines: [{ line: 2 }] })
  })
})

describe('delivery guarantees', () => {
  const changes = () => shop.db.selectFrom('webhook_changes').selectAll().execute()

  it('a message is written in the transaction of the act', async () => {
    await createWebhook({ kinds: ['order.changed'] })
    const { orderId } = await orderOf()
    await runBackground()
    const change = (tx: Parameters<Parameters<typeof inTx>[1]>[0]) =>
      tx.updateTable('orders').set({ name: 'Grace Hopper' }).where('sale_id', '=', orderId).execute()
    await inTx(shop.db, async (tx) => {
      await change(tx)
      throw new Error('rolled back')
    }).catch(() => {})
    expect(await changes()).toEqual([])
    await inTx(shop.db, change)
    expect(await changes()).toMatchObject([{ kind: 'order.changed', subject: orderId }])
    await runBackground()
    expect([types(), await changes()]).toEqual([['order.changed'], []])
  })

  it('no message is written without a webhook', async () => {
    const order = await orderOf()
    for (const kind of WEBHOOK_KINDS) if (kind !== 'event.published') await ACTS_WITHOUT(order)
    expect(await changes()).toEqual([])
  })
  const ACTS_WITHOUT = async ({ orderId, eventId }: { orderId: number; eventId: number }) => {
    await shop.db
      .updateTable('orders')
      .set({ phone: String(orderId) })
      .where('sale_id', '=', orderId)
      .execute()
    await shop.db
      .updateTable('events')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', eventId)
      .execute()
  }

  it('a process that dies before sending or before recording the response sends again with the same id', async () => {
    await createWebhook({ kinds: ['order.paid'] })
    await orderOf()
    await queueWebhookMessages(shop.deps)
    // The process dies while it runs the job.
    await startDueJobs(shop.deps, { send_webhook: () => new Promise(() => {}) }, { max: 1 })
    await send()
    expect(receiver.received).toEqual([])
    // The process sends the message and dies before it records that.
    shop.clock.advance(LOCK_SECONDS + 1)
    const gone = () => {
      throw new Error('the process is gone')
    }
    const read = shop.db.selectFrom.bind(shop.db)
    const dying = {
      ...shop.deps,
      db: { selectFrom: read, getExecutor: () => shop.db.getExecutor(), transaction: gone } as never,
    }
    await startDueJobs(
      shop.deps,
      { send_webhook: (job) => webhookSender()(job, dying).catch(() => new Promise<void>(() => {})) },
      { max: 1 },
    )
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1))
    shop.clock.advance(LOCK_SECONDS + 1)
    await send()
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    expect(receiver.received).toHaveLength(2)
    shop.clock.advance(24 * HOUR)
    await runBackground()
    expect(receiver.received).toHaveLength(2)
  })

  it('two processes write one message for one change', async () => {
    const { log } = await createWebhook({ kinds: ['order.paid'] })
    for (let n = 0; n < 12; n++) await orderOf()
    await Promise.all([1, 2, 3, 4].map(() => queueWebhookMessages(shop.deps)))
    expect((await log()).messages).toHaveLength(12)
  })

  it('all messages arrive, each under one id and with back-off, from a receiver that returns 500 for a day', async () => {
    const { log } = await createWebhook({ kinds: ['order.paid'] })
    const orders: number[] = []
    receiver.answer = (response) => response.writeHead(500).end('out of order')
    for (let minute = 0; minute < 24 * 60; minute += 5) {
      if (minute % 120 === 0) orders.push((await orderOf()).orderId)
      await runBackground()
      shop.clock.advance(300)
    }
    const tried = receiver.received.length
    // At most one try in fifteen minutes, after the first ones.
    expect(tried).toBeLessThan(24 * 4 + 10)
    expect((await log()).webhook).toMatchObject({ state: 'failing', waiting: orders.length })
    expect((await log()).messages.at(-1)!.tries[0]).toMatchObject({ status: 500, excerpt: 'out of order' })
    receiver.answer = (response) => response.writeHead(204).end()
    shop.clock.advance(900)
    await runBackground()
    await send()
    const arrived = receiver.received.slice(tried)
    expect(arrived.map(({ data }) => (data.order as { id: number }).id).sort()).toEqual(orders.sort())
    const idOf = new Map<unknown, Set<string>>()
    for (const { id, data } of receiver.received) {
      const order = (data.order as { id: number }).id
      idOf.set(order, (idOf.get(order) ?? new Set()).add(id))
    }
    expect([...idOf.values()].map(({ size }) => size)).toEqual(orders.map(() => 1))
    expect((await log()).webhook).toMatchObject({ state: 'on', waiting: 0 })
    shop.clock.advance(5 * 24 * HOUR)
    await send()
    expect(receiver.received).toHaveLength(tried + orders.length)
  }, 60_000)

  it('a webhook is disabled after three days, its owner notified once, and its messages sent once it is enabled', async () => {
    const { owner, about, log } = await createWebhook({ kinds: ['order.paid'] })
    receiver.answer = (response) => response.writeHead(410).end()
    await orderOf()
    await runBackground()
    for (const rest of RETRY_DELAYS) {
      shop.clock.advance(rest + 1)
      await runBackground()
    }
    expect((await log()).webhook).toMatchObject({ state: 'off', waiting: 1 })
    const mails = await shop.db.selectFrom('mails').selectAll().where('kind', '=', 'webhook_off').execute()
    expect(mails.map(({ body_text }) => body_text.includes(receiver.url))).toEqual([true])
    expect((await owner.browser.call('test_webhook', about)).body.code).toBe('webhook_off')
    await orderOf()
    await runBackground()
    receiver.received.length = 0
    receiver.answer = (response) => response.end()
    await owner.browser.call('switch_webhook', { ...about, on: '1' })
    await send()
    expect(types()).toEqual(['order.paid', 'order.paid'])
    expect((await log()).webhook).toMatchObject({ state: 'on', waiting: 0 })
  })

  it('messages are kept for thirty days', async () => {
    const { log } = await createWebhook({ kinds: ['order.paid'] })
    await orderOf()
    await runBackground()
    shop.clock.advance(29 * 24 * HOUR)
    await forgetOldMessages(shop.deps)
    expect((await log()).messages).toHaveLength(1)
    shop.clock.advance(2 * 24 * HOUR)
    await forgetOldMessages(shop.deps)
    expect((await log()).messages).toEqual([])
  })
})

describe('a webhook receiver', () => {
  const lastTry = async ({ log }: { log: () => Promise<Log> }) => (await log()).messages[0]!.tries.at(-1)!
  /** Sends one more message, to another address if one is given. Returns its try. */
  async function tryOnce(
    hook: Awaited<ReturnType<typeof createWebhook>>,
    changed: { url?: string },
    workers: typeof WEBHOOK_WORKERS | Pick<typeof WEBHOOK_WORKERS, 'send_webhook'>,
    deps = shop.deps,
  ) {
    const where = shop.db.updateTable('webhooks').where('id', '=', hook.about.webhook_id)
    await where.set({ ...changed, quiet_until: null }).execute()
    await orderOf()
    await queueWebhookMessages(shop.deps)
    await runDueJobs(deps, workers)
    return lastTry(hook)
  }

  it('on an internal network is never contacted, whatever its name resolves to', async () => {
    const hook = await createWebhook({ kinds: ['order.paid'] })
    const { port } = new URL(receiver.url)
    const live = { ...shop.deps, config: { ...shop.deps.config, publicUrl: 'https://shop.example' } }
    const rebound = (...addresses: string[]) => ({ send_webhook: webhookSender({ lookup: async () => addresses }) })
    for (const [deps, url, workers] of [
      [live, receiver.url, WEBHOOK_WORKERS],
      [live, `http://[::ffff:127.0.0.1]:${port}/`, WEBHOOK_WORKERS],
      [live, 'https://programs.example/latest/meta-data/', rebound('93.184.216.34', '169.254.169.254')],
      [live, `http://localhost:${port}/`, WEBHOOK_WORKERS],
      [live, 'https://programs.example:22/', rebound('93.184.216.34')],
      // The shop on localhost may send to this receiver, but not if its name also leads elsewhere inside.
      [shop.deps, `http://localhost:${port}/`, rebound('127.0.0.1', '10.0.0.5')],
    ] as const) {
      expect([url, await tryOnce(hook, { url }, workers, deps)]).toEqual([
        url,
        expect.objectContaining({ status: null, excerpt: 'no response from this address' }),
      ])
    }
    expect(receiver.received).toEqual([])
  })

  it('that redirects is not followed', async () => {
    const other = await startReceiver()
    const hook = await createWebhook({ kinds: ['order.paid'] })
    receiver.answer = (response) => response.writeHead(307, { location: other.url }).end()
    await orderOf()
    await runBackground()
    expect(await lastTry(hook)).toMatchObject({ status: 307 })
    expect(other.received).toEqual([])
    other.close()
  })

  it('that responds slowly, endlessly or never does not delay others', async () => {
    const hook = await createWebhook({ kinds: ['order.paid'] })
    const workers = { send_webhook: webhookSender({ deadlineMs: 150 }) }
    const answers: Receiver['answer'][] = [
      (response) => void response.socket!.write('HTTP/1.1 200'),
      () => {},
      (response) => response.writeHead(500).write('x'.repeat(100_000)),
    ]
    const seen = []
    for (const answer of answers) {
      receiver.answer = answer
      const { status, excerpt } = await tryOnce(hook, {}, workers)
      seen.push([status, excerpt.length < 301])
    }
    expect(seen).toEqual([
      [null, true],
      [null, true],
      [500, true],
    ])
  })

  it('can verify messages with the old secret for a day, and with the new one', async () => {
    const { owner, about, secret } = await createWebhook({ kinds: ['order.paid'] })
    const renewed = String((await owner.browser.call('renew_webhook_secret', about)).body.secret)
    expect(renewed).not.toBe(secret)
    const verifies = async () => {
      await orderOf()
      await runBackground()
      vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
      const { body, headers } = receiver.received.at(-1)!
      return [secret, renewed].map((key) => {
        try {
          return new Webhook(key).verify(body, headers) !== null
        } catch {
          return false
        }
      })
    }
    expect(await verifies()).toEqual([true, true])
    shop.clock.advance(25 * HOUR)
    expect(await verifies()).toEqual([false, true])
    const { rows } = await sql<{ text: string }>`select string_agg(hook::text, '') as text from webhooks hook`.execute(
      shop.db,
    )
    for (const key of [secret, renewed]) expect(rows[0]!.text).not.toContain(key.slice(6, 30))
  })
})

describe('webhooks in the office', () => {
  it('a test and “Try again” send at once, the latter with the id of the first', async () => {
    const { owner, about, log } = await createWebhook({ kinds: ['order.paid'] })
    await owner.browser.call('test_webhook', about)
    await send()
    expect(types()).toEqual([TEST_KIND])
    receiver.answer = (response) => response.writeHead(404).end()
    await orderOf()
    await runBackground()
    receiver.answer = (response) => response.end()
    const [failed] = (await log()).messages
    expect(failed).toMatchObject({ state: 'waiting', tries: [{ status: 404 }] })
    expect((await owner.browser.call('retry_webhook', { ...about, message_id: failed!.message_id })).status).toBe(200)
    await send()
    expect(receiver.received.slice(1).map(({ id }) => id)).toEqual([failed!.uid, failed!.uid])
    expect((await log()).messages[0]).toMatchObject({ state: 'delivered', tries: [{ status: 404 }, { status: 200 }] })
  })

  it('require a public address and at least one event', async () => {
    const { browser } = await createKeyOwner(shop, own)
    const sent = { organiser_id: own, url: 'https://programs.example/', role: 'reader', kinds: ['order.paid'] }
    for (const [change, code] of [
      [{ url: 'http://programs.example/' }, 'bad_webhook_url'],
      [{ url: 'https://169.254.169.254/' }, 'bad_webhook_url'],
      [{ kinds: [] }, 'webhook_kinds_missing'],
      [{ kinds: ['order.invented'] }, 'bad_request'],
      [{ event_ids: [(await createEvent(shop.db)).eventId] }, 'bad_role_events'],
    ] as const)
      expect((await browser.call('make_webhook', { ...sent, ...change })).body.code).toBe(code)
  })

  it('are disabled when their creator leaves, until another owner takes them over', async () => {
    const { owner, about, log } = await createWebhook({ kinds: ['order.paid'] })
    const boss = await createKeyOwner(shop, own)
    await boss.browser.call('end_staff', { organiser_id: own, staff_id: owner.id })
    await orderOf()
    await runBackground()
    expect(receiver.received).toEqual([])
    expect((await boss.browser.call('switch_webhook', { ...about, on: '1' })).status).toBe(200)
    await send()
    expect(types()).toEqual(['order.paid'])
    expect((await owner.browser.call('office_webhook', about)).status).toBe(401)
    expect(log).toBeDefined()
  })
})
