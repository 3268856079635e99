import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-folder.ts'

/** The tests of one room or, with `--sample`, of the whole server, for `npm run mutation`: a mutant is run in the process that runs its tests. */
const sample = process.env.MUTATION_SAMPLE
const setup = 'server/src/testing/'

keepTemporaryFilesInMemory()

export default defineConfig({
  plugins: sample === undefined ? [] : [withMutants(sample)],
  test: {
    include: (process.env.MUTATION_TESTS ?? 'domain/**/*.test.ts').split(','),
    environment: 'node',
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    // A sample takes hours beside other work, and runs at low priority.
    testTimeout: sample === undefined ? 30_000 : 120_000,
    hookTimeout: sample === undefined ? 60_000 : 240_000,
    server: { deps: { external: [/\/server\/dist\//] } },
    ...(process.env.MUTATION_DATABASE && {
      globalSetup: [`${setup}global-setup.ts`],
      setupFiles: [`${setup}mutation-setup.ts`, ...(sample === undefined ? [] : [`${setup}sample-setup.ts`])],
    }),
  },
})

/** Replaces sources as the tests load them by those of the sample, with its mutants in them. */
function withMutants(folder: string) {
  const sources = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8')) as Record<string, string>
  return {
    name: 'with-mutants',
    enforce: 'pre' as const,
    transform: (_: string, id: string) => sources[relative(import.meta.dirname, id)],
  }
}
