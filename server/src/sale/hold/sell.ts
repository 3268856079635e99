import { allocate } from '@foyer/domain/basket/allocate.ts'
import { sql } from 'kysely'
import { command, type Query, runQuery } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { record, type SaleRow } from '../sale.ts'
import type { Terms } from '../terms.ts'
import { lockQuotas, quotaIdsOf, usesOf, writeQuotaUsesQuery } from './access-codes.ts'
import { releaseCodes, reserveCodes } from './codes.ts'
import { demandsOf, lockCountersQuery, lockPools } from './counters.ts'
import { freeSeatsOf, sellSeatsQueries, takeSeats } from './seats.ts'
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
 * Holds a sale's tickets and codes again for money received after its hold expired, under the terms of its payment; without
 * any, at today's. All or nothing: on failure returns what is missing and keeps nothing. The sale must be locked.
 */
export async function reacquireHold(
  tx: Tx,
  sale: SaleRow,
  terms: Terms | null,
  now: Date,
): Promise<'held' | 'tickets_gone' | 'code_spent'> {
  const found = await tx
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
    .where('line.sale_id', '=', sale.id)
    .orderBy('line.ticket_type_id')
    .execute()
  const tiers = found.some(({ tiered }) => tiered) ? await tierQuotasAt(tx, terms) : new Map<number, number>()
  const lines = found.map((line) => ({ ...line, tierQuotaId: tiers.get(line.ticketTypeId) ?? null }))
  if (lines.length > 0) {
    const types = await runQuery(tx, lockCountersQuery([sale.id]))
    const pooled = await lockPools(tx, lines)
    const quotas = await lockQuotas(tx, quotaIdsOf(lines), [...tiers.values()])
    const counters = { types: new Map([...types, ...pooled.types]), pools: pooled.pools, quotas }
    const { outcome } = allocate([{ saleId: sale.id, demands: demandsOf(lines, counters) }])
    if (!outcome.get(sale.id)!.ok) return 'tickets_gone'
    const seated = lines.filter((line) => line.seated)
    if ((await takeSeats(tx, sale.id, seated)) !== null) {
      await freeSeatsOf(tx, sale.id)
      return 'tickets_gone'
    }
  }
  const { lost } = await reserveCodes(tx, sale, terms, { now, isLate: true })
  if (lost.length > 0) {
    await releaseCodes(tx, sale.id)
    await freeSeatsOf(tx, sale.id)
    return 'code_spent'
  }
  for (const { ticketTypeId, qty, ...line } of lines) {
    const [price_minor, booking_fee_minor] = terms?.prices?.[ticketTypeId] ?? [line.price_minor, line.booking_fee_minor]
    await tx
      .insertInto('holds')
      .values({ sale_id: sale.id, ticket_type_id: ticketTypeId, qty, price_minor, booking_fee_minor })
      .execute()
    await tx
      .updateTable('stock')
      .set((eb) => ({ held: eb('held', '+', qty) }))
      .where('ticket_type_id', '=', ticketTypeId)
      .execute()
  }
  await runQuery(tx, writeQuotaUsesQuery(usesOf([{ id: sale.id, lines }])))
  await tx
    .updateTable('sales')
    .set({ held_until: now, held_from: now, ...(terms && { terms: JSON.stringify(terms), terms_from: now }) })
    .where('id', '=', sale.id)
    .execute()
  await record(tx, sale.id, 'reserved_again', now)
  return 'held'
}

/**
 * Changes a hold to the terms of an earlier payment of the same basket. Returns false if its codes do not cover that any more;
 * the caller then rolls back. The sale must be locked.
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
  const { lost } = await reserveCodes(tx, sale, terms, { now, isLate: true })
  return lost.length === 0
}

/** Counts a hold by the price tiers of these terms instead of its own. Returns false if they are used up. */
async function moveToTiers(tx: Tx, saleId: number, terms: Terms): Promise<boolean> {
  await returnTiers(tx, saleId)
  const tiers = await tierQuotasAt(tx, terms)
  if (tiers.size === 0) return true
  const quotas = await lockQuotas(tx, [], [...tiers.values()])
  const held = await tx
    .selectFrom('holds')
    .select(['ticket_type_id as ticketTypeId', 'qty'])
    .where('sale_id', '=', saleId)
    .where('ticket_type_id', 'in', [...tiers.keys()])
    .execute()
  const lines = held.flatMap(({ ticketTypeId, qty }) =>
    ticketTypeId === null ? [] : [{ ticketTypeId, qty, tierQuotaId: tiers.get(ticketTypeId)! }],
  )
  // guard: tier-of-a-late-payment
  if (lines.some(({ qty, tierQuotaId }) => (quotas.get(tierQuotaId)?.free ?? 0) < qty)) return false
  await runQuery(tx, writeQuotaUsesQuery(usesOf([{ id: saleId, lines }])))
  return true
}
