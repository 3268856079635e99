import { sql } from 'kysely'
import { type Db, inTx } from '../../db/transaction/tx.ts'
import { readFoyer } from '../import/foyer.ts'
import type { Json } from '../import/read-file.ts'
import { writePlan } from '../import/write/plan.ts'
import { demoCatalogue } from './catalogue.ts'

/** Any number not used elsewhere: if several processes start at once, only one loads the demo. */
const DEMO_LOCK = 7_033_001

/**
 * Loads the demo catalogue into a shop that has no organiser and no event yet. Returns whether it did. Uses the import, so
 * the demo shows nothing that a file could not describe.
 */
export function loadDemoIfEmpty(db: Db, now: Date): Promise<boolean> {
  return inTx(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK}::bigint)`.execute(tx)
    const { rows } = await sql<{ empty: boolean }>`
      select not exists (select from organisers) and not exists (select from events) as empty`.execute(tx)
    if (!rows[0]!.empty) return false
    const read = readFoyer(demoCatalogue(now) as Json, () => 0)
    const refused = read.ok ? (await writePlan(tx, read.plan, now)).refused : read.refused
    if (refused.length > 0)
      throw new Error(`The demo catalogue is wrong: ${refused.map(({ what, why }) => `${what}: ${why}`).join('; ')}`)
    return true
  })
}
