import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startProgram } from '../../testing/processes/programs.ts'
import { PGLITE_OPTIONS } from './embedded.ts'
import { openDatabase } from './open.ts'
import { SyncedFiles } from './synced-files.ts'

describe('the embedded database in a folder', () => {
  let root: string
  let dataDir: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'foyer-data-'))
    dataDir = join(root, 'not', 'there', 'yet')
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('keeps every acknowledged row after repeated kill -9', async () => {
    let acknowledged = 0
    for (const rows of [40, 7, 25]) {
      const writer = await startProgram('db/connection/test-programs/insert-until-killed.ts', [dataDir])
      for (let row = 0; row < rows; row++) acknowledged = Number(await writer.line())
      await writer.kill('SIGKILL')
    }
    const { db, close } = await openDatabase({ dataDir })
    const { rows } = await sql<{ n: number }>`select n from acknowledged order by n`.execute(db)
    // One more row may be committed without being acknowledged; no acknowledged row may be missing.
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged)
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, index) => index + 1))
    await close()
  }, 120_000)

  it('keeps every acknowledged row when only synced data survives', async () => {
    await (await openDatabase({ dataDir })).close()
    const folder = join(dataDir, 'pg')
    const disk = join(root, 'disk')
    cpSync(folder, join(disk, 'pg'), { recursive: true })
    const onSync = (path: string) => {
      if (statSync(path).isFile()) cpSync(path, join(disk, 'pg', relative(folder, path)))
    }
    const pg = await PGlite.create({ ...PGLITE_OPTIONS, fs: new SyncedFiles(folder, onSync) })
    await pg.exec('create table acknowledged (n int)')
    for (let n = 1; n <= 20; n++) {
      await pg.query('insert into acknowledged values ($1)', [n])
      if (n === 10) await pg.exec('checkpoint')
    }
    const { db, close } = await openDatabase({ dataDir: disk })
    const { rows } = await sql<{ n: number }>`select n from acknowledged order by n`.execute(db)
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    await close()
    await pg.close()
  }, 120_000)

  it('writes to the disk, and can be closed and reopened by the same process', async () => {
    const first = await openDatabase({ dataDir })
    expect((await sql`show fsync`.execute(first.db)).rows).toEqual([{ fsync: 'on' }])
    await expect(openDatabase({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`)
    await sql`create table kept (a int)`.execute(first.db)
    await first.close()
    await first.close()
    const second = await openDatabase({ dataDir })
    expect((await sql`select * from kept`.execute(second.db)).rows).toEqual([])
    await second.close()
  }, 120_000)
})
