import { OFFICE_PATHS } from '@foyer/contract/office/paths.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '../../app.ts'
import { testClock } from '../../testing/clock.ts'
import { type TestDb, testDatabase } from '../../testing/database/databases.ts'
import { programFile } from '../../testing/processes/bundled.ts'
import { openServedShop, type ServedShop } from '../../testing/processes/served.ts'
import { openCounter, openShift } from './counter.ts'

/** A counter of a shop on PostgreSQL whose only process is outside of the test, which can kill it. */
export function useServedCounter() {
  const clock = testClock()
  let database: TestDb
  let shop: ServedShop
  let app: FastifyInstance
  beforeAll(async () => {
    const program = await programFile('payment/test-programs/serve.ts')
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
  return {
    clock,
    served,
    db: () => database.db,
    shop: () => shop,
    /** A counter with an open shift, and calls of its seller to the process. */
    async open(options: Parameters<typeof openCounter>[1]) {
      const house = { app: app as never, db: database.db, clock }
      const counter = await openCounter(house, options)
      const { organiserId, staffId, browser } = counter
      await openShift(house, { organiserId, staffId })
      const call = (
        name: 'reader_sale' | 'office_reader' | 'counter_sale' | 'release_seats',
        body: Record<string, string>,
      ) => {
        const [method, path] = OFFICE_PATHS[name]
        const form = new URLSearchParams({ organiser_id: String(organiserId), ...body })
        const cookie = [...browser.jar].map((pair) => pair.join('=')).join('; ')
        const url = served().url + path
        return method === 'GET'
          ? fetch(`${url}?${form}`, { headers: { cookie } })
          : fetch(url, { method, headers: { cookie }, body: form })
      }
      return { ...counter, house, call }
    },
  }
}
