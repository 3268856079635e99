import type { Db } from '../transaction/tx.ts'

/** How long reads stay with the primary after the standby failed, in milliseconds of the request's clock. */
const PAUSE_MS = 5000

const standbys = new WeakMap<Db, Db>()

/** From now on, `readShown` reads from `standby` instead of `primary`. */
export const setStandby = (primary: Db, standby: Db): void => void standbys.set(primary, standby)

/**
 * Runs a read of data that is only shown: on the standby while there is one that answers, otherwise on the primary. A standby
 * may lag behind, so no decision may depend on the result.
 */
export function readShown<Args extends unknown[], T>(
  primary: Db,
  read: (db: Db, now: Date, ...args: Args) => Promise<T>,
): (now: Date, ...args: Args) => Promise<T> {
  let primaryUntil = Number.NEGATIVE_INFINITY
  return async (now, ...args) => {
    const standby = standbys.get(primary)
    const at = now.getTime()
    // The second condition ends the pause if the clock has been set back.
    const paused = at < primaryUntil && at >= primaryUntil - PAUSE_MS
    if (standby === undefined || paused) return read(primary, now, ...args)
    try {
      return await read(standby, now, ...args)
    } catch {
      // Whatever the standby's problem is (gone, promoted, not migrated yet), the primary's answer or error counts.
      primaryUntil = at + PAUSE_MS
      return read(primary, now, ...args)
    }
  }
}
