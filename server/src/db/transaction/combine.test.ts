import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '../connection/unavailable.ts'
import { combine, QueueFull } from './combine.ts'

/** A run that waits until it is released, and records each batch. */
function held() {
  const batches: number[][] = []
  const gates: (() => void)[] = []
  const run = async (items: number[]) => {
    batches.push(items)
    await new Promise<void>((go) => gates.push(go))
    return items.map((item) => item * 10)
  }
  const letGo = async () => {
    while (gates.length === 0) await new Promise(setImmediate)
    gates.shift()!()
  }
  return { batches, run, letGo }
}

describe('combine', () => {
  it('serves calls that arrived during the last batch together, in order', async () => {
    const { batches, run, letGo } = held()
    const call = combine(run, { maxBatch: 2, maxQueue: 10 })
    const first = call(1)
    await new Promise(setImmediate)
    const others = Promise.all([call(2), call(3), call(4)])
    for (let i = 0; i < 3; i++) await letGo()
    expect(await first).toBe(10)
    expect(await others).toEqual([20, 30, 40])
    expect(batches).toEqual([[1], [2, 3], [4]])
  })

  it('waits while each turn of the event loop brings many more, and not for stragglers', async () => {
    const { batches, run, letGo } = held()
    const call = combine(run, { maxBatch: 100, maxQueue: 100 })
    const turn = () => new Promise(setImmediate)
    const calls = [call(1), call(2), call(3), call(4)]
    await turn()
    calls.push(call(5), call(6), call(7), call(8))
    await turn()
    calls.push(call(9))
    await turn()
    calls.push(call(10))
    await letGo()
    await letGo()
    expect(await Promise.all(calls)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    expect(batches).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9], [10]])
  })

  it('refuses calls beyond the queue limit at once, and serves the others', async () => {
    const { run, letGo } = held()
    const call = combine(run, { maxBatch: 1, maxQueue: 2 })
    const first = call(1)
    await new Promise(setImmediate)
    const waiting = [call(2), call(3)]
    await expect(call(4)).rejects.toBeInstanceOf(QueueFull)
    for (let i = 0; i < 3; i++) await letGo()
    expect(await Promise.all([first, ...waiting])).toEqual([10, 20, 30])
  })

  it('isolates a call that fails', async () => {
    const call = combine(
      async (items: number[]) => {
        if (items.includes(13)) throw new Error('unlucky')
        return items
      },
      { maxBatch: 10, maxQueue: 10 },
    )
    const answers = await Promise.allSettled([call(1), call(13), call(2)])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('does not retry one by one while the database is down', async () => {
    let runs = 0
    const call = combine(
      async (): Promise<number[]> => {
        runs++
        throw new DatabaseUnavailable(new Error('gone'), false)
      },
      { maxBatch: 10, maxQueue: 10 },
    )
    const answers = await Promise.allSettled([call(1), call(2), call(3)])
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
    expect(runs).toBe(1)
  })
})
