import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/types.generated.ts'

export type Presence = Record<
  | 'vouchers'
  | 'codes'
  | 'offers'
  | 'seats'
  | 'questions'
  | 'requirements'
  | 'notices'
  | 'declaration'
  | 'plans'
  | 'waivers'
  | 'messages'
  | 'address'
  | 'answers',
  boolean
>

/**
 * Which of the rarer things there are to read for a sale. Most sales have none or a few of them, and one statement that says so
 * costs less than a dozen that find nothing.
 */
export async function presenceOf(db: Pick<Kysely<Database>, 'getExecutor'>, saleId: number): Promise<Presence> {
  const { rows } = await sql<Presence>`
    with line as materialized (
      select line.ticket_type_id, type.event_id, type.seated, event.organiser_id
      from sale_lines line
      join ticket_types type on type.id = line.ticket_type_id
      join events event on event.id = type.event_id
      where line.sale_id = ${saleId}
    )
    select
      exists (select from sale_vouchers where sale_id = ${saleId}) as vouchers,
      exists (select from sale_codes where sale_id = ${saleId}) as codes,
      exists (select from offers join line using (organiser_id)) as offers,
      exists (select from line where seated) as seats,
      exists (select from question_tickets join line using (ticket_type_id)) as questions,
      exists (select from ticket_requirements join line using (ticket_type_id)) as requirements,
      exists (select from basket_notices where sale_id = ${saleId}) as notices,
      exists (select from gift_aid_declarations where sale_id = ${saleId} and cancelled_at is null) as declaration,
      exists (select from payment_plans where sale_id = ${saleId})
        or exists (select from plan_options join line using (event_id)) as plans,
      exists (select from waivers join line using (event_id)) as waivers,
      exists (select from after_sale_messages join line using (event_id)) as messages,
      exists (select from sale_addresses where sale_id = ${saleId} and kind = 'delivery') as address,
      exists (select from question_answers where sale_id = ${saleId}) as answers`.execute(db)
  return rows[0]!
}
