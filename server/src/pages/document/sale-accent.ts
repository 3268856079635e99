import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'

/** The accent colour of the sale's organiser; null if it has several, or one without a colour. */
export async function accentOfSale(db: Db, saleId: number | null): Promise<string | null> {
  if (saleId === null) return null
  const { rows } = await sql<{ accent: string | null }>`
    select accent from organisers where id in (
      select event.organiser_id from sale_lines line join ticket_types type on type.id = line.ticket_type_id
        join events event on event.id = type.event_id where line.sale_id = ${saleId}
      union all
      select design.organiser_id from sale_vouchers line join gift_voucher_designs design on design.id = line.design_id
        where line.sale_id = ${saleId})`.execute(db)
  return rows.length === 1 ? rows[0]!.accent : null
}

/** The same for an order, by its reference. */
export async function accentOfOrder(db: Db, reference: string): Promise<string | null> {
  const sale = await db.selectFrom('sales').select('id').where('reference', '=', reference).executeTakeFirst()
  return accentOfSale(db, sale?.id ?? null)
}
