import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { describeOnPostgres } from '../../testing/database/databases.ts'
import { putInBasket } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { poolOf, stockOf } from '../../testing/fixtures/sale.ts'
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
  it('the previous version sells during and after it, and is ready', async () => {
    const shop = await openShop('postgres')
    try {
      const { ticketId } = await createEvent(shop.db, { tickets: [{ capacity: 1000 }] })
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

  it('keeps pools, access codes and tax correct while the previous version sells', async () => {
    const shop = await openShop('postgres')
    try {
      const { db } = shop
      const { eventId, poolIds, ticketIds } = await createEvent(db, {
        organiser: { tax_number: 'GB123456789', tax_bp: 2000 },
        pools: [{ capacity: 1000 }],
        tickets: [
          { name: 'Adult', pool: 0 },
          { name: 'Child', pool: 0 },
          { name: 'Member', visibility: 'code' },
        ],
      })
      const [adult, child, member] = ticketIds as [number, number, number]
      const quota = await db.insertInto('quotas').values({ max_tickets: 500 }).returning('id').executeTakeFirstOrThrow()
      const code = await db
        .insertInto('access_codes')
        .values({ event_id: eventId, code: 'MEMBER', quota_id: quota.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('access_code_types').values({ access_code_id: code.id, ticket_type_id: member }).execute()
      let migrated = false
      let sold = 0
      const buyers = [adult, child].map(async (ticket_id) => {
        for (let after = 0; after < 3; ) {
          const browser = shop.browser()
          await putInBasket(browser, ticket_id)
          const added = await browser.call('add_to_basket', { ticket_id: member, quantity: 1, code: 'MEMBER' })
          expect(added).toMatchObject({ status: 200 })
          expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
          sold++
          if (migrated) after++
        }
      })
      while (sold < 3) await sleep(5)
      await migrate(
        db,
        next(`alter table pools add column added_later text; alter table quotas add column added_later text;
          alter table order_line_taxes add column added_later text; select pg_sleep(0.3)`),
      )
      migrated = true
      await Promise.all(buyers)
      expect(await poolOf(db, poolIds[0]!)).toMatchObject({ held: sold })
      expect(await db.selectFrom('quotas').select('used').executeTakeFirstOrThrow()).toEqual({ used: sold })
    } finally {
      await shop.close()
    }
  }, 60_000)

  it('keeps pools and quotas safe from a version without them, by counting in the database', async () => {
    const shop = await openShop('postgres')
    try {
      const { db } = shop
      const { eventId, poolIds, ticketIds } = await createEvent(db, {
        pools: [{ capacity: 3 }],
        tickets: [
          { pool: 0, capacity: 3 },
          { pool: 0, pool_places: 2, capacity: 3 },
          { visibility: 'code', capacity: 10 },
        ],
      })
      const [single, pair, member] = ticketIds as [number, number, number]
      /** The statement of the previous version. */
      const holdAsBefore = (id: number, qty: number) =>
        sql`update stock set held = held + ${qty} where ticket_type_id = ${id} and held + sold + ${qty} <= capacity`.execute(
          db,
        )
      await holdAsBefore(single, 1)
      await holdAsBefore(pair, 1)
      expect(await poolOf(db, poolIds[0]!)).toMatchObject({ held: 3 })
      await expect(holdAsBefore(single, 1)).rejects.toThrow(/pools_never_oversold/)
      const browser = shop.browser()
      await putInBasket(browser, single)
      expect((await browser.call('reserve_tickets')).body.error).toMatch(/has just sold out\.$/)

      const quota = await db.insertInto('quotas').values({ max_tickets: 1 }).returning('id').executeTakeFirstOrThrow()
      const code = await db
        .insertInto('access_codes')
        .values({ event_id: eventId, code: 'MEMBER', quota_id: quota.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('access_code_types').values({ access_code_id: code.id, ticket_type_id: member }).execute()
      const guest = shop.browser()
      await guest.call('add_to_basket', { ticket_id: member, quantity: 1, code: 'MEMBER' })
      expect((await guest.call('reserve_tickets')).body).toMatchObject({ reserved: true })
      const used = async () => (await db.selectFrom('quotas').select('used').executeTakeFirstOrThrow()).used
      expect(await used()).toBe(1)
      // The previous version has no quotas, and releases a hold without returning any.
      const { id } = await db
        .selectFrom('sales')
        .select('id')
        .where('held_until', 'is not', null)
        .executeTakeFirstOrThrow()
      await db.updateTable('sales').set({ held_until: null, held_from: null }).where('id', '=', id).execute()
      expect(await used()).toBe(0)
    } finally {
      await shop.close()
    }
  }, 60_000)

  it('does not block buyers while it waits for its lock: it times out, retries and succeeds', async () => {
    const shop = await openShop('postgres')
    const reader = new Client({ connectionString: shop.databaseUrl })
    try {
      const { ticketId } = await createEvent(shop.db)
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

  it('reports a lock it never got, and changes nothing', async () => {
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
