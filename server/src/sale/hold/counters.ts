import { type RawBuilder, sql } from 'kysely'
import { type Query, query } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { HoldLine } from './lines.ts'
import { endedHolds, releaseHold } from './release.ts'
import { soldOutText } from './rules.ts'

/** The number of free tickets by ticket type. */
export type Free = Map<number, number>

/**
 * Locks the counters that these sales need, in id order, for the sales that meet `those` (a condition on `sales`). The
 * counts are exact until the commit. Sold-out types are neither locked nor returned: buyers who want them find out from a
 * plain read without waiting.
 */
export function lockCountersQuery(saleIds: readonly number[], those: RawBuilder<boolean> = sql`true`): Query<Free> {
  // guard: counters-locked
  const counters = sql<{ ticket_type_id: number; free: number }>`
    select ticket_type_id, capacity - held - sold as free from stock
    where capacity - held - sold > 0 and ticket_type_id in (
      select line.ticket_type_id from sale_lines line join sales on sales.id = line.sale_id
      where line.sale_id = any(${sql.val(saleIds)}::bigint[]) and ${those}
    ) order by ticket_type_id for update`
  return query(counters, (rows) => new Map(rows.map((row) => [row.ticket_type_id, row.free])))
}

/** The text shown to a buyer who wanted more tickets than are left. */
export const shortText = (
  lines: readonly HoldLine[],
  short: readonly { ticketTypeId: number; left: number }[],
): string =>
  soldOutText(
    short.map(({ ticketTypeId, left }) => {
      const { eventTitle, ticketName } = lines.find((line) => line.ticketTypeId === ticketTypeId)!
      return { name: `${eventTitle}, ${ticketName}`, left }
    }),
  )

/**
 * Before a basket is refused for lack of stock, releases expired holds on the ticket types that run short and that the sweep
 * has not reached. Returns whether there were any.
 */
export async function releaseExpired(
  tx: Tx,
  baskets: ReadonlyMap<number, readonly HoldLine[]>,
  free: Free,
  now: Date,
): Promise<boolean> {
  const wanted = new Map<number, number>()
  for (const { ticketTypeId, qty } of [...baskets.values()].flat())
    wanted.set(ticketTypeId, (wanted.get(ticketTypeId) ?? 0) + qty)
  const short = [...wanted].flatMap(([id, qty]) => ((free.get(id) ?? 0) < qty ? [id] : []))
  if (short.length === 0) return false
  const ended = await endedHolds(tx, now)
    .selectAll()
    .where(
      sql<boolean>`exists (select from holds where holds.sale_id = sales.id
        and holds.ticket_type_id = any(${sql.val(short)}::bigint[]))`,
    )
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const sale of ended) await releaseHold(tx, sale, 'expired', now)
  return ended.length > 0
}
