import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { pictureFiles } from '../../pictures/files.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { asAdmin, databaseNamed } from '../../testing/database/admin.ts'
import { startPostgres } from '../../testing/database/postgres.ts'
import { testDeps } from '../../testing/deps.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { createPicture } from '../../testing/fixtures/picture.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { makeSigningKey } from '../../tickets/signing/sign.ts'
import { FolderInUse } from '../connection/folder-lock.ts'
import { openDatabase } from '../connection/open.ts'
import type { OpenDb } from '../connection/settings.ts'
import { migrate } from '../schema/migrate.ts'
import { listShops, newShop } from '../shop/shops.ts'
import { backUp, CannotBackUp, restore } from './backup.ts'

/** Every row of the database, and the constraints of the schema. */
async function contentOf({ db }: OpenDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() order by 1`.execute(db)
  const content: string[] = []
  for (const { name } of rows) {
    const { rows: of } = await sql<{ row: object }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db)
    content.push(...of.map(({ row }) => `${name} ${JSON.stringify(row)}`).sort())
  }
  const { rows: constraints } = await sql<{ says: string }>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as says
    from pg_constraint where connamespace = current_schema()::regnamespace order by 1`.execute(db)
  return [...content, ...constraints.map(({ says }) => says)]
}

describe('a backup', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'foyer-backup-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))
  const now = new Date('2026-06-01T12:00:00Z')

  it('of PostgreSQL is taken during sales, and restores the same data, constraints included', async () => {
    const tools = ['pg_dump', 'pg_restore']
    const postgres = await startPostgres({ own: true, tools }).catch(() => null)
    const folder = join(root, 'backup')
    if (postgres === null) {
      // Without PostgreSQL's programs on this machine, the operator gets a message about them.
      await expect(backUp({ databaseUrl: 'postgres://nobody@127.0.0.1:1/x', dataDir: root }, folder)).rejects.toThrow(
        CannotBackUp,
      )
      return
    }
    try {
      await asAdmin(postgres.url, async (run) => {
        await run('create database shop')
        await run('create database elsewhere')
      })
      const place = { databaseUrl: databaseNamed(postgres.url, 'shop'), dataDir: root }
      writeFileSync(join(root, 'session-secret'), 'a secret', { mode: 0o600 })
      const open = await openDatabase(place)
      await migrate(open.db)
      await saleAt(testDeps(open), 'payment', { qty: 2 })
      await createPicture(testDeps(open))
      const before = await contentOf(open)
      await backUp(place, folder)
      await saleAt(testDeps(open), 'payment')
      expect(await contentOf(open)).not.toEqual(before)
      await open.close()

      // Restores over the existing database and into an empty database of another server.
      for (const name of ['shop', 'elsewhere']) {
        const target = { databaseUrl: databaseNamed(postgres.url, name), dataDir: join(root, name) }
        expect(await restore(target, folder, now)).toBeNull()
        const again = await openDatabase(target)
        expect(await contentOf(again)).toEqual(before)
        expect(await migrate(again.db)).toEqual([])
        await expect(sql`update stock set sold = capacity + 1`.execute(again.db)).rejects.toThrow(
          'stock_never_oversold',
        )
        await again.close()
        expect(existsSync(join(root, name, 'session-secret'))).toBe(true)
      }
    } finally {
      await postgres.stop()
    }
  }, 120_000)

  it('of the embedded database is refused while the shop runs, and restores the same data', async () => {
    const place = { dataDir: join(root, 'data') }
    const folder = join(root, 'backup')
    const open = await openDatabase(place)
    await migrate(open.db)
    await saleAt(testDeps(open), 'payment', { qty: 2 })
    const picture = await createPicture(testDeps(open))
    const before = await contentOf(open)
    await expect(backUp(place, folder)).rejects.toThrow(FolderInUse)
    await open.close()
    await backUp(place, folder)
    expect(statSync(folder).mode & 0o077).toBe(0)

    const after = await openDatabase(place)
    await saleAt(testDeps(after), 'payment')
    await expect(restore(place, folder, now)).rejects.toThrow(FolderInUse)
    await after.close()
    const aside = await restore(place, folder, now)
    expect(aside).toContain('before-2026-06-01')
    const again = await openDatabase(place)
    expect(await contentOf(again)).toEqual(before)
    const { bytes, type } = (await pictureFiles(again.db)(picture, '480'))!
    expect([type, (await sharp(bytes).metadata()).format]).toEqual(['image/webp', 'webp'])
    await again.close()
  }, 120_000)

  it('never overwrites another, and refuses a backup of the other database', async () => {
    writeFileSync(join(root, 'foyer.dump'), '')
    await expect(backUp({ dataDir: root }, root)).rejects.toThrow('is not empty')
    await expect(restore({ dataDir: root }, root, now)).rejects.toThrow('backup of PostgreSQL')
    await expect(restore({ dataDir: root }, join(root, 'nowhere'), now)).rejects.toThrow('holds no backup')
  })

  it('contains every secret of the data folder, readable only by its owner', async () => {
    const place = { dataDir: join(root, 'data') }
    mkdirSync(join(place.dataDir, 'pg'), { recursive: true })
    readConfig({ DATA_DIR: place.dataDir }, makeSigningKey)
    const secrets = readdirSync(place.dataDir).filter((name) => name !== 'pg')
    expect(secrets.length).toBeGreaterThan(2)
    await backUp(place, join(root, 'backup'))
    expect(readdirSync(join(root, 'backup')).sort()).toEqual([...secrets, 'pg'].sort())
    for (const name of secrets) expect(statSync(join(root, 'backup', name)).mode & 0o077).toBe(0)
  })

  it('that fails leaves nothing behind that looks like one, so the next try succeeds', async () => {
    const folder = join(root, 'backup')
    const gone = { databaseUrl: 'postgres://nobody@127.0.0.1:1/x', dataDir: root }
    await expect(backUp(gone, folder)).rejects.toThrow(CannotBackUp)
    expect(readdirSync(folder)).toEqual([])
    const nothing = { dataDir: join(root, 'nothing') }
    await expect(backUp(nothing, folder)).rejects.toThrow(`${nothing.dataDir} holds no database`)
    expect(existsSync(nothing.dataDir)).toBe(false)
  })

  it('that cannot be read in full changes nothing when it is restored', async () => {
    const place = { dataDir: join(root, 'data') }
    mkdirSync(join(place.dataDir, 'pg'), { recursive: true })
    writeFileSync(join(place.dataDir, 'pg/rows'), 'what buyers bought')
    const folder = join(root, 'backup')
    await backUp(place, folder)
    // Neither a file nor a folder, so copying stops here.
    execFileSync('mkfifo', [join(folder, 'pg/unreadable')])
    await expect(restore(place, folder, now)).rejects.toThrow()
    expect(readFileSync(join(place.dataDir, 'pg/rows'), 'utf8')).toBe('what buyers bought')
    rmSync(join(folder, 'pg/unreadable'))
    expect(await restore(place, folder, now)).toContain('before-2026-06-01')
    expect(readdirSync(join(place.dataDir, 'pg'))).toEqual(['rows'])
  })
})

const CITUS = process.env.TEST_CITUS_URL

describe.skipIf(!CITUS)('a backup of a shop on Citus', () => {
  it('restored is what it was, on a node again, and its triggers count nothing twice', async () => {
    const root = mkdtempSync(join(tmpdir(), 'foyer-backup-'))
    const name = `backup_${process.pid}`
    const place = { databaseUrl: await newShop(CITUS!, name), dataDir: root }
    const open = await openDatabase(place)
    try {
      // A trigger keeps the count of what the types of a pool hold.
      const { ticketIds } = await createEvent(open.db, { pools: [{ capacity: 5 }], tickets: [{ pool: 0 }] })
      const deps = testDeps(open)
      const { saleId } = await saleAt(deps, 'basket', { ticketId: ticketIds[0]!, qty: 2 })
      await holdAll(open.db, [{ saleId, userId: null }], 900, deps.clock.now())
      const before = await contentOf(open)
      expect(before.find((row) => row.startsWith('pools '))).toContain('"held":2')
      await backUp(place, join(root, 'backup'))
      await saleAt(testDeps(open), 'payment')
      expect(await contentOf(open)).not.toEqual(before)

      await restore(place, join(root, 'backup'), new Date())
      const again = await openDatabase(place)
      expect(await contentOf(again)).toEqual(before)
      await again.close()
      expect((await listShops(CITUS!)).find((shop) => shop.name === name)?.node).toEqual(expect.any(String))
    } finally {
      await open.close()
      await asAdmin(CITUS!, (run) => run(`drop schema ${name} cascade`))
      rmSync(root, { recursive: true, force: true })
    }
  }, 600_000)
})
