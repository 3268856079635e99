import { defineConfig } from 'vitest/config'

/** The tests of one room, for `npm run mutation`: a mutant is run in the process that runs its tests. */
export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? 'domain/**/*.test.ts').split(','),
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...(process.env.MUTATION_DATABASE && {
      globalSetup: ['server/src/testing/global-setup.ts'],
      // One database is enough, and races take too long to run for each mutant.
      testNamePattern: /^(?!.*(?:\(embedded\)|at the same moment|several programs))/,
    }),
  },
})
