import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** The scripts are plain JavaScript because they run before anything is installed. */
const load = async <T>(name: string): Promise<T> => (await import(new URL(`${name}.mjs`, import.meta.url).href)) as T

type Counts = { passed: number; failed: number; skipped: number }
type Install = { checkNode(version?: string): void; isInstalled(root: string): boolean }
type Stale = {
  hashOf(root: string, paths: string[]): string
  whenStale(stamp: string, hash: string, build: () => Promise<void>): Promise<boolean>
}
type Count = {
  countVitest(file: string, code: number): Counts
  countPlaywright(file: string, code: number): Counts
  sum(counts: Counts[]): Counts
  inWords(counts: Counts): string
}

type Found = { failed: string[]; flaky: string[] }
type Names = {
  namesInVitest(file: string, root: string): Found
  namesInPlaywright(file: string): Found
  namesOfUnhandled(file: string): Found
  namesInWords(names: Found): string[]
}

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'foyer-scripts-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: unknown): string {
  const file = join(root, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

describe('the version of Node', () => {
  it.each<[string, boolean]>([
    ['20.19.0', true],
    ['20.20.2', true],
    ['24.0.0', true],
    ['20.18.9', false],
    ['18.20.0', false],
  ])('%s is sufficient: %s', async (version, fine) => {
    const { checkNode } = await load<Install>('install')
    const tried = () => checkNode(version)
    if (fine) expect(tried).not.toThrow()
    else expect(tried).toThrow(`Foyer needs Node 20.19 or newer; this is ${version}`)
  })
})

describe('installed packages', () => {
  const wanted = {
    '': { name: 'foyer' },
    server: { name: '@foyer/server' },
    'node_modules/@foyer/server': { resolved: 'server', link: true },
    'node_modules/one': { version: '1.0.0' },
    'node_modules/elsewhere': { version: '1.0.0', optional: true, os: ['plan9'] },
    'node_modules/of-elsewhere': { version: '1.0.0', optional: true },
    'node_modules/here': { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] },
  }
  const { '': _, 'node_modules/elsewhere': __, 'node_modules/of-elsewhere': ___, ...there } = wanted

  it.each<[string, Record<string, unknown> | undefined, boolean]>([
    ['all that suit this machine', there, true],
    ['nothing', undefined, false],
    ['an older version', { ...there, 'node_modules/one': { version: '0.9.0' } }, false],
    ['all but the programs of this system', { ...there, 'node_modules/here': undefined }, false],
  ])('are up to date with %s: %s', async (_title, packages, current) => {
    const { isInstalled } = await load<Install>('install')
    write('package-lock.json', { packages: wanted })
    if (packages) write('node_modules/.package-lock.json', { packages })
    expect(isInstalled(root)).toBe(current)
  })
})

describe('a stale build', () => {
  it('is rebuilt only when a source changes', async () => {
    const { hashOf, whenStale } = await load<Stale>('stale')
    const stamp = join(root, 'room', 'dist', '.built')
    let builds = 0
    const build = () =>
      whenStale(stamp, hashOf(root, ['room', 'lock.json', 'not-there']), async () => {
        builds += 1
      })
    write('lock.json', '{}')
    write('room/src/a.ts', 'one')
    expect(await build()).toBe(true)
    expect(await build()).toBe(false)
    write('room/src/a.test.ts', 'a test is no source')
    write('room/node_modules/x/index.js', 'nor is a package')
    write('room/dist/main.js', 'nor what was built')
    expect(await build()).toBe(false)
    write('room/src/a.ts', 'two')
    expect(await build()).toBe(true)
    write('room/src/b.ts', '')
    expect(await build()).toBe(true)
    write('lock.json', '{ }')
    expect(await build()).toBe(true)
    expect(builds).toBe(4)
  })

  it('stays stale when the build fails', async () => {
    const { whenStale } = await load<Stale>('stale')
    const stamp = join(root, 'dist', '.built')
    await expect(whenStale(stamp, 'hash', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(existsSync(stamp)).toBe(false)
  })
})

describe('test counts', () => {
  const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] }
  const playwright = { stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 0 } }

  it('are read from the reports', async () => {
    const { countVitest, countPlaywright, sum, inWords } = await load<Count>('counts')
    const one = countVitest(write('v.json', vitest), 0)
    const other = countPlaywright(write('p.json', playwright), 1)
    expect(inWords(one)).toBe('5 passed, 0 failed, 1 skipped')
    expect(inWords(other)).toBe('4 passed, 2 failed')
    expect(inWords(sum([one, other]))).toBe('9 passed, 2 failed, 1 skipped')
  })

  it('never hide a failure', async () => {
    const { countVitest, countPlaywright } = await load<Count>('counts')
    const broken = { ...vitest, testResults: [{ status: 'failed', assertionResults: [] }] }
    expect(countVitest(write('broken.json', broken), 1).failed).toBe(1)
    expect(countVitest(write('fine.json', vitest), 1).failed).toBe(1)
    expect(countVitest(join(root, 'none.json'), 0).failed).toBe(1)
    expect(countPlaywright(write('half.json', '{"stats"'), 0).failed).toBe(1)
  })
})

describe('names of tests', () => {
  it('list failures, and flaky tests that passed on a retry', async () => {
    const { namesInVitest, namesInPlaywright, namesInWords } = await load<Names>('names')
    const vitest = {
      testResults: [
        { name: join(root, 'broken.test.ts'), status: 'failed', assertionResults: [] },
        {
          name: join(root, 'a.test.ts'),
          status: 'failed',
          assertionResults: [
            { fullName: 'good', status: 'passed', failureMessages: [] },
            { fullName: 'bad', status: 'failed', failureMessages: ['Error: no\n    at line 7\n    at line 8'] },
            { fullName: 'late', status: 'passed', failureMessages: ['no'] },
          ],
        },
      ],
    }
    expect(namesInWords(namesInVitest(write('v.json', vitest), root))).toEqual([
      'failed: broken.test.ts',
      'failed: a.test.ts: bad\n    Error: no\n        at line 7',
      'passed on a retry: a.test.ts: late\n    no',
    ])
    const error = { message: '\u001b[31mno button\u001b[39m' }
    const story = (title: string, status: string) => ({
      file: 's.spec.ts',
      title,
      tests: [{ projectName: 'phone', status, results: status === 'expected' ? [{}] : [{ error }] }],
    })
    const playwright = {
      suites: [
        {
          specs: [story('good', 'expected')],
          suites: [{ specs: [story('bad', 'unexpected'), story('late', 'flaky')] }],
        },
      ],
    }
    expect(namesInWords(namesInPlaywright(write('p.json', playwright)))).toEqual([
      'failed: s.spec.ts (phone): bad\n    no button',
      'passed on a retry: s.spec.ts (phone): late\n    no button',
    ])
    expect(namesInWords(namesInVitest(join(root, 'none.json'), root))).toEqual([])
  })

  it('include errors outside of tests, which fail a passing run', async () => {
    const { namesInWords, namesOfUnhandled } = await load<Names>('names')
    const test = write(
      'left.test.ts',
      "import { it } from 'vitest'\nit('leaves', () => void Promise.reject(new Error('behind')))",
    )
    const report = join(root, 'unhandled.json')
    const reporter = fileURLToPath(new URL('unhandled-errors.mjs', import.meta.url))
    const vitest = fileURLToPath(import.meta.resolve('vitest/package.json')).replace('package.json', 'vitest.mjs')
    const { status } = spawnSync(process.execPath, [vitest, 'run', '--root', root, `--reporter=${reporter}`, test], {
      env: { ...process.env, UNHANDLED_ERRORS: report },
    })
    expect(status).toBe(1)
    expect(namesInWords(namesOfUnhandled(report))).toEqual([
      expect.stringMatching(/^failed: Unhandled Rejection: behind \(.*left\.test\.ts/),
    ])
    expect(namesInWords(namesOfUnhandled(join(root, 'none.json')))).toEqual([])
  }, 60_000)
})

describe('find-browser', () => {
  const find = (env: Record<string, string>) => {
    const script = fileURLToPath(new URL('../find-browser.mjs', import.meta.url))
    const code = `import(${JSON.stringify(script)}).then(({ findBrowser }) => console.log(findBrowser()))`
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
    return stdout.trim() || stderr
  }

  it('uses the browser given, and reports a missing one', () => {
    const browser = write('chromium', '')
    expect(find({ CHROMIUM_PATH: browser })).toBe(browser)
    expect(find({ CHROMIUM_PATH: join(root, 'nowhere') })).toContain('there is no such file')
    expect(readFileSync(browser, 'utf8')).toBe('')
  })
})
