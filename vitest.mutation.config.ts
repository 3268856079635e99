import { defineConfig } from 'vitest/config'

/** The tests of one room, for `npm run mutation`: a mutant is run in the process that runs its tests. */
export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? 'domain/**/*.test.ts').split(','),
    environment: 'node',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...(process.env.MUTATION_DATABASE && {
      globalSetup: ['server/src/testing/global-setup.ts'],
      setupFiles: ['server/src/testing/mutation-setup.ts'],
    }),
  },
})
