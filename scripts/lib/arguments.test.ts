import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'foyer-scripts-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a script refuses', () => {
  const run = (script: string, ...args: string[]) => {
    const file = fileURLToPath(new URL(`../${script}.mjs`, import.meta.url))
    const { status, stderr } = spawnSync(process.execPath, [file, ...args], {
      cwd: root,
      encoding: 'utf8',
      timeout: 20_000,
    })
    return { status, stderr: stderr.trim() }
  }

  it.each([
    ['mutation', ['domain', '--sample', 'x'], '--sample x: how many windows, 1 or more?'],
    ['mutation', ['domain', '--sample', '0'], '--sample 0: how many windows, 1 or more?'],
    ['mutation', ['domain', '--sample', '1.5'], '--sample 1.5: how many windows, 1 or more?'],
    ['mutation', ['domain', 'domain/src/none.ts', '--sample', '2'], 'A sample needs whole files'],
    ['mutation', ['--sample', 'x'], '--sample x: how many mutants, 1 or more?'],
    ['mutation', ['--sample=0', '--seed', '1'], '--sample 0: how many mutants, 1 or more?'],
    ['mutation', [], 'Which part? domain, '],
    ['mutation', ['toString'], 'Which part? domain, '],
    ['mutation', ['domain', '--unknown'], "Unknown option '--unknown'"],
    ['test', ['--unknown'], "Unknown option '--unknown'"],
    ['test', ['--only', 'nothing'], '--only takes one of: all, '],
    ['package', ['--help'], 'npm run package [-- FOLDER]'],
    ['sbom', ['--help'], 'npm run sbom [-- FILE]'],
  ])('%s %j', (script, args, says) => {
    const { status, stderr } = run(script, ...args)
    expect([status, stderr]).toEqual([1, expect.stringContaining(says)])
    // No stack trace.
    expect(stderr).not.toMatch(/^ {4}at /m)
    expect(existsSync(join(root, '--help'))).toBe(false)
  })
})

describe('a sample', () => {
  type Sample = {
    sampleOf(
      files: string[],
      options: { patterns: string[]; count: number; seed: string; root: string },
    ): { chosen: string[]; of: number }
  }
  const sampleOf: Sample['sampleOf'] = (...args) => sample.sampleOf(...args)
  let sample: Sample
  beforeEach(async () => {
    sample = (await import(new URL('sample.mjs', import.meta.url).href)) as Sample
    mkdirSync(join(root, 'src/deep'), { recursive: true })
    const line = (n: number) => `const n${n} = ${n}`
    const lines = (count: number) => Array.from({ length: count }, (_, n) => line(n)).join('\n')
    writeFileSync(join(root, 'src/long.ts'), lines(12))
    writeFileSync(join(root, 'src/deep/short.ts'), `import a from 'a'\n// why\n\n\n\n${line(1)}\n`)
    writeFileSync(join(root, 'src/long.test.ts'), lines(12))
  })
  const files = ['src/long.ts', 'src/deep/short.ts', 'src/long.test.ts', '']
  const patterns = ['src/**/*.ts', '!**/*.test.ts']

  it('has windows of the files that match, without those of imports and comments alone', () => {
    const { chosen, of } = sampleOf(files, { patterns, count: 10, seed: '1', root })
    expect(chosen.sort()).toEqual(['src/deep/short.ts:6-6', 'src/long.ts:1-5', 'src/long.ts:11-12', 'src/long.ts:6-10'])
    expect(of).toBe(4)
  })

  it('is the same for the same seed, and not for every other', () => {
    const of = (seed: string) => sampleOf(files, { patterns, count: 2, seed, root }).chosen
    expect(of('1')).toHaveLength(2)
    expect(of('1')).toEqual(of('1'))
    expect(new Set(['1', '2', '3', '4', '5', '6'].map((seed) => of(seed).join())).size).toBeGreaterThan(1)
  })
})
