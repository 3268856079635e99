import { priceText } from '@foyer/contract/price-text.ts'
import { isDateOver, isOnSale, type SaleWindow, saleState } from '@foyer/domain/basket/on-sale.ts'
import { maxPerBasket } from '@foyer/domain/basket/quantity.ts'
import { shortHeldDate, shortWhen } from '@foyer/domain/format/dates.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import { FREE } from '../catalogue/read/offered.ts'
import { purchasesOf } from '../catalogue/read/purchases.ts'
import { HELD_ONLINE } from '../db/held-online.ts'
import type { Tx } from '../db/transaction/tx.ts'
import type { MailOrganiser } from '../mail/about.ts'
import { SALE_STATUS } from '../sale/terms/event-status.ts'
import { TRADER } from '../trader.ts'
import { eventHeadOf } from './entry.ts'

type Reader = Pick<Tx, 'getExecutor' | 'selectFrom'>

type Type = SaleWindow & {
  id: number
  dateId: number
  name: string
  minPerCustomer: number
  maxCanReserve: number | null
  /**
   * The largest party that could ever get tickets. A capacity of 0 means that there are no tickets yet, and doesn't limit the
   * party.
   */
  most: number | null
  soldOut: boolean
  allDay: boolean
}

/** Ticket types that are sold on their own. A type that requires another one can't be offered by itself. */
const typesQuery = (those: RawBuilder<unknown>) => sql<Type>`
  select type.id, type.date_id as "dateId", type.name,
    type.min_per_customer as "minPerCustomer", type.max_can_reserve as "maxCanReserve",
    least(event.max_places / type.pool_places, nullif(stock.capacity, 0), nullif(pool.capacity / type.pool_places, 0)) as most,
    ${FREE} = 0 as "soldOut", date.all_day as "allDay",
    ${SALE_STATUS} as "eventStatus",
    event.on_sale_from as "onSaleFrom", type.sale_from as "saleFrom", type.sale_until as "saleUntil", type.visibility,
    type.archived, date.starts_at as "startsAt", date.ends_at as "endsAt"
  from ticket_types type join stock on stock.ticket_type_id = type.id join event_dates date on date.id = type.date_id
    join events event on event.id = type.event_id left join pools pool on pool.id = stock.pool_id
  where ${those} and not type.extra and not type.hide_when_sold_out
    and not exists (select from ticket_requirements where ticket_type_id = type.id)
  order by date.starts_at, type.sort, type.id`

/** Of these ticket types, those that are on sale and have none left. */
export async function soldOutOf(db: Reader, types: readonly number[], now: Date): Promise<number[]> {
  const { rows } = await typesQuery(sql`type.id = any(${sql.val(types)}::bigint[])`).execute(db as Tx)
  return rows.filter((row) => row.soldOut && isOnSale(row, now)).map(({ id }) => id)
}

export type WaitedDate = {
  dateId: number
  niceDate: string
  types: { id: number; name: string; price: string; least: number; most: number }[]
}

/** The tickets of an event that people can wait for: types that have sold out, by date, and a sale that opens later. */
export type EventLists = {
  eventId: number
  title: string
  slug: string
  thumbnail: string
  where: string
  on: boolean
  dates: WaitedDate[]
  /** When the next sale opens; null if none is to come. */
  opens: string | null
  /** The ticket types that are not on sale yet. */
  later: number[]
  organiser: MailOrganiser
}

/** Null for an event that is hidden from buyers. */
export async function listsOfEvent(db: Reader, slug: string, now: Date): Promise<EventLists | null> {
  const event = await db
    .selectFrom('events as event')
    .innerJoin('organisers as organiser', 'organiser.id', 'event.organiser_id')
    .select([
      'event.id',
      'event.title',
      'event.slug',
      'event.waiting_list',
      'event.timezone',
      HELD_ONLINE.as('online'),
      'event.currency',
    ])
    .leftJoin('venues as venue', 'venue.id', 'event.venue_id')
    .select(['event.picture', 'event.online_url', 'venue.name as venue', 'venue.town'])
    .select([
      'organiser.id as organiserId',
      'organiser.name',
      'organiser.logo',
      'organiser.accent',
      TRADER.as('trader'),
    ])
    .where('event.slug', '=', slug)
    .where('event.status', '=', 'published')
    .executeTakeFirst()
  if (!event) return null
  const { rows } = await typesQuery(sql`type.event_id = ${event.id}`).execute(db as Tx)
  const soldOut = rows.filter((row) => row.soldOut && isOnSale(row, now))
  const later = rows.filter((row) => opensLater(row, now))
  const opens = later.map(({ onSaleFrom, saleFrom }) => Math.max(onSaleFrom?.getTime() ?? 0, saleFrom?.getTime() ?? 0))
  const currency = currencyCode(event.currency)
  const purchases = await purchasesOf(db, sql`type.event_id = ${event.id} and ${soldOut.length > 0}`, now)
  return {
    eventId: event.id,
    title: event.title,
    slug: event.slug,
    ...eventHeadOf({ ...event, eventId: event.id }),
    on: event.waiting_list,
    dates: [...groupBy(soldOut, ({ dateId }) => dateId)].map(([dateId, types]) => ({
      dateId,
      niceDate: shortWhen(types[0]!, now, { ...event, postponed: false }),
      types: types.map((type) => ({
        id: type.id,
        name: type.name,
        price: priceText(purchases.get(type.id)!, currency),
        least: type.minPerCustomer,
        most: Math.min(maxPerBasket(type), type.most ?? Number.POSITIVE_INFINITY),
      })),
    })),
    opens: later.length === 0 ? null : shortHeldDate(new Date(Math.min(...opens)), now, event),
    later: later.map(({ id }) => id),
    organiser: {
      id: event.organiserId,
      name: event.name,
      logo: event.logo,
      accent: event.accent,
      trader: event.trader,
    },
  }
}

/** Whether this type will be on sale to everyone, but isn't yet. */
const opensLater = (type: Type, now: Date): boolean =>
  type.eventStatus === 'published' &&
  type.visibility === 'all' &&
  !type.archived &&
  !isDateOver(type, now) &&
  ((type.onSaleFrom !== null && type.onSaleFrom > now) || saleState(type, now) === 'not_yet')
