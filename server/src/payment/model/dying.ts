import type { Db } from '../../db/transaction/tx.ts'
import { ProviderDown } from '../provider/provider.ts'

/** Thrown by every query of a process that has died. */
export class Killed extends Error {
  constructor() {
    super('killed')
  }
}

/** The database of a process that dies before query number `queries`: open work rolls back, committed work stays. */
export function dbDyingAfter(db: Db, queries: number): Db {
  let left = queries
  return db.withPlugin({
    transformQuery: ({ node }) => {
      if (left-- <= 0) throw new Killed()
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

/** Whether a step of the model may fail with this error: the vendor was down, or the process died. */
export const isExpected = (error: unknown): boolean => error instanceof ProviderDown || error instanceof Killed
