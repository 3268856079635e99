import type { Minor } from '@foyer/domain/money/money.ts'
import { type SeatKind, takesKinds } from '@foyer/domain/seats/kinds.ts'
import { sql } from 'kysely'
import { FREE } from '../../catalogue/read/offered.ts'
import { HELD } from '../../db/held-online.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { IS_CLOSED } from '../../may-sell.ts'
import { TAKES_ORDINARY_SEATS } from '../../sale/terms/seat-kinds.ts'

const MAX_CHOICES = 200

/** A ticket type that a ticket may become. */
export type TargetType = {
  id: number
  event_id: number
  date_id: number
  name: string
  title: string
  timezone: string
  online: boolean
  postponed: boolean
  currency: string
  starts_at: Date
  ends_at: Date | null
  all_day: boolean
  price_minor: Minor
  booking_fee_minor: Minor
  seated: boolean
  pool_id: number | null
  pool_places: number
  /** The kinds of seats it takes; null for any. */
  seat_kinds: string[] | null
  free: number
}

/** A ticket's seats, and the kinds that its type takes. */
export type TicketSeats = { kinds: readonly SeatKind[]; takes: readonly string[] | null }

export type WhichTypes = {
  organiserId: number
  currency: string
  now: Date
  /** Null: all events. */
  eventIds: readonly number[] | null
  only?: number
  dateId?: number
  /** The event whose types come first. */
  first?: number | null
  /** The ticket that changes. Without it, types that take no ordinary seats are left out. */
  of?: TicketSeats
}

/** What a ticket may become: the types of the organiser's events that still take place, in the order's currency. */
export const targetTypes = (
  db: Pick<Tx, 'selectFrom'>,
  { organiserId, currency, now, eventIds, only, dateId, first = null, of }: WhichTypes,
): Promise<TargetType[]> =>
  db
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .innerJoin('stock', 'stock.ticket_type_id', 'type.id')
    .leftJoin('pools as pool', 'pool.id', 'type.pool_id')
    .select([
      'type.id',
      'type.event_id',
      'type.date_id',
      'type.name',
      'event.title',
      'event.timezone',
      ...HELD,
      'event.currency',
      'date.starts_at',
      'date.ends_at',
      'date.all_day',
      'type.price_minor',
      'type.booking_fee_minor',
      'type.seated',
      'type.pool_id',
      'type.pool_places',
      'type.seat_kinds',
      FREE.as('free'),
    ])
    // guard: changed-to-own-event
    .where('event.organiser_id', '=', organiserId)
    .where('event.currency', '=', currency)
    .where('event.status', '=', 'published')
    .where(IS_CLOSED, '=', false)
    .where('date.status', '=', 'published')
    .where((eb) => eb(eb.fn.coalesce('date.ends_at', 'date.starts_at'), '>=', now))
    .where('type.archived', '=', false)
    .where('type.extra', '=', false)
    // guard: changed-into-no-companion
    .where((eb) => eb.or([TAKES_ORDINARY_SEATS, ...(isForItsKind(of) ? [takesOnly(of)] : [])]))
    .$if(eventIds !== null, (query) => query.where('event.id', 'in', [-1, ...eventIds!]))
    .$if(dateId !== undefined, (query) => query.where('type.date_id', '=', dateId!))
    .$if(only !== undefined, (query) => query.where('type.id', '=', only!))
    .orderBy(sql`event.id is not distinct from ${first}`, 'desc')
    .orderBy('date.starts_at')
    .orderBy('type.sort')
    .orderBy('type.id')
    .limit(MAX_CHOICES)
    .execute() as Promise<TargetType[]>

/** Whether a ticket is of a type for wheelchair spaces or companion seats alone. Only such a ticket may become one of these. */
const isForItsKind = (of: TicketSeats | undefined): of is TicketSeats =>
  of !== undefined && of.kinds.length > 0 && !takesKinds(of.takes, ['standard'])

const takesOnly = ({ kinds }: TicketSeats) => sql<boolean>`${sql.val([...kinds])}::text[] <@ type.seat_kinds`
