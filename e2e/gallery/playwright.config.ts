import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../../scripts/find-browser.mjs'

/** `npm run gallery`: scenes in the demo shop that take screenshots at each state. */
export default defineConfig({
  testDir: '.',
  testMatch: 'gallery.ts',
  outputDir: '../test-results/gallery',
  globalTeardown: './index-page.ts',
  fullyParallel: true,
  workers: 2,
  // Each state is rendered and captured in up to six widths and themes.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findBrowser(), args: BROWSER_FLAGS },
  },
})
