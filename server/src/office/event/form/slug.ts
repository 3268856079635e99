import { sql } from 'kysely'
import { slugOf } from '../../../catalogue/import/schema-org/values.ts'
import type { Tx } from '../../../db/transaction/tx.ts'

/**
 * Makes an unused slug from a name: quiz-night, then quiz-night-2. Slugs of a table are made one at a time, because the import
 * updates the entry that has the slug: of two events created at the same moment, the second would replace the first, even
 * another organiser's.
 */
export async function freeSlug(
  tx: Tx,
  table: 'organisers' | 'events' | 'venues' | 'gift_voucher_designs' | 'charities',
  name: string,
  /** Slugs that others of the same form get. */
  given: readonly string[] = [],
): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`slugs of ${table}`}, 0))`.execute(tx)
  const wanted = slugOf(name)
  const stored = await tx.selectFrom(table).select('slug').where('slug', 'like', `${wanted}%`).execute()
  const taken = new Set([...given, ...stored.map(({ slug }) => slug)])
  for (let n = 1; ; n++) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`
    if (!taken.has(slug)) return slug
  }
}
