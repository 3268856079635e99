import { expect, it } from 'vitest'
import { sourcesOf } from './source.ts'

/** Statements that have one home on the server, so that what they keep consistent is checked there. */
const HOMES: Record<string, RegExp> = {
  'server/src/jobs/jobs.ts': /\binsertInto\('jobs'\)|\binsert into jobs\b/,
  'server/src/sale/hold/seats.ts': /\.set\(\{ status: 'free', sale_id: null \}\)/,
}

const code = sourcesOf('server/src', /\.ts$/).filter(
  ({ path }) => !/\.test\.|\.testing\.|\/(?:testing|migrations|model)\//.test(path),
)

it.each(Object.entries(HOMES))('only %s has its statement', (home, statement) => {
  expect(code.filter(({ text }) => statement.test(text)).map(({ path }) => path)).toEqual([home])
})

it('only the language of readers and the worker of papers say in which language the server speaks, tests included', () => {
  // A test that replaces it speaks for all later tests of its process.
  const all = sourcesOf('server/src', /\.ts$/).filter(({ text }) => /\blanguageFrom\(/.test(text))
  expect(all.map(({ path }) => path).toSorted()).toEqual([
    'server/src/language.ts',
    'server/src/tickets/paper/worker.ts',
  ])
})
