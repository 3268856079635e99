import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { combineWrites, query, runBatch } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Random } from '../../random.ts'
import { lockSaleQuery, recordQuery } from '../../sale/sale.ts'
import { deleteNamesToCome, namesToCome, ticketsToCome } from '../names-to-come.ts'
import { type Owner, ticketOwnerOf, type WalkIn } from '../owner.ts'
import { newTicketCode, newVoucherCode } from '../signing/codes.ts'
import { voucherExpiry } from './expiry.ts'

/**
 * `issued`: the number of tickets and vouchers this call created; 0 if an earlier call created them. `later`: a payment plan
 * is still running, and the tickets come after its last payment.
 */
export type Issued = Ok<{ issued: number; later: boolean }>

/** One row takes ten parameters, and a statement allows 65,535. */
const ROWS_PER_INSERT = 2000

/** A locked sale and what to create for it. */
export type ToIssue = Awaited<ReturnType<typeof lockToIssue>>

/** Locks a sale and reads what `issueTo` needs. */
export async function lockToIssue(tx: Tx, saleId: number) {
  const [, due] = await runBatch(
    tx,
    lockSaleQuery(saleId),
    query(toIssue(tx, saleId), ([row]) => row!),
  )
  const { plan, lines, vouchers, ...sale } = due
  return { sale, plan, lines, vouchers }
}

const toIssue = (tx: Tx, saleId: number) =>
  tx
    .selectFrom('sales as sale')
    .selectAll('sale')
    .where('sale.id', '=', saleId)
    .select((of) => [
      of.selectFrom('payment_plans').select('status').whereRef('sale_id', '=', 'sale.id').as('plan'),
      jsonArrayFrom(
        of
          .selectFrom('sale_lines as line')
          .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
          .select([
            'line.ticket_type_id',
            // A line may have been refunded before its tickets were issued, as in a payment plan.
            sql<number>`line.qty - coalesce((select refunded_qty from order_lines where order_lines.sale_id = line.sale_id
              and order_lines.ticket_type_id = line.ticket_type_id), 0)`.as('qty'),
            'type.seated',
            'type.pool_places as places',
            sql<number[]>`array(
              select id from seats where seats.sale_id = sale.id and seats.ticket_type_id = line.ticket_type_id
              order by section, row_name, seat_number, label)`.as('seats'),
          ])
          .whereRef('line.sale_id', '=', 'sale.id')
          .orderBy('line.added_at')
          .orderBy('line.ticket_type_id'),
      ).as('lines'),
      jsonArrayFrom(
        of
          .selectFrom('sale_vouchers as line')
          .innerJoin('gift_voucher_designs as design', 'design.id', 'line.design_id')
          .select(['line.design_id', 'line.value_minor', 'line.qty', 'design.currency', 'design.valid_months'])
          .whereRef('line.sale_id', '=', 'sale.id')
          .orderBy('line.added_at')
          .orderBy('line.value_minor'),
      ).as('vouchers'),
    ])

/** `inHistory`: records the delivery in the sale's history. */
type IssueOptions = { now: Date; random: Random; inHistory?: boolean }

/**
 * Creates the tickets and gift vouchers of a paid sale exactly once, however often it is called, even concurrently: the
 * sale's lock serialises the calls, and unique constraints are the second guard.
 */
export async function issueTickets(tx: Tx, saleId: number, how: IssueOptions): Promise<Issued | Fail<'not_paid'>> {
  const issued = await issueTo(tx, await lockToIssue(tx, saleId), how)
  return issued.ok ? { ok: true, issued: issued.issued, later: issued.later } : issued
}

/** The same as `issueTickets`, for a sale already locked. Also returns the tickets' owner if this call created them. */
export async function issueTo(
  tx: Tx,
  due: ToIssue,
  { now, random, inHistory = false }: IssueOptions,
): Promise<(Issued & { owner: Owner | WalkIn | null }) | Fail<'not_paid'>> {
  const { sale, plan } = due
  if (sale.paid_at === null || sale.cancelled_at !== null) return fail('not_paid')
  // guard: tickets-issued-once
  if (sale.tickets_delivered_at !== null) return { ok: true, issued: 0, later: false, owner: null }
  if (isRunning(plan)) return { ok: true, issued: 0, later: true, owner: null }

  const owner = await ticketOwnerOf(tx, sale, now)
  const issued = (await createTickets(tx, due, owner, now, random)) + (await createVouchers(tx, due, now, random))
  await combineWrites(
    tx.updateTable('sales').set({ tickets_delivered_at: now }).where('id', '=', sale.id),
    inHistory && issued > 0 ? recordQuery(tx, sale.id, 'tickets_delivered', now, { issued }) : null,
  ).execute(tx)
  return { ok: true, issued, later: false, owner }
}

/** Whether the sale's payment plan still has payments to come. */
export async function planIsRunning(tx: Pick<Tx, 'selectFrom'>, saleId: number): Promise<boolean> {
  const plan = await tx.selectFrom('payment_plans').select('status').where('sale_id', '=', saleId).executeTakeFirst()
  return isRunning(plan?.status ?? null)
}

const isRunning = (plan: ToIssue['plan']): boolean => plan !== null && plan !== 'completed'

async function createTickets(
  tx: Tx,
  { sale, plan, lines }: ToIssue,
  owner: Owner | WalkIn,
  now: Date,
  random: Random,
): Promise<number> {
  const namesOf = plan === null ? () => [] : await namesToCome(tx, sale.id)
  const rows = lines.flatMap(({ ticket_type_id, qty, seated, places, seats }) => {
    if (seated && seats.length !== qty * places)
      throw new Error(`sale ${sale.id} has ${seats.length} seats for ${qty} tickets`)
    const perTicket = seated ? places : 0
    const units = Array.from({ length: qty }, (_, i) => seats.slice(i * perTicket, (i + 1) * perTicket))
    return ticketsToCome(units, namesOf(ticket_type_id)).map(({ seatIds, name }, instance) => ({
      sale_id: sale.id,
      ticket_type_id,
      seat_id: seatIds[0] ?? null,
      seat_ids: seatIds.length > 1 ? seatIds : null,
      instance,
      code: newTicketCode(random),
      holder_name: name || owner.name,
      holder_email: owner.email,
      user_id: owner.userId,
      issued_at: now,
    }))
  })
  let count = 0
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    const inserted = await tx
      .insertInto('tickets')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      // guard: tickets-issued-once
      .onConflict((conflict) => conflict.constraint('tickets_issued_once').doNothing())
      .returning('id')
      .execute()
    count += inserted.length
  }
  if (plan !== null) await deleteNamesToCome(tx, sale.id)
  return count
}

async function createVouchers(tx: Tx, { sale, vouchers }: ToIssue, now: Date, random: Random): Promise<number> {
  const rows = vouchers.flatMap(({ design_id, value_minor, qty, currency, valid_months }) =>
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
