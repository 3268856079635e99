import type { Kysely, Selectable } from 'kysely'
import type { CharitiesTable, Database } from '../../db/schema/types.generated.ts'
import { organisersOf, type Snapshot } from '../snapshot/snapshot.ts'

/** Returns the charity of the basket, that of its first organiser with one, with the fees of the sale's terms. */
export async function charityOf(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  snapshot: Pick<Snapshot, 'lines' | 'vouchers' | 'terms'>,
): Promise<Selectable<CharitiesTable> | null> {
  const organiser = organisersOf(snapshot).find(({ charityId }) => charityId !== null)
  if (!organiser) return null
  const row = await db.selectFrom('charities').selectAll().where('id', '=', organiser.charityId).executeTakeFirst()
  if (!row) return null
  const frozen = snapshot.terms?.charities?.[organiser.organiserId]
  if (!frozen) return row
  return {
    ...row,
    base_fee_minor: frozen.baseFeeMinor,
    booking_fee_bp: frozen.bookingFeeBp,
    booking_fee_includes_vat: frozen.bookingFeeIncludesVat,
    booking_fee_vat_bp: frozen.bookingFeeVatBp,
    booking_fee_cap_minor: frozen.bookingFeeCapMinor,
  }
}
