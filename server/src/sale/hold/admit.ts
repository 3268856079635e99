import { LIMITS } from '@foyer/domain/limits.ts'
import { query } from '../../db/transaction/batch.ts'
import type { Deps } from '../../deps.ts'
import { countHitsQuery, windowStart } from '../../http/rate-limit.ts'
import type { Admit, HoldWish } from './hold.ts'
import type { Tried } from './write.ts'

/** Who wants to reserve now. `proved`: their captcha has been judged, so nothing more is asked of them. */
export type Try = HoldWish & { ip: string; proved: boolean }

/**
 * OPEN-26: who may try now, and who is asked for a captcha first: who tries often, and everybody for an event in high demand.
 * Counted in the transaction of the hold: a browser's tries with its basket, which the hold writes anyway, and those of an address
 * in one statement for all of them.
 */
export const admitTries =
  ({ config }: Pick<Deps, 'config'>): Admit<Try> =>
  (wishes, undecidedOnly, now) => {
    const start = windowStart(now, LIMITS.reservesWindowSeconds)
    const hits = wishes.filter(({ proved }) => !proved).map(({ ip, saleId }) => ({ key: keyOf(ip), saleId }))
    const { statement, map } = countHitsQuery(hits, undecidedOnly, LIMITS.reservesWindowSeconds, now)
    return query(statement, (rows) => (asked) => {
      const counting = asked.filter(({ wish }) => !wish.proved)
      const ofAddresses = map(rows)(counting.map(({ wish }) => keyOf(wish.ip))).values()
      return asked.map(({ wish, sale, highDemand }) => {
        const ofBasket = countTry(sale, wish.proved ? 0 : 1, start)
        if (wish.proved) return true
        const ofAddress = ofAddresses.next().value!
        return ofBasket <= config.reservesPerSession && ofAddress <= config.reservesPerAddress && !highDemand
      })
    })
  }

/** Adds to the tries of a sale in the window that began at `start`, and answers how many there have been. */
function countTry(sale: Tried, more: number, start: Date): number {
  const before = sale.reserve_tries_from?.getTime() === start.getTime() ? sale.reserve_tries : 0
  sale.reserve_tries = before + more
  sale.reserve_tries_from = start
  return sale.reserve_tries
}

const keyOf = (ip: string) => `reserve:ip:${ip}`
