import type { Gauge } from 'prom-client'
import { DatabaseUnavailable } from '../connection/unavailable.ts'
import type { Db } from './tx.ts'

/** The queue is full: an immediate "try again" is better than a result after the caller has given up. */
export class QueueFull extends Error {}

export type CombineOptions = {
  /** Maximum number of calls in one batch. */
  maxBatch: number
  /** Maximum number of waiting calls; the next one is refused with QueueFull at once. */
  maxQueue: number
  gauge?: Gauge
}

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

/**
 * Combines calls that wait at the same time: while a batch runs, new calls collect for the next one. A single caller never
 * waits for others, and every batch starts after all its calls have arrived. Results are matched by position.
 *
 * A batch that throws has done nothing. Unless the database is unavailable, its calls are retried one by one, so that one bad
 * call does not fail the others.
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
      if (batch.length > 1 && !(error instanceof DatabaseUnavailable)) for (const call of batch) await serve([call])
      else for (const { reject } of batch) reject(error)
    }
  }

  /**
   * Waits until few more calls arrive: one turn of the event loop, and another one as long as the last brought a quarter more.
   * An idle process passes its turns in microseconds; a busy one gets fewer, larger batches.
   */
  async function untilFewArrive(): Promise<void> {
    let before = 0
    do {
      before = waiting.length
      await new Promise(setImmediate)
    } while (waiting.length >= before * 1.25 && waiting.length < maxBatch)
  }

  async function drain() {
    while (waiting.length > 0) {
      await untilFewArrive()
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

/** One instance per database in this process, created on first use. */
export function onePerDb<T>(make: (db: Db) => T): (db: Db) => T {
  const instances = new WeakMap<Db, T>()
  return (db) => {
    const existing = instances.get(db)
    if (existing !== undefined) return existing
    const fresh = make(db)
    instances.set(db, fresh)
    return fresh
  }
}
