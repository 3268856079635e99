import { sql } from 'kysely'
import { unnestRows } from '../../../db/transaction/column-lists.ts'
import type { Tx } from '../../../db/transaction/tx.ts'

/** How much of a ticket type or a pool is sold, reserved and kept, which a file cannot take back. */
export type StockUse = { sold: number; held: number; kept?: number }

export const usedOf = ({ sold, held, kept = 0 }: StockUse): number => sold + held + kept

/** Why a capacity is too low: the numbers, and the lowest that is possible. */
export function tooLowText(name: string, capacity: number, use: StockUse): string {
  const keptText = use.kept ? ` and ${use.kept} kept` : ''
  return `the capacity of "${name}" cannot become ${capacity}: ${use.sold} are sold, ${use.held} reserved${keptText}; the lowest possible is ${usedOf(use)}`
}

/** Sales continue during an import, so the counters have the final say on a capacity. */
export class SoldMeanwhile extends Error {
  override readonly name = 'SoldMeanwhile'
}

export const soldMeanwhile = (name: string, capacity: number) =>
  new SoldMeanwhile(`"${name}" sold past ${capacity} while this was being imported`)

/** Sets the limits of ticket types; null for one that only its pool limits. Locks them in the order in which sales do. */
export async function setCapacities(
  tx: Tx,
  wanted: readonly { id: number; name: string; capacity: number | null }[],
): Promise<void> {
  if (wanted.length === 0) return
  const ids = wanted.map(({ id }) => id)
  await sql`select from stock where ticket_type_id = any(${sql.val(ids)}::bigint[])
    order by ticket_type_id for update`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    update stock set capacity = given.capacity, closed = false
    from ${unnestRows('given', wanted, {
      id: ['bigint', ({ id }) => id],
      capacity: ['int', ({ capacity }) => capacity],
    })}
    where stock.ticket_type_id = given.id
      and stock.held - stock.waiting + stock.sold <= coalesce(given.capacity, stock.held + stock.sold)
    returning stock.ticket_type_id as id`.execute(tx)
  const written = new Set(rows.map(({ id }) => id))
  const missing = wanted.find(({ id }) => !written.has(id))
  if (missing) throw soldMeanwhile(missing.name, missing.capacity ?? 0)
}
