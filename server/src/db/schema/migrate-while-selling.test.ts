import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { putInBasket } from '../../testing/buyers.ts'
import { anEvent } from '../../testing/catalogue.ts'
import { describeOnPostgres } from '../../testing/databases.ts'
import { stockOf } from '../../testing/sale.ts'
import { openShop } from '../../testing/shop.ts'
import { MIGRATIONS } from '../migrations/list.ts'
import type { ForwardMigration } from './forward-migration.ts'
import { migrate } from './migrate.ts'

/** The next version's schema. Every migration must be additive: it removes nothing that the previous version reads. */
const next = (text: string): Record<string, ForwardMigration> => ({
  ...MIGRATIONS,
  '9999_next': { up: (db) => sql.raw(text).execute(db) },
})

describeOnPostgres('a migration while the shop sells', () => {
  it('the version before goes on selling during it and after it, and is ready', async () => {
    const shop = await openShop('postgres')
    try {
      const { ticketId } = await anEvent(shop.db, { tickets: [{ capacity: 1000 }] })
      let migrated = false
      let sold = 0
      const buyers = Array.from({ length: 4 }, async () => {
        for (let after = 0; after < 3; ) {
          const browser = shop.browser()
          await putInBasket(browser, ticketId)
          expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
          sold++
          if (migrated) after++
        }
      })
      while (sold < 5) await sleep(5)
      const ran = await migrate(
        shop.db,
        next(`alter table sales add column added_later text; create table later (sale_id bigint references sales);
          select pg_sleep(0.3)`),
      )
      expect(ran).toEqual(['9999_next'])
      migrated = true
      await Promise.all(buyers)
      expect(await stockOf(shop.db, ticketId)).toEqual({ held: sold, sold: 0 })
      expect((await shop.app.inject('/readyz')).statusCode).toBe(200)
    } finally {
      await shop.close()
    }
  }, 60_000)

  it('does not make buyers queue behind it when it cannot have its lock: it lets go, tries again, and gets there', async () => {
    const shop = await openShop('postgres')
    const reader = new Client({ connectionString: shop.databaseUrl })
    try {
      const { ticketId } = await anEvent(shop.db)
      // A report reads for minutes. A change of the table waits for it, and all other statements wait for the change.
      await reader.connect()
      await reader.query('begin')
      await reader.query('select count(*) from sales')
      const running = migrate(shop.db, next('alter table sales add column added_later text'), {
        lockTimeoutMs: 150,
        restMs: 50,
      })
      await sleep(50)
      const browser = shop.browser()
      await putInBasket(browser, ticketId)
      expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
      await reader.query('rollback')
      expect(await running).toEqual(['9999_next'])
    } finally {
      await reader.end()
      await shop.close()
    }
  }, 60_000)

  it('that cannot get its lock at all says so, and has changed nothing', async () => {
    const shop = await openShop('postgres')
    const reader = new Client({ connectionString: shop.databaseUrl })
    try {
      await reader.connect()
      await reader.query('begin')
      await reader.query('select count(*) from sales')
      await expect(
        migrate(shop.db, next('alter table sales add column added_later text'), {
          lockTimeoutMs: 20,
          restMs: 5,
          tries: 3,
        }),
      ).rejects.toThrow(/lock timeout/)
      await reader.query('rollback')
      expect(await migrate(shop.db)).toEqual([])
    } finally {
      await reader.end()
      await shop.close()
    }
  }, 60_000)
})
