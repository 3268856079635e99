import { build } from './build.mjs'
import { ensureBrowser } from './lib/browser.mjs'
import { checkNode, ensureInstalled } from './lib/install.mjs'
import { main, run, tool } from './lib/run.mjs'

/** The stories whose tests stand in the table of /accessibility/ (e2e/support/criteria.ts). */
const STORIES = ['accessibility.spec', 'hold-longer.spec', 'large-text.spec']

/** `npm run accessibility`: runs these stories, and writes what they show of WCAG 2.2 into the page's table if all of them pass. */
await main(async () => {
  checkNode()
  await ensureInstalled()
  await build()
  const { code } = await run(tool('playwright'), ['test', '-c', 'e2e', ...STORIES], {
    env: { CHROMIUM_PATH: await ensureBrowser(), WRITE_CRITERIA: '1' },
  })
  process.exitCode = code
})
