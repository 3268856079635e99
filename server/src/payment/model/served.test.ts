import { beforeAll, expect, it } from 'vitest'
import { describeOnPostgres, testDatabase } from '../../testing/database/databases.ts'
import { programFile } from '../../testing/processes/bundled.ts'
import { runServedModel } from './run-served.ts'

/** SERVED_SEED=1,2,3 repeats those runs, SERVED_STEPS makes them longer (docs/testing-the-tests.md). */
const STEPS = Number(process.env.SERVED_STEPS ?? 70)
const SEEDS = (process.env.SERVED_SEED ?? '5').split(',').map(Number)

describeOnPostgres('random buyers while processes are killed', () => {
  let program: string
  beforeAll(async () => {
    program = await programFile('payment/test-programs/serve.ts')
  })

  it.each(SEEDS)(
    'seed %i: every penny becomes a ticket or is refunded',
    async (seed) => {
      const database = await testDatabase('postgres')
      try {
        const { broken, ends, kills } = await runServedModel(database, { program, seed, steps: STEPS })
        expect(broken).toEqual([])
        if (process.env.SERVED_SEED) return
        expect(kills).toBeGreaterThan(1)
        expect([...ends].filter((end) => end.endsWith(' fulfilled'))).not.toEqual([])
      } finally {
        await database.close()
      }
    },
    120_000 + STEPS * 1000,
  )
})
