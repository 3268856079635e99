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

/** Builds the queries for several items at once. */
type Merge<Item> = (items: readonly Item[]) => readonly Query<unknown>[]

type Last = { queries: Query<unknown>[]; merged: Map<Merge<never>, unknown[]> }

const sentWithCommit = new WeakMap<Tx, Last>()

function lastOf(tx: Tx): Last {
  const existing = sentWithCommit.get(tx)
  if (existing !== undefined) return existing
  const last: Last = { queries: [], merged: new Map() }
  sentWithCommit.set(tx, last)
  return last
}

/**
 * Sends these queries after the work of the transaction, in the same round trip as the commit. Their results are not
 * available; when one fails, the transaction is rolled back and `inTx` throws the error.
 */
export function sendWithCommit(tx: Tx, ...queries: readonly Query<unknown>[]): void {
  lastOf(tx).queries.push(...queries)
}

/**
 * The same, after all other queries, and with one build for all items that were given with it. For locks that many transactions
 * need: they are taken in one order and held only during the commit.
 */
export function sendMergedWithCommit<Item>(tx: Tx, build: Merge<Item>, item: Item): void {
  const { merged } = lastOf(tx)
  const items = merged.get(build)
  if (items) items.push(item)
  else merged.set(build, [item])
}

/** Runs the statements planned for the commit now, for work that continues in the same transaction. */
export async function runBeforeCommit(tx: Tx): Promise<void> {
  await runBatch(tx, ...takeLast(tx))
}

/**
 * Removes and returns the queries to send with the commit. Without the removal the map would keep them until the next full
 * garbage collection.
 */
function takeLast(tx: Tx): readonly Query<unknown>[] {
  const last = sentWithCommit.get(tx)
  if (last === undefined) return []
  sentWithCommit.delete(tx)
  return [...last.queries, ...[...last.merged].flatMap(([build, items]) => build(items as never[]))]
}

/**
 * Runs `work` in one read-committed transaction and returns its result after the commit.
 * `work` may run more than once, so all its effects must go through `tx`.
 * Throws DatabaseUnavailable when the database cannot be reached or the connection is lost.
 */
export async function inTx<T>(db: Db, work: (tx: Tx) => Promise<T>, { retries = 4 }: TxOptions = {}): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    // If the connection is lost during the commit, its outcome is unknown.
    const progress = { committing: false }
    let lastQueries: Promise<unknown> | undefined
    try {
      // guard: one-transaction
      const begun = db.transaction().setIsolationLevel('read committed')
      const result = await begun.execute(async (transaction) => {
        const tx = transaction as Tx
        const done = await insideTransaction(() => work(tx))
        progress.committing = true
        lastQueries = runBatch(tx, ...takeLast(tx))
        lastQueries.catch(() => {})
        return done
      })
      // After a failed statement PostgreSQL turns the commit into a rollback without an error.
      // guard: failed-statements-noticed
      await lastQueries
      return result
    } catch (error) {
      if (attempt < retries && (RETRYABLE.has(sqlState(error) ?? '') || isStalePlan(error))) {
        await sleep(Math.random() * 10 * 2 ** attempt)
        continue
      }
      throw asUnavailable(error, progress.committing) ?? error
    }
  }
}
