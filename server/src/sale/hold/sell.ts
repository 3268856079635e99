import { allocate } from '@foyer/domain/basket/allocate.ts'
import { sql } from 'kysely'
import { command, type Query, runQuery } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { record, type SaleRow } from '../sale.ts'
import type { Terms } from '../terms/terms.ts'
import { lockQuotas, quotaIdsOf, quotaUsesOf, writeQuotaUsesQuery } from './access-codes.ts'
import { releaseCodes, reserveCodes } from './codes.ts'
import { lockCountersQuery, lockPools, stockDemands } from './counters.ts'
import { freeSeats, sellSeatsQueries, takeSeats } from './seats.ts'
import { returnTiers, tierQuotasAt } from './tier-prices.ts'

export type SoldSale = { id: number; seats: boolean }

/**
 * Converts the holds of these sales to sold stock, at the prices held. The sales must be locked. For a sale without counted
 * stock, this only deletes its hold row.
 */
export const sellHoldQueries = (sales: readonly SoldSale[]): Query<void>[] => [
  command(sql`
    with sold as (
      delete from holds where sale_id = any(${sql.val(sales.map(({ id }) => id))}::bigint[])
      returning sale_id, ticket_type_id, qty, price_minor, booking_fee_minor
    ),
    priced as (
      update sale_lines set price_minor = coalesce(sold.price_minor, sale_lines.price_minor),
        booking_fee_minor = coalesce(sold.booking_fee_minor, sale_lines.booking_fee_minor)
      from sold where sale_lines.sale_id = sold.sale_id and sale_lines.ticket_type_id = sold.ticket_type_id
    ),
    total as (select ticket_type_id, sum(qty)::int as qty from sold group by ticket_type_id),
    counted as (
      select stock.ticket_type_id, total.qty from stock join total using (ticket_type_id)
      order by stock.pool_id nulls first, stock.ticket_type_id for update of stock
    )
    update stock set held = held - counted.qty, sold = stock.sold + counted.qty
    from counted where stock.ticket_type_id = counted.ticket_type_id`),
  ...sellSeatsQueries(sales.flatMap(({ id, seats }) => (seats ? [id] : []))),
]

/**
 * Holds a sale's tickets and codes again, for a payment received after the hold expired: under the terms of the payment, or
 * at today's prices if it has none. All or nothing: on failure returns what is missing. The sale must be locked.
 */
export async function reacquireHold(
  tx: Tx,
  sale: SaleRow,
  terms: Terms | null,
  now: Date,
): Promise<'held' | 'tickets_gone' | 'code_spent'> {
  const lines = await readLines(tx, sale.id, terms)
  if (!(await takeStock(tx, sale.id, lines))) return 'tickets_gone'
  const { lostCodes } = await reserveCodes(tx, sale, terms, { now, isLate: true })
  if (lostCodes.length > 0) {
    await releaseCodes(tx, sale.id)
    await freeSeats(tx, sale.id, 'held')
    return 'code_spent'
  }
  await writeHold(tx, sale.id, lines, terms, now)
  await record(tx, sale.id, 'reserved_again', now)
  return 'held'
}

type SaleLine = Awaited<ReturnType<typeof readLines>>[number]

/** The lines of a sale, each with the quota of the price tier that the terms of its payment belong to. */
async function readLines(tx: Tx, saleId: number, terms: Terms | null) {
  const saleLines = await tx
    .selectFrom('sale_lines as line')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .leftJoin('access_codes as code', (join) =>
      join.onRef('code.id', '=', 'line.access_code_id').on('type.visibility', '=', 'code'),
    )
    .select([
      'line.ticket_type_id as ticketTypeId',
      'code.quota_id as quotaId',
      'line.qty',
      'type.seated',
      'type.pool_id as poolId',
      'type.pool_places as places',
      'type.price_minor',
      'type.booking_fee_minor',
      'type.tiered',
    ])
    .where('line.sale_id', '=', saleId)
    .orderBy('line.ticket_type_id')
    .execute()
  const tiers = saleLines.some(({ tiered }) => tiered) ? await tierQuotasAt(tx, terms) : new Map<number, number>()
  return saleLines.map((line) => ({ ...line, tierQuotaId: tiers.get(line.ticketTypeId) ?? null }))
}

/** Locks the counters of these lines and takes their seats. Returns false if there are too few tickets or seats. */
async function takeStock(tx: Tx, saleId: number, lines: readonly SaleLine[]): Promise<boolean> {
  if (lines.length === 0) return true
  const typeCounters = await runQuery(tx, lockCountersQuery([saleId]))
  const poolCounters = await lockPools(tx, lines)
  const tierQuotaIds = lines.flatMap(({ tierQuotaId }) => (tierQuotaId === null ? [] : [tierQuotaId]))
  const quotas = await lockQuotas(tx, quotaIdsOf(lines), tierQuotaIds)
  const counters = { types: new Map([...typeCounters, ...poolCounters.types]), pools: poolCounters.pools, quotas }
  const { outcome } = allocate([{ saleId, demands: stockDemands(lines, counters) }])
  if (!outcome.get(saleId)!.ok) return false
  const seatedLines = lines.filter((line) => line.seated)
  return seatedLines.length === 0 || (await takeSeats(tx, new Map([[saleId, seatedLines]]))).size === 0
}

async function writeHold(
  tx: Tx,
  saleId: number,
  lines: readonly SaleLine[],
  terms: Terms | null,
  now: Date,
): Promise<void> {
  for (const { ticketTypeId, qty, ...line } of lines) {
    const [price_minor, booking_fee_minor] = terms?.prices?.[ticketTypeId] ?? [line.price_minor, line.booking_fee_minor]
    await tx
      .insertInto('holds')
      .values({ sale_id: saleId, ticket_type_id: ticketTypeId, qty, price_minor, booking_fee_minor })
      .execute()
    await tx
      .updateTable('stock')
      .set((eb) => ({ held: eb('held', '+', qty) }))
      .where('ticket_type_id', '=', ticketTypeId)
      .execute()
  }
  await runQuery(tx, writeQuotaUsesQuery(quotaUsesOf([{ id: saleId, lines }])))
  await tx
    .updateTable('sales')
    .set({ held_until: now, held_from: now, ...(terms && { terms: JSON.stringify(terms), terms_from: now }) })
    .where('id', '=', saleId)
    .execute()
}

/**
 * Changes a hold to the terms of an earlier payment of the same basket. Returns false if its codes or price tiers no longer
 * cover that; the caller then rolls back. The sale must be locked.
 */
export async function holdAtTerms(tx: Tx, sale: SaleRow, terms: Terms, now: Date): Promise<boolean> {
  await releaseCodes(tx, sale.id)
  if (!(await moveToTiers(tx, sale.id, terms))) return false
  for (const [ticketTypeId, [price_minor, booking_fee_minor]] of Object.entries(terms.prices ?? {}))
    await tx
      .updateTable('holds')
      .set({ price_minor, booking_fee_minor })
      .where('sale_id', '=', sale.id)
      .where('ticket_type_id', '=', Number(ticketTypeId))
      .execute()
  await tx
    .updateTable('sales')
    .set({ terms: JSON.stringify(terms), terms_from: sale.held_from })
    .where('id', '=', sale.id)
    .execute()
  const { lostCodes } = await reserveCodes(tx, sale, terms, { now, isLate: true })
  return lostCodes.length === 0
}

/** Counts a hold by the price tiers of these terms instead of its own. Returns false if they are used up. */
async function moveToTiers(tx: Tx, saleId: number, terms: Terms): Promise<boolean> {
  await returnTiers(tx, saleId)
  const tiers = await tierQuotasAt(tx, terms)
  if (tiers.size === 0) return true
  const quotas = await lockQuotas(tx, [], [...tiers.values()])
  const heldLines = await tx
    .selectFrom('holds')
    .select(['ticket_type_id as ticketTypeId', 'qty'])
    .where('sale_id', '=', saleId)
    .where('ticket_type_id', 'in', [...tiers.keys()])
    .execute()
  const lines = heldLines.flatMap(({ ticketTypeId, qty }) =>
    ticketTypeId === null ? [] : [{ ticketTypeId, qty, tierQuotaId: tiers.get(ticketTypeId)! }],
  )
  // guard: tier-of-a-late-payment
  if (lines.some(({ qty, tierQuotaId }) => (quotas.get(tierQuotaId)?.free ?? 0) < qty)) return false
  await runQuery(tx, writeQuotaUsesQuery(quotaUsesOf([{ id: saleId, lines }])))
  return true
}
