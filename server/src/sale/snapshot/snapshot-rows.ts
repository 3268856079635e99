import type { EventWindow } from '@foyer/domain/basket/on-sale.ts'
import type { ChosenPrice } from '@foyer/domain/money/chosen-amount.ts'
import type { TaxRates } from '@foyer/domain/money/tax.ts'
import type { Line, PricedLine } from '@foyer/domain/sale/line.ts'
import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { HELD } from '../../db/held-online.ts'
import type { Database, SalesTable } from '../../db/schema/types.generated.ts'
import { compiledOnce, type Parameters, type Query, query, type RowOf } from '../../db/transaction/batch.ts'
import type { SaleRow } from '../sale.ts'
import { COOL_OFF_HOURS } from '../terms/cool-off.ts'
import { EVENT_STATUS } from '../terms/event-status.ts'
import { PLACES_LIMIT } from '../terms/places-limit.ts'
import { REFUND_PROTECTION_BP } from '../terms/refund-protection.ts'
import { lineAt, type TermedLine, type Terms } from '../terms/terms.ts'
import { combineParts, partsOfSale, partsOfType, type SaleParts } from './sale-parts.ts'

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

/** The ticket types in these sales, with their dates, events and organisers. */
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
      partsOfType.as('has'),
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
      ...HELD,
      EVENT_STATUS.as('eventStatus'),
      'event.on_sale_from as onSaleFrom',
      'event.express',
      'event.hide_booking_fee as hideBookingFee',
      REFUND_PROTECTION_BP.as('refundProtectionBp'),
      COOL_OFF_HOURS.as('coolOffHours'),
      sql<boolean>`event.refund_protection_bp is not null`.as('eventHasRefundProtection'),
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

/** The lines of the row `sale` of the enclosing statement, with the price that its hold or its order has fixed. */
const linesOfSale = (eb: ExpressionBuilder<Database & { sale: SalesTable }, 'sale'>) =>
  eb
    .selectFrom('sale_lines as line')
    .leftJoin('holds as hold', (join) =>
      join.onRef('hold.sale_id', '=', 'line.sale_id').onRef('hold.ticket_type_id', '=', 'line.ticket_type_id'),
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
    .orderBy('line.ticket_type_id')

const firstRowOnly = <Value>(value: RawBuilder<Value>) =>
  sql<Value | null>`case when row_number() over () = 1 then ${value} end`

/**
 * Reads sales, which less common parts they have, and their lines. All ticket types are in the first row, each once, because most
 * baskets have the same types when sales open. Each sale is looked up by itself (`limit 1`), because otherwise PostgreSQL would plan
 * to read all sales and payments while the tables of a new shop are small.
 */
const statement = compiledOnce((db, { saleIds }: Parameters<{ saleIds: readonly number[] }>) =>
  db
    .selectFrom(sql<{ id: number }>`unnest(${saleIds}::bigint[])`.as<'wanted'>(sql`wanted(id)`))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('sales as sale')
          .selectAll('sale')
          .select((eb) => [
            partsOfSale.as('has'),
            ORDER_NUMBER.as('orderNumber'),
            jsonArrayFrom(linesOfSale(eb)).as('lines'),
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
    // The types belong to all of these sales, so the sale in the first row must not keep them.
    if (first) first.types = null
    return new Map(
      rows.map((row) => {
        const lines = row.lines.map((line) => ({ line, type: types.get(line.typeId)! }))
        const has = combineParts(
          row.has,
          lines.map(({ type }) => type.has),
        )
        // `sale` is the whole row, with a few more columns: copying its sixty columns would cost more.
        return [row.id, { sale: row, has, orderNumber: row.orderNumber, lines }]
      }),
    )
  })

type TicketType = Omit<TypeRow, 'taxRates' | 'startsAt' | 'endsAt' | 'onSaleFrom'> & {
  taxRates: TaxRates | null
  startsAt: Date
  endsAt: Date | null
  onSaleFrom: Date | null
}
export type LineRow = { line: Row['lines'][number]; type: TicketType }
export type SaleWithLines = { sale: SaleRow; has: SaleParts; orderNumber: string | null; lines: LineRow[] }

/** Initial values for what a line adds to its type, and a session's sale to the line. */
const LINE_PROPERTIES = {
  qty: 0,
  addedAt: new Date(0),
  priceAddedMinor: null,
  priceToldMinor: null,
  discountMinor: 0,
  requirements: null,
  seats: null,
}

/**
 * Parses the dates of a ticket type, which are text in JSON, and adds the properties of lines. V8 copies an object of sixty
 * properties in 0.1 us, but takes 15 us if properties are added to the copy.
 */
const typeFrom = (type: TypeRow): TicketType =>
  Object.assign(type, LINE_PROPERTIES, {
    deliveryCostMinor: type.deliveredByPost ? type.deliveryCostMinor : 0,
    taxRates: type.taxRates as TaxRates | null,
    startsAt: new Date(type.startsAt),
    endsAt: type.endsAt === null ? null : new Date(type.endsAt),
    onSaleFrom: type.onSaleFrom === null ? null : new Date(type.onSaleFrom),
  })

/**
 * Returns a line at the price of its hold or order; without either, at the price that its buyer has chosen or was shown; otherwise
 * at the price of its type. The terms of the sale, if it has any, take precedence.
 */
export function lineFrom(
  { line, type }: LineRow,
  terms: Terms | null,
): TicketType & Omit<Line, 'requirements' | 'seats' | 'discountMinor'> & PricedLine & EventWindow & LinePrices {
  const live: TermedLine = {
    priceMinor: line.fixedMinor ?? (type.pricing === null ? null : line.chosenMinor) ?? type.priceMinor,
    bookingFeeMinor: line.fixedFeeMinor ?? type.bookingFeeMinor,
    refundProtectionBp: type.refundProtectionBp,
    coolOffHours: type.coolOffHours,
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
    // Terms are by event, whose other types may have one.
    coolOffHours: type.nonRefundable ? null : at.coolOffHours,
    deliveryCostMinor: at.deliveryCostMinor,
    taxRates: at.taxRates,
    charityId: at.charityId,
    priceAddedMinor: line.priceAddedMinor,
    priceToldMinor: line.priceToldMinor,
  }
}

type LinePrices = Pick<Row['lines'][number], 'priceAddedMinor' | 'priceToldMinor'> & { addedAt: Date }
