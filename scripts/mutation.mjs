import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Failed, main, ROOT, run, tool } from './lib/run.mjs'
import { sampleOf } from './lib/sample.mjs'

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

async function sample(patterns, typed, seed) {
  const count = Number(typed)
  if (!Number.isSafeInteger(count) || count < 1) throw new Failed(`--sample ${typed}: how many windows, 1 or more?`)
  const { output } = await run('git', ['ls-files'], { quiet: true })
  const { chosen, of } = sampleOf(output.split('\n'), { patterns, count, seed })
  if (chosen.length === 0) throw new Failed('A sample needs whole files that exist, without lines.')
  console.log(`--sample ${count} --seed ${seed}: of ${of} windows`)
  return chosen
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sample: { type: 'string' }, seed: { type: 'string' } },
  })
  const [name, ...files] = positionals
  if (!Object.hasOwn(PARTS, name ?? '')) throw new Failed(`Which part? ${Object.keys(PARTS).join(', ')}`)
  const part = PARTS[name]
  const all = [...(files.length > 0 ? files : part.mutate), ...NOT_MUTATED]
  const seed = values.seed ?? String(Date.now() % 1_000_000)
  const mutate = values.sample === undefined ? all : await sample(all, values.sample, seed)
  const { code } = await run(tool('stryker'), ['run', join(ROOT, 'stryker.config.mjs'), '--mutate', mutate.join(',')], {
    env: {
      MUTATION_TESTS: part.tests.join(','),
      ...(part.database && { MUTATION_DATABASE: '1' }),
      NO_COLOR: '1',
    },
  })
  process.exitCode = code
})
