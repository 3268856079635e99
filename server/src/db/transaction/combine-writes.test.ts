import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { combineWrites } from './batch.ts'
import { inTx, type Tx } from './tx.ts'

describeOnBoth('combineWrites', (kind) => {
  const database = useTestDatabase(kind)
  const at = new Date('2026-11-21T10:00:00Z')
  const window = (tx: Tx, key: string) => tx.insertInto('rate_limits').values({ key, window_start: at, hits: 1 })
  const known = () => database().db.selectFrom('rate_limits').select(['key', 'hits']).orderBy('key').execute()

  it('executes all writes and skips null', async () => {
    await inTx(database().db, (tx) => combineWrites(window(tx, 'a'), null, window(tx, 'b')).execute(tx))
    await inTx(database().db, (tx) =>
      combineWrites(
        tx.updateTable('rate_limits').set({ hits: 2 }).where('key', '=', 'a'),
        tx.deleteFrom('rate_limits').where('key', '=', 'b'),
        window(tx, 'c'),
      ).execute(tx),
    )
    expect(await known()).toEqual([
      { key: 'a', hits: 2 },
      { key: 'c', hits: 1 },
    ])
  })

  it('executes none when one fails', async () => {
    const before = await known()
    const twice = inTx(database().db, (tx) => combineWrites(window(tx, 'd'), window(tx, 'a')).execute(tx))
    await expect(twice).rejects.toThrow()
    expect(await known()).toEqual(before)
  })
})
