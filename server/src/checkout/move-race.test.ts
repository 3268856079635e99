import { expect, it } from 'vitest'
import { inTx } from '../db/transaction/tx.ts'
import { saveSaleAddress } from '../sale/address.ts'
import { releaseHold } from '../sale/hold/release.ts'
import { lockSale } from '../sale/sale.ts'
import { describeOnPostgres, useTestDatabase } from '../testing/database/databases.ts'
import { testDeps } from '../testing/deps.ts'
import { HOME, saleAt } from '../testing/fixtures/sale.ts'
import { updateBasketState } from './move.ts'

describeOnPostgres('a move to another step', () => {
  const opened = useTestDatabase('postgres')

  /** A buyer whose move races with `meanwhile`, which another tab runs between the read of the sale and the step's write. */
  const moving = async (meanwhile: (sale: Awaited<ReturnType<typeof saleAt>>) => Promise<unknown>) => {
    const deps = testDeps(opened())
    const sale = await saleAt(deps, 'reserve')
    // More data to read beside the sale itself, to widen the gap between the read and the write.
    await saveSaleAddress(deps.db, sale.saleId, 'delivery', HOME)
    let looked = false
    const db = deps.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!looked) {
          looked = true
          await meanwhile(sale)
        }
        return result
      },
    })
    const answer = await updateBasketState({ state: 'login' }, { ...sale.ctx(), deps: { ...deps, db } })
    return { answer, state: (await sale.read()).state }
  }

  it('succeeds without a concurrent change', async () => {
    expect(await moving(async () => {})).toMatchObject({ answer: { seconds_remaining: 900 }, state: 'login' })
  })

  it('is refused when another tab has moved meanwhile, and returns the current step', async () => {
    const elsewhere = (sale: { saleId: number }) =>
      opened().db.updateTable('sales').set({ state: 'marketing_preferences' }).where('id', '=', sale.saleId).execute()
    expect(await moving(elsewhere)).toMatchObject({
      answer: { code: 'wrong_step', body: { state: 'marketing_preferences' } },
      state: 'marketing_preferences',
    })
  })

  it('is refused when the hold was released and taken again meanwhile', async () => {
    const again = ({ saleId }: { saleId: number }) =>
      inTx(opened().db, async (tx) => {
        const now = new Date('2027-03-01T12:00:00Z')
        await releaseHold(tx, await lockSale(tx, saleId), 'expired', now)
        await tx
          .updateTable('sales')
          .set({ state: 'reserve', held_from: now, held_until: new Date(now.getTime() + 900_000) })
          .where('id', '=', saleId)
          .execute()
      })
    expect(await moving(again)).toMatchObject({
      answer: { code: 'wrong_step', body: { state: 'reserve' } },
      state: 'reserve',
    })
  })
})
