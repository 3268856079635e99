import type { Gauge } from 'prom-client'
import { DatabaseUnavailable } from '../connection/unavailable.ts'
import type { Db } from './tx.ts'

/** The queue is full: an honest "try again" now beats an answer after the caller has given up. */
export class QueueFull extends Error {}

export type CombineOptions = {
  /** Calls in one batch at most. */
  maxBatch: number
  /** Calls that may wait; one more is refused with QueueFull at once. */
  maxQueue: number
  gauge?: Gauge
}

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

/**
 * Turns calls that wait at the same moment into one: while a batch runs, what arrives gathers for the next. A single caller
 * never waits for company, and every batch begins after all of its calls have come. Results come back by position.
 *
 * A batch that throws has done nothing; unless the database is away it is tried again one by one, so that a call that cannot
 * be served takes nobody with it.
 */
export function combine<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { maxBatch, maxQueue, gauge }: CombineOptions,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let running = false

  async function serve(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [i, { resolve }] of batch.entries()) resolve(results[i]!)
    } catch (error) {
      if (batch.length > 1 && !(error instanceof DatabaseUnavailable)) for (const one of batch) await serve([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  async function drain() {
    while (waiting.length > 0) {
      // A turn of the event loop, so that calls that came in together leave together.
      await new Promise(setImmediate)
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      gauge?.set(waiting.length)
      await serve(batch)
    }
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxQueue) return reject(new QueueFull('too many are waiting'))
      waiting.push({ item, resolve, reject })
      gauge?.set(waiting.length)
      if (running) return
      running = true
      void drain()
    })
}

/** What each database has one of in a process, made when it is first asked for. */
export function onePerDb<T>(make: (db: Db) => T): (db: Db) => T {
  const made = new WeakMap<Db, T>()
  return (db) => {
    const known = made.get(db)
    if (known !== undefined) return known
    const fresh = make(db)
    made.set(db, fresh)
    return fresh
  }
}
