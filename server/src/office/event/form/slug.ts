import { slugOf } from '../../../catalogue/import/schema-org/values.ts'
import type { Tx } from '../../../db/transaction/tx.ts'

/** Makes an unused slug from a name: quiz-night, then quiz-night-2. */
export async function freeSlug(
  tx: Pick<Tx, 'selectFrom'>,
  table: 'organisers' | 'events' | 'venues' | 'gift_voucher_designs' | 'charities',
  name: string,
): Promise<string> {
  const wanted = slugOf(name)
  const taken = new Set(
    (await tx.selectFrom(table).select('slug').where('slug', 'like', `${wanted}%`).execute()).map(({ slug }) => slug),
  )
  for (let n = 1; ; n++) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`
    if (!taken.has(slug)) return slug
  }
}
