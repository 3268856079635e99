import { ADDRESS_FORM } from '@foyer/contract/forms/address.ts'
import { fromWire, toWire } from '@foyer/contract/forms/names.ts'
import type { AddressFields, PostalAddress } from '@foyer/domain/delivery/address.ts'
import type { Db } from '../db/transaction/tx.ts'

/** The columns of an address have the wire's names. */
const { savedId: _, ...COLUMNS } = ADDRESS_FORM
type Columns = Record<(typeof COLUMNS)[keyof typeof COLUMNS], string>

export const addressColumns = (address: PostalAddress): Columns => toWire(COLUMNS, address)
export const addressOfRow = (row: Columns): PostalAddress => fromWire(COLUMNS, row)

type Kind = 'delivery' | 'billing'

/** Returns the delivery or billing address of a sale; null when it has none. */
export async function saleAddress(
  db: Pick<Db, 'selectFrom'>,
  saleId: number,
  kind: Kind,
): Promise<AddressFields | null> {
  const row = await db
    .selectFrom('sale_addresses')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ? { savedId: String(row.user_address_id ?? 'new'), ...addressOfRow(row) } : null
}

/** Saves the delivery or billing address of a sale, in place of an earlier one. */
export async function saveSaleAddress(
  db: Pick<Db, 'insertInto'>,
  saleId: number,
  kind: Kind,
  { savedId, ...address }: AddressFields,
): Promise<void> {
  const row = { ...addressColumns(address), user_address_id: savedId === 'new' ? null : Number(savedId) }
  await db
    .insertInto('sale_addresses')
    .values({ sale_id: saleId, kind, ...row })
    .onConflict((conflict) => conflict.columns(['sale_id', 'kind']).doUpdateSet(row))
    .execute()
}
