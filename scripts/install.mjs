import { checkNode, ensureInstalled } from './lib/install.mjs'
import { main } from './lib/run.mjs'

/** Installs the packages unless they are there already, before a script of package.json uses one, so that it works in a new clone. */
await main(async () => {
  checkNode()
  await ensureInstalled()
})
