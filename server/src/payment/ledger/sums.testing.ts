import { expect } from 'vitest'
import type { Db } from '../../db/transaction/tx.ts'
import { sumLedger } from './sums.ts'

/**
 * Sums the ledger until the entry with this id is summed. PostgreSQL counts the transactions of all its databases, so those of other
 * tests can hold a run back.
 */
export const sumUntil = (db: Db, id: number, slice?: number) =>
  expect
    .poll(
      async () => {
        await sumLedger({ db }, slice)
        return (await db.selectFrom('money_sums_state').select('until_id').executeTakeFirstOrThrow()).until_id
      },
      { timeout: 60_000 },
    )
    .toBe(id)
