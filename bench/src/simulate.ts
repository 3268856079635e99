import { seededNumbers } from '@foyer/server/random.ts'

/**
 * A second-by-second model of an on-sale: buyers arrive, look, fill a basket and reserve, and most of them pay. A machine's
 * capacity is its measured rates; how people behave cannot be measured and is described by `Crowd`.
 */

/** How many of each a machine handles per second when it does nothing else. */
export type Rates = { pages: number; baskets: number; reserves: number; refusals: number; orders: number }

export type Crowd = {
  buyers: number
  tickets: number
  ticketsEach: number
  /** Half of the buyers arrive within this many seconds, half of the rest in the next such period, and so on. */
  halfWithin: number
  /** The share of buyers with a hold who pay, and how long that takes them in seconds, minimum and maximum. */
  paying: number
  payAfter: readonly [number, number]
  holdSeconds: number
  /** The share of buyers who see "sold out" and try once more, and after how many seconds. */
  tryAgain: number
  tryAgainAfter: readonly [number, number]
}

export const CROWD: Crowd = {
  buyers: 100_000,
  tickets: 20_000,
  ticketsEach: 2,
  halfWithin: 60,
  paying: 0.85,
  payAfter: [60, 400],
  holdSeconds: 900,
  tryAgain: 0.5,
  tryAgainAfter: [30, 1800],
}

export type SimulatedSale = {
  /** Seconds until all tickets are held for the first time, and until all are paid for. */
  allHeldAfter: number
  allSoldAfter: number
  sold: number
  /**
   * Seconds a buyer waits for the shop, at the page, the basket and the reserve, until they learn whether they hold tickets.
   */
  waitP50: number
  waitP95: number
  waitMost: number
  /** How often a buyer was asked to retry because the shop was busy. */
  busy: number
  /** The share of the first five minutes in which the machines were at their limit. */
  fullShare: number
}

type Stage = 'page' | 'basket' | 'reserve' | 'order'
/** A buyer: how long they have waited for the shop in this attempt, and whether it follows a "sold out". */
type Buyer = { waited: number; isRetry: boolean }
type Waiting = Buyer & { since: number }

/**
 * The shop's own queue limit per process (server/src/checkout/reserve.ts); a machine of the measured kind runs two processes.
 */
const QUEUE = 2 * 5000
const BUSY_AGAIN_AFTER = 5
const MAX_SECONDS = 3 * 3600

export function simulate(rates: Rates, machines: number, crowd: Crowd = CROWD): SimulatedSale {
  // Every run of the simulation is the same.
  const random = seededNumbers(7)
  const between = ([from, to]: readonly [number, number]) => Math.round(from + random() * (to - from))
  const queues: Record<Stage, Waiting[]> = { page: [], basket: [], reserve: [], order: [] }
  const later = new Map<number, (Buyer & { stage: Stage })[]>()
  const schedule = (second: number, stage: Stage, buyer: Buyer) => {
    const scheduled = later.get(second)
    if (scheduled) scheduled.push({ stage, ...buyer })
    else later.set(second, [{ stage, ...buyer }])
  }
  const returning = new Map<number, number>()
  for (let n = 0; n < crowd.buyers; n++)
    schedule(Math.floor(-Math.log2(1 - random()) * crowd.halfWithin), 'page', { waited: 0, isRetry: false })

  let free = crowd.tickets
  let sold = 0
  let busy = 0
  let full = 0
  let allHeldAfter = Number.NaN
  let allSoldAfter = Number.NaN
  const waits: number[] = []

  for (let second = 0; second < MAX_SECONDS && sold < crowd.tickets; second++) {
    free += returning.get(second) ?? 0
    for (const { stage, ...buyer } of later.get(second) ?? []) {
      if (stage === 'reserve' && queues.reserve.length >= QUEUE * machines) {
        busy++
        schedule(second + BUSY_AGAIN_AFTER, 'reserve', { ...buyer, waited: buyer.waited + BUSY_AGAIN_AFTER })
      } else queues[stage].push({ ...buyer, since: second })
    }
    later.delete(second)

    // Everything a machine does takes its share of a second. Each stage is served in order of arrival, and later stages come
    // first.
    let budget = machines
    const serve = (stage: Stage, cost: () => number, done: (buyer: Buyer) => void) => {
      let served = 0
      const queue = queues[stage]
      while (served < queue.length && budget > 0) {
        budget -= cost()
        const { since, waited, isRetry } = queue[served++]!
        done({ waited: waited + second - since, isRetry })
      }
      queues[stage] = queue.slice(served)
    }
    serve(
      'order',
      () => 1 / rates.orders,
      () => {
        sold += crowd.ticketsEach
        if (sold >= crowd.tickets) allSoldAfter = second
      },
    )
    serve(
      'reserve',
      () => 1 / (free >= crowd.ticketsEach ? rates.reserves : rates.refusals),
      ({ waited, isRetry }) => {
        waits.push(waited)
        if (free >= crowd.ticketsEach) {
          free -= crowd.ticketsEach
          if (free < crowd.ticketsEach && Number.isNaN(allHeldAfter)) allHeldAfter = second
          if (random() < crowd.paying) schedule(second + between(crowd.payAfter), 'order', { waited, isRetry })
          else {
            const expiresAt = second + crowd.holdSeconds
            returning.set(expiresAt, (returning.get(expiresAt) ?? 0) + crowd.ticketsEach)
          }
        } else if (!isRetry && random() < crowd.tryAgain)
          schedule(second + between(crowd.tryAgainAfter), 'reserve', { waited: 0, isRetry: true })
      },
    )
    serve(
      'basket',
      () => 1 / rates.baskets,
      (buyer) => schedule(second + 1, 'reserve', buyer),
    )
    serve(
      'page',
      () => 1 / rates.pages,
      (buyer) => schedule(second + between([3, 20]), 'basket', buyer),
    )
    if (budget <= 0 && second < 300) full++
  }

  waits.sort((a, b) => a - b)
  const percentile = (part: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? 0
  return {
    allHeldAfter,
    allSoldAfter,
    sold,
    waitP50: percentile(0.5),
    waitP95: percentile(0.95),
    waitMost: waits.at(-1) ?? 0,
    busy,
    fullShare: full / 300,
  }
}
