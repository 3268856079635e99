import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'

/** What disagrees about seats. `where`: the event, and its pool, ticket type or seat; `what`: a sentence without a full stop. */
export type SeatDifference = { where: string; what: string }

/**
 * Compares all seats with the counters of ticket types and pools, with the holds and sales that have them, and with the tickets that
 * name them. One statement, so that sales going on meanwhile are no difference.
 */
export async function seatDifferences(db: Db): Promise<SeatDifference[]> {
  const { rows } = await sql<SeatDifference>`
    with by_type as (
      select ticket_type_id as id, count(*) filter (where status = 'held') as held,
        count(*) filter (where status = 'sold') as sold, count(*) filter (where pool_id is null) as own
      from seats where ticket_type_id is not null group by ticket_type_id
    ),
    by_pool as (
      select pool_id as id, count(*) as seats, count(*) filter (where status = 'held') as held,
        count(*) filter (where status = 'sold') as sold, count(*) filter (where status = 'kept') as kept
      from seats where pool_id is not null group by pool_id
    ),
    named as (
      select ticket.id, ticket.sale_id, ticket.ticket_type_id, own.seat_id
      from tickets ticket cross join unnest(coalesce(ticket.seat_ids, array[ticket.seat_id])) as own (seat_id)
      where ticket.status = 'valid' and ticket.seat_id is not null
    ),
    place as (
      select seat.*, concat('event ', event.id, ' "', event.title, '", seat ', seat.id, ' "', seat.label, '"') as place
      from seats seat left join pools pool on pool.id = seat.pool_id left join ticket_types type on type.id = seat.ticket_type_id
        join events event on event.id = coalesce(pool.event_id, type.event_id)
    )
    select concat('event ', event.id, ' "', event.title, '", ticket type ', type.id, ' "', type.name, '"') as where,
      concat(counter.name, ' is ', counter.counted, ' for ', counter.seats, ' seats') as what
    from ticket_types type join events event on event.id = type.event_id join stock on stock.ticket_type_id = type.id
      left join by_type on by_type.id = type.id
      cross join lateral (values
        ('held', (stock.held - stock.waiting) * stock.places, coalesce(by_type.held, 0)),
        ('sold', stock.sold * stock.places, coalesce(by_type.sold, 0)),
        ('capacity', case when stock.pool_id is null and not stock.closed then stock.capacity end, coalesce(by_type.own, 0))
      ) as counter (name, counted, seats)
    where type.seated and counter.counted <> counter.seats
    union all
    select concat('event ', event.id, ' "', event.title, '", pool ', pool.id, ' "', pool.name, '"'),
      concat(counter.name, ' is ', counter.counted, ' for ', counter.seats, ' seats')
    from by_pool join pools pool on pool.id = by_pool.id join events event on event.id = pool.event_id
      cross join lateral (
        select coalesce(sum(waiting * places), 0) as waiting from stock where stock.pool_id = pool.id
      ) types
      cross join lateral (values
        ('held', pool.held - pool.waiting - types.waiting, by_pool.held),
        ('sold', pool.sold, by_pool.sold),
        ('kept', pool.kept, by_pool.kept),
        ('capacity', case when not pool.closed then pool.capacity end, by_pool.seats)
      ) as counter (name, counted, seats)
    where counter.counted <> counter.seats
    union all
    select place, concat('is held by sale ', sale_id, ', which holds nothing') from place seat
    where status = 'held'
      and not exists (select from holds where holds.sale_id = seat.sale_id and holds.ticket_type_id = seat.ticket_type_id)
      and not exists (select from ticket_changes change where change.sale_id = seat.sale_id and change.state = 'waiting'
        and seat.id = any(change.seat_ids))
    union all
    select place, concat('is sold to sale ', sale.id, ', which is ', case when sale.paid_at is null then 'not paid' else 'cancelled' end)
    from place seat join sales sale on sale.id = seat.sale_id
    where seat.status = 'sold' and (sale.paid_at is null or sale.cancelled_at is not null)
    union all
    select place, case when seat.allocation_id is null then 'is kept by no allocation'
      else concat('is ', seat.status, ', but its allocation "', allocation.name, '" ',
        case when allocation.released_at is null then 'is open' else 'has been released' end) end
    from place seat left join seat_allocations allocation on allocation.id = seat.allocation_id
    where (seat.status = 'kept' and (allocation.id is null or allocation.released_at is not null))
      or (seat.status = 'free' and seat.allocation_id is not null)
    union all
    select place, concat('is ', seat.status, coalesce(', of sale ' || seat.sale_id, ''), ', but ticket ', named.id, ' of sale ', named.sale_id, ' names it')
    from named join place seat on seat.id = named.seat_id
    where seat.status <> 'sold' or seat.sale_id <> named.sale_id or seat.ticket_type_id <> named.ticket_type_id
    union all
    select place, concat('is sold to sale ', sale.id, ', and ', tickets.count, ' tickets name it')
    from place seat join sales sale on sale.id = seat.sale_id
      cross join lateral (select count(*) as count from named where named.seat_id = seat.id) tickets
    where seat.status = 'sold' and sale.tickets_delivered_at is not null and sale.cancelled_at is null and tickets.count <> 1
    order by 1, 2`.execute(db)
  return rows
}
