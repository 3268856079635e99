import { type Db, inTx, type Tx } from '../db/transaction/tx.ts'

/** Runs this in a transaction that is undone, so that many changes can be tried on one fixture. */
export async function undone<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const end = new Error('undone on purpose')
  let result: { value: T } | undefined
  await inTx(db, async (tx) => {
    result = { value: await work(tx) }
    throw end
  }).catch((error) => {
    if (error !== end) throw error
  })
  return result!.value
}
