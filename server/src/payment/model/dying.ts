import type { Db } from '../../db/transaction/tx.ts'

/** What a process that dies does not live to see; nothing in the shop catches it by name. */
export class Killed extends Error {
  constructor() {
    super('killed')
  }
}

/** The database of a process that dies before its query number `queries`: what was open rolls back, what was done stays. */
export function dyingAfter(db: Db, queries: number): Db {
  let left = queries
  return db.withPlugin({
    transformQuery: ({ node }) => {
      if (left-- <= 0) throw new Killed()
      return node
    },
    transformResult: async ({ result }) => result,
  })
}
