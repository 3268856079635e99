import { rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnPostgres, testDatabase } from '../../testing/database/databases.ts'
import { type Guard, MODEL_OF_SEVERAL, MODELS } from '../../testing/guards/guard.ts'
import { GUARDS } from '../../testing/guards/guards.ts'
import { bundled } from '../../testing/processes/bundled.ts'
import type { ModelResult } from './run.ts'

/** Seeds to try until a run notices that the guard is missing. With all guards, the first two find nothing. */
const SEEDS = (process.env.MISSING_GUARD_SEEDS ?? '2,10,14,6,12,9,3,8').split(',').map(Number)
const STEPS = 160
const TIMEOUT_MS = 600_000

type Model = typeof import('./run.ts')
let made = 0

async function runWith(missing: Guard | null, seed: number, model: Model): Promise<ModelResult> {
  const opened = await testDatabase('postgres')
  try {
    if (missing?.schema) await sql.raw(missing.schema).execute(opened.db)
    const neighbours = missing?.noticedBy === MODEL_OF_SEVERAL
    return await model.runModel(opened, { seed, steps: STEPS, neighbours })
  } finally {
    await opened.close()
  }
}

async function modelWith(missing: Guard | null): Promise<Model> {
  made += 1
  const name = `model-${process.pid}-${made}`
  const file = await bundled('payment/model/run.ts', name, missing ?? undefined)
  try {
    return await import(/* @vite-ignore */ pathToFileURL(file).href)
  } finally {
    rmSync(file)
  }
}

// Concurrent, because a run mostly waits for its database.
describeOnPostgres('the model without a guard', () => {
  it.concurrent.each(SEEDS.slice(0, 2))(
    'finds nothing while every guard is present, seed %i',
    async (seed) => {
      const model = await modelWith(null)
      expect((await runWith(null, seed, model)).broken).toEqual([])
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(
    GUARDS.filter(({ noticedBy }) => MODELS.includes(noticedBy)).map((guard) => [guard.breaks, guard] as const),
  )(
    'detects: %s',
    async (_, guard) => {
      const model = await modelWith(guard)
      let broken: string[] = []
      for (const seed of SEEDS) if (broken.length === 0) broken = (await runWith(guard, seed, model)).broken
      expect(broken.length, 'broken promises').toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )
})
