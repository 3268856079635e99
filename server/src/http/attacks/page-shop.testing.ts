import { type PageShop, withPages } from '../../testing/pages.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'

/** A shop with its pages, vendors and a door that opens by an access code. */
export async function openPageShop(): Promise<{ shop: ShopWithVendors; pages: PageShop }> {
  const shop = await openShopWithVendors('postgres', { env: { DOOR_ACCESS_CODE: 'the door' } })
  return { shop, pages: await withPages(shop) }
}
