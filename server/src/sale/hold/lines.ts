import type { AccessCode } from '@foyer/domain/basket/access-code.ts'
import type { ReservableLine } from '@foyer/domain/basket/reserve-refusal.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type Offer, totalsOf } from '@foyer/domain/money/totals.ts'
import type { PlanOption } from '@foyer/domain/payment/plan.ts'
import type { Line } from '@foyer/domain/sale/line.ts'
import { sql } from 'kysely'
import { type Query, query } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { salesExceedingMaximum } from '../customer/limit.ts'
import type { SaleRow } from '../sale.ts'
import { COOL_OFF_HOURS } from '../terms/cool-off.ts'
import { SALE_STATUS } from '../terms/event-status.ts'
import { PLACES_LIMIT } from '../terms/places-limit.ts'
import { REFUND_PROTECTION_BP } from '../terms/refund-protection.ts'
import { mayBeSmall } from '../terms/small-total.ts'
import type { CharityTerms, LineTerms, Terms } from '../terms/terms.ts'

/** The terms of a charity, as JSON; the statement must name its table `charity`. */
const CHARITY_TERMS = sql`jsonb_build_object('id', charity.id, 'baseFeeMinor', charity.base_fee_minor,
  'bookingFeeBp', charity.booking_fee_bp, 'bookingFeeIncludesVat', charity.booking_fee_includes_vat,
  'bookingFeeVatBp', charity.booking_fee_vat_bp, 'bookingFeeCapMinor', charity.booking_fee_cap_minor)`

/** The places of the date of `type`: of its pools, and of the types without one. */
const DATE_CAPACITY = sql`(
  coalesce((select sum(own.capacity * of_date.pool_places) from ticket_types of_date
    join stock own on own.ticket_type_id = of_date.id
    where of_date.date_id = type.date_id and of_date.pool_id is null and not of_date.extra), 0)
  + coalesce((select sum(capacity) from pools where pools.event_id = event.id and pools.event_date_id = type.date_id), 0))::int`

/** The access code that opened a line's ticket type. */
export type LineCode = AccessCode & { id: number; quotaId: number | null }

/** A line as read for a hold. Baskets with the same line share one object. */
export type HoldLine = ReservableLine &
  Pick<Line, 'ticketTypeId' | 'eventId' | 'priceMinor' | 'bookingFeeMinor'> & {
    ticketName: string
    /** The buyer chooses the price, or the price changes by tiers; null if it is fixed. */
    pricing: 'chosen' | 'tiers' | null
    isExtra: boolean
    seated: boolean
    /** The pool that the type draws on, and how many places of it one ticket takes. */
    poolId: number | null
    places: number
    highDemand: boolean
    /** The waiting room of its event, which lets buyers in; null if nobody has to wait. */
    roomId: number | null
    dateId: number
    /** All places of the date. */
    dateCapacity: number
    timezone: string
    /** The sale has codes applied. */
    coded: boolean
    /** The sale has gift vouchers to buy. */
    withVouchers: boolean
    /** What the hold freezes beside the price; null for none. */
    offers: Offer[] | null
    charity: CharityTerms | null
    plans: PlanOption[] | null
    /** The code that opened a type sold by access code, and the quota it has. */
    accessCode?: LineCode | null
    quotaId?: number | null
    /** The quota of the price tier that the line is counted by, and the type’s price without tiers. */
    tierQuotaId?: number | null
    regularMinor?: number
  } & LineTerms

/**
 * Reads the lines of these sales, by sale, ordered by ticket type. The statement returns one row for each different line,
 * because hundreds of baskets have the same one when sales open. A copy for each basket would cost more than the rest of its
 * reserve, because V8 stores an object with this many fields as a hash table.
 */
export function linesQuery(saleIds: readonly number[]): Query<Map<number, HoldLine[]>> {
  const lines = sql<HoldLine & { saleIds: number[] }>`
    with line as (
      select ticket_type_id, qty, coded, with_vouchers, jsonb_agg(sale_id) as sale_ids
      from (
        select ticket_type_id, qty, sale_id,
          exists (select from sale_codes where sale_codes.sale_id = sale_lines.sale_id) as coded,
          exists (select from sale_vouchers where sale_vouchers.sale_id = sale_lines.sale_id) as with_vouchers
        from sale_lines where sale_id = any(${sql.val(saleIds)}::bigint[])
      ) of_sale
      group by ticket_type_id, qty, coded, with_vouchers
    )
    select line.sale_ids as "saleIds", line.qty, line.coded, line.with_vouchers as "withVouchers", type.id as "ticketTypeId",
      type.name as "ticketName", type.min_per_customer as "minPerCustomer",
      type.max_can_reserve as "maxCanReserve", type.seated, type.pool_id as "poolId", type.pool_places as places, type.price_minor as "priceMinor",
      case when type.tiered then 'tiers' when type.min_price_minor is not null then 'chosen' end as pricing, type.extra as "isExtra",
      type.booking_fee_minor as "bookingFeeMinor", event.title as "eventTitle", ${SALE_STATUS} as "eventStatus",
      event.on_sale_from as "onSaleFrom", type.sale_from as "saleFrom", type.sale_until as "saleUntil",
      type.visibility, type.archived, event.high_demand as "highDemand",
      (select room.id from waiting_rooms room where room.event_id = event.id and room.drained_at is null) as "roomId", type.date_id as "dateId",
      ${DATE_CAPACITY} as "dateCapacity", date.starts_at as "startsAt",
      date.ends_at as "endsAt", event.id as "eventId", event.organiser_id as "organiserId", event.timezone,
      ${REFUND_PROTECTION_BP} as "refundProtectionBp", ${COOL_OFF_HOURS} as "coolOffHours", ${PLACES_LIMIT} as "placesLimit",
      case when type.delivered_by_post then type.delivery_cost_minor else 0 end as "deliveryCostMinor", type.tax_rates as "taxRates",
      (select jsonb_agg(jsonb_build_object('organiserId', organiser_id, 'eventId', event_id, 'kind', kind, 'minQty', min_qty,
        'percentBp', percent_bp) order by id) from offers where organiser_id = event.organiser_id) as offers,
      (select ${CHARITY_TERMS} from organisers organiser join charities charity on charity.id = organiser.charity_id
        where organiser.id = event.organiser_id) as charity,
      (select jsonb_agg(jsonb_build_object('key', key, 'label', label, 'payments', payments, 'everyMonths', every_months))
        from plan_options where event_id = event.id) as plans,
      coalesce((select jsonb_agg(jsonb_build_object('title', requirement.title, 'ids', requirement.any_of))
        from ticket_requirements requirement where requirement.ticket_type_id = type.id), '[]') as requirements
    from line
    join ticket_types type on type.id = line.ticket_type_id
    join events event on event.id = type.event_id
    join event_dates date on date.id = type.date_id
    order by type.id`
  return query(lines, (rows) => {
    const linesBySale = new Map<number, HoldLine[]>(saleIds.map((id) => [id, []]))
    for (const { saleIds: lineSaleIds, ...line } of rows) for (const id of lineSaleIds) linesBySale.get(id)!.push(line)
    return linesBySale
  })
}

/** Whether the total of these lines might be too small for a card provider. Codes may take off any amount. */
export function mayHaveSmallTotal(lines: readonly HoldLine[]): boolean {
  const first = lines[0]
  if (first === undefined) return false
  if (first.coded) return true
  if (lines.some(({ offers }) => offers !== null)) return mayBeSmall(totalsWithOffers(lines).totalMinor)
  let costMinor = 0
  for (const { priceMinor, bookingFeeMinor, deliveryCostMinor, qty } of lines)
    costMinor += (priceMinor + bookingFeeMinor) * qty + deliveryCostMinor
  return mayBeSmall(costMinor)
}

const totalsWithOffers = (lines: readonly HoldLine[]) =>
  totalsOf({
    lines,
    offers: [...new Map(lines.map(({ organiserId, offers }) => [organiserId, offers ?? []])).values()].flat(),
    discounts: [],
    vouchers: [],
    vouchersBought: [],
    refundProtectionChosen: false,
    donationMinor: 0,
    donationFeeMinor: 0,
  })

type Charities = NonNullable<Terms['charities']>

/** Returns the sales that contain gift vouchers to buy, with the charities of the vouchers' organisers. */
export async function voucherCharitiesOf(tx: Tx, saleIds: readonly number[]): Promise<Map<number, Charities>> {
  if (saleIds.length === 0) return new Map()
  const { rows } = await sql<{ saleId: number; organiserId: number; charity: CharityTerms | null }>`
    select distinct line.sale_id as "saleId", organiser.id as "organiserId",
      case when charity.id is not null then ${CHARITY_TERMS} end as charity
    from sale_vouchers line
    join gift_voucher_designs design on design.id = line.design_id
    join organisers organiser on organiser.id = design.organiser_id
    left join charities charity on charity.id = organiser.charity_id
    where line.sale_id = any(${sql.val(saleIds)}::bigint[])`.execute(tx)
  const charitiesBySale = new Map<number, Charities>()
  for (const { saleId, organiserId, charity } of rows)
    charitiesBySale.set(saleId, { ...charitiesBySale.get(saleId), ...(charity && { [organiserId]: charity }) })
  return charitiesBySale
}

/** Returns the sales that contain gift vouchers of an organiser who sells nothing any more. */
export async function salesWithClosedVouchers(tx: Tx, saleIds: readonly number[]): Promise<Set<number>> {
  if (saleIds.length === 0) return new Set()
  const { rows } = await sql<{ saleId: number }>`
    select distinct line.sale_id as "saleId" from sale_vouchers line
    join gift_voucher_designs design on design.id = line.design_id
    join organisers organiser on organiser.id = design.organiser_id and organiser.closed_at is not null
    where line.sale_id = any(${sql.val(saleIds)}::bigint[])`.execute(tx)
  return new Set(rows.map(({ saleId }) => saleId))
}

/** Returns the ticket types that each user has valid tickets of, from earlier orders. */
export async function boughtTypesOf(
  tx: Pick<Tx, 'selectFrom'>,
  userIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  if (userIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('tickets')
    .select(['user_id', 'ticket_type_id'])
    .distinct()
    .where('user_id', 'in', userIds)
    .where('status', '=', 'valid')
    .execute()
  return new Map(
    [...groupBy(rows, (row) => row.user_id!)].map(([id, userTickets]) => [
      id,
      new Set(userTickets.map((row) => row.ticket_type_id)),
    ]),
  )
}

/** Returns the sales whose account would exceed the limit per customer for a type, counting earlier orders. */
export async function salesAboveMaximum(
  tx: Tx,
  sales: readonly Pick<SaleRow, 'id' | 'user_id'>[],
): Promise<Set<number>> {
  const userIds = sales.flatMap(({ user_id }) => (user_id === null ? [] : [user_id]))
  if (userIds.length === 0) return new Set()
  const users = await tx.selectFrom('users').select(['id', 'email']).where('id', 'in', userIds).execute()
  const byId = new Map(users.map((user) => [user.id, user]))
  return salesExceedingMaximum(
    tx,
    sales.flatMap((sale) => {
      const user = byId.get(sale.user_id!)
      return user ? [{ saleId: sale.id, email: user.email }] : []
    }),
  )
}
