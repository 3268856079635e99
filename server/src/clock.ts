/** The source of the current time. The shop reads the system clock only through this. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
