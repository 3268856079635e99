import { LIMITS } from '@foyer/domain/limits.ts'
import { reading } from '../db/together.ts'
import type { Deps } from '../deps.ts'
import { countHits } from '../http/rate-limit.ts'
import type { Admit, HoldWish } from './hold.ts'

/** Who wants to reserve now. `proved`: their captcha has been judged, so nothing more is asked of them. */
export type Try = HoldWish & { sessionId: string; ip: string; proved: boolean }

/**
 * OPEN-26: who may try now, and who is asked for a captcha first: who tries often, and everybody for an event in high demand.
 * Counted in the transaction of the hold, in one statement for all of them.
 */
export const admitTries =
  ({ config }: Pick<Deps, 'config'>): Admit<Try> =>
  (wishes, asking, now) => {
    const keysOf = new Map(wishes.map((wish) => [wish, keysThatCount(wish)]))
    const hits = wishes.flatMap((wish) => keysOf.get(wish)!.map((key) => ({ key, saleId: wish.saleId })))
    const { statement, read } = countHits(hits, asking, LIMITS.reservesWindowSeconds, now)
    return reading(statement, (rows) => (asked) => {
      const counts = read(rows)(asked.flatMap(({ wish }) => keysOf.get(wish)!)).values()
      return asked.map(({ wish, highDemand }) => {
        if (wish.proved) return true
        const often = [config.reservesPerSession, config.reservesPerAddress].filter(
          (most) => counts.next().value! > most,
        )
        return often.length === 0 && !highDemand
      })
    })
  }

const keysThatCount = ({ sessionId, ip, proved }: Try): string[] =>
  proved ? [] : [`reserve:session:${sessionId}`, `reserve:ip:${ip}`]
