import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { ensureBrowser } from './lib/browser.mjs'
import { checkNode, ensureInstalled } from './lib/install.mjs'
import { main, ROOT, run, tool } from './lib/run.mjs'

/**
 * `npm run gallery [-- WORD... --width 360 --theme dark]`: screenshots of every page and of every checkout step and state, from
 * the built shop with its demo catalogue. A WORD selects the scenes whose name contains it. `--list` prints the names;
 * `--check` takes no pictures and checks each state for accessibility (WCAG 2.2 A and AA).
 */
const FOLDER = join(ROOT, 'e2e', 'gallery', 'pictures')

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      width: { type: 'string', multiple: true },
      theme: { type: 'string', multiple: true },
      list: { type: 'boolean' },
      check: { type: 'boolean' },
    },
  })
  checkNode()
  await ensureInstalled()
  await build()
  const browser = await ensureBrowser()
  if (positionals.length === 0 && !values.list && !values.check) rmSync(FOLDER, { recursive: true, force: true })
  const { code } = await run(
    tool('playwright'),
    [
      'test',
      '-c',
      'e2e/gallery',
      ...(positionals.length > 0 ? ['--grep', positionals.join('|')] : []),
      ...(values.list ? ['--list'] : []),
    ],
    {
      env: {
        CHROMIUM_PATH: browser,
        ...(values.width && { GALLERY_WIDTHS: values.width.join(',') }),
        ...(values.check && { GALLERY_CHECKS: '1' }),
        ...(values.theme && { GALLERY_THEMES: values.theme.join(',') }),
      },
    },
  )
  process.exitCode = code
  console.log(join(FOLDER, 'index.html'))
})
