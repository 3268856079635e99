import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'foyer-sample-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a sample of the whole server', () => {
  type Mutant = { name: string; file: string; line: number; mutatorName: string; replacement: string }
  type Reached = Record<string, { n: number; ms: number; tests: string[] | null }>
  type State = {
    tests: Record<string, { hash: string; isGreen: boolean; reached: Reached; isWhole?: boolean }>
    verdicts: Record<string, { killedBy?: string }>
    alone: object
    atLoad: string[]
  }
  type Task = { mutant: string; of: string; tests: string[] | null }
  type Plan = {
    planOf(mutants: Mutant[], state: State): Map<string, Task>
    note(state: State, file: string, task: Task, result: { isGreen: boolean; failed?: string }): void
    scoreOf(mutants: Mutant[], state: State): { counts: object; lines: string[] }
  }
  type Mutants = {
    mutantsOf(root: string, files: string[], patterns: string[]): Promise<Mutant[]>
    sourcesWith(root: string, mutants: Mutant[]): Promise<Record<string, string>>
    draw(mutants: Mutant[], options: { count: number; seed: string }): Mutant[]
  }
  const load = async <T>(file: string) => (await import(new URL(file, import.meta.url).href)) as T

  it('draws the same mutants when lines above them are added, and turns on the one that is asked for', async () => {
    const { mutantsOf, sourcesWith, draw } = await load<Mutants>('mutants.mjs')
    const code = 'export const isLow = (n: number) => n < 5\nexport const isHigh = (n: number) => n > 9\n'
    const named = async (text: string) => {
      writeFileSync(join(root, 'a.ts'), text)
      return mutantsOf(root, ['a.ts', 'a.test.ts'], ['**/*.ts', '!**/*.test.ts'])
    }
    const before = await named(code)
    const after = await named(`// Why.\n${code}`)
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
    expect(new Set(after.map(({ name }) => name)).size).toBe(after.length)
    const options = { count: 3, seed: '1' }
    expect(draw(after, options).map(({ name }) => name)).toEqual(draw(before, options).map(({ name }) => name))
    const high = after.filter(({ line, replacement }) => line === 3 && replacement === 'n >= 9')
    const { 'a.ts': source } = await sourcesWith(root, high)
    expect(source).toContain(`stryMutAct_9fa48("${high[0]!.name}") ? n >= 9`)
  })

  const mutant = (name: string): Mutant => ({
    name,
    file: 'server/src/mail/outbox.ts',
    line: 7,
    mutatorName: 'BooleanLiteral',
    replacement: 'tr\n ue',
  })
  const reached = (ms: number, tests: string[] | null = ['t']) => ({ n: 1, ms, tests })
  const stateOf = (tests: Record<string, Reached>): State => ({
    tests: Object.fromEntries(
      Object.entries(tests).map(([file, seen]) => [file, { hash: file, isGreen: true, reached: seen }]),
    ),
    verdicts: {},
    alone: {},
    atLoad: ['once'],
  })

  it('runs a mutant with the files that reach it, those of its folder and the fastest first, until one notices', async () => {
    const { planOf, note, scoreOf } = await load<Plan>('sample-plan.mjs')
    const [slow, fast, near] = ['server/src/a/slow.test.ts', 'server/src/a/fast.test.ts', 'server/src/mail/x.test.ts']
    const state = stateOf({ [slow]: { m: reached(9000) }, [fast]: { m: reached(900) }, [near]: { m: reached(2000) } })
    const all = [mutant('m'), mutant('nowhere'), mutant('once')]
    const files: string[] = []
    for (const isGreen of [true, true, false]) {
      const [[file, task]] = [...planOf(all, state)] as [[string, Task]]
      files.push(file)
      note(state, file, task, { isGreen, failed: 't' })
    }
    expect(files).toEqual([near, fast, slow])
    // It counts once the same tests have passed without the mutant.
    expect(state.verdicts.m!.killedBy).toBeUndefined()
    const [[file, task]] = [...planOf(all, state)] as [[string, Task]]
    expect([file, task.mutant, task.of]).toEqual([slow, 'none', 'm'])
    note(state, file, task, { isGreen: true })
    expect(state.verdicts.m!.killedBy).toBe(`${slow}: t`)
    expect(planOf(all, state).size).toBe(0)
    expect(scoreOf(all, state)).toEqual({
      counts: { killed: 1, survived: 0, uncovered: 1, atLoad: 1 },
      lines: ['uncovered server/src/mail/outbox.ts:7 BooleanLiteral tr ue'],
    })
  })

  it('runs the whole file if its tests fail alone without a mutant, and one mutant a file at a time', async () => {
    const { planOf, note, scoreOf } = await load<Plan>('sample-plan.mjs')
    const file = 'server/src/mail/x.test.ts'
    const state = stateOf({ [file]: { m: reached(1), n: reached(1) } })
    const all = [mutant('m'), mutant('n')]
    const next = () => [...planOf(all, state)] as [string, Task][]
    expect(next()).toMatchObject([[file, { mutant: 'm', tests: ['t'] }]])
    note(state, file, next()[0]![1], { isGreen: false, failed: 't' })
    note(state, file, next()[0]![1], { isGreen: false, failed: 't' })
    expect(next()).toMatchObject([[file, { mutant: 'm', tests: null }]])
    note(state, file, next()[0]![1], { isGreen: true })
    expect(next()).toMatchObject([[file, { mutant: 'n', tests: null }]])
    note(state, file, next()[0]![1], { isGreen: false, failed: 't' })
    expect(next()).toEqual([])
    expect(scoreOf(all, state).counts).toMatchObject({ killed: 1, survived: 1 })
  })

  it('counts a mutant that was noticed before its file turned out to need all its tests', async () => {
    const { planOf, note } = await load<Plan>('sample-plan.mjs')
    const file = 'server/src/mail/x.test.ts'
    const state = stateOf({ [file]: { m: reached(1) } })
    note(state, file, [...planOf([mutant('m')], state)][0]![1], { isGreen: false, failed: 't' })
    state.tests[file]!.isWhole = true
    const [[, task]] = [...planOf([mutant('m')], state)] as [[string, Task]]
    expect(task).toMatchObject({ mutant: 'none', tests: null })
    note(state, file, task, { isGreen: true })
    expect(state.verdicts.m!.killedBy).toBe(`${file}: t`)
  })
})
