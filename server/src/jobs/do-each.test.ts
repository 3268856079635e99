import { expect, it } from 'vitest'
import { DatabaseUnavailable } from '../db/connection/unavailable.ts'
import { doEach } from './do-each.ts'

const run = async (failures: Record<number, Error>) => {
  const done: number[] = []
  const ended = doEach([1, 2, 3, 4], async (n) => {
    if (failures[n]) throw failures[n]
    done.push(n)
  }).then(
    () => null,
    (error: Error) => error.message,
  )
  return { message: await ended, done }
}

it('does all that can be done, and reports the first failure', async () => {
  expect(await run({})).toEqual({ message: null, done: [1, 2, 3, 4] })
  expect(await run({ 2: new Error('two'), 3: new Error('three') })).toEqual({ message: 'two', done: [1, 4] })
})

it('stops while the database is away', async () => {
  const away = new DatabaseUnavailable(new Error('gone'), false)
  expect(await run({ 1: new Error('one'), 2: away })).toEqual({ message: away.message, done: [] })
})
