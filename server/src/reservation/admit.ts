import { LIMITS } from '@foyer/domain/limits.ts'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { hit } from '../http/rate-limit.ts'

/** Who wants to reserve now. `proved`: their captcha has been judged, so nothing more is asked of them. */
export type Try = { saleId: number; sessionId: string; userId: number | null; ip: string; proved: boolean }

/**
 * OPEN-26: who may try now, and who is asked for a captcha first: who tries often, and everybody for an event in high demand.
 * A basket that is held or paid already is asked nothing. Two statements for all of them. Answers by position.
 */
export async function admit(deps: Deps, tries: readonly Try[], now: Date): Promise<('go' | 'captcha')[]> {
  const { db, config } = deps
  const { rows } = await sql<{ id: number; done: boolean; high_demand: boolean }>`
    select id, coalesce(paid_at is not null or held_until > ${now}, false) as done, exists (
      select from sale_lines line
      join ticket_types type on type.id = line.ticket_type_id
      join events event on event.id = type.event_id
      where line.sale_id = sales.id and event.high_demand) as high_demand
    from sales where id = any(${sql.val(tries.map(({ saleId }) => saleId))}::bigint[])`.execute(db)
  const sales = new Map(rows.map((row) => [row.id, row]))
  return Promise.all(
    tries.map(async ({ saleId, sessionId, ip, proved }) => {
      const sale = sales.get(saleId)!
      if (proved || sale.done) return 'go'
      const [bySession, byAddress] = await Promise.all([
        hit(deps, `reserve:session:${sessionId}`, LIMITS.reservesWindowSeconds),
        hit(deps, `reserve:ip:${ip}`, LIMITS.reservesWindowSeconds),
      ])
      const often = bySession > config.reservesPerSession || byAddress > config.reservesPerAddress
      return often || sale.high_demand ? 'captcha' : 'go'
    }),
  )
}
