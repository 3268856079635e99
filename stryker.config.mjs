export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 60_000,
  // The tests of a large room take longer than the usual five minutes on a busy machine.
  dryRunTimeoutMinutes: 30,
  // With a database, each mutant takes seconds. Most words there are columns and states, which the schema and the types check.
  mutator: { excludedMutations: process.env.MUTATION_DATABASE ? ['StringLiteral'] : [] },
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: 'mutation/report.json' },
  clearTextReporter: {
    logTests: false,
    reportTests: false,
    allowColor: false,
    allowEmojis: false,
    reportScoreTable: true,
  },
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['/e2e', '/bench', '/web', '/sandbox', '/docs/pictures', '/data', '/mutation'],
  checkers: [],
  allowConsoleColors: false,
  warnings: { slow: false },
}
