import { picturePath } from '@foyer/contract/pages.ts'
import { missingDetails, type RequiredDetail, type ShopDetails } from '@foyer/domain/people/legal.ts'
import { BadConfig, type Config } from './config.ts'
import type { Db } from './db/transaction/tx.ts'
import type { Shop } from './setting-values.ts'
import { shopTrader } from './trader.ts'

/** Identities from the environment, for what the operator hasn't set. */
const fromEnvironment = new WeakMap<Shop, Shop>()

/**
 * Reads who the shop is from its settings. Every process repeats it, so that all of them show a change within seconds;
 * `config.shop` is the one part of the configuration that changes while the shop runs.
 */
export async function refreshShop({ db, config: { shop } }: { db: Db; config: Pick<Config, 'shop'> }): Promise<void> {
  if (!fromEnvironment.has(shop)) fromEnvironment.set(shop, { ...shop })
  const configured = fromEnvironment.get(shop)!
  const set = await db.selectFrom('shop').select(['name', 'email', 'logo', 'accent', 'legal']).executeTakeFirst()
  shop.name = set?.name ?? configured.name
  shop.email = set === undefined || set.email === null ? configured.email : set.email || null
  shop.logo = set?.logo ? picturePath(set.logo, 'logo') : null
  shop.accent = set?.accent ?? null
  shop.legal = (set?.legal as ShopDetails | null | undefined) ?? configured.legal ?? null
}

/**
 * The settings of the required legal details that a live shop lacks; none for a trial. A new live shop doesn't start without
 * them. One that has organisers already, such as after an upgrade, keeps selling what is on sale, and publishes nothing new for
 * money (`sellingProblem`).
 */
export async function missingShopDetails(db: Db, { live, shop: configured }: Config): Promise<string[]> {
  const shop = { ...configured }
  await refreshShop({ db, config: { shop } })
  const missing = detailsLacking({ live, shop }).map((detail) => SETTINGS[detail])
  if (missing.length === 0) {
    await db.updateTable('shop').set({ lacks_details: false }).where('lacks_details', '=', true).execute()
    return []
  }
  const organiser = await db.selectFrom('organisers').select('id').limit(1).executeTakeFirst()
  if (organiser === undefined)
    throw new BadConfig(
      `this shop is new and live, because ${live}, and buyers must be told by law who runs it. Set ${missing.join(', ')}`,
    )
  await db
    .insertInto('shop')
    .values({ lacks_details: true })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ lacks_details: true }))
    .execute()
  return missing
}

/** The required legal details that a shop lacks; none for a trial. */
export const detailsLacking = ({ live, shop }: Pick<Config, 'live' | 'shop'>): RequiredDetail[] =>
  live === null ? [] : missingDetails(shopTrader(shop))

const SETTINGS: Record<RequiredDetail, string> = {
  kind: 'SHOP_KIND',
  name: 'SHOP_LEGAL_NAME',
  address: 'SHOP_ADDRESS',
  email: 'SHOP_EMAIL',
}
