import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isStalePlan } from '../connection/preparing-client.ts'
import { asUnavailable, sqlState } from '../connection/unavailable.ts'
import type { Database } from '../schema/types.generated.ts'
import { type Query, runBatch } from './batch.ts'
import { insideTransaction } from './tx-scope.ts'

declare const insideTx: unique symbol

export type Db = Kysely<Database>

/** A transaction that `inTx` opened. Functions that lock or write take this, so they cannot be called outside one. */
export type Tx = Transaction<Database> & { readonly [insideTx]: true }

/** Serialisation failure and deadlock: PostgreSQL rolled the transaction back, and the same work can simply be retried. */
const RETRYABLE = new Set(['40001', '40P01'])

export interface TxOptions {
  /** Retries after a deadlock, a serialisation failure or a plan made stale by a migration. Defaults to 4. */
  retries?: number
}

const sentWithCommit = new WeakMap<Tx, Query<unknown>[]>()

/**
 * Sends these queries after the work of the transaction, in the same round trip as the commit. Their results are not
 * available; when one fails, the transaction is rolled back and `inTx` throws the error.
 */
export function sendWithCommit(tx: Tx, ...queries: readonly Query<unknown>[]): void {
  sentWithCommit.set(tx, [...(sentWithCommit.get(tx) ?? []), ...queries])
}

/**
 * Runs `work` in one read-committed transaction and returns its result after the commit.
 * `work` may run more than once, so all its effects must go through `tx`.
 * Throws DatabaseUnavailable when the database cannot be reached or the connection is lost.
 */
export async function inTx<T>(db: Db, work: (tx: Tx) => Promise<T>, { retries = 4 }: TxOptions = {}): Promise<T> {
  for (let tried = 0; ; tried++) {
    // If the connection is lost once only the commit is left, its outcome is unknown.
    const progress = { committing: false }
    let lastQueries: Promise<unknown> | undefined
    try {
      // guard: one-transaction
      const begun = db.transaction().setIsolationLevel('read committed')
      const result = await begun.execute(async (transaction) => {
        const tx = transaction as Tx
        const done = await insideTransaction(() => work(tx))
        progress.committing = true
        const queries = sentWithCommit.get(tx) ?? []
        // Until the next full collection, the map would keep the queries and everything that they refer to.
        sentWithCommit.delete(tx)
        lastQueries = runBatch(tx, ...queries)
        lastQueries.catch(() => {})
        return done
      })
      // After a failed statement PostgreSQL turns the commit into a rollback without an error.
      // guard: failed-statements-noticed
      await lastQueries
      return result
    } catch (error) {
      if (tried < retries && (RETRYABLE.has(sqlState(error) ?? '') || isStalePlan(error))) {
        await sleep(Math.random() * 10 * 2 ** tried)
        continue
      }
      throw asUnavailable(error, progress.committing) ?? error
    }
  }
}
