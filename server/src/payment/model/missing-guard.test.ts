import { rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnPostgres, testDatabase } from '../../testing/database/databases.ts'
import { type Guard, MODEL_OF_SEVERAL, MODELS } from '../../testing/guards/guard.ts'
import { GUARDS } from '../../testing/guards/guards.ts'
import { bundled } from '../../testing/processes/bundled.ts'
import type { ModelResult } from './run.ts'

/** Tried after the guard's own seed until a run notices that the guard is missing: processes answer in another order each time. */
const SEEDS = (process.env.MISSING_GUARD_SEEDS ?? '2,10,14,6,3,1,5,8').split(',').map(Number)
const [FIRST_SEED] = SEEDS
const STEPS = 160
const TIMEOUT_MS = 600_000

/** A guard that takes a name with it breaks the program, not a promise. */
const BROKEN_PROGRAM = /is not defined|is not a function|does not exist|Cannot read properties/

const NOTICED_BY_MODEL = GUARDS.filter(({ noticedBy }) => MODELS.includes(noticedBy))
const firstSeed = ({ seed = FIRST_SEED! }: Guard) => seed
const USED = new Map(NOTICED_BY_MODEL.map((guard) => [`${guard.noticedBy}, seed ${firstSeed(guard)}`, guard]))

type Model = typeof import('./run.ts')
let made = 0

type Run = Pick<Guard, 'schema' | 'noticedBy'> & { seed: number }

async function runWith(model: Model, { seed, schema, noticedBy }: Run): Promise<ModelResult> {
  const opened = await testDatabase('postgres')
  try {
    if (schema) await sql.raw(schema).execute(opened.db)
    return await model.runModel(opened, { seed, steps: STEPS, neighbours: noticedBy === MODEL_OF_SEVERAL })
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
  it.concurrent.each([...USED])(
    'finds nothing while every guard is present: %s',
    async (_, guard) => {
      const run = { noticedBy: guard.noticedBy, seed: firstSeed(guard) }
      expect((await runWith(await modelWith(null), run)).broken).toEqual([])
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(NOTICED_BY_MODEL.map((guard) => [guard.breaks, guard] as const))(
    'detects: %s',
    async (_, guard) => {
      const model = await modelWith(guard)
      let broken: string[] = []
      for (const seed of new Set([firstSeed(guard), ...SEEDS]))
        if (broken.length === 0) broken = (await runWith(model, { ...guard, seed })).broken
      expect(broken.length, 'broken invariants').toBeGreaterThan(0)
      expect(broken.filter((text) => BROKEN_PROGRAM.test(text))).toEqual([])
    },
    TIMEOUT_MS,
  )
})
