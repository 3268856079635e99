import { describe, expect, it } from 'vitest'
import { allCode, placesOf } from './source.ts'

/** A provider's name as a whole string, also within SQL. */
const NAME = /(['"`])(?:stripe|square|truelayer)\1/g

/** Where a provider may be named (docs/decisions/025). Elsewhere its capabilities are asked for. */
const PLACES = [
  // The two tables. That of the server names providers by its keys.
  /^domain\/src\/payment\/providers\.ts$/,
  /^server\/src\/payment\/providers\/(?:table\.ts$|stripe\/|square\/|truelayer\/)/,
  // Its form, and its stand-in.
  /^web\/src\/(?:card|checkout\/steps\/payment\/methods)\//,
  /^sandbox\//,
  // What the database says, and what the demo's organisers choose.
  /^server\/src\/db\/(?:migrations\/|schema\/types\.generated\.ts$)/,
  /^server\/src\/catalogue\/demo\/organisers\.ts$/,
  // Tests.
  /\.(?:test|testing|faults)\.tsx?$|\/testing\/|^e2e\/|^server\/src\/payment\/model\//,
]
/** An oscillator's form of wave. */
const WAVE = 'web/src/pages/door/signal.ts'

const isPlace = (path: string) => path === WAVE || PLACES.some((place) => place.test(path))

describe('a provider’s name', () => {
  it('stands only in its folder, its form, its stand-in and the two tables', () => {
    const sources = allCode().filter(({ path }) => !isPlace(path))
    expect(sources.flatMap((source) => placesOf(source, NAME))).toEqual([])
  })

  it.each([
    ["if (provider === 'stripe')", 1],
    ["sql`provider <> 'truelayer'`", 1],
    ["{ stripe: 'Stripe' }", 0],
    ["state === 'awaiting_truelayer'", 0],
  ])('is found in %s %i times', (text, times) =>
    expect(placesOf({ path: 'server/src/a.ts', text }, NAME)).toHaveLength(times),
  )
})
