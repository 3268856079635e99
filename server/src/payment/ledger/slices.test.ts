import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { bought, vendor } from '../refund/bought.testing.ts'
import { ledgerDifferences } from './ledger.ts'

describeOnBoth('the check of the books', (kind) => {
  const opened = useTestDatabase(kind)

  it('finds the same in slices of any size, once each', async () => {
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const { db } = deps
    const ids: number[] = []
    for (let n = 0; n < 4; n++) {
      const { reference } = await bought(deps)
      const { id } = await db
        .selectFrom('sales')
        .select('id')
        .where('reference', '=', reference)
        .executeTakeFirstOrThrow()
      ids.push(id)
    }
    expect(await ledgerDifferences(db, 1)).toEqual([])
    for (const id of [ids[0]!, ids[1]!, ids[3]!])
      await db
        .updateTable('orders')
        .set((eb) => ({ total_minor: eb('total_minor', '+', id) }))
        .where('sale_id', '=', id)
        .execute()
    const found = await ledgerDifferences(db)
    expect(found.map(({ sale_id, what, minor }) => [sale_id, what, minor])).toEqual(
      [ids[0]!, ids[1]!, ids[3]!].map((id) => [id, 'the lines differ from what the order cost', -id]),
    )
    for (const slice of [1, 2, 3]) expect(await ledgerDifferences(db, slice), `${slice}`).toEqual(found)
  })
})
