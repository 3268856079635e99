import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Failed, main, ROOT, run, tool } from './lib/run.mjs'

/**
 * `npm run mutation -- PART [FILE...]`: runs Stryker over the sources of a part, or over some of its files. A part says what is
 * mutated and which tests should fail.
 *
 * `--sample N` mutates N random windows of a few lines in those files; `--seed` repeats an earlier sample of the same sources.
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
  '!**/testing/**',
  '!**/model/**',
  '!**/cli/**',
]

/** Stryker only makes mutants that lie wholly within a window, so the removal of longer blocks is not sampled. */
const WINDOW_LINES = 5

/** Cuts the files into windows, so that longer files have more of them, and picks some with the seed. */
async function sampleOf(patterns, count, seed) {
  const { output } = await run('git', ['ls-files'], { quiet: true })
  // As in Stryker, the last pattern that matches a file decides.
  const isMutated = (file) =>
    patterns.reduce(
      (before, glob) => (toRegExp(glob.replace('!', '')).test(file) ? !glob.startsWith('!') : before),
      false,
    )
  const windows = output.split('\n').filter(isMutated).flatMap(windowsOf)
  if (windows.length === 0) throw new Failed('A sample needs whole files, without lines.')
  const rank = (window) => createHash('sha256').update(`${seed} ${window}`).digest('hex')
  const ranked = windows.map((window) => [rank(window), window]).sort()
  console.log(`--sample ${count} --seed ${seed}: of ${windows.length} windows of ${WINDOW_LINES} lines`)
  return ranked.slice(0, count).map(([, window]) => window)
}

const toRegExp = (glob) => {
  const parts = { '**/': '(.*/)?', '**': '.*', '*': '[^/]*', '.': '\\.' }
  return new RegExp(`^${glob.replace(/\*\*\/|\*\*|\*|\./g, (part) => parts[part])}$`)
}

/** Windows of a file, without those that have only imports, comments and blank lines. */
function windowsOf(file) {
  const lines = readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n')
  const starts = [...lines.keys()].filter((line) => line % WINDOW_LINES === 0)
  return starts
    .filter((start) =>
      lines.slice(start, start + WINDOW_LINES).some((line) => !/^(import .*|\s*(\/?\*.*|\/\/.*)?)$/.test(line)),
    )
    .map((start) => `${file}:${start + 1}-${Math.min(start + WINDOW_LINES, lines.length)}`)
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sample: { type: 'string' }, seed: { type: 'string' } },
  })
  const [name, ...files] = positionals
  const part = PARTS[name]
  if (!part) throw new Failed(`Which part? ${Object.keys(PARTS).join(', ')}`)
  const all = [...(files.length > 0 ? files : part.mutate), ...NOT_MUTATED]
  const seed = values.seed ?? String(Date.now() % 1_000_000)
  const mutate = values.sample ? await sampleOf(all, Number(values.sample), seed) : all
  const { code } = await run(tool('stryker'), ['run', join(ROOT, 'stryker.config.mjs'), '--mutate', mutate.join(',')], {
    env: {
      MUTATION_TESTS: part.tests.join(','),
      ...(part.database && { MUTATION_DATABASE: '1' }),
      NO_COLOR: '1',
    },
  })
  process.exitCode = code
})
