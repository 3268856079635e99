import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { hit, hitsOf } from './rate-limit.ts'

describeOnBoth('hit', (kind) => {
  const database = useTestDatabase(kind)

  it('counts every hit once in its window, however many come at the same moment', async () => {
    const deps = testDeps(database())
    const keys = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? 'a' : 'b'))
    const counts = await Promise.all(keys.map((key) => hit(deps, key, 60)))
    const of = (wanted: string) => counts.filter((_, n) => keys[n] === wanted)
    expect(of('a')).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    expect(of('b')).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
    expect(await hitsOf(deps, ['b', 'not counted'], 60)).toEqual([40, 0])
    deps.clock.advance(60)
    expect(await hit(deps, 'a', 60)).toBe(1)
  })
})
