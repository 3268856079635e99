import { expect, it } from 'vitest'
import { anEvent } from '../../testing/catalogue.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { saleAt, stockOf } from '../../testing/sale.ts'
import { holdAll } from './hold.ts'

describeOnBoth('the last use of a code', (kind) => {
  const opened = useTestDatabase(kind)

  it('is one basket’s: the other is told so, holds nothing, and spoils nothing for who reserves at the same moment', async () => {
    const deps = testDeps(opened())
    const { db } = deps
    const { ticketId } = await anEvent(db)
    const code = 'LASTONE'
    const { id: discountId } = await db
      .insertInto('discount_codes')
      .values({ code, kind: 'percent', percent_bp: 1000, max_uses: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const baskets = []
    for (let n = 0; n < 3; n++)
      baskets.push(await saleAt(deps, 'basket', { ticketId, ...(n < 2 && { codes: [{ code, discountId }] }) }))
    const wishes = baskets.map(({ saleId }) => ({ saleId, userId: null }))
    const outcomes = await holdAll(db, wishes, 900, deps.clock.now())
    expect(outcomes.map(({ kind }) => kind)).toEqual(['held', 'refused', 'held'])
    expect(outcomes[1]).toMatchObject({ text: expect.stringContaining(code) })
    expect(await stockOf(db, ticketId)).toEqual({ held: 2, sold: 0 })
    const { uses } = await db
      .selectFrom('discount_codes')
      .select('uses')
      .where('id', '=', discountId)
      .executeTakeFirstOrThrow()
    expect(uses).toBe(1)
  })
})
