import { createHash, randomBytes } from 'node:crypto'
import { openAsBlob, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { overPGlite, PGLITE_OPTIONS } from '../../db/connection/embedded.ts'
import { migrate } from '../../db/schema/migrate.ts'

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url))
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/foyer-tests', import.meta.url))
const ONE_DAY_MS = 24 * 60 * 60 * 1000

/**
 * Path of a compressed, migrated embedded database: unpacking it takes a tenth of the time of making one. Kept between runs
 * until a migration or the PGlite version changes.
 */
export async function embeddedTemplate(): Promise<string> {
  const path = join(CACHE, `${templateKey()}.tar`)
  await mkdir(CACHE, { recursive: true })
  for (const name of readdirSync(CACHE)) {
    const file = join(CACHE, name)
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (file !== path && age > ONE_DAY_MS) rmSync(file, { force: true })
  }
  if (statSync(path, { throwIfNoEntry: false })) return path

  const pg = await PGlite.create({ ...PGLITE_OPTIONS, initDbStartParams: ['--wal-segsize=1'] })
  const { db, close } = overPGlite(pg)
  await migrate(db)
  await removeUnused(pg)
  const packed = await pg.dumpDataDir('none')
  await close()
  // Two runs may make it at once: each writes its own file, and the last replaces an identical one.
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, packed.stream() as unknown as AsyncIterable<Uint8Array>)
  renameSync(draft, path)
  return path
}

/** Databases that no test opens: half of the files. */
async function removeUnused(pg: PGlite): Promise<void> {
  await pg.exec(`update pg_database set datistemplate = false where datname like 'template%'`)
  for (const name of ['template0', 'template1']) await pg.exec(`drop database ${name}`)
  await pg.exec('checkpoint')
}

/** An in-memory database unpacked from this template. */
export async function unpackTemplate(path: string): Promise<PGlite> {
  return PGlite.create({ ...PGLITE_OPTIONS, loadDataDir: await openAsBlob(path) })
}

function hashOfMigrations() {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS).sort()) hash.update(name).update(readFileSync(join(MIGRATIONS, name)))
  return hash
}

/** Short, for names of databases that these migrations made. */
export const migrationsKey = (): string => hashOfMigrations().digest('hex').slice(0, 8)

function templateKey(): string {
  const hash = hashOfMigrations()
  const own = ['./template.ts', '../../db/connection/embedded.ts', '../../../package.json'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  for (const path of own) hash.update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}
