import { existsSync, readFileSync } from 'node:fs'
import { findBrowser } from '../find-browser.mjs'
import { Failed, run, step, tool } from './run.mjs'

/** The path of a Chromium. Tries to install one if there is none. */
export async function ensureBrowser() {
  const there = findBrowser()
  if (there) return there
  for (const install of canInstallDebian() ? [fromDebian, fromPlaywright] : [fromPlaywright]) {
    await step('Installing Chromium', install)
    const path = findBrowser()
    if (path) return path
  }
  throw new Failed(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) ' +
      'or set CHROMIUM_PATH.',
  )
}

async function fromDebian() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  const install = (name) => run('apt-get', ['install', '-y', '-q', name], { env })
  // Older releases have no package for the headless browser.
  const { code } = await install('chromium-headless-shell')
  if (code !== 0) await install('chromium')
}

const fromPlaywright = () => run(tool('playwright'), ['install', 'chromium'])

/** Not on Ubuntu, whose package of that name only installs a snap. */
function canInstallDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))
}
