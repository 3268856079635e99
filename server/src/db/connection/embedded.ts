import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import type { Database } from '../schema/types.generated.ts'
import { lockFolder } from './folder-lock.ts'
import { PGliteDialect } from './pglite-dialect.ts'
import { type OpenDb, once } from './settings.ts'
import { SyncedFiles, syncFolder } from './synced-files.ts'
import { PARSERS, SERIALIZERS } from './values.ts'

/** The shop's settings for PGlite, shared with the tests, which keep it in memory. */
export const PGLITE_OPTIONS: PGliteOptions = {
  parsers: PARSERS,
  serializers: SERIALIZERS,
  // PGlite switches fsync off with -F.
  startParams: PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // Of the sync methods, only fsync reaches SyncedFiles.
  postgresqlconf: ['shared_buffers = 16MB', "timezone = 'UTC'", 'wal_sync_method = fsync'],
}

export async function openEmbedded(dataDir: string): Promise<OpenDb> {
  // PGlite creates its own folder but not the parent folders.
  mkdirSync(dataDir, { recursive: true })
  const folder = join(dataDir, 'pg')
  const lock = await lockFolder(folder)
  try {
    const isNew = !existsSync(folder)
    const pg = await PGlite.create({ ...PGLITE_OPTIONS, fs: new SyncedFiles(folder) })
    if (isNew) await syncFolder(folder)
    return overPGlite(pg, () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Opens the shop's database on an open PGlite. */
export function overPGlite(pg: PGlite, afterClose: () => void = () => {}): OpenDb {
  const db = new Kysely<Database>({ dialect: new PGliteDialect(pg) })
  return { db, kind: 'embedded', ping: async () => !pg.closed, close: once(() => db.destroy().finally(afterClose)) }
}
