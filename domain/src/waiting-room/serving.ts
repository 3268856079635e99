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

/** The speed of a room is that of the last three minutes. */
export const SPEED_SECONDS = 180
