import { sql } from 'kysely'

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
  | 'answers'
  | 'consents'
  | 'payments'
  | 'transfers'
  | 'newsRequest'
  | 'accounts',
  boolean
>

/**
 * Which less common parts of `sale` exist, as a column of a statement that reads that row. Most sales have few or none, and
 * checking costs less than a dozen statements that find nothing.
 */
export const presence = sql<Presence>`(
  with line as materialized (
    select line.ticket_type_id, type.event_id, type.seated, event.organiser_id
    from sale_lines line
    join ticket_types type on type.id = line.ticket_type_id
    join events event on event.id = type.event_id
    where line.sale_id = sale.id
  )
  select jsonb_build_object(
    'vouchers', exists (select from sale_vouchers where sale_id = sale.id),
    'codes', exists (select from sale_codes where sale_id = sale.id),
    'offers', exists (select from offers join line using (organiser_id)),
    'seats', exists (select from line where seated),
    'questions', exists (select from question_tickets join line using (ticket_type_id)),
    'requirements', exists (select from ticket_requirements join line using (ticket_type_id)),
    'notices', exists (select from basket_notices where sale_id = sale.id),
    'declaration', exists (select from gift_aid_declarations where sale_id = sale.id and cancelled_at is null),
    'plans', exists (select from payment_plans where sale_id = sale.id)
      or exists (select from plan_options join line using (event_id)),
    'waivers', exists (select from waivers join line using (event_id)),
    'messages', exists (select from after_sale_messages join line using (event_id)),
    'address', exists (select from sale_addresses where sale_id = sale.id and kind = 'delivery'),
    'answers', exists (select from question_answers where sale_id = sale.id),
    'consents', sale.user_id is not null or exists (select from consents where email = sale.guest_email),
    'payments', exists (select from payments where sale_id = sale.id and status in ('created', 'processing')),
    'transfers', exists (select from transfers where sale_id = sale.id),
    'newsRequest', exists (select from sale_events where sale_id = sale.id and kind = 'charity_news_wish'),
    'accounts', exists (select from payment_accounts where ended_at is null)))`
