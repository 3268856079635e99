import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../db/connection/open.ts'
import type { OpenDb } from '../db/connection/settings.ts'
import { type Host, type Hosts, startHosts, whyNoProxy } from '../testing/cluster/hosts.ts'
import { loopbackNetwork, makeNetwork, type Network, whyNoMachines } from '../testing/cluster/network.ts'
import { Orders, order, send } from '../testing/cluster/orders.ts'
import { describeWith } from '../testing/describe-with.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { stockOf } from '../testing/fixtures/sale.ts'
import { BUILT_SHOP } from '../testing/processes/built-shop.ts'

/**
 * `npm run two-hosts`: two hosts run the built shop on one database behind HAProxy, each in its own network namespace or, where
 * those are not permitted, on its own loopback address. Prints what buyers saw; docs/scaling.md has the results.
 */

const NAMES = ['host1', 'host2']
const CAPACITY = 600
const BUYERS = 12
/** Orders that must be made before each fault. */
const ORDERS_BETWEEN = 40
const PER_ADDRESS = 20

const missing = whyNoProxy()
const whyLoopback = process.env.HOSTS_ON === 'loopback' ? 'HOSTS_ON=loopback' : whyNoMachines()
const where =
  whyLoopback === undefined ? 'network namespaces' : `loopback addresses, where none is disconnected (${whyLoopback})`

let network: Network
let shop: Hosts
let opened: OpenDb
let first: Host
let second: Host

/** Every buyer of the on-sale has a network address of their own. */
let addressCount = 0
const nextAddress = () => {
  addressCount += 1
  return `127.1.${Math.floor(addressCount / 250)}.${1 + (addressCount % 250)}`
}

/** A browser that sends each call to the host that the test names, from the given network address. */
function makeBrowser(from?: string) {
  let cookie = ''
  return async (url: string, name: CallName, fields: Record<string, string> = {}, forwarded?: string) => {
    const [method, path] = PATHS[name]
    const reply = await send(url + path, {
      method,
      ...(from ? { from } : {}),
      body: method === 'GET' ? '' : new URLSearchParams(fields).toString(),
      headers: { cookie, ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
    })
    cookie = reply?.cookie ?? cookie
    return reply
  }
}

const createTicketType = async (capacity: number) =>
  (
    await createEvent(opened.db, {
      express: true,
      tickets: [{ capacity, price_minor: 1000, booking_fee_minor: 0 }],
      startsAt: new Date('2099-01-01T20:00:00Z'),
    })
  ).ticketId

describeWith(missing, `two hosts on ${where}`, () => {
  beforeAll(async () => {
    if (!existsSync(BUILT_SHOP)) throw new Error('npm run build first: this runs the built shop')
    network = whyLoopback === undefined ? await makeNetwork(NAMES) : loopbackNetwork(NAMES)
    shop = await startHosts(network, {
      RESERVES_PER_ADDRESS: String(PER_ADDRESS),
      PLACES_PERCENT_PER_ADDRESS: '1000000',
    })
    opened = await openDatabase({ databaseUrl: shop.databaseUrl, dataDir: '', poolSize: 4 })
    ;[first, second] = shop.hosts as [Host, Host]
  }, 300_000)
  afterAll(async () => {
    await opened?.close()
    await shop?.close()
    await network?.close()
  }, 60_000)

  it('a basket or a confirmed email address from one host works on the other', async () => {
    const ticketId = await createTicketType(10)
    const call = makeBrowser()
    await call(first.url, 'add_to_basket', { ticket_id: String(ticketId), quantity: '2' })
    expect((await call(second.url, 'reserve_tickets'))?.body).toMatchObject({ reserved: true })
    expect((await call(first.url, 'get'))?.body).toMatchObject({ state: expect.not.stringMatching('basket') })

    expect((await call(first.url, 'get'))?.body).toMatchObject({ init_guest_email: null })
    await call(first.url, 'send_one_time_code', { email: 'ada@example.org' })
    const { body_text } = await opened.db
      .selectFrom('mails')
      .select('body_text')
      .where('recipient', '=', 'ada@example.org')
      .executeTakeFirstOrThrow()
    const code = /\b(\d{6})\b/.exec(body_text)![1]!
    const proved = await call(second.url, 'check_one_time_code', { email: 'ada@example.org', code })
    expect(proved?.status).toBe(200)
    expect((await call(first.url, 'get'))?.body).toMatchObject({ init_guest_email: 'ada@example.org' })
  })

  it('a browser that alternates between hosts gets the captcha as early as on one host', async () => {
    const ticketId = await createTicketType(100)
    const call = makeBrowser()
    const reserved: unknown[] = []
    for (let n = 0; n < 6; n++) {
      const { url } = shop.hosts[n % 2]!
      await call(url, 'add_to_basket', { ticket_id: String(ticketId), quantity: '1' })
      reserved.push((await call(url, 'reserve_tickets'))?.body.reserved)
      await call(url, 'update_basket_state', { state: 'basket' })
    }
    expect(reserved).toEqual([true, true, true, true, true, undefined])
  })

  it('reserves of a network address are counted across both hosts, whatever its x-forwarded-for header says', async () => {
    const ticketId = await createTicketType(100)
    const before = await Promise.all(shop.hosts.map((host) => host.answered()))
    const reserves = async (from: string, forwarded?: string) => {
      const call = makeBrowser(from)
      await call(shop.url, 'add_to_basket', { ticket_id: String(ticketId), quantity: '1' }, forwarded)
      return (await call(shop.url, 'reserve_tickets', {}, forwarded))?.body.reserved === true
    }
    const sharedAddress = nextAddress()
    const reserved: boolean[] = []
    for (let n = 0; n < PER_ADDRESS + 4; n++) reserved.push(await reserves(sharedAddress, `192.0.2.${n}`))
    expect(reserved.filter(Boolean)).toHaveLength(PER_ADDRESS)
    expect(await reserves(nextAddress())).toBe(true)
    const after = await Promise.all(shop.hosts.map((host) => host.answered()))
    for (const [i, count] of after.entries()) expect(count - before[i]!).toBeGreaterThan(PER_ADDRESS / 2)
  }, 60_000)

  it('an on-sale with one host killed, one upgraded and one cut off: nothing lost or sold twice, every order emailed', async () => {
    const ticketId = await createTicketType(CAPACITY)
    const sold = new Orders()
    const refused: string[] = []
    let buyer = 0
    const lanes = Array.from({ length: BUYERS }, async () => {
      for (let hasTickets = true; hasTickets; ) {
        buyer += 1
        const { url, vendorUrl } = shop
        const outcome = await order(sold, {
          ticketId,
          buyer,
          urls: [url],
          vendorUrl,
          isOpen: () => true,
          from: nextAddress(),
        })
        if (outcome !== 'confirmed') refused.push(outcome)
        hasTickets = outcome === 'confirmed'
      }
    })
    const rows: Record<string, unknown>[] = []
    const fault = async (what: string, inject: () => Promise<unknown>, repair: () => Promise<unknown>) => {
      await sold.waitForMore(ORDERS_BETWEEN)
      const before = { ...sold.replies }
      sold.longestGapMs = 0
      await inject()
      await sold.waitForMore(ORDERS_BETWEEN / 2)
      const replies = sold.since(before)
      rows.push({ what, 'without an order, s': Math.round(sold.longestGapMs / 100) / 10, ...replies })
      await repair()
      return replies
    }
    await fault(
      'a host killed (kill -9), later started again',
      () => first.kill(),
      () => first.start(),
    )
    const planned = await fault(
      'a host told to stop, then started as a new version would',
      async () => expect(await second.stop()).toBe(0),
      () => second.start(),
    )
    if (network.isReal)
      await fault(
        'a host disconnected from the network, later reconnected',
        () => first.machine.disconnect(),
        () => first.machine.reconnect(),
      )
    await Promise.all(lanes)
    console.table(rows)
    console.table([sold.replies])

    const turnedAway = Object.keys(planned).filter((what) => Number(what) >= 500 || what === 'no answer')
    expect(turnedAway, 'responses while a host stops as planned').toEqual([])
    expect(refused).toEqual(Array.from({ length: BUYERS }, () => 'refused'))
    expect(sold.replies[500]).toBeUndefined()
    const paid = await opened.db
      .selectFrom('sales')
      .innerJoin('orders', 'orders.sale_id', 'sales.id')
      .innerJoin('sale_lines', 'sale_lines.sale_id', 'sales.id')
      .select(['sales.reference', 'sale_lines.qty', 'orders.email'])
      .where('sale_lines.ticket_type_id', '=', ticketId)
      .where('sales.paid_at', 'is not', null)
      .execute()
    const references = new Set(paid.map(({ reference }) => reference))
    expect(sold.confirmed.filter((reference) => !references.has(reference))).toEqual([])
    expect(references.size).toBe(sold.confirmed.length)
    const places = paid.reduce((sum, { qty }) => sum + qty, 0)
    expect(places).toBe(CAPACITY)
    expect(await stockOf(opened.db, ticketId)).toMatchObject({ held: 0, sold: CAPACITY })
    const charged = [...shop.vendors.stripe.charges.values()].reduce(
      (sum, charge) => sum + charge.amount_captured - charge.amount_refunded,
      0,
    )
    expect(charged).toBe(1000 * CAPACITY)

    await waitForAllJobs()
    const sent = new Map<string, Set<string>>()
    for (const { to, messageId } of shop.mails) sent.set(to, (sent.get(to) ?? new Set()).add(messageId))
    // A mail that was being sent when its host died is sent again, with the same id.
    expect(paid.filter(({ email }) => sent.get(email!)?.size !== 1)).toEqual([])
    console.log(`${shop.mails.length} emails for ${paid.length} orders`)
    if (network.isReal) {
      const hosts = new Set(shop.mails.map(({ host }) => host))
      expect(hosts).toEqual(new Set(network.machines.map(({ address }) => address)))
    }
  }, 900_000)
})

async function waitForAllJobs(): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { left, gave_up } = await opened.db
      .selectFrom('jobs')
      .select((eb) => [
        eb.fn.count<number>('id').filterWhere('done_at', 'is', null).as('left'),
        eb.fn.count<number>('id').filterWhere('gave_up_at', 'is not', null).as('gave_up'),
      ])
      // Includes jobs that wait for their next try.
      .where('kind', 'in', ['settle_payment', 'deliver_sale', 'send_mail'])
      .executeTakeFirstOrThrow()
    expect(Number(gave_up)).toBe(0)
    if (Number(left) === 0) return
    await sleep(500)
  }
  throw new Error('jobs are left after five minutes')
}
