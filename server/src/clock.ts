/** Where "now" comes from. Nothing in the shop reads the system clock except through this. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
