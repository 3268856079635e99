import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

/**
 * For `npm run mutation -- --sample`: turns on the mutant that this test file is run with in this round, if any, with the tests
 * that reach it, and writes which tests reached which mutants. What runs once, when a source is loaded, counts for no test.
 */

type Hits = Record<string, number>
interface Stryker {
  activeMutant?: string
  currentTestId?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> }
}
/** `tests`: all, if null. */
type Task = { mutant: string; hitLimit: number; tests: string[] | null }
/** How often something was reached, by which tests, and how long those took. `tests` is null if hooks of the file reached it. */
type Reached = { n: number; ms: number; tests: string[] | null }

const everything = globalThis as { __stryker__?: Stryker }
everything.__stryker__ ??= {}
const stryker = everything.__stryker__
// Sources keep this object, so it is emptied and never replaced.
stryker.mutantCoverage ??= { static: {}, perTest: {} }
const coverage = stryker.mutantCoverage

const folder = process.env.MUTATION_SAMPLE ?? ''
const write = (line: object): void => appendFileSync(join(folder, 'seen.jsonl'), `${JSON.stringify(line)}\n`)

const HOOKS = 'the hooks of the file'
let file = ''
let task: Task | undefined
let failed: string | undefined
let started = 0
let testStarted = 0
let msOf: Record<string, number> = {}

beforeAll(() => {
  file = expect.getState().testPath ?? ''
  const round = JSON.parse(readFileSync(join(folder, 'round.json'), 'utf8')) as Record<string, Task>
  task = round[file]
  failed = undefined
  msOf = {}
  started = Date.now()
  coverage.perTest = {}
  stryker.currentTestId = HOOKS
  // A loop that a mutant keeps from ending stops with an error.
  stryker.hitCount = 0
  stryker.hitLimit = task?.hitLimit ?? Number.MAX_SAFE_INTEGER
  stryker.activeMutant = task?.mutant ?? 'none'
  write({ starts: file, pid: process.pid })
})

beforeEach(({ task: { fullName }, skip }) => {
  testStarted = Date.now()
  // One failed test is enough to notice a mutant.
  skip(task !== undefined && (failed !== undefined || (task.tests !== null && !task.tests.includes(fullName))))
  stryker.currentTestId = fullName
})

afterEach(({ task: { fullName, result } }) => {
  if (result?.state === 'fail') failed ??= fullName
  msOf[fullName] = (msOf[fullName] ?? 0) + Date.now() - testStarted
  stryker.currentTestId = HOOKS
})

afterAll(() => {
  const reached: Record<string, Reached> = {}
  for (const [test, hits] of Object.entries(coverage.perTest))
    for (const [mutant, n] of Object.entries(hits)) {
      if (mutant.startsWith('other-')) continue
      reached[mutant] ??= { n: 0, ms: 0, tests: [] }
      const all = reached[mutant]
      all.n += n
      all.ms += msOf[test] ?? 0
      if (test === HOOKS) all.tests = null
      else all.tests?.push(test)
    }
  const ms = Date.now() - started
  const hooksMs = ms - Object.values(msOf).reduce((sum, each) => sum + each, 0)
  for (const each of Object.values(reached)) each.ms = each.tests === null ? ms : each.ms + hooksMs
  const atLoad = Object.keys(coverage.static).filter((mutant) => !mutant.startsWith('other-'))
  write({ ends: file, failed, reached, atLoad })
  stryker.activeMutant = 'none'
  stryker.currentTestId = undefined
})
