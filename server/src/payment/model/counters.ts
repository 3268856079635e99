import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'

/** What is left of everything that is counted, by its name. Below zero, it is oversold. */
type Left = ReadonlyMap<string, number>

/**
 * Checks after each step that nothing is oversold, and that money which came late was returned only if its tickets were not
 * available throughout the step.
 */
export function countersOf(db: Db) {
  let seen = 0
  let before: Left | null = null

  const left = async (): Promise<Left> => {
    const { rows } = await sql<{ name: string; left: number }>`
      select 'type ' || ticket_type_id as name, capacity - held - sold as left from stock where capacity is not null
      union all select 'pool ' || id, capacity - held - sold - kept from pools
      union all select 'quota ' || id, max_tickets - used from quotas`.execute(db)
    return new Map(rows.map((row) => [row.name, row.left]))
  }

  /**
   * How much these sales had taken of each counter: sales whose money was returned since the last call because their tickets
   * were gone.
   */
  const sentBack = async () => {
    const { rows } = await sql<{ id: number; sale_id: number; name: string | null; needed: number }>`
      with late as (select id, sale_id from sale_events
        where kind = 'money_returned' and facts->>'why' = 'tickets_gone' and id > ${seen}),
      line as (select late.id, late.sale_id, line.qty, type.id as type_id, type.pool_id, type.pool_places, code.quota_id
        from late join sale_lines line on line.sale_id = late.sale_id join ticket_types type on type.id = line.ticket_type_id
        left join access_codes code on code.id = line.access_code_id)
      select id, sale_id, name, sum(needed)::int as needed from line cross join lateral (values
        ('type ' || type_id, qty), ('pool ' || pool_id, qty * pool_places), ('quota ' || quota_id, qty)) counter (name, needed)
      where name is not null group by 1, 2, 3 order by 1`.execute(db)
    seen = rows.at(-1)?.id ?? seen
    return rows
  }

  return {
    /** What is wrong after a step. */
    broken: async (): Promise<string[]> => {
      const now = await left()
      const throughout = (name: string) => Math.min(before?.get(name) ?? Infinity, now.get(name) ?? Infinity)
      const oversold = [...now].flatMap(([name, left]) => (left < 0 ? [`${name} is oversold by ${-left}`] : []))
      const rows = await sentBack()
      const wrong = [...new Set(rows.map(({ sale_id }) => sale_id))].filter((saleId) =>
        rows.every(({ sale_id, name, needed }) => sale_id !== saleId || needed <= throughout(name!)),
      )
      before = now
      return [...oversold, ...wrong.map((id) => `late money of sale ${id} went back though its tickets were there`)]
    },
  }
}
