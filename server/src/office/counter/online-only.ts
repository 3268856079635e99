import type { Chosen } from '@foyer/domain/office/counter.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'

/** Whether buyers of `type` must answer a question or sign a waiver. The counter can't take either, so they buy online. */
export const IS_ONLINE_ONLY = sql<boolean>`(
  exists (select from question_tickets asked join questions question on question.id = asked.question_id
    where asked.ticket_type_id = type.id and question.mandatory)
  or (not type.extra and exists (select from waivers waiver where waiver.event_id = type.event_id)))`

/** The refusal of the first of these types that is sold online only; null if the counter may sell them all. */
export async function onlineOnlyRefusal(tx: Tx, wanted: readonly Chosen[]) {
  const { rows } = await sql<{ name: string }>`
    select type.name from ticket_types type
    where type.id = any(${sql.val(wanted.map(({ ticketTypeId }) => ticketTypeId))}::bigint[]) and ${IS_ONLINE_ONLY}
    order by type.sort, type.id limit 1`.execute(tx)
  return rows[0] ? fail('counter_online_only', { name: rows[0].name }) : null
}
