/** The simplest way to combine: the items that wait when a batch ends are the next batch. No limits, no metrics, no retry. */
export function combine<Item, Result>(run: (items: Item[]) => Promise<Result[]>): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve(result: Result): void; reject(error: unknown): void }[] = []
  let running = false
  async function drain() {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await run(batch.map(({ item }) => item)).then(
        (results) => {
          for (const [i, { resolve }] of batch.entries()) resolve(results[i]!)
        },
        (error) => {
          for (const { reject } of batch) reject(error)
        },
      )
    }
    running = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running) return
      running = true
      setImmediate(() => void drain())
    })
}
