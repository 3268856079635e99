import { type Language, language } from '@foyer/domain/format/language.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type Query, query, runBatch } from '../../db/transaction/batch.ts'
import { combine, onePerDb } from '../../db/transaction/combine.ts'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import { withLanguage } from '../../language.ts'
import { lockSaleQuery } from '../sale.ts'
import { lockFreeSnapshots, type Snapshot, snapshotFrom } from '../snapshot/snapshot.ts'
import { saleRowsQuery } from '../snapshot/snapshot-rows.ts'

/** Thrown before anything is written, if a change must run in a transaction of its own. */
const OWN_TRANSACTION = Symbol('alone')

type Work<Result, Found> = (tx: Tx, snapshot: Snapshot, found: Found) => Promise<Result>

/** A query for data that a change needs besides the sale. */
export type SharedRead<Found> = { query: (items: readonly unknown[]) => Query<(item: unknown) => Found>; item: unknown }

/** `query` reads it for the items of several changes together, under the locks of their sales. */
export const sharedRead = <Item, Found>(
  query: (items: readonly Item[]) => Query<(item: Item) => Found>,
  item: Item,
): SharedRead<Found> => ({ query, item }) as SharedRead<Found>

type Options<Found> = {
  needsOwn: (snapshot: Snapshot, found: Found) => boolean
  sharedRead?: SharedRead<Found> | undefined
}

type Change = Options<unknown> & {
  saleId: number
  work: Work<unknown, unknown>
  /** The language of the request. Changes of several buyers are made together. */
  reader: Language
}

const sharedChanges = onePerDb((db) =>
  combine((changes: Change[]) => changeAll(db, changes), { maxBatch: 50, maxQueue: 20_000 }),
)

/**
 * Locks the sales in order, reads them in one statement, and makes the changes one after another. A sale that another transaction
 * has locked is changed in a transaction of its own, so that the other changes don't wait for it. So is the second of two changes
 * of one sale, because it must see the first.
 */
function changeAll(db: Db, changes: readonly Change[]): Promise<unknown[]> {
  return inTx(db, async (tx) => {
    const firstOf = new Map<number, Change>()
    for (const change of changes) if (!firstOf.has(change.saleId)) firstOf.set(change.saleId, change)
    const snapshots = await lockFreeSnapshots(tx, [...firstOf.keys()])
    const locked = changes.map((change) => {
      const snapshot = snapshots.get(change.saleId)
      // guard: change-alone
      const isAlone = firstOf.get(change.saleId) !== change
      return snapshot !== undefined && !isAlone ? { ...change, snapshot } : null
    })
    const foundFor = await readAll(
      tx,
      locked.map((change) => change?.sharedRead),
    )
    const results: unknown[] = []
    for (const change of locked) {
      const found = foundFor(change?.sharedRead)
      if (change === null || change.needsOwn(change.snapshot, found)) results.push(OWN_TRANSACTION)
      else {
        const { reader, work, snapshot } = change
        results.push(await withLanguage(reader, () => work(tx, snapshot, found)))
      }
    }
    return results
  })
}

/** Reads the data that changes need besides their sales, with one statement for each kind. */
async function readAll(tx: Tx, sharedReads: readonly Change['sharedRead'][]) {
  const wanted = sharedReads.filter((read) => read !== undefined)
  const kinds = [...groupBy(wanted, (read) => read.query)]
  const answers = await runBatch(tx, ...kinds.map(([queryOf, reads]) => queryOf(reads.map(({ item }) => item))))
  const byKind = new Map(kinds.map(([queryOf], n) => [queryOf, answers[n]!]))
  return (read: Change['sharedRead']) => read && byKind.get(read.query)!(read.item)
}

/**
 * Runs `work` on the locked sale in a transaction that it shares with changes of other sales that wait at the same moment, and
 * returns its result after the commit. It gets the snapshot read under the lock.
 *
 * When `work` runs, nothing that the other changes send with the commit has been written, and `sharedRead` has been read before all of
 * them. Work that locks or reads data shared with other sales (a maximum per customer, codes, stock) must run in a transaction of
 * its own; `needsOwn` says when. If one work throws, the whole transaction is rolled back, and each of its changes is tried again
 * alone.
 */
export async function changeSale<Result, Found = undefined>(
  db: Db,
  saleId: number,
  work: Work<Result, Found>,
  { needsOwn, sharedRead }: Options<Found>,
): Promise<Result> {
  const change = { saleId, work, needsOwn, sharedRead, reader: language() }
  const result = await sharedChanges(db)(change as Change)
  if (result !== OWN_TRANSACTION) return result as Result
  return inTx(db, async (tx) => {
    const [, rows, found] = await runBatch(
      tx,
      lockSaleQuery(saleId),
      saleRowsQuery([saleId]),
      sharedRead?.query([sharedRead.item]) ?? query(null, () => () => undefined),
    )
    return work(tx, await snapshotFrom(tx, rows.get(saleId)!), found(sharedRead?.item) as Found)
  })
}
