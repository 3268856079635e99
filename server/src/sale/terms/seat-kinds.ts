import { sql } from 'kysely'

/**
 * Whether `type` takes ordinary seats. Tickets for companions and wheelchair spaces alone are bought with their seats: nothing is
 * changed into one of them, and nobody on a waiting list is offered one.
 */
export const TAKES_ORDINARY_SEATS = sql<boolean>`(type.seat_kinds is null or 'standard' = any(type.seat_kinds))`
