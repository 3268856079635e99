import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { GUARDS } from './guards.ts'
import { changed, sourceOf } from './taken-out.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

it.each(GUARDS.map((guard) => [guard.guards, guard] as const))(
  'can still be taken out: %s',
  (_, { change, sql, test }) => {
    expect(existsSync(ROOT + test), test).toBe(true)
    if (change) changed(sourceOf(change.file), change)
    else expect(sql).toBeTruthy()
  },
)

it('has a name for each', () => {
  expect(new Set(GUARDS.map(({ guards }) => guards)).size).toBe(GUARDS.length)
})
