import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Guard, MODELS } from './guard.ts'
import { GUARDS } from './guards.ts'

/**
 * `npm run guards` removes one guard after the other and runs the test file that must fail; `npm run guards -- WORD` uses those
 * whose row contains the word. Exits with 1 when no test fails. Guards of the payment model have their own test.
 */

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

type Report = { numFailedTests: number; testResults: { assertionResults: { status: string; fullName: string }[] }[] }

/** The first test that fails without this guard; null when none does. A file that doesn't load doesn't count. */
async function missedBy(guard: Guard): Promise<string | null> {
  const report = join(tmpdir(), `foyer-guards-${process.pid}.json`)
  const args = [
    'vitest',
    'run',
    '--project',
    'server',
    guard.noticedBy,
    '--bail=1',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  const child = spawn('npx', args, {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, CI: '', MISSING_GUARD: JSON.stringify(guard) },
  })
  await new Promise((resolve) => child.once('exit', resolve))
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    const failed = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .find(({ status }) => status === 'failed')
    return failed?.fullName ?? null
  } finally {
    rmSync(report, { force: true })
  }
}

const [word = ''] = process.argv.slice(2)
const chosen = GUARDS.filter((guard) => !MODELS.includes(guard.noticedBy) && JSON.stringify(guard).includes(word))
let unmissed = 0
for (const guard of chosen) {
  const test = await missedBy(guard).catch((error: Error) => {
    console.error(error.message)
    return null
  })
  if (test === null) unmissed += 1
  console.log(test === null ? `NOT MISSED ${guard.breaks} (${guard.noticedBy})` : `missed     ${guard.breaks}: ${test}`)
}
console.log(`\n${chosen.length - unmissed} of ${chosen.length} guards are missed when they are gone.`)
process.exitCode = unmissed > 0 || chosen.length === 0 ? 1 : 0
