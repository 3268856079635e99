import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isStalePlan } from './preparing-client.ts'
import { type Reading, together } from './together.ts'
import { asInsideOfTransaction } from './tx-scope.ts'
import type { Database } from './types.generated.ts'
import { asUnavailable, sqlState } from './unavailable.ts'

declare const insideTx: unique symbol

export type Db = Kysely<Database>

/** A transaction that `inTx` opened. What locks or writes takes this, so it cannot be called outside one. */
export type Tx = Transaction<Database> & { readonly [insideTx]: true }

/** PostgreSQL ended the transaction for another's sake: nothing was done, the same work may simply be tried again. */
const WORTH_ANOTHER_TRY = new Set(['40001', '40P01'])

export interface TxOptions {
  /** How many times a deadlock, a serialisation failure or a plan made stale by a migration is tried again before it is thrown. 4 unless given. */
  retries?: number
}

/** What a transaction answers, and the statements that finish it. */
class Lastly<T> {
  readonly result: T
  readonly statements: readonly Reading<unknown>[]
  constructor(result: T, statements: readonly Reading<unknown>[]) {
    this.result = result
    this.statements = statements
  }
}

/**
 * Answers `result` from a transaction whose last statements are these: they leave together with the commit, which saves the way
 * there and back. Nothing they answer is read; when one of them fails, nothing was done, and `inTx` says why.
 */
export const lastly = <T>(result: T, ...statements: readonly Reading<unknown>[]): Lastly<T> =>
  new Lastly(result, statements)

/**
 * Runs `work` in one read-committed transaction; what it returns is returned after the commit.
 * `work` may run more than once: everything it does must be through `tx`.
 * Throws DatabaseUnavailable when the database cannot be reached or the connection is lost.
 */
export async function inTx<T>(
  db: Db,
  work: (tx: Tx) => Promise<T | Lastly<T>>,
  { retries = 4 }: TxOptions = {},
): Promise<T> {
  for (let tried = 0; ; tried++) {
    // Once `work` is done only the commit is left; if the connection dies in it, nobody knows which side of it we are on.
    const progress = { committing: false }
    let finished: Promise<unknown> | undefined
    try {
      const result = await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (tx) => {
          const done = await asInsideOfTransaction(() => work(tx as Tx))
          progress.committing = true
          if (!(done instanceof Lastly)) return done
          finished = together(tx, ...done.statements)
          finished.catch(() => {})
          return done.result
        })
      // After a statement that failed a commit is a rollback, and says nothing of it.
      await finished
      return result
    } catch (error) {
      if (tried < retries && (WORTH_ANOTHER_TRY.has(sqlState(error) ?? '') || isStalePlan(error))) {
        await sleep(Math.random() * 10 * 2 ** tried)
        continue
      }
      throw asUnavailable(error, progress.committing) ?? error
    }
  }
}
