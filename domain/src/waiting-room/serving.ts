/** As many people are inside as want this many times the free tickets: some of them leave without buying. */
export const WANTED_PER_FREE = 1.5

/** Fewer calls than this say nothing about how many of those called come. */
const MIN_CALLED = 20
/** So that a call to many who have left doesn't let everybody in at once when they come back. */
const MIN_SHARE = 0.1
/** After a break, as of a process that was restarted, nothing is made up for. */
const MAX_SECONDS = 5

/** Of those whose number was called long enough ago to have come: how many, and how many of them came. */
export type Turnout = { called: number; came: number }

export type RoomState = {
  /** Everybody up to this number has been called. It is a fraction, of which only the whole part counts. */
  serving: number
  /** The highest number that was given. */
  lastNumber: number
  /** How many people per minute are to come in. */
  ratePerMinute: number
  /** Since the room last called. */
  seconds: number
  turnout: Turnout
  /** Called a moment ago, and not here yet. */
  expected: number
  /** People with a pass who hold no tickets yet. */
  inside: number
  /** Tickets per buyer. */
  meanParty: number
  /** Tickets that nobody holds and nobody has bought. */
  free: number
}

/** The share of those called who come, from 0.1 to 1; 1 until enough have been called. */
export const shareWhoCome = ({ called, came }: Turnout): number =>
  called < MIN_CALLED ? 1 : Math.min(1, Math.max(MIN_SHARE, came / called))

/**
 * How far the room has called after these seconds. More numbers are called if fewer people come, so that those who have left
 * stall nobody; and only so many that the people inside want at most `WANTED_PER_FREE` times the free tickets. Nobody who was
 * called is sent back.
 */
export function servingAfter(room: RoomState): number {
  const share = shareWhoCome(room.turnout)
  const comeByRate = (room.ratePerMinute / 60) * Math.min(Math.max(room.seconds, 0), MAX_SECONDS)
  const space = (room.free * WANTED_PER_FREE) / Math.max(room.meanParty, 1) - room.inside - room.expected * share
  const called = Math.max(0, Math.min(comeByRate, space)) / share
  return Math.max(room.serving, Math.min(room.lastNumber, room.serving + called))
}

/** How far a room had called at a time, in seconds since 1970. */
export type ServingSample = readonly [atSeconds: number, serving: number]

/** The speed is that of the last three minutes. */
export const SPEED_SECONDS = 180
/** Less than this is no speed yet. */
const MIN_SPEED_SECONDS = 20

/**
 * Numbers called per second in the last three minutes; null if the room has not called for long enough. `samples`: oldest
 * first.
 */
export function servingSpeed(samples: readonly ServingSample[], serving: number, nowSeconds: number): number | null {
  const first = samples.find(([at]) => at >= nowSeconds - SPEED_SECONDS)
  if (first === undefined) return null
  const seconds = nowSeconds - first[0]
  return seconds < MIN_SPEED_SECONDS ? null : Math.max(0, serving - first[1]) / seconds
}

/** The real wait varies by about this much around the one that the speed of three minutes promises. */
const SHORTEST = 0.8
const LONGEST = 1.3

/**
 * The minutes that each place ahead takes, at least and at most, at this many numbers per second; null if nobody can say.
 */
export const waitRule = (speed: number | null): { from: number; to: number } | null =>
  speed === null || speed <= 0 ? null : { from: SHORTEST / speed / 60, to: LONGEST / speed / 60 }

const FASTEST_POLL_SECONDS = 5
const SLOWEST_POLL_SECONDS = 60
/** Of those who can't be told how long they wait. */
const USUAL_POLL_SECONDS = 30

/**
 * When a page asks again: after `perPlace` seconds for each place ahead, a tenth of the wait, at least `least` and at most `most`
 * seconds.
 */
export const pollRule = (speed: number | null): { perPlace: number; least: number; most: number } =>
  speed === null || speed <= 0
    ? { perPlace: 0, least: USUAL_POLL_SECONDS, most: USUAL_POLL_SECONDS }
    : { perPlace: 0.1 / speed, least: FASTEST_POLL_SECONDS, most: SLOWEST_POLL_SECONDS }
