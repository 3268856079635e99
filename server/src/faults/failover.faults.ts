import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../db/connection/open.ts'
import type { OpenDb } from '../db/connection/settings.ts'
import { migrate } from '../db/schema/migrate.ts'
import { testClock } from '../testing/clock.ts'
import { type Cluster, startCluster, whyNoCluster } from '../testing/cluster/cluster.ts'
import { makeNetwork, type Network, whyNoMachines } from '../testing/cluster/network.ts'
import { Orders, order } from '../testing/cluster/orders.ts'
import { asAdmin } from '../testing/database/admin.ts'
import { describeWith } from '../testing/describe-with.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { stockOf } from '../testing/fixtures/sale.ts'
import { programFile } from '../testing/processes/bundled.ts'
import { openServedShop, type ServedShop } from '../testing/processes/served.ts'

/**
 * `npm run failover`: buyers pay by card while the primary of a PostgreSQL cluster is killed, disconnected and switched over.
 * Prints what buyers saw; docs/failover.md has the results.
 */

const missing = whyNoMachines() ?? whyNoCluster()
const CAPACITY = 10_000
const BUYERS = 8
/** Orders that must be made after each fault before the next one. */
const ORDERS_BETWEEN = 25
const NAMES = ['node1', 'node2', 'node3']

let network: Network
let cluster: Cluster
let opened: OpenDb
let shop: ServedShop
let program: string

describeWith(missing, 'failover of a PostgreSQL cluster', () => {
  beforeAll(async () => {
    network = await makeNetwork(NAMES)
    cluster = await startCluster(network)
    await asAdmin(cluster.adminUrl, (run) => run('create database foyer'))
    opened = await openDatabase({ databaseUrl: cluster.url, dataDir: '', poolSize: 4 })
    await migrate(opened.db)
    program = await programFile('payment/test-programs/serve.ts')
    shop = await openServedShop(
      { ...opened, databaseUrl: cluster.url },
      { program, processes: 2, clock: testClock(), env: { CATALOGUE_DATABASE_URL: cluster.catalogueUrl } },
    )
  }, 600_000)
  afterAll(async () => {
    await shop?.close()
    await opened?.close()
    await cluster?.close()
    await network?.close()
  }, 120_000)

  it('primary killed, cut off and switched over: no confirmed order lost, nothing sold twice, sales resume', async () => {
    const event = await createEvent(opened.db, {
      express: true,
      tickets: [{ capacity: CAPACITY, price_minor: 1000, booking_fee_minor: 0 }],
      startsAt: new Date('2099-01-01T20:00:00Z'),
    })
    const processes = shop.servers.map(({ pid }) => pid())
    const sold = new Orders()
    let isOpen = true
    const lanes = Array.from({ length: BUYERS }, async (_, lane) => {
      for (let n = 0; isOpen; n++) {
        const buyer = lane * 100_000 + n
        const urls = shop.servers.map(({ url }) => url)
        await order(sold, { ticketId: event.ticketId, buyer, urls, vendorUrl: shop.vendorUrl, isOpen: () => isOpen })
      }
    })
    const rows: Record<string, unknown>[] = []
    const fault = async (what: string, inject: () => Promise<void>, repair: () => Promise<void> = async () => {}) => {
      await sold.waitForMore(ORDERS_BETWEEN)
      const before = { ...sold.replies }
      sold.longestGapMs = 0
      const leader = await cluster.leader()
      await inject()
      const start = performance.now()
      await sold.waitForMore(ORDERS_BETWEEN)
      const sellingAgainMs = performance.now() - start
      const longestGapMs = sold.longestGapMs
      await repair()
      const members = await cluster.complete()
      rows.push({
        what,
        'without an order, s': Math.round(longestGapMs / 100) / 10,
        [`${ORDERS_BETWEEN} orders after, s`]: Math.round(sellingAgainMs / 100) / 10,
        'leader before': leader,
        'leader after': members.find(({ role }) => role === 'leader')!.name,
        ...sold.since(before),
      })
    }

    let victim = ''
    await fault(
      'the primary machine killed (kill -9), later started again',
      async () => {
        victim = await cluster.leader()
        await cluster.kill(victim)
      },
      async () => cluster.restart(victim),
    )
    await fault(
      'the primary disconnected from the network, later reconnected',
      async () => {
        victim = await cluster.leader()
        await cluster.disconnect(victim)
      },
      () => cluster.reconnect(victim),
    )
    await fault(
      'a standby killed, later started again',
      async () => {
        victim = (await cluster.complete()).find(({ role }) => role === 'sync_standby')!.name
        await cluster.kill(victim)
      },
      async () => cluster.restart(victim),
    )
    await fault('handed over in an orderly way', () => cluster.switchover())
    await sold.waitForMore(ORDERS_BETWEEN)
    isOpen = false
    await Promise.all(lanes)
    console.table(rows)
    console.table([sold.replies])

    // Work that was in progress when the last buyer left ends by itself.
    for (let n = 0; n < 5; n++) {
      await shop.sandbox.tick()
      shop.deps.clock.advance(1800)
      for (const server of shop.servers) await server.setClock({ work: true })
    }
    expect(shop.servers.map(({ pid }) => pid())).toEqual(processes)
    const paid = await opened.db
      .selectFrom('sales')
      .innerJoin('orders', 'orders.sale_id', 'sales.id')
      .innerJoin('sale_lines', 'sale_lines.sale_id', 'sales.id')
      .select(['sales.reference', 'sale_lines.qty'])
      .where('sales.paid_at', 'is not', null)
      .execute()
    // A buyer whose reply to "add to basket" was lost adds again, and then sees, holds and pays for two tickets.
    const places = paid.reduce((sum, { qty }) => sum + qty, 0)
    const references = new Set(paid.map(({ reference }) => reference))
    expect(sold.confirmed.filter((reference) => !references.has(reference))).toEqual([])
    expect(sold.confirmed.length).toBeGreaterThan(9 * ORDERS_BETWEEN)

    const { held, sold: tickets } = await stockOf(opened.db, event.ticketId)
    expect({ held, tickets }).toEqual({ held: 0, tickets: places })
    const issued = await opened.db.selectFrom('tickets').select(['id']).where('status', '=', 'valid').execute()
    expect(issued).toHaveLength(places)
    const charged = [...shop.sandbox.stripe.charges.values()].reduce(
      (sum, charge) => sum + charge.amount_captured - charge.amount_refunded,
      0,
    )
    expect(charged).toBe(1000 * places)
    expect(sold.replies[500]).toBeUndefined()
  }, 1_200_000)
})
