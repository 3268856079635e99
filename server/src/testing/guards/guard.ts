import type { Mark } from './marks.ts'

/** Something that must not happen twice or be lost, and what fails without its guard: a test file or the payment model. */
export type Guard = {
  breaks: string
  /** What to remove from the sources, by the names of their marks. */
  marks: Mark[]
  /** What to remove from the database's schema. */
  schema?: string
  noticedBy: string
  /** Of a guard that the model notices: the seed to try first, if not the first one of missing-guard.test.ts. */
  seed?: number
}

type Rest = Omit<Mark, 'name'> & Pick<Guard, 'schema' | 'seed'>

export const MODEL = 'the model of payments'
/** The same with several organisers in one basket. */
export const MODEL_OF_SEVERAL = 'the model of several organisers'
export const MODELS: readonly string[] = [MODEL, MODEL_OF_SEVERAL]

export const guard = (name: string, breaks: string, noticedBy: string, { schema, seed, ...how }: Rest = {}): Guard => ({
  breaks,
  marks: [{ name, ...how }],
  ...(schema && { schema }),
  ...(seed !== undefined && { seed }),
  noticedBy: MODELS.includes(noticedBy) ? noticedBy : `server/src/${noticedBy}`,
})

export const constraint = (breaks: string, schema: string): Guard => ({
  breaks,
  marks: [],
  schema,
  noticedBy: 'server/src/db/schema/second-guards.test.ts',
})
