import { afterAll, beforeAll, expect, it } from 'vitest'
import { saleAt } from '../testing/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../testing/vendors.ts'
import { readSharedSnapshot, readSnapshot } from './snapshot.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded')
})
afterAll(() => shop.close())

it('reads of several sales at the same moment get their own sale each, and nothing for an unknown one', async () => {
  const { db } = shop.deps
  const [one, two] = [await saleAt(shop.deps, 'payment'), await saleAt(shop.deps, 'basket')]
  const wanted = [two.saleId, one.saleId, 999_999, one.saleId]
  const shared = await Promise.all(wanted.map((id) => readSharedSnapshot(db, id)))
  expect(shared.map((snapshot) => snapshot?.sale.id ?? null)).toEqual([two.saleId, one.saleId, null, one.saleId])
  expect(shared).toEqual(await Promise.all(wanted.map((id) => readSnapshot(db, id))))
})
