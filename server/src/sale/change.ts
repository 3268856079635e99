import { type Language, language } from '@foyer/domain/format/language.ts'
import { combine, onePerDb } from '../db/transaction/combine.ts'
import { type Db, inTx, type Tx } from '../db/transaction/tx.ts'
import { writingIn } from '../language.ts'
import { lockFreeSnapshots, lockSnapshot, type Snapshot } from './snapshot.ts'

/** Must run in a transaction of its own. Decided before anything is written. */
const OWN_TRANSACTION = Symbol('alone')

type Work<Result> = (tx: Tx, snapshot: Snapshot) => Promise<Result>

type Change = {
  saleId: number
  work: Work<unknown>
  needsOwn: (snapshot: Snapshot) => boolean
  /** The language of the request: changes of several buyers are made together. */
  reader: Language
}

const sharedChanges = onePerDb((db) =>
  combine((changes: Change[]) => changeAll(db, changes), { maxBatch: 50, maxQueue: 20_000 }),
)

/**
 * Locks the sales in order, reads them in one statement, and runs the works one after another. A sale that another transaction
 * has locked is changed alone, so that nobody waits for it; so is the second of two changes of one sale, which must see the
 * first.
 */
function changeAll(db: Db, changes: readonly Change[]): Promise<unknown[]> {
  return inTx(db, async (tx) => {
    const firstOf = new Map<number, Change>()
    for (const change of changes) if (!firstOf.has(change.saleId)) firstOf.set(change.saleId, change)
    const snapshots = await lockFreeSnapshots(tx, [...firstOf.keys()])
    const results: unknown[] = []
    for (const change of changes) {
      const snapshot = snapshots.get(change.saleId)
      // guard: change-alone
      const isAlone = firstOf.get(change.saleId) !== change
      const isShared = snapshot !== undefined && !isAlone && !change.needsOwn(snapshot)
      results.push(isShared ? await writingIn(change.reader, () => change.work(tx, snapshot)) : OWN_TRANSACTION)
    }
    return results
  })
}

/**
 * Runs `work` on the locked sale in a transaction that it shares with changes of other sales that wait at the same moment, and
 * returns its result after the commit. It gets the snapshot read under the lock.
 *
 * What others in the transaction send with the commit is not written yet when `work` runs. Work that locks or reads what
 * belongs to other sales too (a maximum per customer, codes, stock) must run in a transaction of its own: `needsOwn` decides
 * that. Work that throws undoes the whole transaction; its neighbours are then tried again, one by one.
 */
export async function changeSale<Result>(
  db: Db,
  saleId: number,
  work: Work<Result>,
  { needsOwn }: Pick<Change, 'needsOwn'>,
): Promise<Result> {
  const result = await sharedChanges(db)({ saleId, work, needsOwn, reader: language() })
  if (result !== OWN_TRANSACTION) return result as Result
  return inTx(db, async (tx) => work(tx, await lockSnapshot(tx, saleId)))
}
