import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { lockSale, type Sale } from '../checkout/sale.ts'
import type { Tx } from '../db/tx.ts'
import type { Random } from '../random.ts'
import { newTicketCode, newVoucherCode } from './codes.ts'
import { voucherExpiry } from './expiry.ts'
import { type Owner, ownerOf } from './owner.ts'

/**
 * `issued`: how many tickets and vouchers this call made, none when an earlier one has made them. `later`: a payment plan is
 * still running, and the tickets come after its last payment.
 */
export type Issued = Ok<{ issued: number; later: boolean }>

/** One row is nine parameters, and a statement takes 65 535. */
const ROWS_PER_INSERT = 2000

/**
 * Makes the tickets and gift vouchers of a paid sale, each exactly once however often and by however many it is called: the
 * sale's lock lets one in at a time, the unique constraints are the second guard (OPEN-90).
 */
export async function issueTickets(
  tx: Tx,
  saleId: number,
  { now, random }: { now: Date; random: Random },
): Promise<Issued | Fail<'not_paid'>> {
  const sale = await lockSale(tx, saleId)
  if (sale.paid_at === null || sale.cancelled_at !== null) return fail('not_paid')
  if (sale.tickets_delivered_at !== null) return { ok: true, issued: 0, later: false }
  if (await planIsRunning(tx, saleId)) return { ok: true, issued: 0, later: true }

  const owner = await ownerOf(tx, sale, now)
  const issued = (await makeTickets(tx, sale, owner, now, random)) + (await makeVouchers(tx, sale, now, random))
  await tx.updateTable('sales').set({ tickets_delivered_at: now }).where('id', '=', saleId).execute()
  return { ok: true, issued, later: false }
}

/** A sale paid by a plan whose last payment is still to come (DONE-11 and its neighbours). */
export async function planIsRunning(tx: Pick<Tx, 'selectFrom'>, saleId: number): Promise<boolean> {
  const plan = await tx.selectFrom('payment_plans').select('status').where('sale_id', '=', saleId).executeTakeFirst()
  return plan !== undefined && plan.status !== 'completed'
}

async function makeTickets(tx: Tx, sale: Sale, owner: Owner, now: Date, random: Random): Promise<number> {
  const lines = await tx
    .selectFrom('sale_lines as line')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .select(['line.ticket_type_id', 'line.qty', 'type.seated'])
    .where('line.sale_id', '=', sale.id)
    .orderBy('line.added_at')
    .orderBy('line.ticket_type_id')
    .execute()
  const seats = await tx
    .selectFrom('seats')
    .select(['id', 'ticket_type_id'])
    .where('sale_id', '=', sale.id)
    .orderBy('section')
    .orderBy('row_name')
    .orderBy('seat_number')
    .orderBy('label')
    .execute()

  const rows = lines.flatMap(({ ticket_type_id, qty, seated }) => {
    const own = seats.filter((seat) => seat.ticket_type_id === ticket_type_id)
    if (seated && own.length !== qty) throw new Error(`sale ${sale.id} has ${own.length} seats for ${qty} tickets`)
    return Array.from({ length: qty }, (_, instance) => ({
      sale_id: sale.id,
      ticket_type_id,
      seat_id: own[instance]?.id ?? null,
      instance,
      code: newTicketCode(random),
      holder_name: owner.name,
      holder_email: owner.email,
      user_id: owner.userId,
      issued_at: now,
    }))
  })
  let made = 0
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    const inserted = await tx
      .insertInto('tickets')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .onConflict((conflict) => conflict.constraint('tickets_issued_once').doNothing())
      .returning('id')
      .execute()
    made += inserted.length
  }
  return made
}

async function makeVouchers(tx: Tx, sale: Sale, now: Date, random: Random): Promise<number> {
  const bought = await tx
    .selectFrom('sale_vouchers as line')
    .innerJoin('gift_voucher_designs as design', 'design.id', 'line.design_id')
    .select(['line.design_id', 'line.value_minor', 'line.qty', 'design.currency', 'design.valid_months'])
    .where('line.sale_id', '=', sale.id)
    .orderBy('line.added_at')
    .orderBy('line.value_minor')
    .execute()
  const rows = bought.flatMap(({ design_id, value_minor, qty, currency, valid_months }) =>
    Array.from({ length: qty }, (_, instance) => ({
      code: newVoucherCode(random),
      design_id,
      sale_id: sale.id,
      instance,
      currency,
      value_minor,
      balance_minor: value_minor,
      expires_on: voucherExpiry(now, valid_months),
      from_name: sale.gift_voucher_from,
      to_name: sale.gift_voucher_to,
      issued_at: now,
    })),
  )
  if (rows.length === 0) return 0
  const inserted = await tx
    .insertInto('issued_vouchers')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['sale_id', 'design_id', 'value_minor', 'instance']).doNothing())
    .returning('id')
    .execute()
  return inserted.length
}
