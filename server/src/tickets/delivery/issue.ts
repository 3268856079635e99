import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { type SeatPosition, seatsInOrder } from '@foyer/domain/seats/hall.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { query, runBatch } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Random } from '../../random.ts'
import { lockFreeSalesQuery, lockSaleQuery } from '../../sale/sale.ts'
import { type Owner, ticketOwnersOf, type WalkIn } from '../owner.ts'
import { deletePendingNames, pendingNamesOf, pendingTickets } from '../pending-names.ts'
import { newTicketCode, newVoucherCode } from '../signing/codes.ts'
import { voucherExpiry } from './expiry.ts'
import { type TicketToWrite, type VoucherToWrite, writeIssued } from './write.ts'

/**
 * `issued`: the number of tickets and vouchers this call created; 0 if an earlier call created them. `later`: a payment plan
 * is still running, and the tickets come after its last payment.
 */
export type Issued = Ok<{ issued: number; later: boolean }>

/** A locked sale and what to create for it. */
export type ToIssue = ReturnType<typeof toIssueOf>

/** Locks a sale and reads what `issueTo` needs. */
export async function lockToIssue(tx: Tx, saleId: number): Promise<ToIssue> {
  const [, [due]] = await runBatch(
    tx,
    lockSaleQuery(saleId),
    query(toIssue(tx, [saleId]), (rows) => rows.map(toIssueOf)),
  )
  return due!
}

/** The same for those of these sales that nobody else has locked, by sale. */
export async function lockFreeToIssue(tx: Tx, saleIds: readonly number[]): Promise<Map<number, ToIssue>> {
  const [locked, due] = await runBatch(
    tx,
    lockFreeSalesQuery(saleIds),
    query(toIssue(tx, saleIds), (rows) => new Map(rows.map((row) => [row.id, toIssueOf(row)]))),
  )
  return new Map(locked.flatMap((id) => (due.has(id) ? [[id, due.get(id)!]] : [])))
}

type DueRow = Awaited<ReturnType<ReturnType<typeof toIssue>['execute']>>[number]

const toIssueOf = ({ plan, lines, vouchers, ...sale }: DueRow) => ({ sale, plan, lines, vouchers })

const toIssue = (tx: Tx, saleIds: readonly number[]) =>
  tx
    .selectFrom('sales as sale')
    .selectAll('sale')
    .where('sale.id', '=', sql<number>`any(${sql.val(saleIds)}::bigint[])`)
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
            sql<
              (SeatPosition & { id: number })[]
            >`(select coalesce(jsonb_agg(jsonb_build_object('id', id, 'section', section,
              'row', row_name, 'number', seat_number) order by id), '[]') from seats
              where seats.sale_id = sale.id and seats.ticket_type_id = line.ticket_type_id)`.as('seats'),
          ])
          .whereRef('line.sale_id', '=', 'sale.id')
          .orderBy('line.added_at')
          .orderBy('line.ticket_type_id'),
      ).as('lines'),
      jsonArrayFrom(
        of
          .selectFrom('sale_vouchers as line')
          .innerJoin('gift_voucher_designs as design', 'design.id', 'line.design_id')
          .select(['line.design_id', 'line.value_minor', 'design.currency', 'design.valid_months'])
          .select(
            // Like tickets, they may have been refunded before they are issued.
            sql<number>`line.qty - coalesce((select refunded_qty from order_lines where order_lines.sale_id = line.sale_id
              and order_lines.kind = 'gift_voucher' and order_lines.design_id = line.design_id
              and order_lines.list_minor = line.value_minor * line.qty), 0)`.as('qty'),
          )
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

/** Also the tickets' owner, if this call created them. */
type IssuedTo = (Issued & { owner: Owner | WalkIn | null }) | Fail<'not_paid'>

/** The same as `issueTickets`, for a sale already locked. */
export const issueTo = async (tx: Tx, due: ToIssue, how: IssueOptions): Promise<IssuedTo> =>
  (await issueAll(tx, [due], how))[0]!

/** The same for several sales, in the same order. Their tickets are written in one statement. */
export async function issueAll(
  tx: Tx,
  all: readonly ToIssue[],
  { now, random, inHistory = false }: IssueOptions,
): Promise<IssuedTo[]> {
  const dueSales = all.filter((due) => stateOf(due) === 'due')
  const ownerOf = await ticketOwnersOf(
    tx,
    dueSales.map(({ sale }) => sale),
    now,
  )
  const written = await writeIssued(tx, {
    tickets: (await Promise.all(dueSales.map((due) => ticketsOf(tx, due, ownerOf(due.sale), random)))).flat(),
    vouchers: dueSales.flatMap((due) => vouchersOf(due, now, random)),
    saleIds: dueSales.map(({ sale }) => sale.id),
    inHistory,
    now,
  })
  for (const { sale, plan } of dueSales) if (plan !== null) await deletePendingNames(tx, sale.id)
  return all.map((due) => {
    const state = stateOf(due)
    if (state === 'not_paid') return fail('not_paid')
    if (state !== 'due') return { ok: true, issued: 0, later: state === 'later', owner: null }
    return { ok: true, issued: written.get(due.sale.id) ?? 0, later: false, owner: ownerOf(due.sale) }
  })
}

function stateOf({ sale, plan }: ToIssue): 'not_paid' | 'issued' | 'later' | 'due' {
  if (sale.paid_at === null || sale.cancelled_at !== null) return 'not_paid'
  // guard: tickets-issued-once
  if (sale.tickets_delivered_at !== null) return 'issued'
  return isRunning(plan) ? 'later' : 'due'
}

/** Whether the sale's payment plan still has payments to come. */
export async function planIsRunning(tx: Pick<Tx, 'selectFrom'>, saleId: number): Promise<boolean> {
  const plan = await tx.selectFrom('payment_plans').select('status').where('sale_id', '=', saleId).executeTakeFirst()
  return isRunning(plan?.status ?? null)
}

const isRunning = (plan: ToIssue['plan']): boolean => plan !== null && plan !== 'completed'

async function ticketsOf(
  tx: Tx,
  { sale, plan, lines }: ToIssue,
  owner: Owner | WalkIn,
  random: Random,
): Promise<TicketToWrite[]> {
  const namesOf = plan === null ? () => [] : await pendingNamesOf(tx, sale.id)
  return lines.flatMap(({ ticket_type_id, qty, seated, places, seats }) => {
    if (seated && seats.length !== qty * places)
      throw new Error(`sale ${sale.id} has ${seats.length} seats for ${qty} tickets`)
    const perTicket = seated ? places : 0
    const seatIds = seatsInOrder(seats).map(({ id }) => id)
    const units = Array.from({ length: qty }, (_, i) => seatIds.slice(i * perTicket, (i + 1) * perTicket))
    return pendingTickets(units, namesOf(ticket_type_id)).map(({ seatIds, name }, instance) => ({
      sale_id: sale.id,
      ticket_type_id,
      seat_id: seatIds[0] ?? null,
      seat_ids: seatIds.length > 1 ? seatIds : null,
      instance,
      code: newTicketCode(random),
      holder_name: name || owner.name,
      holder_email: owner.email,
      user_id: owner.userId,
    }))
  })
}

const vouchersOf = ({ sale, vouchers }: ToIssue, now: Date, random: Random): VoucherToWrite[] =>
  vouchers.flatMap(({ design_id, value_minor, qty, currency, valid_months }) =>
    Array.from({ length: qty }, (_, instance) => ({
      code: newVoucherCode(random),
      design_id,
      sale_id: sale.id,
      instance,
      currency,
      value_minor,
      expires_on: voucherExpiry(now, valid_months),
      from_name: sale.gift_voucher_from,
      to_name: sale.gift_voucher_to,
    })),
  )
