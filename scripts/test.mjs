import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { check } from './check.mjs'
import { ensureBrowser } from './lib/browser.mjs'
import { countChecks, countPlaywright, countVitest, inWords, sum } from './lib/counts.mjs'
import { checkNode, ensureInstalled } from './lib/install.mjs'
import { namesInPlaywright, namesInVitest, namesInWords, namesOfUnhandled } from './lib/names.mjs'
import { nearTests } from './lib/near.mjs'
import { Failed, main, ROOT, run, step, tool } from './lib/run.mjs'

/**
 * `npm test` runs everything; `npm test -- --only unit|server|e2e|no-browser` a part of it; `npm test -- --changed` types, style
 * and rules, and the tests near what is not committed yet, or near the last commit.
 */
const PARTS = {
  all: { checks: true, projects: ['unit', 'web', 'rules', 'server'], stories: true },
  unit: { checks: false, projects: ['unit', 'web', 'rules'], stories: false },
  server: { checks: false, projects: ['server'], stories: false },
  'no-browser': { checks: false, projects: ['unit', 'web', 'rules', 'server'], stories: false },
  e2e: { checks: false, projects: [], stories: true },
}

await main(async () => {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: 'all' }, changed: { type: 'boolean', default: false } },
  })
  const part = partNamed(values.only)
  checkNode()
  await ensureInstalled()
  if (values.changed) return testChanged()
  const reports = mkdtempSync(join(tmpdir(), 'foyer-reports-'))
  const counts = []
  const names = []
  try {
    if (part.checks) counts.push(countChecks(await step('Checking', () => check({ rules: false }))))
    // Some server tests and all browser stories need the built server.
    if (part.stories || part.projects.includes('server')) counts.push(await orOneFailure(build))
    if (part.projects.length > 0) counts.push(await step('Testing', () => vitest(part.projects, reports, names)))
    if (part.stories) counts.push(await step('Testing in the browser', () => playwright(reports, names)))
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  const total = sum(counts)
  process.exitCode = total.failed > 0 ? 1 : 0
  for (const line of names.flatMap(namesInWords)) console.log(line)
  console.log(inWords(total))
})

async function testChanged() {
  const linesOf = async (...args) => (await run('git', args, { quiet: true })).output.split('\n').filter(Boolean)
  const open = [
    ...(await linesOf('diff', '--name-only', '--diff-filter=d', 'HEAD')),
    ...(await linesOf('ls-files', '--others', '--exclude-standard')),
  ]
  const changed = open.length > 0 ? open : await linesOf('diff', '--name-only', '--diff-filter=d', 'HEAD~1', 'HEAD')
  const files = [...(await linesOf('ls-files')), ...open].filter((path) => existsSync(join(ROOT, path)))
  const { tests, left } = nearTests(changed, files, (path) => readFileSync(join(ROOT, path), 'utf8'))
  console.log(`${changed.length} files have changed. Near them: ${tests.join(' ') || 'no test'}`)
  if (left > 0) console.log(`${left} more tests are near them, and run with npm test.`)
  const failed = await check({ rules: true, files: changed })
  const { code } = tests.length === 0 ? { code: 0 } : await run(tool('vitest'), ['run', ...tests])
  process.exitCode = code !== 0 || failed.some(({ ok }) => !ok) ? 1 : 0
}

function partNamed(name) {
  if (!Object.hasOwn(PARTS, name)) throw new Failed(`--only takes one of: ${Object.keys(PARTS).join(', ')}`)
  return PARTS[name]
}

async function vitest(projects, reports, names) {
  const file = join(reports, 'vitest.json')
  const chosen = projects.flatMap((project) => ['--project', project])
  const unhandled = join(reports, 'unhandled-errors.json')
  const reporters = ['default', 'json', join(ROOT, 'scripts', 'lib', 'unhandled-errors.mjs')]
  const { code } = await run(
    tool('vitest'),
    ['run', ...chosen, ...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${file}`],
    { env: { UNHANDLED_ERRORS: unhandled } },
  )
  names.push(namesInVitest(file), namesOfUnhandled(unhandled))
  return countVitest(file, code)
}

async function playwright(reports, names) {
  const file = join(reports, 'playwright.json')
  const failure = await orOneFailure(async () => {
    const browser = await ensureBrowser()
    const { code } = await run(
      tool('playwright'),
      ['test', '-c', 'e2e', '--reporter=list,json,./e2e/support/criteria-reporter.ts'],
      {
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: browser },
      },
    )
    return code
  })
  names.push(namesInPlaywright(file))
  return failure.failed > 0 ? failure : countPlaywright(file, failure.result)
}

/** Prints and counts a failure, so that the other parts still run. */
async function orOneFailure(work) {
  try {
    return { passed: 0, failed: 0, skipped: 0, result: await work() }
  } catch (error) {
    console.error(error instanceof Failed ? error.message : error)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
