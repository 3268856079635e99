import { LIMITS } from '@foyer/domain/limits.ts'
import type { Tx } from '../db/tx.ts'
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
  async (tx: Tx, asked, now) => {
    const counted = asked.filter(({ wish }) => !wish.proved)
    const keys = counted.flatMap(({ wish }) => [`reserve:session:${wish.sessionId}`, `reserve:ip:${wish.ip}`])
    const counts = (await countHits(tx, keys, LIMITS.reservesWindowSeconds, now)).values()
    return asked.map(({ wish, highDemand }) => {
      if (wish.proved) return true
      const often = [config.reservesPerSession, config.reservesPerAddress].filter((most) => counts.next().value! > most)
      return often.length === 0 && !highDemand
    })
  }
