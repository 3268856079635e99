import type { Gauge } from 'prom-client'

/** The queue is full: an honest "try again" now beats an answer after the buyer has given up. */
export class QueueFull extends Error {}

/**
 * Turns calls that wait at the same moment into one: while a batch runs, what arrives gathers for the next. A single caller
 * never waits for company. Results come back by position; a batch that throws fails each of its callers.
 */
export function combine<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { maxBatch, maxQueue, gauge }: { maxBatch: number; maxQueue: number; gauge?: Gauge },
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let running = false

  async function drain() {
    running = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      gauge?.set(waiting.length)
      try {
        const results = await run(batch.map(({ item }) => item))
        for (const [i, { resolve }] of batch.entries()) resolve(results[i]!)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxQueue) return reject(new QueueFull('reserve queue is full'))
      waiting.push({ item, resolve, reject })
      gauge?.set(waiting.length)
      // A turn of the event loop, so that calls that came in together leave together.
      if (!running) {
        running = true
        setImmediate(() => void drain())
      }
    })
}
