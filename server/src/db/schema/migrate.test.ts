import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnBoth, describeOnPostgres, emptyPostgres } from '../../testing/database/databases.ts'
import { overPGlite, PGLITE_OPTIONS } from '../connection/embedded.ts'
import { openDatabase } from '../connection/open.ts'
import type { DatabaseKind, OpenDb } from '../connection/settings.ts'
import { MIGRATIONS } from '../migrations/list.ts'
import type { ForwardMigration } from './forward-migration.ts'
import { MigrationFailed, migrate } from './migrate.ts'

/** Of the tests' PostgreSQL. */
const DEADLOCK_TIMEOUT_MS = 50

const statements = (text: string): ForwardMigration => ({ up: (db) => sql.raw(text).execute(db) })
const FIRST = { '0001_first': statements('create table one (a int); insert into one values (1);') }
const SECOND = { ...FIRST, '0002_second': statements('insert into one values (2); create table two (b int);') }
const BROKEN = { ...SECOND, '0003_broken': statements('create table three (c int); select 1/0;') }

/** Made only once, and before the tests, because it takes half a minute on a busy machine. */
let embedded: OpenDb
beforeAll(async () => {
  embedded = overPGlite(await PGlite.create(PGLITE_OPTIONS))
})
afterAll(() => embedded.close())

async function withEmpty<T>(kind: DatabaseKind, work: (open: () => Promise<OpenDb>) => Promise<T>): Promise<T> {
  if (kind === 'embedded') {
    await sql.raw('drop schema public cascade; create schema public').execute(embedded.db)
    return work(async () => embedded)
  }
  const { databaseUrl, drop } = await emptyPostgres()
  const opened: OpenDb[] = []
  try {
    return await work(async () => {
      const open = await openDatabase({ databaseUrl, dataDir: '', poolSize: 2 })
      opened.push(open)
      return open
    })
  } finally {
    await Promise.all(opened.map((open) => open.close()))
    await drop()
  }
}

const tables = async (db: Kysely<never>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

describeOnBoth('migrations', (kind) => {
  it('run once, in order, and report what ran', () =>
    withEmpty(kind, async (open) => {
      const { db } = await open()
      expect(await migrate(db, FIRST)).toEqual(['0001_first'])
      expect(await migrate(db, FIRST)).toEqual([])
      expect(await migrate(db, SECOND)).toEqual(['0002_second'])
      expect((await sql`select a from one order by a`.execute(db)).rows).toEqual([{ a: 1 }, { a: 2 }])
    }))

  it('of a new database are rolled back when one fails, and it is named', () =>
    withEmpty(kind, async (open) => {
      const { db } = await open()
      await expect(migrate(db, BROKEN)).rejects.toThrow('Migration 0003_broken failed: division by zero')
      expect(await tables(db as never)).toEqual([])
      expect(await migrate(db, SECOND)).toHaveLength(2)
    }))

  it('of a database in use that ran before a failure stay, and the rest run later', () =>
    withEmpty(kind, async (open) => {
      const { db } = await open()
      await migrate(db, FIRST)
      await expect(migrate(db, BROKEN)).rejects.toThrow('Migration 0003_broken failed: division by zero')
      expect(await tables(db as never)).toEqual(['one', 'two'])
      const corrected = { ...SECOND, '0003_broken': statements('create table three (c int)') }
      expect(await migrate(db, corrected)).toEqual(['0003_broken'])
    }))

  it('refuse a database migrated by a newer program', () =>
    withEmpty(kind, async (open) => {
      const { db } = await open()
      await migrate(db, SECOND)
      await expect(migrate(db, FIRST)).rejects.toThrow(MigrationFailed)
    }))

  it('create the whole shop', () =>
    withEmpty(kind, async (open) => {
      const { db } = await open()
      expect(await migrate(db)).toEqual(Object.keys(MIGRATIONS))
      expect(await tables(db as never)).toContain('events')
    }))
})

describeOnPostgres('several processes that migrate at once', () => {
  it('run every migration once between them', () =>
    withEmpty('postgres', async (open) => {
      const slow = { ...SECOND, '0003_slow': statements('select pg_sleep(0.3)') }
      const servers = await Promise.all(Array.from({ length: 6 }, open))
      const ran = await Promise.all(servers.map(({ db }) => migrate(db, slow)))
      expect(ran.flat().sort()).toEqual(Object.keys(slow))
      expect((await sql`select a from one order by a`.execute(servers[0]!.db)).rows).toEqual([{ a: 1 }, { a: 2 }])
    }))

  it('wait for each other longer than the shop’s statement timeout', async () => {
    const { databaseUrl, drop } = await emptyPostgres()
    const settings = { databaseUrl, dataDir: '', poolSize: 2, statementTimeoutMs: 200 }
    const [one, other] = await Promise.all([openDatabase(settings), openDatabase(settings)])
    const slow = { '0001_slow': statements('select pg_sleep(0.6)') }
    try {
      const ran = await Promise.all([migrate(one.db, slow), migrate(other.db, slow)])
      expect(ran.flat()).toEqual(['0001_slow'])
      await expect(sql`select pg_sleep(2)`.execute(one.db)).rejects.toMatchObject({ code: '57014' })
    } finally {
      await Promise.all([one.close(), other.close()])
      await drop()
    }
  })
})

describeOnPostgres('a migration deadlocked with a buyer', () => {
  it('gives up, so that the buyer continues, and runs again', () =>
    withEmpty('postgres', async (open) => {
      const [shop, old] = [await open(), await open()]
      await sql.raw('create table a (n int); create table b (n int); insert into b values (1)').execute(shop.db)
      let tries = 0
      let buyer: Promise<void> | undefined
      const locks: ForwardMigration = {
        up: async (db) => {
          tries += 1
          await sql.raw('alter table a add column m int').execute(db)
          if (tries === 1) {
            buyer = old.db.transaction().execute(async (tx) => {
              await sql`update b set n = 2`.execute(tx)
              await sql`select from a`.execute(tx)
            })
            await untilWaiting(shop.db as never)
          }
          await sql.raw('alter table b add column m int').execute(db)
        },
      }
      expect(await migrate(shop.db, { '0001_locks': locks }, { restMs: 10 })).toEqual(['0001_locks'])
      await buyer
      expect(tries).toBe(2)
      expect((await sql`select n from b`.execute(shop.db)).rows).toEqual([{ n: 2 }])
    }))

  it('does not span two migrations: the first releases its table before the second locks another', () =>
    withEmpty('postgres', async (open) => {
      const [shop, old] = [await open(), await open()]
      const made = {
        '0001_made': statements('create table a (n int); create table b (n int); insert into b values (1)'),
      }
      await migrate(shop.db, made)
      let buyer: Promise<void> | undefined
      let tries = 0
      const second: ForwardMigration = {
        up: async (db) => {
          tries += 1
          buyer ??= old.db.transaction().execute(async (tx) => {
            await sql`update b set n = 2`.execute(tx)
            await sql`select from a`.execute(tx)
          })
          await buyer
          await sql.raw('alter table b add column m int').execute(db)
        },
      }
      const both = { ...made, '0002_a': statements('alter table a add column m int'), '0003_b': second }
      expect(await migrate(shop.db, both, { restMs: 10 })).toEqual(['0002_a', '0003_b'])
      expect(tries).toBe(1)
    }))
})

/** Until a statement waits for another's lock, and has looked for a deadlock itself. */
async function untilWaiting(db: Kysely<never>): Promise<void> {
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  while ((await waiting.execute(db)).rows.length === 0) await sleep(10)
  await sleep(DEADLOCK_TIMEOUT_MS * 4)
}

describe('the list of migrations', () => {
  it('is sorted by name, which is the order they run in', () => {
    expect(Object.keys(MIGRATIONS)).toEqual(Object.keys(MIGRATIONS).toSorted())
  })
})
