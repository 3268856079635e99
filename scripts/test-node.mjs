import { execFileSync } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { installNode, VERSIONS } from './lib/other-node.mjs'
import { Failed, main, ROOT, run, step } from './lib/run.mjs'

/**
 * `npm run test:node [-- VERSION...]`: runs everything that needs no browser on other versions of Node, which the
 * registry provides as packages.
 */
await main(async () => {
  const versions = process.argv.slice(2)
  if (versions.some((version) => !/^\d+(\.\d+){0,2}$/.test(version)))
    throw new Failed('npm run test:node -- VERSION..., for example 22 or 24.21.0')
  await ensureInstalled()
  const codes = []
  for (const version of versions.length > 0 ? versions : VERSIONS) {
    const node = await step(`Installing Node ${version}`, () => installNode(version))
    console.log(`Testing on Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`)
    const PATH = [dirname(node), process.env.PATH].join(delimiter)
    const { code } = await run(node, [join(ROOT, 'scripts/test.mjs'), '--only', 'no-browser'], { env: { PATH } })
    codes.push(code)
  }
  process.exitCode = Math.max(...codes)
})
