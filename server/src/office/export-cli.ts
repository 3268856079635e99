import { exportCatalogue } from '../catalogue/export/export.ts'
import { inTx } from '../db/transaction/tx.ts'
import { type Env, explainUsage, type Say, withDatabase, writeNamed } from '../payment/cli/with-database.ts'

const USAGE = `npm run export -- FILE [--organiser SLUG] [--issued]

Writes the catalogue to a file that npm run import takes: everything, or one organiser with the venues and the charity it uses.
--issued adds the gift vouchers that buyers have, with their codes and what is left of them. Orders are not exported.`

/** Runs the command and returns its exit code. */
export async function run(args: readonly string[], env: Env, say: Say): Promise<number> {
  const issued = args.includes('--issued')
  const [file, flag, slug, ...more] = args.filter((arg) => arg !== '--issued')
  const understood = flag === undefined || (flag === '--organiser' && slug !== undefined && more.length === 0)
  if (!file || file.startsWith('-') || !understood) return explainUsage(USAGE, file === undefined ? [] : [file], say)
  return withDatabase(env, say, async (db) => {
    const organiser =
      slug && (await db.selectFrom('organisers').select('id').where('slug', '=', slug).executeTakeFirst())
    if (slug && !organiser) {
      say(`There is no organiser "${slug}".`)
      return 1
    }
    const catalogue = await inTx(db, (tx) =>
      exportCatalogue(tx, { issued, pictures: true, ...(organiser && { organiserId: organiser.id }) }),
    )
    writeNamed(file, `${JSON.stringify(catalogue, null, 2)}\n`)
    say(`Wrote ${catalogue.events?.length ?? 0} events to ${file}.`)
    return 0
  })
}

if (process.argv[1] === import.meta.filename) {
  const { DATABASE_URL, DATA_DIR } = process.env
  process.exitCode = await run(process.argv.slice(2), { DATABASE_URL, DATA_DIR }, console.log)
}
