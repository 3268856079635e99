import { type ServingSample, SPEED_SECONDS, servingAfter } from '@foyer/domain/waiting-room/serving.ts'
import { sql } from 'kysely'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { drawRooms } from './draw.ts'

/** How long those who were called have until they count as not having come. */
const GRACE_SECONDS = 60
/** The share of those called who came is that of so many who were called last. */
const TURNOUT_PLACES = 1000
/** Seconds between two samples of how far a room had called. */
const SAMPLE_SECONDS = 10
/** Tickets per buyer, until some have tickets. */
const USUAL_PARTY = 2

/** Draws the rooms whose sale has opened, and calls the next numbers in those that were drawn before. */
export async function runWaitingRooms(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const { db, clock } = deps
  const rooms = await db
    .selectFrom('waiting_rooms')
    .select(['id', 'drawn_at', 'paused'])
    .where('drained_at', 'is', null)
    .execute()
  const undrawn = rooms.flatMap(({ id, drawn_at }) => (drawn_at === null ? [id] : []))
  if (undrawn.length > 0) await drawRooms(deps, undrawn)
  for (const { id, drawn_at, paused } of rooms)
    if (drawn_at !== null && !paused) await inTx(db, (tx) => serveRoom(tx, id, clock.now()))
}

type Serving = { serving: number; lastNumber: number; rate: number; servedAt: Date; samples: ServingSample[] }

/** Calls the next numbers of a room, unless another process is doing so. */
async function serveRoom(tx: Tx, id: number, now: Date): Promise<void> {
  const { rows } = await sql<Serving>`
    select serving, last_number as "lastNumber", rate, served_at as "servedAt", samples from waiting_rooms
    where id = ${id} and drained_at is null and not paused and served_at < ${now} for update skip locked`.execute(tx)
  const room = rows[0]
  if (room === undefined) return
  const seconds = (now.getTime() - room.servedAt.getTime()) / 1000
  const nowSeconds = now.getTime() / 1000
  // What is missing in the samples was called before all of them.
  const graceAt = nowSeconds - GRACE_SECONDS
  const { inside, free, meanParty, ...turnout } = await countRoom(tx, id, {
    serving: room.serving,
    graced: room.samples.findLast(([at]) => at <= graceAt)?.[1] ?? 0,
    now,
  })
  const serving = servingAfter({
    serving: room.serving,
    lastNumber: room.lastNumber,
    ratePerMinute: room.rate,
    seconds,
    turnout,
    expected: turnout.expected,
    inside,
    meanParty,
    free,
  })
  await tx
    .updateTable('waiting_rooms')
    .set({ serving, served_at: now, samples: JSON.stringify(samplesWith(room.samples, [nowSeconds, serving])) })
    .where('id', '=', id)
    .execute()
}

/** Adds a sample if the last one is old enough. One more than the speed needs is kept, so that it is of the whole time. */
function samplesWith(samples: readonly ServingSample[], latest: ServingSample): readonly ServingSample[] {
  const last = samples.at(-1)
  if (last !== undefined && latest[0] - last[0] < SAMPLE_SECONDS) return samples
  return [...samples.filter(([at]) => at >= latest[0] - SPEED_SECONDS - SAMPLE_SECONDS), latest]
}

/** What a room has inside, and what is left for those outside. */
export type RoomCounts = {
  called: number
  came: number
  /** Called within the grace time, and not here yet. */
  expected: number
  /** People with a pass who hold nothing. */
  inside: number
  /** Places of all dates to come that everybody may buy. */
  free: number
  /** Tickets per buyer. */
  meanParty: number
}

/**
 * Counts a room. `graced`: the number up to which people were called long enough ago to have come. No part of it grows with the
 * number of people who wait.
 */
export async function countRoom(
  tx: Pick<Tx, 'getExecutor'>,
  id: number,
  { serving, graced, now }: { serving: number; graced: number; now: Date },
): Promise<RoomCounts> {
  const known = Math.floor(graced)
  const { rows } = await sql<RoomCounts>`
    select turnout.*, (
        select count(*) from waiting_places place left join sales on sales.id = place.sale_id
        where place.room_id = room.id and place.pass_until > ${now} and (sales.id is null
          or sales.paid_at is null and (sales.held_until is null or sales.held_until <= ${now}))
      )::int as inside, (
        coalesce((select sum(greatest(0, stock.capacity - stock.held - stock.sold) * type.pool_places)
          from ticket_types type join stock on stock.ticket_type_id = type.id join event_dates date on date.id = type.date_id
          where type.event_id = room.event_id and type.pool_id is null and type.visibility <> 'staff'
            and not type.archived and not type.extra and date.starts_at > ${now}), 0)
        + coalesce((select sum(greatest(0, pool.capacity - pool.held - pool.sold - pool.kept))
          from pools pool left join event_dates date on date.id = pool.event_date_id
          where pool.event_id = room.event_id and (date.id is null or date.starts_at > ${now})), 0)
      )::int as free, coalesce((
        select avg(party.places) from (
          select sum(holds.qty * type.pool_places) as places from ticket_types type
          join holds on holds.ticket_type_id = type.id
          where type.event_id = room.event_id and not type.extra group by holds.sale_id
        ) party), ${USUAL_PARTY})::float8 as "meanParty"
    from waiting_rooms room, lateral (
      select count(*) filter (where number <= ${known})::int as called,
        count(*) filter (where number <= ${known} and entered_at is not null)::int as came,
        count(*) filter (where number > ${known} and entered_at is null)::int as expected
      from waiting_places where room_id = ${id} and number > ${known - TURNOUT_PLACES} and number <= ${Math.floor(serving)}
    ) turnout
    where room.id = ${id}`.execute(tx)
  return rows[0]!
}
