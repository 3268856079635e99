import type { Kysely, Selectable } from 'kysely'
import type { CharitiesTable, Database } from '../db/schema/types.generated.ts'
import { organisersOf, type Snapshot } from './snapshot.ts'

/** Returns the charity of the basket, that of its first organiser with one, with the fees of the sale's terms. */
export async function charityOf(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  snapshot: Pick<Snapshot, 'lines' | 'vouchers' | 'terms'>,
): Promise<Selectable<CharitiesTable> | null> {
  const organiser = organisersOf(snapshot).find(({ charityId }) => charityId !== null)
  if (!organiser) return null
  const row = await db.selectFrom('charities').selectAll().where('id', '=', organiser.charityId).executeTakeFirst()
  if (!row) return null
  const shown = snapshot.terms?.charities?.[organiser.organiserId]
  if (!shown) return row
  return {
    ...row,
    base_fee_minor: shown.baseFeeMinor,
    booking_fee_bp: shown.bookingFeeBp,
    booking_fee_includes_vat: shown.bookingFeeIncludesVat,
    booking_fee_vat_bp: shown.bookingFeeVatBp,
    booking_fee_cap_minor: shown.bookingFeeCapMinor,
  }
}
