import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startServer } from './database.ts'
import { loadNow, type Measurement, machineText, replaceResults, resultText, tableText } from './report.ts'
import type { Scenario, Setting } from './scenario.ts'
import { buyers } from './scenarios/buyers.ts'
import { checkouts } from './scenarios/checkouts.ts'
import { growth } from './scenarios/growth.ts'
import { manyTypes } from './scenarios/many-types.ts'
import { offices } from './scenarios/offices.ts'
import { oneType } from './scenarios/one-type.ts'
import { pages } from './scenarios/pages.ts'
import { resources } from './scenarios/resources.ts'
import { simulation } from './scenarios/simulation.ts'
import { soldOut } from './scenarios/sold-out.ts'

/**
 * `npm run bench` measures everything and writes RESULTS.md. `npm run bench -- --quick` runs a shorter version and `npm run
 * bench -- one-type sold-out` runs the named scenarios; both only print. Puts load on this machine only.
 */
const SCENARIOS: readonly Scenario[] = [
  oneType,
  manyTypes,
  offices,
  buyers,
  checkouts,
  soldOut,
  pages,
  resources,
  growth,
  simulation,
]

const RESULTS = fileURLToPath(new URL('../RESULTS.md', import.meta.url))

const args = process.argv.slice(2)
const quick = args.includes('--quick')
const named = args.filter((arg) => !arg.startsWith('--'))
const unknown = named.filter((name) => SCENARIOS.every((scenario) => scenario.name !== name))
if (unknown.length > 0) {
  const known = SCENARIOS.map(({ name, about }) => `  ${name.padEnd(14)} ${about}`).join('\n')
  console.error(`There is no ${unknown.join(', ')}. There are:\n${known}`)
  process.exit(1)
}

const chosen = SCENARIOS.filter(({ name }) => named.length === 0 || named.includes(name))
const server = await startServer()
const measured: Measurement[] = []
const rates: Setting['rates'] = {}
try {
  for (const { name, about, run } of chosen) {
    console.log(`\n${name}: ${about}`)
    const loadBefore = loadNow()
    const started = performance.now()
    const tables = await run({ server, quick, rates, log: (text) => console.log(`  ${text}`) })
    measured.push({ scenario: name, about, tables, seconds: (performance.now() - started) / 1000, loadBefore })
    for (const table of tables) console.log(`\n${tableText(table)}`)
  }
} finally {
  await server.stop()
}
// A partial or quick run must not replace the full results.
if (named.length === 0 && !quick) {
  const before = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '# What the shop carries\n'
  writeFileSync(RESULTS, replaceResults(before, resultText(machineText(server), measured, { quick })))
  console.log(`\nWritten to ${RESULTS}`)
}
