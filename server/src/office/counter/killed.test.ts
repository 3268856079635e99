import { setTimeout as sleep } from 'node:timers/promises'
import { OFFICE_PATHS } from '@foyer/contract/office/paths.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { releaseHold } from '../../sale/hold/release.ts'
import { lockSale } from '../../sale/sale.ts'
import { testClock } from '../../testing/clock.ts'
import { describeOnPostgres, type TestDb, testDatabase } from '../../testing/database/databases.ts'
import { programFile } from '../../testing/processes/bundled.ts'
import { openServedShop, type ServedShop } from '../../testing/processes/served.ts'
import { addCardReader, openCounter, openShift, sellAtCounter } from '../testing/counter.ts'
import { simulatedReader } from '../testing/simulated-reader.ts'

describeOnPostgres('a process killed after the reader has captured', () => {
  const clock = testClock()
  let program: string
  let database: TestDb
  let shop: ServedShop
  let app: FastifyInstance
  beforeAll(async () => {
    program = await programFile('payment/test-programs/serve.ts')
    database = await testDatabase('postgres')
    shop = await openServedShop(database, { program, processes: 1, clock })
    // Signs the cookie of a session.
    app = await buildApp(shop.deps, null)
  }, 60_000)
  afterAll(async () => {
    await app?.close()
    await shop?.close()
    await database?.close()
  })

  const served = () => shop.servers[0]!
  /** A sale of two tickets, the only ones, that waits for a card. */
  async function atReader() {
    const { db } = database
    const house = { app: app as never, db, clock }
    const { organiserId, staffId, ticketId, browser } = await openCounter(house, { tickets: [{ capacity: 2 }] })
    await openShift(house, { organiserId, staffId })
    const { device, presentCard } = await simulatedReader({ url: shop.vendorUrl, secretKey: 'sk_test_served' })
    const reader_id = await addCardReader(house, organiserId, device)
    const call = async (name: 'reader_sale' | 'office_reader', body: Record<string, string>) => {
      const [method, path] = OFFICE_PATHS[name]
      const form = new URLSearchParams({ organiser_id: String(organiserId), ...body })
      const cookie = [...browser.jar].map((pair) => pair.join('=')).join('; ')
      const url = served().url + path
      return method === 'GET'
        ? fetch(`${url}?${form}`, { headers: { cookie } })
        : fetch(url, { method, headers: { cookie }, body: form })
    }
    const begun = await call('reader_sale', {
      chosen: `${ticketId}x2`,
      total: '2200',
      reader_id: String(reader_id),
      form_key: device,
    })
    const { next } = (await begun.json()) as { next: string }
    const sale = Number(new URLSearchParams(next.split('?')[1]).get('sale_id'))
    const rows = (table: 'payments' | 'refunds' | 'tickets') =>
      db.selectFrom(table).selectAll().where('sale_id', '=', sale).execute()
    return {
      sale,
      rows,
      pollReader: () => call('office_reader', { sale_id: String(sale) }),
      presentCard: async () => {
        const { action } = await presentCard()
        expect(action?.status).toBe('succeeded')
      },
      cancelAndResell: async () => {
        await inTx(db, async (tx) => releaseHold(tx, await lockSale(tx, sale), 'cancelled', clock.now()))
        await sellAtCounter(browser, { organiserId, chosen: `${ticketId}x2`, total: 2200 })
      },
      stock: () =>
        db.selectFrom('stock').select(['held', 'sold']).where('ticket_type_id', '=', ticketId).executeTakeFirst(),
    }
  }

  async function restart() {
    await served().start()
    for (const seconds of [61, 61, 300]) {
      clock.advance(seconds)
      await served().setClock({ work: true })
      await shop.sandbox.tick()
      await served().setClock({ work: true })
    }
  }

  it('finishes the sale once, whenever it was killed', async () => {
    // Before any request for the state, and while the request that settles it is running.
    for (const wait of [null, 5, 30]) {
      const { presentCard, pollReader, rows, stock } = await atReader()
      await presentCard()
      if (wait !== null) {
        const polling = pollReader().catch(() => null)
        await sleep(wait)
        await served().kill()
        await polling
      } else await served().kill()
      if (wait === null) expect(await rows('payments')).toMatchObject([{ status: 'created', outcome: null }])
      await restart()
      expect(await rows('payments'), String(wait)).toMatchObject([{ status: 'paid', outcome: 'fulfilled' }])
      expect([(await rows('tickets')).length, await rows('refunds'), await stock()]).toEqual([
        2,
        [],
        { held: 0, sold: 2 },
      ])
    }
    expect(await ledgerDifferences(database.db)).toEqual([])
  }, 60_000)

  it('refunds once if the sale was cancelled and its tickets resold', async () => {
    const { presentCard, cancelAndResell, rows, stock } = await atReader()
    await served().kill()
    await cancelAndResell()
    await presentCard()
    await restart()
    expect(await rows('refunds')).toMatchObject([{ status: 'succeeded', amount_minor: 2200 }])
    expect([await rows('tickets'), await stock()]).toEqual([[], { held: 0, sold: 2 }])
    expect(await ledgerDifferences(database.db)).toEqual([])
  }, 60_000)
})
