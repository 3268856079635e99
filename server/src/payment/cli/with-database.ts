import { writeFileSync } from 'node:fs'
import { FolderInUse } from '../../db/connection/folder-lock.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { OpenDb } from '../../db/connection/settings.ts'
import { explainError } from '../../db/schema/explain.ts'
import { migrate } from '../../db/schema/migrate.ts'

export type Env = { DATABASE_URL?: string | undefined; DATA_DIR?: string | undefined }
export type Say = (text: string) => void

const WHY_NOT_WRITTEN: Record<string, string> = {
  ENOENT: 'there is no such folder',
  EISDIR: 'this is a folder',
  EEXIST: 'there is such a file already',
  EACCES: 'it may not be written',
  ENOSPC: 'the disk is full',
}

class CannotWrite extends Error {}

/** What a command that was not understood ends with, after it has printed its usage: 0 if that was asked for. */
export function explainUsage(usage: string, args: readonly string[], say: Say): number {
  say(usage)
  return args[0] === '--help' || args[0] === '-h' ? 0 : 1
}

/** The exit code of a command without arguments, as it was started. `work` gets what it needs to open the database. */
export async function withoutArguments(usage: string, work: (env: Env, say: Say) => Promise<number>): Promise<number> {
  const { DATABASE_URL, DATA_DIR } = process.env
  const args = process.argv.slice(2)
  return args.length > 0 ? explainUsage(usage, args, console.log) : work({ DATABASE_URL, DATA_DIR }, console.log)
}

/** Writes the file that the operator named. */
export function writeNamed(file: string, text: string, options: { mode?: number; flag?: 'w' | 'wx' } = {}): void {
  try {
    writeFileSync(file, text, options)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new CannotWrite(`${file}: ${WHY_NOT_WRITTEN[code] ?? `it cannot be written (${code})`}`)
  }
}

/**
 * Runs an operator's command on the shop's database and returns its exit code. Errors that the operator can fix are printed
 * as a sentence.
 */
export async function withDatabase(env: Env, say: Say, work: (db: OpenDb['db']) => Promise<number>): Promise<number> {
  try {
    const open = await openDatabase({
      databaseUrl: env.DATABASE_URL || undefined,
      dataDir: env.DATA_DIR || './data',
      poolSize: 2,
      statementTimeoutMs: 0,
      applicationName: 'foyer operator',
    })
    try {
      await migrate(open.db)
      return await work(open.db)
    } finally {
      await open.close()
    }
  } catch (error) {
    const sentence =
      error instanceof FolderInUse
        ? `The shop is running (process ${error.pid}) and the embedded database serves one process at a time. ` +
          'Stop the shop, run this, and start it again; or move to PostgreSQL with DATABASE_URL, where both can work at once.'
        : error instanceof CannotWrite
          ? error.message
          : explainError(error)
    if (sentence === null) throw error
    say(sentence)
    return 1
  }
}
