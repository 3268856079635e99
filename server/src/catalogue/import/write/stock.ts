import { sql } from 'kysely'
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

/** Sets the limit of a ticket type; null for one that only its pool limits. */
export async function setCapacity(tx: Tx, typeId: number, name: string, capacity: number | null): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('stock')
    .set({ capacity, closed: false })
    .where('ticket_type_id', '=', typeId)
    .where(sql<boolean>`held - waiting + sold <= ${capacity ?? sql`held + sold`}`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw soldMeanwhile(name, capacity ?? 0)
}
