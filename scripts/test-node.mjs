import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { ensureInstalled, npm } from './lib/install.mjs'
import { Failed, main, ROOT, run, step } from './lib/run.mjs'

/** Versions that are maintained beyond the oldest one that works. */
const VERSIONS = ['22', '24']

/**
 * `npm run test:node [-- VERSION...]`: everything that needs no browser, on other versions of Node, which the registry has as
 * packages.
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

/** Returns the path of the program. */
async function installNode(version) {
  const { platform, arch } = process
  const system = platform === 'win32' ? 'win' : platform
  const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${system}-${arch}`
  const folder = join(ROOT, 'node_modules/.cache', `node-${version}`)
  mkdirSync(folder, { recursive: true })
  await npm(
    ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`],
    {
      quiet: true,
    },
  )
  return join(folder, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node')
}
