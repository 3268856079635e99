import { rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { bundled } from '../../testing/bundled.ts'
import { describeOnPostgres, testDatabase } from '../../testing/databases.ts'
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts'
import type { Ran } from './run.ts'

/** Runs tried until one finds the bug, and their length; the first two find none without it. */
const SEEDS = (process.env.PLANTED_SEEDS ?? '2,10,6,12,9,3,8').split(',').map(Number)
const STEPS = 160
const TIMEOUT_MS = 600_000

type Model = typeof import('./run.ts')
let made = 0

async function runWith(planted: PlantedBug | null, seed: number, model: Model): Promise<Ran> {
  const opened = await testDatabase('postgres')
  try {
    if (planted?.sql) await sql.raw(planted.sql).execute(opened.db)
    return await model.runModel(opened, { seed, steps: STEPS })
  } finally {
    await opened.close()
  }
}

async function modelWith(planted: PlantedBug | null): Promise<Model> {
  made += 1
  const name = `planted-${process.pid}-${made}`
  const file = await bundled('payment/model/run.ts', name, planted?.changes)
  try {
    return await import(/* @vite-ignore */ pathToFileURL(file).href)
  } finally {
    rmSync(file)
  }
}

// Beside each other: a run mostly waits for its database.
describeOnPostgres('a test of the test: the model', () => {
  it.concurrent.each(SEEDS.slice(0, 2))(
    'finds nothing where nothing is planted, seed %i',
    async (seed) => {
      const model = await modelWith(null)
      expect((await runWith(null, seed, model)).broken).toEqual([])
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(PLANTED_BUGS.map((planted) => [planted.name, planted] as const))(
    'finds: %s',
    async (_, planted) => {
      const model = await modelWith(planted)
      let broken: string[] = []
      for (const seed of SEEDS) if (broken.length === 0) broken = (await runWith(planted, seed, model)).broken
      expect(broken.length, 'promises that the model saw broken').toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )
})
