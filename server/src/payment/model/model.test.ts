import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeOnBoth, type TestDb, testDatabase } from '../../testing/database/databases.ts'
import { runModel } from './run.ts'

/** MODEL_SEED=1,2,3 repeats those runs, MODEL_STEPS makes them longer (docs/testing-the-tests.md). */
const STEPS = Number(process.env.MODEL_STEPS ?? 150)
const SEEDS = (process.env.MODEL_SEED ?? '2,9').split(',').map(Number)
const NEIGHBOUR_SEEDS = (process.env.MODEL_SEED ?? '1').split(',').map(Number)

describeOnBoth('random buyers', (kind) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await testDatabase(kind)
  })
  afterEach(() => opened.close())

  it.each(SEEDS)(
    'seed %i: every penny becomes a ticket or is refunded',
    async (seed) => {
      const { broken, ends } = await runModel(opened, { seed, steps: STEPS })
      expect(broken).toEqual([])
      if (!process.env.MODEL_SEED)
        expect([...ends], 'the run has seen both ends of money').toEqual(
          expect.arrayContaining(['fulfilled', 'refunded']),
        )
    },
    60_000 + STEPS * 400,
  )

  it.each(NEIGHBOUR_SEEDS)(
    'seed %i, several organisers in a basket: each gets its share, with tax, pools, codes, accounts and cancelled dates',
    async (seed) => {
      const { broken, ends } = await runModel(opened, { seed, steps: STEPS, neighbours: true })
      expect(broken).toEqual([])
      if (process.env.MODEL_SEED) return
      expect([...ends], 'the run has seen plans with less to pay').toEqual(
        expect.arrayContaining(['plan_lowered', 'plan_completed']),
      )
    },
    60_000 + STEPS * 400,
  )
})
