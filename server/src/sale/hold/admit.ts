import type { Language } from '@foyer/domain/format/language.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { RawBuilder } from 'kysely'
import { type Query, query } from '../../db/transaction/batch.ts'
import type { Deps } from '../../deps.ts'
import { countHitsQuery, windowStart } from '../../http/limits/rate-limit.ts'
import type { Visitor } from '../customer/customer.ts'
import type { TryCount } from './write.ts'

/**
 * A basket to hold, and the account that its browser is signed in to. `visitor` is present if access must be checked. A refusal
 * is in `language`.
 */
export type HoldAttempt = { saleId: number; userId: number | null; visitor?: Visitor; language?: Language }

/** An attempt that would hold new stock. */
export type Candidate<Attempt> = { attempt: Attempt; sale: TryCount; highDemand: boolean }

/** Returns, for each of these keys in turn, the number of its hit within the window: 1 for the first. */
export type HitCounter = (keys: readonly string[]) => number[]

/** Decides which attempts may hold new stock now, and which must pass a captcha first. */
export interface Admission<Attempt> {
  /** Counts the attempts whose sale meets `condition` on its row in `sales`, in the hold's transaction. */
  countQuery(attempts: readonly Attempt[], condition: RawBuilder<boolean>, now: Date): Query<HitCounter>
  /** Returns whether each candidate is admitted. Adds the attempt to the tries of `sale`, which the hold writes. */
  admit(candidates: readonly Candidate<Attempt>[], hits: HitCounter, now: Date): boolean[]
}

export const admitEveryone: Admission<unknown> = {
  countQuery: () => query(null, () => () => []),
  admit: (candidates) => candidates.map(() => true),
}

/** `proved`: the buyer has passed a captcha, so no other is needed. */
export type ReserveAttempt = HoldAttempt & { ip: string; proved: boolean }

/**
 * Requires a captcha from browsers and IP addresses that try often, and from everyone for a high-demand event. Tries per
 * browser are counted in the basket's row, which the hold writes anyway; tries per IP address are counted in one statement.
 */
export const limitTries = ({ config }: Pick<Deps, 'config'>): Admission<ReserveAttempt> => ({
  countQuery(attempts, condition, now) {
    const hits = attempts.filter(({ proved }) => !proved).map(({ ip, saleId }) => ({ key: addressKey(ip), saleId }))
    return countHitsQuery(hits, condition, LIMITS.reservesWindowSeconds, now)
  },

  admit(candidates, hits, now) {
    const start = windowStart(now, LIMITS.reservesWindowSeconds)
    const addressTries = hits(
      candidates.flatMap(({ attempt }) => (attempt.proved ? [] : [addressKey(attempt.ip)])),
    ).values()
    return candidates.map(({ attempt, sale, highDemand }) => {
      const tries = countTry(sale, attempt.proved ? 0 : 1, start)
      if (attempt.proved) return true
      const triesOfAddress = addressTries.next().value!
      return tries <= config.reservesPerSession && triesOfAddress <= config.reservesPerAddress && !highDemand
    })
  },
})

/** Adds tries to a sale in the window that began at `start`, and returns the total for the window. */
function countTry(sale: TryCount, added: number, start: Date): number {
  const previousTries = sale.reserve_tries_from?.getTime() === start.getTime() ? sale.reserve_tries : 0
  sale.reserve_tries = previousTries + added
  sale.reserve_tries_from = start
  return sale.reserve_tries
}

const addressKey = (ip: string) => `reserve:ip:${ip}`
