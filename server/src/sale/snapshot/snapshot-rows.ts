import type { EventWindow } from '@foyer/domain/basket/on-sale.ts'
import type { ChosenPrice } from '@foyer/domain/money/chosen-amount.ts'
import type { TaxRates } from '@foyer/domain/money/tax.ts'
import type { Line, PricedLine } from '@foyer/domain/sale/line.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '../../db/schema/types.generated.ts'
import { compiledOnce, type Parameters, type Query, query, type RowOf } from '../../db/transaction/batch.ts'
import type { SaleRow } from '../sale.ts'
import { PLACES_LIMIT } from '../terms/places-limit.ts'
import { lineAt, type TermedLine, type Terms } from '../terms/terms.ts'
import { type Presence, presenceOf, presenceOfSale, presenceOfType } from './presence.ts'

/** The organiser of a line of tickets or gift vouchers. */
export const ORGANISER_COLUMNS = [
  'organiser.id as organiserId',
  'organiser.name as organiserName',
  'organiser.full_url as organiserUrl',
  'organiser.is_saas as isSaas',
  'organiser.payment_provider as paymentProvider',
  'organiser.charity_id as charityId',
  'organiser.refund_policy as organiserRefundPolicy',
  'organiser.marketing_signup_message as marketingSignupMessage',
  'organiser.ga_ua_property as analyticsProperty',
  'organiser.questions_intro_html as organiserQuestionsIntroHtml',
] as const

const ORDER_NUMBER = sql<string | null>`
  case when sale.paid_at is not null then (select number from orders where orders.sale_id = sale.id) end`

/** What the lines of these sales take from their ticket types, events and organisers. */
const typesQuery = (db: Kysely<Database>, saleIds: RawBuilder<readonly number[]>) =>
  db
    .selectFrom('ticket_types as type')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('organisers as organiser', 'organiser.id', 'event.organiser_id')
    .innerJoin('stock', 'stock.ticket_type_id', 'type.id')
    .leftJoin('venues as venue', 'venue.id', 'event.venue_id')
    .select([
      'type.id as ticketTypeId',
      presenceOfType.as('has'),
      'type.price_minor as priceMinor',
      'type.booking_fee_minor as bookingFeeMinor',
      sql<
        ChosenPrice | 'tiers' | null
      >`case when type.tiered then '"tiers"'::jsonb when type.min_price_minor is not null then
        jsonb_build_object('minMinor', type.min_price_minor, 'suggestedMinor', type.price_minor) end`.as('pricing'),
      'type.name as ticketName',
      'type.absorb_fee as absorbFee',
      'type.min_per_customer as minPerCustomer',
      'type.max_can_reserve as maxCanReserve',
      'type.can_update_quantity as canUpdateQuantity',
      'type.refund_policy as refundPolicy',
      'type.non_refundable as nonRefundable',
      'type.seated',
      'type.extra as isExtra',
      'type.delivered_by_post as deliveredByPost',
      'type.delivery_cost_minor as deliveryCostMinor',
      'type.tax_rates as taxRates',
      'stock.capacity',
      'stock.held',
      'stock.sold',
      'stock.pool_id as poolId',
      'stock.places',
      'date.id as dateId',
      'date.starts_at as startsAt',
      'date.ends_at as endsAt',
      'date.all_day as allDay',
      'event.id as eventId',
      'event.slug as eventSlug',
      'event.title as eventTitle',
      'event.picture as eventPicture',
      'event.timezone',
      sql<string>`case when date.status = 'cancelled' then date.status else event.status end`.as('eventStatus'),
      'event.on_sale_from as onSaleFrom',
      'event.express',
      'event.hide_booking_fee as hideBookingFee',
      'event.refund_protection_bp as refundProtectionBp',
      'event.require_phone_number as requirePhoneNumber',
      PLACES_LIMIT.as('placesLimit'),
      'event.different_timeslots_warning as differentDatesWarning',
      'event.livestream_url as livestreamUrl',
      'event.reward_text as rewardText',
      'event.reward_short_text as rewardShortText',
      'event.questions_intro_html as questionsIntroHtml',
      'event.ga as analyticsId',
      'event.ga_conversion_id as conversionId',
      'event.fb_pixel as pixelId',
      'venue.full_address as venueAddress',
      'venue.map_address as venueMapAddress',
      'venue.id as venueId',
      ...ORGANISER_COLUMNS,
    ])
    .where(sql<boolean>`type.id in (select ticket_type_id from sale_lines where sale_id = any(${saleIds}::bigint[]))`)

const firstRowOnly = <Value>(value: RawBuilder<Value>) =>
  sql<Value | null>`case when row_number() over () = 1 then ${value} end`

/**
 * One statement reads sales, which less common parts they have, and their lines with everything that views and rules need. What
 * belongs to a ticket type is in the first row, once for all: at an on-sale, most baskets have the same. Each sale is looked up by
 * itself (`limit 1`), or PostgreSQL would plan to read all sales, payments and records for it while a new shop's tables are small.
 */
const statement = compiledOnce((db, { saleIds }: Parameters<{ saleIds: readonly number[] }>) =>
  db
    .selectFrom(sql<{ id: number }>`unnest(${saleIds}::bigint[])`.as<'wanted'>(sql`wanted(id)`))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('sales as sale')
          .selectAll('sale')
          .select((sale) => [
            presenceOfSale.as('has'),
            ORDER_NUMBER.as('orderNumber'),
            jsonArrayFrom(
              sale
                .selectFrom('sale_lines as line')
                .leftJoin('holds as hold', (join) =>
                  join
                    .onRef('hold.sale_id', '=', 'line.sale_id')
                    .onRef('hold.ticket_type_id', '=', 'line.ticket_type_id'),
                )
                .select([
                  'line.ticket_type_id as typeId',
                  'line.qty',
                  'line.added_at as addedAt',
                  'line.price_added_minor as priceAddedMinor',
                  'line.price_told_minor as priceToldMinor',
                  'line.chosen_minor as chosenMinor',
                  sql<number | null>`coalesce(hold.price_minor, line.price_minor)`.as('fixedMinor'),
                  sql<number | null>`coalesce(hold.booking_fee_minor, line.booking_fee_minor)`.as('fixedFeeMinor'),
                ])
                .whereRef('line.sale_id', '=', 'sale.id')
                .orderBy('line.added_at')
                .orderBy('line.ticket_type_id'),
            ).as('lines'),
          ])
          .whereRef('sale.id', '=', 'wanted.id')
          .limit(1)
          .as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .select(firstRowOnly(jsonArrayFrom(typesQuery(db, saleIds))).as('types')),
)

type Row = RowOf<typeof statement>
type TypeRow = NonNullable<Row['types']>[number]

/** Sales with their lines, by id. Unknown sales are missing. */
export const saleRowsQuery = (saleIds: readonly number[]): Query<Map<number, SaleWithLines>> =>
  query(statement({ saleIds }), (rows) => {
    const [first] = rows
    const types = new Map((first?.types ?? []).map((type) => [type.ticketTypeId, typeFrom(type)]))
    // They are no part of the one sale whose row carried them.
    if (first) first.types = null
    return new Map(
      rows.map((row) => {
        const lines = row.lines.map((line) => ({ line, type: types.get(line.typeId)! }))
        const has = presenceOf(
          row.has,
          lines.map(({ type }) => type.has),
        )
        // The row itself: a copy of its sixty columns would cost more than the few that are not the sale's.
        return [row.id, { sale: row, has, orderNumber: row.orderNumber, lines }]
      }),
    )
  })

type Type = Omit<TypeRow, 'taxRates' | 'startsAt' | 'endsAt' | 'onSaleFrom'> & {
  taxRates: TaxRates | null
  startsAt: Date
  endsAt: Date | null
  onSaleFrom: Date | null
}
export type LineRow = { line: Row['lines'][number]; type: Type }
export type SaleWithLines = { sale: SaleRow; has: Presence; orderNumber: string | null; lines: LineRow[] }

/** What a line adds to its type, and what a session's sale adds to the line. */
const PLACES_OF_LINE = {
  qty: 0,
  addedAt: new Date(0),
  priceAddedMinor: null,
  priceToldMinor: null,
  discountMinor: 0,
  requirements: null,
  seats: null,
}

/**
 * A ticket type as JSON made it, with its dates, which arrive as text, and with a place for everything that lines add. V8 copies an
 * object of sixty properties in 0.1 us, but in 15 if properties are added to the copy or if it was itself put together.
 */
const typeFrom = (type: TypeRow): Type =>
  Object.assign(type, PLACES_OF_LINE, {
    deliveryCostMinor: type.deliveredByPost ? type.deliveryCostMinor : 0,
    taxRates: type.taxRates as TaxRates | null,
    startsAt: new Date(type.startsAt),
    endsAt: type.endsAt === null ? null : new Date(type.endsAt),
    onSaleFrom: type.onSaleFrom === null ? null : new Date(type.onSaleFrom),
  })

/**
 * The line of a type, under the terms of its sale if it has any. A hold keeps its price, and a basket the price that was shown; what
 * the buyer chose to pay counts unless the organiser has fixed the price since.
 */
export function lineFrom(
  { line, type }: LineRow,
  terms: Terms | null,
): Type & Omit<Line, 'requirements' | 'seats' | 'discountMinor'> & PricedLine & EventWindow & OfLine {
  const live: TermedLine = {
    priceMinor: line.fixedMinor ?? (type.pricing === null ? null : line.chosenMinor) ?? type.priceMinor,
    bookingFeeMinor: line.fixedFeeMinor ?? type.bookingFeeMinor,
    refundProtectionBp: type.refundProtectionBp,
    deliveryCostMinor: type.deliveryCostMinor,
    taxRates: type.taxRates,
    charityId: type.charityId,
  }
  const at = terms === null ? live : lineAt(terms, live, type)
  return {
    ...type,
    qty: line.qty,
    addedAt: new Date(line.addedAt),
    priceMinor: at.priceMinor,
    bookingFeeMinor: at.bookingFeeMinor,
    refundProtectionBp: at.refundProtectionBp,
    deliveryCostMinor: at.deliveryCostMinor,
    taxRates: at.taxRates,
    charityId: at.charityId,
    priceAddedMinor: line.priceAddedMinor,
    priceToldMinor: line.priceToldMinor,
  }
}

type OfLine = Pick<Row['lines'][number], 'priceAddedMinor' | 'priceToldMinor'> & { addedAt: Date }
