import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GUARDS, type Guard } from './guards.ts'

/**
 * `npm run guards` takes out each guard of the table in turn and runs the test file that must miss it; `npm run guards -- WORD`
 * those whose name or file has the word in it. Takes some seconds each. Ends with 1 when a guard is not missed.
 */

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

type Report = { numFailedTests: number; testResults: { assertionResults: { status: string; fullName: string }[] }[] }

/** The first test that failed without this guard; null when none did. A file that does not even load misses nothing. */
async function missedBy(guard: Guard): Promise<string | null> {
  const report = join(tmpdir(), `foyer-guards-${process.pid}.json`)
  const args = [
    'vitest',
    'run',
    '--project',
    'server',
    guard.test,
    '--bail=1',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  const child = spawn('npx', args, {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, CI: '', GUARD_TAKEN_OUT: JSON.stringify(guard) },
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
const chosen = GUARDS.filter(({ guards, test, change }) => `${guards} ${test} ${change?.file}`.includes(word))
const unmissed: string[] = []
for (const guard of chosen) {
  const test = await missedBy(guard).catch((error: Error) => {
    console.error(error.message)
    return null
  })
  if (test === null) unmissed.push(guard.guards)
  console.log(test === null ? `NOT MISSED ${guard.guards} (${guard.test})` : `missed     ${guard.guards}: ${test}`)
}
console.log(`\n${chosen.length - unmissed.length} of ${chosen.length} guards are missed when they are gone.`)
process.exitCode = unmissed.length > 0 || chosen.length === 0 ? 1 : 0
