import { LIMITS } from '@foyer/domain/limits.ts'
import type { RawBuilder } from 'kysely'
import { type Query, query } from '../../db/transaction/batch.ts'
import type { Deps } from '../../deps.ts'
import { countHitsQuery, windowStart } from '../../http/rate-limit.ts'
import type { Visitor } from '../customer/customer.ts'
import type { Tried } from './write.ts'

/** A basket to hold, and the account its browser is signed in to. `visitor`: who asks, where their access is to be checked. */
export type HoldAttempt = { saleId: number; userId: number | null; visitor?: Visitor }

/** An attempt that is about to hold something new. */
export type Candidate<Attempt> = { attempt: Attempt; sale: Tried; highDemand: boolean }

/** Takes the place in line of each hit of a key, in order: 1 for the first hit of the window. */
export type HitCounter = (keys: readonly string[]) => number[]

/** Decides which attempts may hold something new now, and which have to pass a captcha first. */
export interface Admission<Attempt> {
  /** Counts the attempts, of sales for which `counted` is true of the row of `sales`, in the transaction of the hold. */
  countQuery(attempts: readonly Attempt[], counted: RawBuilder<boolean>, now: Date): Query<HitCounter>
  /** Whether each candidate is admitted. Adds the attempt to `sale`'s tries, which the hold writes down. */
  admit(candidates: readonly Candidate<Attempt>[], hits: HitCounter, now: Date): boolean[]
}

export const admitEverybody: Admission<unknown> = {
  countQuery: () => query(null, () => () => []),
  admit: (candidates) => candidates.map(() => true),
}

/** `proved`: the buyer has passed a captcha, so nothing more is asked of them. */
export type ReserveAttempt = HoldAttempt & { ip: string; proved: boolean }

/**
 * A captcha is asked of browsers and addresses that try often, and of everybody for an event in high demand (OPEN-26). A browser's
 * tries are counted in its basket's row, which the hold writes anyway; those of all addresses in one statement.
 */
export const limitTries = ({ config }: Pick<Deps, 'config'>): Admission<ReserveAttempt> => ({
  countQuery(attempts, counted, now) {
    const hits = attempts.filter(({ proved }) => !proved).map(({ ip, saleId }) => ({ key: keyOf(ip), saleId }))
    return countHitsQuery(hits, counted, LIMITS.reservesWindowSeconds, now)
  },

  admit(candidates, hits, now) {
    const start = windowStart(now, LIMITS.reservesWindowSeconds)
    const byAddress = hits(candidates.flatMap(({ attempt }) => (attempt.proved ? [] : [keyOf(attempt.ip)]))).values()
    return candidates.map(({ attempt, sale, highDemand }) => {
      const tries = countTry(sale, attempt.proved ? 0 : 1, start)
      if (attempt.proved) return true
      const ofAddress = byAddress.next().value!
      return tries <= config.reservesPerSession && ofAddress <= config.reservesPerAddress && !highDemand
    })
  },
})

/** Adds to the tries of a sale in the window that began at `start`, and returns how many there have been. */
function countTry(sale: Tried, more: number, start: Date): number {
  const before = sale.reserve_tries_from?.getTime() === start.getTime() ? sale.reserve_tries : 0
  sale.reserve_tries = before + more
  sale.reserve_tries_from = start
  return sale.reserve_tries
}

const keyOf = (ip: string) => `reserve:ip:${ip}`
