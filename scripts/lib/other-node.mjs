import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './install.mjs'
import { ROOT } from './run.mjs'

/** Versions that are maintained beyond the oldest one that works. */
export const VERSIONS = ['22', '24']

/** Installs another version of Node from its package in the registry, unless it is already here. Returns the program's path. */
export async function installNode(version) {
  const { platform, arch } = process
  const system = platform === 'win32' ? 'win' : platform
  const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${system}-${arch}`
  const folder = join(ROOT, 'node_modules/.cache', `node-${version}`)
  const program = join(folder, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  await npm(
    ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`],
    { quiet: true },
  )
  return program
}
