import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Detects use of the pool inside a transaction. On the embedded database, which has one session, it would wait forever; on
 * PostgreSQL it would read outside the transaction and wait forever once the pool is empty. On both it throws at once.
 */
const scope = new AsyncLocalStorage<{ open: boolean }>()

let checking = true

/**
 * Turns the check off for this process, because tracking async context costs a busy process a sixth of its time. The shop on
 * PostgreSQL runs without it; the tests run with it on both databases.
 */
export function disableScopeCheck(): void {
  checking = false
}

/** Runs `work` as the inside of a transaction. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (!checking) return work()
  const state = { open: true }
  try {
    return await scope.run(state, work)
  } finally {
    // Work started here that continues after the commit is no longer inside.
    state.open = false
  }
}

/** Throws inside a transaction: the caller must use `tx` instead. */
export function refuseInsideTransaction(): void {
  if (scope.getStore()?.open) {
    throw new Error('The database was used beside an open transaction: pass `tx` to everything called inside inTx')
  }
}
