import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { isSoldAtCounter, type SaleWindow } from '@foyer/domain/basket/on-sale.ts'
import { maxPerBasket } from '@foyer/domain/basket/quantity.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { dayOf, longWhen, niceDate } from '@foyer/domain/format/dates.ts'
import { decimalText, formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { type CurrencyCode, currencyCode, currencyInfo, type Minor, sum } from '@foyer/domain/money/money.ts'
import { priceInForce } from '@foyer/domain/money/price-tiers.ts'
import { type Offer, totalsOf } from '@foyer/domain/money/totals.ts'
import {
  type Chosen,
  chosenIn,
  chosenText,
  seatIdsIn,
  seatIdsText,
  usualCash,
  withChosen,
} from '@foyer/domain/office/counter.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { tiersOf } from '../../catalogue/price-tiers.ts'
import { FREE } from '../../catalogue/read/offered.ts'
import { HELD_COLUMNS } from '../../db/held-online.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { SALE_STATUS } from '../../sale/terms/event-status.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { isOwnLine } from '../lists/filter.ts'
import { formKey } from '../order/form-key.ts'
import { type CounterPrice, counterPricesOf } from './counter-price.ts'
import { IS_ONLINE_ONLY } from './online-only.ts'
import { activeReadersOf } from './readers.ts'
import { hallsOf } from './seats.ts'
import { openShiftOf } from './shift.ts'
import { refundsOwedAtCounter } from './void.ts'

type CounterReply = OfficeReply<'office_counter'>

const MAX_DATES = 40
const MAX_SOLD = 10

type CounterType = SaleWindow & {
  id: number
  name: string
  dateId: number
  eventId: number
  title: string
  timezone: string
  online: boolean
  postponed: boolean
  allDay: boolean
  currency: string
  priceMinor: Minor
  bookingFeeMinor: Minor
  isExtra: boolean
  maxCanReserve: number | null
  left: number
  onlineOnly: boolean
  seated: boolean
  poolId: number | null
  places: number
  /** Tickets that the seats kept for the house are enough for. */
  house: number
}

export const officeCounter: OfficeHandlers['office_counter'] = {
  async read({ date_id, chosen: typed, set, seats, first }, ctx) {
    const { db } = ctx.deps
    const { organiserId } = grantOf(ctx)
    if (date_id !== undefined && !(await isOwnDate(db, ctx, date_id))) return fail('not_found')
    const shift = await openShiftOf(db, ctx)
    const types = (await typesOf(db, ctx)).filter(
      (type) => isSoldAtCounter(type, ctx.now) && (shift === undefined || type.currency === shift.currency),
    )
    const dates = datesIn(types, ctx.now)
    const wanted = date_id ?? (shift && (await lastDateOf(db, shift.id)))
    const chosenDate = dates.find((date) => date.date_id === wanted) ?? dates.find(({ is_today }) => is_today)
    const offered = chosenDate ? types.filter(({ dateId }) => dateId === chosenDate.date_id) : []
    const chosen = applySet(chosenIn(typed), set).filter(({ ticketTypeId }) =>
      offered.some(({ id, onlineOnly }) => id === ticketTypeId && !onlineOnly),
    )
    const currency = currencyCode(shift?.currency ?? offered[0]?.currency ?? null)
    const priced = await pricesOf(db, offered, chosen, ctx.now)
    const totalMinor = await totalOf(db, organiserId, offered, chosen, priced)
    const seated = offered.filter((type) => type.seated)
    const { halls, seatIds } = await hallsOf(db, seated, chosen, { first, before: seatIdsIn(seats) })
    const owed = shift ? await refundsOwedAtCounter(db, ctx) : []
    return {
      form_key: formKey(ctx),
      shift: shift ? { nice_opened: niceDate(shift.opened_at), is_counted: shift.float_minor !== null } : null,
      currency: currencyInfo(currency),
      currencies: [...new Set([...types.map((type) => type.currency), 'GBP'])],
      dates: dates.slice(0, MAX_DATES),
      date_id: chosenDate?.date_id ?? null,
      types: offered.map(({ id, name, left, house, maxCanReserve, onlineOnly }) => ({
        ticket_id: id,
        name,
        left,
        house,
        online_only: onlineOnly,
        most: maxPerBasket({ maxCanReserve }),
        price: formatMinor(sum(priced.get(id)!), currency),
        chosen: chosen.find(({ ticketTypeId }) => ticketTypeId === id)?.qty ?? 0,
      })),
      chosen: chosenText(chosen),
      seats: seatIdsText(seatIds),
      halls,
      total: chosen.length === 0 ? '' : formatMinor(totalMinor, currency),
      total_minor: totalMinor,
      readers: (await activeReadersOf(db, organiserId)).map(({ reader_id, name }) => ({ reader_id, name })),
      cash: chosen.length === 0 || totalMinor === 0 ? [] : cashFor(totalMinor, currency),
      sold: shift ? await soldIn(db, ctx, shift.id, currency) : [],
      owed: owed
        .filter((row) => row.currency === shift!.currency)
        .map(({ refund_id, order_id, number, amount_minor }) => ({
          refund_id,
          order_id,
          number: shownOrderNumber(number),
          amount: formatMinor(amount_minor, currency),
        })),
    }
  },
}

/** `chosen` with the quantity that a button of the page sets, such as `12x3`. `12x0` removes the type. */
function applySet(chosen: readonly Chosen[], set: string): readonly Chosen[] {
  const isRemoval = set.endsWith('x0')
  // A quantity of 0 isn't parsed, so it is read as another one and set to 0 afterwards.
  const [wanted] = chosenIn(isRemoval ? set.replace(/x0$/, 'x1') : set)
  return wanted === undefined ? chosen : withChosen(chosen, isRemoval ? { ...wanted, qty: 0 } : wanted)
}

const cashFor = (totalMinor: Minor, currency: CurrencyCode): CounterReply['cash'] =>
  usualCash(totalMinor, currency).map((minor) => ({
    given: decimalText(minor, currency),
    label: formatMinor(minor, currency),
    change: formatMinor(minor - totalMinor, currency),
  }))

export const isOwnDate = async (db: Db, ctx: OfficeContext, dateId: number): Promise<boolean> => {
  const { organiserId, eventIds } = grantOf(ctx)
  const date = await db
    .selectFrom('event_dates as date')
    .innerJoin('events as event', 'event.id', 'date.event_id')
    .select('event.id')
    .where('date.id', '=', dateId)
    .where('event.organiser_id', '=', organiserId)
    .executeTakeFirst()
  return date !== undefined && (eventIds === null || eventIds.includes(date.id))
}

/** The ticket types of dates that aren't over, or ended less than a day ago. */
export async function typesOf(db: Db, ctx: OfficeContext): Promise<CounterType[]> {
  const { organiserId, eventIds } = grantOf(ctx)
  const { rows } = await sql<CounterType>`
    select type.id, type.name, date.id as "dateId", event.id as "eventId", event.title, ${HELD_COLUMNS}, event.currency,
      date.all_day as "allDay", type.price_minor as "priceMinor", type.booking_fee_minor as "bookingFeeMinor", type.extra as "isExtra",
      type.max_can_reserve as "maxCanReserve", ${FREE}::int as left, ${IS_ONLINE_ONLY} as "onlineOnly",
      type.seated, type.pool_id as "poolId", type.pool_places as places,
      case when type.seated then least(coalesce(pool.kept, 0) / type.pool_places, stock.capacity - stock.held - stock.sold) else 0 end as house,
      ${SALE_STATUS} as "eventStatus",
      event.on_sale_from as "onSaleFrom", type.sale_from as "saleFrom", type.sale_until as "saleUntil", type.visibility, type.archived,
      date.starts_at as "startsAt", date.ends_at as "endsAt"
    from events event join event_dates date on date.event_id = event.id join ticket_types type on type.date_id = date.id
    join stock on stock.ticket_type_id = type.id left join pools pool on pool.id = type.pool_id
    where event.organiser_id = ${organiserId} and event.status = 'published'
      and coalesce(date.ends_at, date.starts_at) > ${new Date(ctx.now.getTime() - DAY_MS)}
      and (${eventIds === null} or event.id = any(${sql.val(eventIds ?? [])}::bigint[]))
    order by date.starts_at, event.title, date.id, type.sort, type.id limit 2000`.execute(db)
  return rows
}

/** The dates in the order of the types: today's come first, because they are the earliest. */
export const datesIn = (types: readonly CounterType[], now: Date): CounterReply['dates'] =>
  [...new Map(types.map((type) => [type.dateId, type])).values()].map((type) => ({
    date_id: type.dateId,
    title: type.title,
    nice_date: longWhen(type, type),
    is_today: dayOf(type.startsAt, type.timezone) <= dayOf(now, type.timezone),
  }))

/** The price and booking fee of one ticket of each type now, at the chosen quantity. */
async function pricesOf(db: Db, types: readonly CounterType[], chosen: readonly Chosen[], now: Date) {
  const tiers = await tiersOf(
    db,
    types.map(({ id }) => id),
  )
  return counterPricesOf(
    db,
    types.map(({ id, priceMinor, bookingFeeMinor }) => {
      const qty = chosen.find(({ ticketTypeId }) => ticketTypeId === id)?.qty ?? 1
      const inForce = priceInForce(tiers.get(id) ?? [], priceMinor, qty, now).priceMinor
      return { ticketTypeId: id, priceMinor: inForce, bookingFeeMinor }
    }),
  )
}

async function totalOf(
  db: Db,
  organiserId: number,
  types: readonly CounterType[],
  chosen: readonly Chosen[],
  prices: ReadonlyMap<number, CounterPrice>,
): Promise<Minor> {
  const offers = await db
    .selectFrom('offers')
    .selectAll()
    .where('organiser_id', '=', organiserId)
    .orderBy('id')
    .execute()
  const { totalMinor } = totalsOf({
    lines: chosen.map(({ ticketTypeId, qty }) => {
      const { eventId, isExtra } = types.find(({ id }) => id === ticketTypeId)!
      const [priceMinor, bookingFeeMinor] = prices.get(ticketTypeId)!
      return {
        ticketTypeId,
        eventId,
        organiserId,
        qty,
        bookingFeeMinor,
        isExtra,
        priceMinor,
        refundProtectionBp: null,
        deliveryCostMinor: 0,
      }
    }),
    offers: offers.map(
      ({ event_id, kind, min_qty, percent_bp }): Offer => ({
        organiserId,
        eventId: event_id,
        kind,
        minQty: min_qty,
        percentBp: percent_bp,
      }),
    ),
    discounts: [],
    vouchers: [],
    vouchersBought: [],
    refundProtectionChosen: false,
    donationMinor: 0,
    donationFeeMinor: 0,
  })
  return totalMinor
}

/** The date that was sold last in a shift: the next sale is probably for it too. */
async function lastDateOf(db: Db, shiftId: number): Promise<number | undefined> {
  const { rows } = await sql<{ date_id: number }>`
    select line.date_id from counter_sales own join order_lines line on line.sale_id = own.sale_id
    where own.shift_id = ${shiftId} and line.date_id is not null order by own.sale_id desc limit 1`.execute(db)
  return rows[0]?.date_id
}

/** The latest sales of a shift, with the tickets that this person may see. */
async function soldIn(
  db: Db,
  ctx: OfficeContext,
  shiftId: number,
  currency: CurrencyCode,
): Promise<CounterReply['sold']> {
  const { rows } = await sql<{
    order_id: number
    number: string
    at: Date
    how: CounterReply['sold'][number]['how']
    what: string
    total_minor: number
    is_voided: boolean
  }>`
    select own.sale_id as order_id, orders.number, own.at, own.how, orders.total_minor, sale.cancelled_at is not null as is_voided,
      (select coalesce(string_agg(line.qty || ' × ' || type.name, ', ' order by line.line), '') from order_lines line
        join ticket_types type on type.id = line.ticket_type_id
        where line.sale_id = own.sale_id and ${isOwnLine(ctx)}) as what
    from counter_sales own join orders on orders.sale_id = own.sale_id join sales sale on sale.id = own.sale_id
    where own.shift_id = ${shiftId} order by own.sale_id desc limit ${MAX_SOLD}`.execute(db)
  return rows.map(({ order_id, number, at, how, what, total_minor, is_voided }) => ({
    order_id,
    number: shownOrderNumber(number),
    nice_at: niceDate(at),
    what,
    how,
    is_voided,
    total: formatMinor(total_minor, currency),
  }))
}
