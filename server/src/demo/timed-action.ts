import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** A clock that history moves. It must also be the clock of the application that it is given. */
export type MovingClock = { now(): Date; set(at: Date): void }

export type HistoryDeps = Omit<Deps, 'clock'> & {
  clock: MovingClock
  app: FastifyInstance
  /** Does the background's work that is due, once. */
  work: () => Promise<unknown>
  /** The sandbox's address, where cards are charged. */
  vendorUrl: string
  /** Moves the vendors' clock too, so that their payouts come when they would have; null is the real time again. */
  moveVendors: (to: Date | null) => Promise<unknown>
}

/** Something that someone did at a moment of the season. */
export type TimedAction = { at: Date; run: () => Promise<unknown> }
