import { captchaWork, freeShare, isEnoughWork } from '@foyer/domain/basket/held-places.ts'
import type { Language } from '@foyer/domain/format/language.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { command, type Query, query } from '../../db/transaction/batch.ts'
import { unnestRows } from '../../db/transaction/column-lists.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { networksOf, TIMES_LIMIT } from '../../http/limits/network.ts'
import { windowStart } from '../../http/limits/rate-limit.ts'
import type { Visitor } from '../customer/customer.ts'
import { correctPlacesQuery, counterKey, countReservesQuery, type ReserveCounter } from './count-reserves.ts'
import type { HoldLine } from './lines.ts'
import type { TryCount } from './write.ts'

/**
 * A basket to hold, and the account that its browser is signed in to. `visitor` is present if access must be checked. A refusal
 * is in `language`.
 */
export type HoldAttempt = { saleId: number; userId: number | null; visitor?: Visitor; language?: Language }

/** An attempt that would hold new stock. */
export type Candidate<Attempt> = { attempt: Attempt; sale: TryCount; lines: readonly HoldLine[] }

/** Decides on the attempts of one batch, which have been counted. */
export interface Gate<Attempt> {
  /**
   * Returns the work of the captcha that each candidate must pass first, in captchas of the usual work; 0 if it is admitted. Adds
   * the attempt to the tries of `sale`, which the hold writes.
   */
  admit(candidates: readonly Candidate<Attempt>[]): number[]
  /** Takes back the places that were counted of other sales than these. */
  correctQuery(heldSales: readonly { id: number }[]): Query<void>
}

/** Decides which attempts may hold new stock now, and which must pass a captcha first. */
export interface Admission<Attempt> {
  /** Whether these attempts need a pass of the waiting room of an event that has one. */
  readonly isBehindRooms: boolean
  /** Counts the attempts whose sale meets `condition` on its row in `sales`, in the hold's transaction. */
  countQuery(attempts: readonly Attempt[], condition: RawBuilder<boolean>, now: Date): Query<Gate<Attempt>>
}

export const admitEveryone: Admission<unknown> = {
  isBehindRooms: false,
  countQuery: () =>
    query(null, () => ({ admit: (candidates) => candidates.map(() => 0), correctQuery: () => command(null) })),
}

/**
 * `work`: that of the captcha that the buyer has passed, 0 for none. `person`: names the account, or the confirmed address, that
 * the browser acts for.
 */
export type ReserveAttempt = HoldAttempt & { ip: string; work: number; person: string | null }

type Limits = Pick<Deps['config'], 'reservesPerSession' | 'reservesPerAddress' | 'placesPercent' | 'holdSeconds'>

/**
 * Requires a captcha from browsers and networks that try often, from everyone for a high-demand event, and for places beyond the
 * free share of a network or a person (decision 086). Tries per browser are counted in the basket's row, which the hold writes
 * anyway; networks and people are counted in one statement.
 */
export const limitReserves = ({ config }: { config: Limits }): Admission<ReserveAttempt> => ({
  isBehindRooms: true,
  countQuery(attempts, condition, now) {
    const counted = attempts.flatMap((attempt) =>
      holdersOf(attempt).map(({ key, timesTries }) => ({
        key,
        saleId: attempt.saleId,
        isTry: attempt.work === 0 && timesTries !== null,
      })),
    )
    const { map, statement } = countReservesQuery(counted, condition, { now, holdSeconds: config.holdSeconds })
    return query(statement, (rows) => makeGate(config, map(rows), now))
  },
})

/** `reserve:ip:` begins the counters of networks; the index `rate_limits_places` names it too. */
const NETWORK = 'reserve:ip:'

/**
 * Who an attempt counts for: its network, the /48 that it belongs to, and its person. Each may have so many times the tries of a
 * network, null for any number, and so many times its free share of places.
 */
const holdersOf = ({ ip, person }: ReserveAttempt) => [
  ...networksOf(ip).map((network, nth) => ({
    key: `${NETWORK}${network}`,
    timesTries: TIMES_LIMIT[nth]!,
    timesPlaces: nth === 0 ? 1 : LIMITS.sharesOfWiderNetwork,
  })),
  ...(person === null ? [] : [{ key: `reserve:person:${person}`, timesTries: null, timesPlaces: 1 }]),
]

function makeGate(config: Limits, counters: ReadonlyMap<string, ReserveCounter>, now: Date): Gate<ReserveAttempt> {
  /** What has been decided of this batch so far, by counter, and the places of each admitted sale. */
  const tries = new Map<string, number>()
  const places = new Map<string, number>()
  const ofSales = new Map<number, readonly (readonly [key: string, places: number])[]>()
  const add = (to: Map<string, number>, key: string, n: number) => to.set(key, (to.get(key) ?? 0) + n).get(key)!

  /** Counts a try with each network and date, and returns whether one of them has had too many. */
  function isTooOften(attempt: ReserveAttempt, dates: readonly OfDate[]): boolean {
    const exceeded = holdersOf(attempt).flatMap(({ key, timesTries }) => {
      if (timesTries === null) return []
      return (dates.length > 0 ? dates : [{ dateId: 0 }]).filter(({ dateId }) => {
        const ofDate = counterKey(key, dateId)
        const { tries: all, batchTries } = counters.get(ofDate) ?? { tries: 0, batchTries: 0 }
        return (
          all - batchTries + add(tries, ofDate, attempt.work === 0 ? 1 : 0) > config.reservesPerAddress * timesTries
        )
      })
    })
    return exceeded.length > 0
  }

  const workOfPlaces = (attempt: ReserveAttempt, dates: readonly OfDate[]): number[] =>
    dates.flatMap(({ dateId, capacity, places: wanted }) =>
      holdersOf(attempt).map(({ key, timesPlaces }) => {
        const ofDate = counterKey(key, dateId)
        const { places: all, batchPlaces } = counters.get(ofDate) ?? { places: 0, batchPlaces: 0 }
        const reserved = all - batchPlaces + (places.get(ofDate) ?? 0)
        return captchaWork({ reserved, share: freeShare(capacity, config.placesPercent * timesPlaces) }, wanted)
      }),
    )

  function workOf({ attempt, sale, lines }: Candidate<ReserveAttempt>): number {
    const dates = placesByDate(lines)
    const start = windowStart(now, LIMITS.reservesWindowSeconds)
    const browserTries = countTry(sale, attempt.work > 0 ? 0 : 1, start)
    const isFrequent = isTooOften(attempt, dates) || browserTries > config.reservesPerSession
    const usual = (isFrequent && attempt.work === 0) || lines.some(({ highDemand }) => highDemand) ? 1 : 0
    // Two tabs may reserve one sale at once; its places count for the first.
    const isCounted = ofSales.has(attempt.saleId)
    const work = Math.max(usual, ...(isCounted ? [] : workOfPlaces(attempt, dates)))
    if (!isEnoughWork(attempt.work, work)) return work
    if (isCounted) return 0
    const own = dates.flatMap(({ dateId, places: n }) =>
      holdersOf(attempt).map(({ key }) => [counterKey(key, dateId), n] as const),
    )
    for (const [key, n] of own) add(places, key, n)
    ofSales.set(attempt.saleId, own)
    return 0
  }

  return {
    admit: (candidates) => candidates.map(workOf),
    correctQuery(heldSales) {
      const held = new Map<string, number>()
      for (const { id } of heldSales) for (const [key, n] of ofSales.get(id) ?? []) add(held, key, n)
      const changes = [...counters].map(([key, { batchPlaces }]) => [key, (held.get(key) ?? 0) - batchPlaces] as const)
      return correctPlacesQuery(
        changes.filter(([, change]) => change !== 0),
        now,
      )
    },
  }
}

type OfDate = { dateId: number; capacity: number; places: number }

/** The places that these lines take of each date. Extras take none. */
const placesByDate = (lines: readonly HoldLine[]): OfDate[] =>
  [...groupBy(lines, ({ dateId }) => dateId)].map(([dateId, ofDate]) => ({
    dateId,
    capacity: ofDate[0]!.dateCapacity,
    places: ofDate.reduce((sum, { qty, places, isExtra }) => sum + (isExtra ? 0 : qty * places), 0),
  }))

/** Adds tries to a sale in the window that began at `start`, and returns the total for the window. */
function countTry(sale: TryCount, added: number, start: Date): number {
  const previousTries = sale.reserve_tries_from?.getTime() === start.getTime() ? sale.reserve_tries : 0
  sale.reserve_tries = previousTries + added
  sale.reserve_tries_from = start
  return sale.reserve_tries
}

/** The pass of a browser in a waiting room, used by a sale. */
export type Pass = { placeId: number; saleId: number }

/**
 * Returns for each attempt the passes of its browser for these waiting rooms; `missing` is the slug of an event that it has no
 * valid pass for, null if it has all.
 */
export async function passesOf<Attempt extends HoldAttempt>(
  tx: Tx,
  wanting: readonly { attempt: Attempt; roomIds: ReadonlySet<number> }[],
  now: Date,
): Promise<{ attempt: Attempt; passes: Pass[]; missing: string | null }[]> {
  const roomIds = [...new Set(wanting.flatMap((each) => [...each.roomIds]))]
  const browsers = wanting.map(({ attempt }) => attempt.visitor?.number ?? null)
  const { rows } = await sql<{ roomId: number; slug: string; placeId: number | null; browser: number | null }>`
    select room.id as "roomId", event.slug, place.id as "placeId", place.browser
    from waiting_rooms room join events event on event.id = room.event_id
    left join waiting_places place on place.room_id = room.id and place.browser = any(${sql.val(browsers)}::bigint[])
      and place.pass_until > ${now}
    where room.id = any(${sql.val(roomIds)}::bigint[])`.execute(tx)
  return wanting.map(({ attempt, roomIds: own }) => {
    const browser = attempt.visitor?.number ?? null
    const passes = rows.flatMap(({ roomId, placeId, browser: of }) =>
      own.has(roomId) && placeId !== null && of === browser ? [{ roomId, placeId, saleId: attempt.saleId }] : [],
    )
    const found = new Set(passes.map(({ roomId }) => roomId))
    return { attempt, passes, missing: rows.find(({ roomId }) => own.has(roomId) && !found.has(roomId))?.slug ?? null }
  })
}

/** Whether a browser must wait for its turn before it takes a ticket of this event in another way than by a reserve. */
export async function mustWait(tx: Tx, eventId: number, { number }: Visitor, now: Date): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from waiting_rooms room where room.event_id = ${eventId} and room.drained_at is null and not exists (
      select from waiting_places place where place.room_id = room.id and place.browser = ${number}
        and place.pass_until > ${now})) as waits`.execute(tx)
  return rows[0]!.waits
}

/** Makes passes last as long as the hold of their sale. */
export function usePassesQuery(passes: readonly Pass[], heldUntil: Date): Query<void> {
  if (passes.length === 0) return command(null)
  return command(sql`
    update waiting_places set pass_until = greatest(pass_until, ${heldUntil}), sale_id = used.sale_id
    from ${unnestRows('used', passes, {
      place_id: ['bigint', ({ placeId }) => placeId],
      sale_id: ['bigint', ({ saleId }) => saleId],
    })}
    where waiting_places.id = used.place_id`)
}
