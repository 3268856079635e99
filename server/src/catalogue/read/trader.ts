import type { Trader } from '@foyer/domain/people/legal.ts'
import type { Tx } from '../../db/transaction/tx.ts'

/** Who an organiser is by law. The address on receipts stands for one that isn't given. */
export async function traderOf(db: Pick<Tx, 'selectFrom'>, organiserId: number): Promise<Trader> {
  const row = await db
    .selectFrom('organisers')
    .select(({ fn, val, ref }) => [
      'legal_kind as kind',
      'legal_name as name',
      fn.coalesce(fn<string | null>('nullif', [ref('legal_address'), val('')]), 'tax_address').as('address'),
      'legal_country as country',
      'legal_register as register',
      'legal_number as number',
      'legal_part as part',
      'legal_charity_number as charityNumber',
      fn.coalesce('tax_number', val('')).as('vatNumber'),
      'legal_phone as phone',
      'contact_email as email',
      'legal_mediator as mediator',
    ])
    .where('id', '=', organiserId)
    .executeTakeFirstOrThrow()
  return { ...row, kind: row.kind as Trader['kind'], part: row.part as Trader['part'] }
}
