import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Knows whether the running code is inside a transaction. There, asking the pool for another connection waits for ever on
 * the embedded database (it has one session), and on PostgreSQL reads beside the transaction, and waits for ever once
 * the pool is empty. So it is refused on both, at once and by name.
 */
const scope = new AsyncLocalStorage<{ open: boolean }>()

let watched = true

/**
 * From now on nothing is refused any more, in this process. Knowing where a promise was made costs a sixth of what a busy
 * process does, and the bug shows in the tests, on both databases; the shop on PostgreSQL does without.
 */
export function stopWatching(): void {
  watched = false
}

/** Runs `work` as the inside of a transaction. */
export async function asInsideOfTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (!watched) return work()
  const state = { open: true }
  try {
    return await scope.run(state, work)
  } finally {
    // Work that was started here and goes on after the commit is no longer inside.
    state.open = false
  }
}

/** Throws when called inside a transaction: a bug of the caller, who must pass `tx` on. */
export function refuseInsideTransaction(): void {
  if (scope.getStore()?.open) {
    throw new Error('The database was used beside an open transaction: pass `tx` to everything called inside inTx')
  }
}
