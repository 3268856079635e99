import { sql } from 'kysely'
import { areOpen } from '../../payment/provider/status.ts'

/** Less common parts of a sale itself. */
type SalePart =
  | 'vouchers'
  | 'codes'
  | 'notices'
  | 'declaration'
  | 'plans'
  | 'address'
  | 'answers'
  | 'consents'
  | 'payments'
  | 'transfers'
  | 'newsRequest'
  | 'accounts'
/** Less common parts that come with a ticket type. */
type TypePart = 'offers' | 'seats' | 'questions' | 'requirements' | 'plans' | 'waivers' | 'messages'

export type SaleParts = Record<SalePart | TypePart, boolean>

/**
 * Which less common parts of `sale` exist, as a column of a statement that reads that row. Most sales have few or none, and
 * checking costs less than a dozen statements that find nothing.
 */
export const partsOfSale = sql<Record<SalePart, boolean>>`jsonb_build_object(
  'vouchers', exists (select from sale_vouchers where sale_id = sale.id),
  'codes', exists (select from sale_codes where sale_id = sale.id),
  'notices', exists (select from basket_notices where sale_id = sale.id),
  'declaration', exists (select from gift_aid_declarations where sale_id = sale.id and cancelled_at is null),
  'plans', exists (select from payment_plans where sale_id = sale.id),
  'address', exists (select from sale_addresses where sale_id = sale.id and kind = 'delivery'),
  'answers', exists (select from question_answers where sale_id = sale.id),
  'consents', sale.user_id is not null or exists (select from consents where email = sale.guest_email),
  'payments', exists (select from payments where sale_id = sale.id and ${areOpen()}),
  'transfers', exists (select from transfers where sale_id = sale.id),
  'newsRequest', exists (select from sale_events where sale_id = sale.id and kind = 'charity_news_wish'),
  'accounts', exists (select from payment_accounts where ended_at is null))`

/** The same for a ticket type: a column for rows named `type` and `event`. */
export const partsOfType = sql<Record<TypePart, boolean>>`jsonb_build_object(
  'offers', exists (select from offers where organiser_id = event.organiser_id),
  'seats', type.seated,
  'questions', exists (select from question_tickets where ticket_type_id = type.id),
  'requirements', exists (select from ticket_requirements where ticket_type_id = type.id),
  'plans', exists (select from plan_options where event_id = event.id),
  'waivers', exists (select from waivers where event_id = event.id),
  'messages', exists (select from after_sale_messages where event_id = event.id))`

/** Which parts a sale with these ticket types has. */
export function combineParts(sale: Record<SalePart, boolean>, types: readonly Record<TypePart, boolean>[]): SaleParts {
  const some = (part: TypePart) => types.some((type) => type[part])
  return {
    offers: some('offers'),
    seats: some('seats'),
    questions: some('questions'),
    requirements: some('requirements'),
    waivers: some('waivers'),
    messages: some('messages'),
    // Not spread first, because V8 is slow to add properties to a copy.
    ...sale,
    plans: sale.plans || some('plans'),
  }
}
