import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemClock } from '../../clock.ts'
import { FolderInUse } from '../../db/connection/folder-lock.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { explainError } from '../../db/schema/explain.ts'
import { migrate } from '../../db/schema/migrate.ts'
import { importText } from './import.ts'
import { picturesBeside } from './pictures.ts'
import { reportText } from './report.ts'

const USAGE = `npm run import -- FILE...

Takes catalogues into the shop: Foyer's own format (docs/catalogue.md) or schema.org Event JSON-LD, as JSON or inside an
HTML page. Importing a file again updates what it describes. The database is the one of DATABASE_URL, or the embedded one
in DATA_DIR (./data unless set). Ends with 1 if nothing could be taken of some file.`

/** Runs the command and returns its exit code. */
export async function run(
  files: readonly string[],
  env: { DATABASE_URL?: string | undefined; DATA_DIR?: string | undefined },
  say: (text: string) => void,
): Promise<number> {
  if (files.length === 0 || files.some((file) => file === '--help' || file === '-h')) {
    say(USAGE)
    return files.length === 0 ? 1 : 0
  }
  const contents = files.map((file) => ({ file, ...readContent(file) }))
  const unreadable = contents.filter(({ content }) => content === null)
  for (const { file, why } of unreadable) say(`${file}: ${why}`)
  if (unreadable.length > 0) return 1

  let database: Awaited<ReturnType<typeof openDatabase>>
  try {
    database = await openDatabase({
      databaseUrl: env.DATABASE_URL || undefined,
      dataDir: env.DATA_DIR || './data',
      poolSize: 2,
      statementTimeoutMs: 0,
      applicationName: 'foyer import',
    })
  } catch (error) {
    return sayWhy(error, say)
  }
  try {
    await migrate(database.db)
    let failed = 0
    for (const { file, content } of contents) {
      const report = await importText(database.db, file, content!, systemClock.now(), picturesBeside(dirname(file)))
      say(reportText(report))
      if (!report.kept) failed += 1
    }
    return failed > 0 ? 1 : 0
  } catch (error) {
    return sayWhy(error, say)
  } finally {
    await database.close()
  }
}

function readContent(file: string): { content: Uint8Array; why: null } | { content: null; why: string } {
  try {
    return { content: readFileSync(file), why: null }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const why: Record<string, string> = {
      ENOENT: 'there is no such file',
      EISDIR: 'this is a folder',
      EACCES: 'it may not be read',
    }
    return { content: null, why: why[code ?? ''] ?? `it cannot be read (${code})` }
  }
}

/** Prints a sentence for errors that an operator can fix; other errors are bugs and keep their stack trace. */
function sayWhy(error: unknown, say: (text: string) => void): number {
  const sentence =
    error instanceof FolderInUse
      ? `The shop is running (process ${error.pid}) and the embedded database serves one process at a time. ` +
        'Stop the shop, import, and start it again; or move to PostgreSQL with DATABASE_URL, where both can work at once.'
      : explainError(error)
  if (sentence === null) throw error
  say(sentence)
  return 1
}

if (process.argv[1] === import.meta.filename) {
  // Read here instead of from config.ts: loading a catalogue must not require the payment providers' keys.
  const { DATABASE_URL, DATA_DIR } = process.env
  process.exitCode = await run(process.argv.slice(2), { DATABASE_URL, DATA_DIR }, console.log)
}
