import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs'
import { keepTemporaryFilesInMemory } from '../scripts/lib/memory-folder.ts'

keepTemporaryFilesInMemory()

/** Milliseconds for one expectation or action. */
const LIMIT = 60_000

/** Buyer stories: the built shop in a real browser, at the size of a phone and of a desktop. */
export default defineConfig({
  testDir: './stories',
  outputDir: './test-results',
  globalSetup: './support/global-setup.ts',
  // Each worker runs its own shop, sandbox and browser. With three, a fifth of the time is idle.
  workers: 4,
  // In CI, a failed story runs once more, and is listed at the end if it then passes.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // Test machines are noisy, so the limits only end what would never end.
  timeout: 900_000,
  expect: { timeout: LIMIT },
  reporter: [['list'], ['./support/criteria-reporter.ts']],
  use: {
    actionTimeout: LIMIT,
    navigationTimeout: LIMIT,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // STORY_TRACE=retain-on-failure keeps a recording of failed stories.
    trace: process.env.STORY_TRACE === 'retain-on-failure' ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: findBrowser(), args: BROWSER_FLAGS },
  },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
  ],
})
