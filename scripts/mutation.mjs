import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkNode, ensureInstalled } from './lib/install.mjs'
import { Failed, main, ROOT, run, tool } from './lib/run.mjs'
import { sampleOf } from './lib/sample.mjs'
import { sampleServer } from './lib/sample-server.mjs'

/**
 * `npm run mutation -- PART [FILE...]`: runs Stryker over the sources of a part, or over some of its files. A part says what is
 * mutated and which tests should fail.
 *
 * `--sample N` mutates N random windows of a few lines in those files; `--seed` repeats an earlier sample of the same sources.
 * Without a part, `--sample N` draws N mutants (200) from all rooms of the server, runs each against the test files of the whole
 * server that reach it, and prints the score.
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
  '!**/*.faults.ts',
  '!**/*.testing.ts',
  '!**/testing/**',
  '!**/test-programs/**',
  '!**/migrations/**',
  '!**/payment/model/**',
  '!**/cli/**',
]

function countOf(typed, what) {
  const count = Number(typed)
  if (!Number.isSafeInteger(count) || count < 1) throw new Failed(`--sample ${typed}: how many ${what}, 1 or more?`)
  return count
}

/** Windows of the files that match, drawn with the seed. */
async function sample(patterns, typed, seed) {
  const count = countOf(typed, 'windows')
  const { output } = await run('git', ['ls-files'], { quiet: true })
  const { chosen, of } = sampleOf(output.split('\n'), { patterns, count, seed })
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

/** Files of the server's tests, without those that only start programs, which have no mutants, and without the random model. */
function isRunForMutants(file) {
  const text = readFileSync(join(ROOT, file), 'utf8')
  if (file.startsWith('server/src/payment/model/')) return false
  return !/testing\/processes\/|processes\/built-shop|dist\/main/.test(text) || text.includes('describeOnBoth')
}

/** A sample of the whole server's mutants. */
async function sampleOfServer(typed, seed) {
  const count = countOf(typed, 'mutants')
  await prepare()
  const { output } = await run('git', ['ls-files', 'server/src'], { quiet: true })
  const files = output.split('\n').filter((file) => file.endsWith('.ts'))
  const tests = files.filter((file) => file.endsWith('.test.ts') && isRunForMutants(file))
  const patterns = ['server/src/**/*.ts', ...NOT_MUTATED]
  console.log(`--sample ${count} --seed ${seed}`)
  const { counts, lines } = await sampleServer({ root: ROOT, sources: files, tests, patterns, count, seed })
  for (const line of lines) console.log(line)
  const { killed, survived, uncovered, atLoad } = counts
  const all = killed + survived + uncovered
  console.log(
    `${all} mutants: ${killed} killed, ${survived} survived, ${uncovered} reached by no test; ${((100 * killed) / all).toFixed(1)} % killed (${atLoad} more run only when their file is loaded, and are left out)`,
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
  if (name === undefined && values.sample !== undefined) return sampleOfServer(values.sample, seed)
  if (!Object.hasOwn(PARTS, name ?? '')) throw new Failed(`Which part? ${Object.keys(PARTS).join(', ')}`)
  const part = PARTS[name]
  const all = [...(files.length > 0 ? files : part.mutate), ...NOT_MUTATED]
  const mutate = values.sample === undefined ? all : await sample(all, values.sample, seed)
  await prepare()
  process.exitCode = await mutants(mutate, part)
})
