import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Failed, main, ROOT, run } from './lib/run.mjs'

/** Sources to mutate, and the tests that should notice. */
const PARTS = {
  domain: { mutate: ['domain/src'], tests: ['domain/**/*.test.ts'] },
}

await main(async () => {
  const [name, ...files] = process.argv.slice(2)
  const part = PARTS[name]
  if (!part) throw new Failed(`Say which part: ${Object.keys(PARTS).join(', ')}`)
  process.env.MUTATION_TESTS = part.tests.join(',')
  if (part.database) process.env.MUTATION_DATABASE = '1'
  const mutate = files.length > 0 ? files : part.mutate.map((folder) => `${folder}/**/*.ts`)
  const args = [
    'run',
    'stryker.config.json',
    '--mutate',
    [...mutate, '!**/*.test.ts', '!**/countries.ts', '!**/us-states.ts'].join(','),
  ]
  const { code } = await run(join(ROOT, 'node_modules/.bin/stryker'), args)
  process.exitCode = code
})
