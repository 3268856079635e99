import { expect, it } from 'vitest'
import { placesOf, sourcesOf } from './source.ts'

/** A key of its own would leave out the /48 of an IPv6 network. */
const OWN_KEY = /`[^`]*\$\{[^}]*\b(?:ip|networkOf\([^)]*\))\}[^`]*`/g

it('networks are counted only by the limits’ own keys (server/src/http/limits)', () => {
  const code = sourcesOf('server/src', /\.ts$/).filter(
    ({ path }) => !path.includes('/http/limits/') && !/\.(?:test|testing)\.ts$/.test(path),
  )
  expect(code.flatMap((source) => placesOf(source, OWN_KEY))).toEqual([])
})

it.each(['ip', 'networkOf(request.ip)', 'ctx.ip'])('finds a key with %s', (value) => {
  expect(placesOf({ path: 'a.ts', text: `\`name:\${${value}}\`` }, OWN_KEY)).toHaveLength(1)
})
