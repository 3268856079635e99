import { describe, expect, it, vi } from 'vitest'
import { startBackground } from './background.ts'
import { compareBooks } from './payment/ledger/compare.ts'
import { bought, forgetOrder, vendor } from './payment/refund/bought.testing.ts'
import { useTestDatabase } from './testing/database/databases.ts'
import { testDeps } from './testing/deps.ts'

describe('after an upgrade from a version without orders', () => {
  const opened = useTestDatabase('embedded')
  const setUp = async () => {
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const { saleId } = await bought(deps)
    await forgetOrder(deps.db, saleId)
    const orders = () => deps.db.selectFrom('orders').select('sale_id').where('sale_id', '=', saleId).execute()
    expect(await orders()).toEqual([])
    return { deps, saleId, orders }
  }

  it('an order is there soon after the start', async () => {
    const { deps, orders, saleId } = await setUp()
    const background = startBackground(deps)
    await vi.waitFor(async () => expect(await orders()).toEqual([{ sale_id: saleId }]), { timeout: 20_000 })
    await background.stop()
  })

  it('the books are compared once it is there', async () => {
    const { deps, orders } = await setUp()
    expect(await compareBooks(deps)).toEqual({ differences: [], unreached: [] })
    expect(await orders()).toHaveLength(1)
  })
})
