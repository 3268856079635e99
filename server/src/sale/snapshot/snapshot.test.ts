import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { readSharedSnapshot, readSnapshot } from './snapshot.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded')
})
afterAll(() => shop.close())

it('concurrent reads of several sales each return their own, and nothing for an unknown one', async () => {
  const { db } = shop.deps
  const [first, second] = [await saleAt(shop.deps, 'payment'), await saleAt(shop.deps, 'basket')]
  const wanted = [second.saleId, first.saleId, 999_999, first.saleId]
  const shared = await Promise.all(wanted.map((id) => readSharedSnapshot(db, id)))
  expect(shared.map((snapshot) => snapshot?.sale.id ?? null)).toEqual([second.saleId, first.saleId, null, first.saleId])
  expect(shared).toEqual(await Promise.all(wanted.map((id) => readSnapshot(db, id))))
})

describeOnPostgres('a shared read', () => {
  const opened = useTestDatabase('postgres')

  it('sees every write acknowledged before it, however many others are reading', async () => {
    const deps = testDeps(opened())
    const { saleId } = await saleAt(deps, 'payment')
    let writing = true
    const reading = Array.from({ length: 40 }, async () => {
      while (writing) await readSharedSnapshot(deps.db, saleId)
    })
    const seen: (number | undefined)[] = []
    for (let donation = 1; donation <= 100; donation++) {
      await deps.db.updateTable('sales').set({ donation_minor: donation }).where('id', '=', saleId).execute()
      seen.push((await readSharedSnapshot(deps.db, saleId))?.sale.donation_minor)
    }
    writing = false
    await Promise.all(reading)
    expect(seen).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
  })
})
