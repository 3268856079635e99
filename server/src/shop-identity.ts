import { picturePath } from '@foyer/contract/pages.ts'
import type { Config } from './config.ts'
import type { Db } from './db/transaction/tx.ts'

type Shop = Config['shop']

/** Identities from the environment, for what the operator hasn't set. */
const fromEnvironment = new WeakMap<Shop, Shop>()

/**
 * Reads who the shop is from its settings. Every process repeats it, so that all of them show a change within seconds;
 * `config.shop` is the one part of the configuration that changes while the shop runs.
 */
export async function refreshShop({ db, config: { shop } }: { db: Db; config: Pick<Config, 'shop'> }): Promise<void> {
  if (!fromEnvironment.has(shop)) fromEnvironment.set(shop, { ...shop })
  const configured = fromEnvironment.get(shop)!
  const set = await db.selectFrom('shop').select(['name', 'email', 'logo', 'accent']).executeTakeFirst()
  shop.name = set?.name ?? configured.name
  shop.email = set === undefined || set.email === null ? configured.email : set.email || null
  shop.logo = set?.logo ? picturePath(set.logo, 'logo') : null
  shop.accent = set?.accent ?? null
}
