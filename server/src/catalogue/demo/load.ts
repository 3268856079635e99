import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import type { CatalogueInput } from '../format/format.ts'
import { readFoyer } from '../import/foyer.ts'
import { readPictures } from '../import/pictures.ts'
import type { Json } from '../import/read-file.ts'
import type { Note } from '../import/report.ts'
import { writePlan } from '../import/write/plan.ts'
import { demoCatalogue } from './catalogue.ts'
import { withPictures } from './pictures.ts'

/** The key of a lock, different from all others: if several processes start at once, only one loads the demo. */
const DEMO_LOCK = 7_033_001

/** Earlier events, and the time at which all events were put on sale. */
type Earlier = { events: NonNullable<CatalogueInput['events']>; at: Date }

/**
 * Loads the demo catalogue into a shop that has no organiser and no event yet. Returns whether it did. Uses the import, so
 * the demo shows nothing that a file could not describe.
 */
export async function loadDemoIfEmpty(db: Db, now: Date, more: Earlier = { events: [], at: now }): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  const catalogue = demoCatalogue(now)
  const whole = { ...catalogue, events: [...(catalogue.events ?? []), ...more.events] }
  const read = readFoyer((await withPictures(whole)) as Json, () => 0)
  if (!read.ok) throw wrong(read.refused)
  const unread = await readPictures(read.plan, null)
  if (unread.refused.length > 0) throw wrong(unread.refused)
  return inTx(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK}::bigint)`.execute(tx)
    if (!(await isEmpty(tx))) return false
    const { refused } = await writePlan(tx, read.plan, more.at)
    if (refused.length > 0) throw wrong(refused)
    return true
  })
}

const wrong = (refused: readonly Note[]): Error =>
  new Error(`The demo catalogue is wrong: ${refused.map(({ what, why }) => `${what}: ${why}`).join('; ')}`)

async function isEmpty(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from organisers) and not exists (select from events) as empty`.execute(db)
  return rows[0]!.empty
}
