import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-folder.ts'
import { withoutGuard } from './server/src/testing/guards/without-guard.ts'

const RULES_OF_THE_SHOP = ['domain', 'contract', 'sandbox', 'e2e', 'bench', 'scripts']

/** In CI, a failed test runs once more, and is listed at the end if it then passes. */
const retry = process.env.CI ? 1 : 0

keepTemporaryFilesInMemory()

export default defineConfig({
  test: {
    // Test machines have few cores, and every server test file runs a database of its own.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          retry,
          environment: 'node',
          include: RULES_OF_THE_SHOP.map((room) => `${room}/**/*.test.ts`),
          exclude: ['**/node_modules/**', '**/dist/**', 'scripts/rules/**'],
          // These files share nothing, and run in half of the time when they share a process.
          isolate: false,
          // Tests with random data take long on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'web',
          retry,
          environment: 'happy-dom',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout: 15_000,
          // Some files load every screen first, and the machine may be busy with another run.
          hookTimeout: 60_000,
        },
      },
      {
        // One guard of the shop left out, when `npm run guards` asks for it.
        plugins: [withoutGuard()],
        test: {
          name: 'server',
          retry,
          environment: 'node',
          include: ['server/src/**/*.test.ts'],
          // Needs what the vendors publish about their APIs, which is not part of the project.
          exclude: process.env.VENDOR_DESCRIPTIONS ? [] : ['server/src/payment/providers/vendor-descriptions.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          pool: 'forks',
          // Loading the shop for each of 250 files would take a third of the time of all tests.
          isolate: false,
          // Bundles without a guard are loaded as they are: transforming each would take longer than its tests.
          server: { deps: { external: [/\/server\/dist\//] } },
          // The databases are real, and the machine may be busy with another run.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Takes minutes and does harm on purpose: `npm run faults`, and no part of `npm test`.
        test: {
          name: 'faults',
          environment: 'node',
          include: ['server/src/**/*.faults.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          pool: 'forks',
        },
      },
      {
        test: { name: 'rules', environment: 'node', include: ['scripts/rules/*.test.ts'], testTimeout: 30_000 },
      },
    ],
  },
})
