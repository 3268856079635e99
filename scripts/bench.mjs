import { build } from './build.mjs'
import { checkNode, ensureInstalled } from './lib/install.mjs'
import { main, run } from './lib/run.mjs'

/** `npm run bench`: installs, builds what is stale and measures. bench/src/main.ts describes the arguments. */
await main(async () => {
  checkNode()
  await ensureInstalled()
  await build()
  const { code } = await run(process.execPath, ['--import', 'tsx', 'bench/src/main.ts', ...process.argv.slice(2)])
  process.exitCode = code
})
