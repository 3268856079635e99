import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkNode, ensureInstalled } from './lib/install.mjs'
import { Failed, main, ROOT, run, tool } from './lib/run.mjs'
import { byRoom, countOf, MUTANTS_PER_WINDOW, sampleOf } from './lib/sample.mjs'

/**
 * `npm run mutation -- PART [FILE...]`: runs Stryker over the sources of a part, or over some of its files. A part says what is
 * mutated and which tests should fail.
 *
 * `--sample N` mutates N random windows of a few lines in those files; `--seed` repeats an earlier sample of the same sources.
 * Without a part, `--sample N` draws about N mutants (200) from all rooms of the server, runs those of each room against the room's
 * own tests, and prints the score of all.
 */
const PARTS = {
  domain: { mutate: ['domain/src/**/*.ts'], tests: ['domain/**/*.test.ts'] },
  basket: { mutate: ['server/src/basket/**/*.ts'], tests: ['server/src/basket/**/*.test.ts'], database: true },
  hold: { mutate: ['server/src/sale/hold/**/*.ts'], tests: ['server/src/sale/hold/**/*.test.ts'], database: true },
  sale: {
    mutate: ['server/src/sale/**/*.ts', '!server/src/sale/hold/**'],
    tests: ['server/src/sale/**/*.test.ts', 'server/src/checkout/**/*.test.ts'],
    database: true,
  },
  // Without the tests that start processes of their own: no mutant reaches those.
  settle: payment('settle', ['settle', 'workers', 'lost', 'frozen-terms', 'customer-maximum']),
  // Lines are refunded by the office, by a cancelled date and while a plan runs, and their tests are there.
  refund: payment(
    'refund',
    ['*'],
    [
      'server/src/office/order/order.test.ts',
      'server/src/payment/cancel/event.test.ts',
      'server/src/payment/order/order.test.ts',
      'server/src/payment/order/tax.test.ts',
      'server/src/payment/plan/refund.test.ts',
      'server/src/payment/self-service/return-places.test.ts',
    ],
  ),
  order: payment('order'),
  ledger: payment('ledger'),
}

function payment(folder, tests = ['*'], elsewhere = []) {
  const path = `server/src/payment/${folder}`
  const own = tests.map((test) => `${path}/${test}.test.ts`)
  return { mutate: [`${path}/**/*.ts`], tests: [...own, ...elsewhere], database: true }
}

/** Tests, test tools, command lines, and tables, where a mutation only changes a word. */
const NOT_MUTATED = [
  '!**/*.test.ts',
  '!**/countries.ts',
  '!**/us-states.ts',
  '!server/src/catalogue/demo/**',
  '!server/src/catalogue/scenes/**',
  '!**/*.generated.ts',
  '!**/*.testing.ts',
  '!**/testing/**',
  '!**/test-programs/**',
  '!**/migrations/**',
  '!**/payment/model/**',
  '!**/cli/**',
]

const REPORT = join(ROOT, 'mutation/report.json')

/** Windows of the files that match, drawn with the seed. */
async function sample(patterns, typed, seed, perWindow = 1) {
  const count = Number(typed)
  const what = perWindow === 1 ? 'windows' : 'mutants'
  if (!Number.isSafeInteger(count) || count < 1) throw new Failed(`--sample ${typed}: how many ${what}, 1 or more?`)
  const { output } = await run('git', ['ls-files'], { quiet: true })
  const windows = Math.ceil(count / perWindow)
  const { chosen, of } = sampleOf(output.split('\n'), { patterns, count: windows, seed })
  if (chosen.length === 0) throw new Failed('A sample needs whole files that exist, without lines.')
  console.log(`--sample ${count} --seed ${seed}: ${chosen.length} of ${of} windows`)
  return chosen
}

/** Runs Stryker over these files or lines with these tests. Resolves to its exit code. */
async function mutants(mutate, { tests, database }) {
  const { code } = await run(tool('stryker'), ['run', join(ROOT, 'stryker.config.mjs'), '--mutate', mutate.join(',')], {
    env: { MUTATION_TESTS: tests.join(','), ...(database && { MUTATION_DATABASE: '1' }), NO_COLOR: '1' },
  })
  return code
}

async function prepare() {
  checkNode()
  await ensureInstalled()
}

/** A room's tests, without those that only start processes of their own: no mutant reaches those. */
async function testsOf(room) {
  const { output } = await run('git', ['ls-files', `${room}/${room === 'server/src' ? '' : '**'}*.test.ts`], {
    quiet: true,
  })
  return output
    .split('\n')
    .filter((file) => file !== '' && (room !== 'server/src' || dirname(file) === room))
    .filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      return !/testing\/processes\/|processes\/built-shop|dist\/main/.test(text) || text.includes('describeOnBoth')
    })
}

/** A sample of the whole server. A room whose own tests can't be run is reported, and the others are run all the same. */
async function sampleOfRooms(typed, seed) {
  const counts = { killed: 0, survived: 0, uncovered: 0 }
  const survivors = []
  const windows = await sample(['server/src/**/*.ts', ...NOT_MUTATED], typed, seed, MUTANTS_PER_WINDOW)
  await prepare()
  for (const [room, chosen] of byRoom(windows)) {
    console.log(`${room}: ${chosen.join(' ')}`)
    rmSync(REPORT, { force: true })
    if ((await mutants(chosen, { tests: await testsOf(room), database: true })) !== 0) {
      console.error(`${room}: not run`)
      process.exitCode = 1
      continue
    }
    // Windows of words alone have no mutants, and so no report.
    const found = countOf(existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : { files: {} })
    for (const name of Object.keys(counts)) counts[name] += found[name]
    survivors.push(...found.survivors)
  }
  const all = counts.killed + counts.survived + counts.uncovered
  for (const survivor of survivors) console.log(survivor)
  console.log(
    `${all} mutants: ${counts.killed} killed, ${counts.survived} survived, ${counts.uncovered} not covered by their rooms' tests; ` +
      `${all === 0 ? 0 : ((100 * counts.killed) / all).toFixed(1)} % killed`,
  )
}

await main(async () => {
  const typed = process.argv.slice(2)
  const at = typed.indexOf('--sample')
  // The number may be left out.
  if (at >= 0 && (typed[at + 1] === undefined || typed[at + 1].startsWith('--'))) typed.splice(at + 1, 0, '200')
  const { values, positionals } = parseArgs({
    args: typed,
    allowPositionals: true,
    options: { sample: { type: 'string' }, seed: { type: 'string' } },
  })
  const [name, ...files] = positionals
  const seed = values.seed ?? String(Date.now() % 1_000_000)
  if (name === undefined && values.sample !== undefined) return sampleOfRooms(values.sample, seed)
  if (!Object.hasOwn(PARTS, name ?? '')) throw new Failed(`Which part? ${Object.keys(PARTS).join(', ')}`)
  const part = PARTS[name]
  const all = [...(files.length > 0 ? files : part.mutate), ...NOT_MUTATED]
  const mutate = values.sample === undefined ? all : await sample(all, values.sample, seed)
  await prepare()
  process.exitCode = await mutants(mutate, part)
})
