import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '../connection/folder-lock.ts'
import { schemaOf } from '../connection/shop-schema.ts'
import { distributeRestored } from '../shop/shops.ts'

/**
 * A backup is a folder: the database (PostgreSQL's own dump, or a copy of the embedded one) and, where they are kept beside it,
 * the secrets that the backup's tickets and sessions need.
 */

/** An error that the operator can fix. Its message is shown as it is. */
export class CannotBackUp extends Error {}

export type Place = { databaseUrl?: string | undefined; dataDir: string }

const DUMP = 'foyer.dump'
const EMBEDDED = 'pg'
/** Files in the data folder that belong to the database's content. */
const KEPT = ['session-secret', 'ticket-signing-key.pem', 'account-secret']

/**
 * Writes a backup into a new or empty folder. The embedded database must be stopped; with PostgreSQL the shop may keep selling.
 */
export async function backUp({ databaseUrl, dataDir }: Place, folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CannotBackUp(`${folder} is not empty`)
  if (!databaseUrl && !existsSync(join(dataDir, EMBEDDED))) throw new CannotBackUp(`${dataDir} holds no database`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    if (databaseUrl) await dump(databaseUrl, join(folder, DUMP))
    else await withFolder(dataDir, () => cpSync(join(dataDir, EMBEDDED), join(folder, EMBEDDED), { recursive: true }))
    for (const name of KEPT.filter((name) => existsSync(join(dataDir, name))))
      cpSync(join(dataDir, name), join(folder, name))
  } catch (error) {
    // Half a backup looks like a whole one. The folder was empty.
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    throw error
  }
}

function dump(databaseUrl: string, file: string): Promise<void> {
  // Another shop may be in the same database.
  const only = schemaOf(databaseUrl)
  const schema = only === undefined ? [] : [`--schema=${only}`]
  return pg('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, ...schema, databaseUrl])
}

/**
 * Replaces the current data with a backup, all or nothing. The shop must be stopped. Keeps the previous embedded database
 * beside it and returns its name; null when there was none. Distributes a shop on Citus again, to a node that Citus chooses.
 */
export async function restore({ databaseUrl, dataDir }: Place, folder: string, now: Date): Promise<string | null> {
  const has = (name: string) => existsSync(join(folder, name))
  if (!has(databaseUrl ? DUMP : EMBEDDED))
    throw new CannotBackUp(
      has(DUMP) || has(EMBEDDED)
        ? `${folder} holds a backup of ${has(DUMP) ? 'PostgreSQL' : 'the embedded database'}: set DATABASE_URL accordingly`
        : `${folder} holds no backup`,
    )
  let aside: string | null = null
  if (databaseUrl) {
    await pg('pg_restore', [
      '--clean',
      '--if-exists',
      '--no-owner',
      '--single-transaction',
      '--exit-on-error',
      `--dbname=${databaseUrl}`,
      join(folder, DUMP),
    ])
    const schema = schemaOf(databaseUrl)
    if (schema !== undefined) await distributeRestored(databaseUrl, schema)
  } else {
    mkdirSync(dataDir, { recursive: true })
    const target = join(dataDir, EMBEDDED)
    const draft = `${target}.restoring`
    const before = `${target}.before-${now.toISOString().replaceAll(':', '')}`
    await withFolder(dataDir, () => {
      // Copying may fail half-way, on a full disk for example. Renaming does not.
      rmSync(draft, { recursive: true, force: true })
      cpSync(join(folder, EMBEDDED), draft, { recursive: true })
      if (existsSync(target)) {
        renameSync(target, before)
        aside = before
      }
      renameSync(draft, target)
    })
  }
  for (const name of KEPT.filter(has)) cpSync(join(folder, name), join(dataDir, name))
  return aside
}

/** Holds the lock of the embedded database, so that no shop runs on it in the meantime. Throws FolderInUse when one does. */
async function withFolder(dataDir: string, work: () => void): Promise<void> {
  const lock = await lockFolder(join(dataDir, EMBEDDED))
  try {
    work()
  } finally {
    lock.release()
  }
}

/** Runs one of PostgreSQL's own programs. Keeps the password in the address out of the process list. */
function pg(program: 'pg_dump' | 'pg_restore', args: string[]): Promise<void> {
  const { password, shown } = withoutPassword(args)
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  return new Promise((resolve, reject) => {
    const child = spawn(program, shown, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let complaints = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString()
    })
    child.on('error', () =>
      reject(
        new CannotBackUp(
          `${program} is not here: install the programs of PostgreSQL, of the server's version or newer`,
        ),
      ),
    )
    child.on('close', (code) => (code === 0 ? resolve() : reject(new CannotBackUp(`${program}: ${complaints.trim()}`))))
  })
}

function withoutPassword(args: string[]): { password: string; shown: string[] } {
  let password = ''
  const quoted = args.map((arg) => {
    const at = arg.search(/postgres(?:ql)?:\/\//)
    if (at === -1) return arg
    const url = new URL(arg.slice(at))
    password = decodeURIComponent(url.password)
    url.password = ''
    return arg.slice(0, at) + url.href
  })
  return { password, shown: quoted }
}
