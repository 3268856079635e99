import type { Db } from '../../db/transaction/tx.ts'

/** A check of the books: with the payment providers, of the ledger in itself, or of the seats. */
export type BookCheck = 'providers' | 'ledger' | 'seats'

/** Notes what a check found, in place of what it found before, for the operator’s page in the office. */
export async function recordCheck(
  db: Db,
  name: BookCheck,
  { differences, unreached = 0, now }: { differences: number; unreached?: number; now: Date },
): Promise<void> {
  const found = { checked_at: now, differences, unreached }
  await db
    .insertInto('book_checks')
    .values({ name, ...found })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(found))
    .execute()
}
