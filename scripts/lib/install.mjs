import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failed, mustRun, ROOT, step } from './run.mjs'

const OLDEST_NODE = [20, 19]

export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  const [needMajor, needMinor] = OLDEST_NODE
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return
  throw new Failed(`Foyer needs Node ${OLDEST_NODE.join('.')} or newer; this is ${version}. See https://nodejs.org`)
}

/** Installs the packages of the lock file unless they are already installed. */
export async function ensureInstalled() {
  const wanted = stampOf(ROOT)
  const stampFile = join(ROOT, 'node_modules', '.foyer-installed')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  if (!isInstalled(ROOT)) {
    // With NODE_ENV=production npm would leave out packages that the build needs.
    await step('Installing packages', () =>
      npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']),
    )
  }
  writeFileSync(stampFile, wanted)
}

/** Some packages contain binaries for one system, so a folder copied to another machine is installed again. */
const stampOf = (root) =>
  [
    createHash('sha256')
      .update(readFileSync(join(root, 'package-lock.json')))
      .digest('hex'),
    process.platform,
    process.arch,
  ].join(' ')

/**
 * Whether node_modules holds what the lock file names.
 * @public loaded by name in lib.test.ts
 */
export function isInstalled(root) {
  const listFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(listFile)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const there = JSON.parse(readFileSync(listFile, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    if (there[path] === undefined) return entry.optional === true && !madeForThisMachine(entry)
    return entry.link === true || there[path].version === entry.version
  })
}

/**
 * Whether an optional package must be installed here. One that names this system must be. One without a system comes with a
 * package for another system, and the C library cannot be determined simply; neither counts as missing.
 */
const madeForThisMachine = ({ os, cpu, libc }) =>
  os?.includes(process.platform) === true && cpu?.includes(process.arch) === true && libc === undefined

/** Runs npm, even when it is not on the path because npm started this process. */
export function npm(args, options) {
  const own = process.env.npm_execpath
  return own?.endsWith('.js') ? mustRun(process.execPath, [own, ...args], options) : mustRun('npm', args, options)
}
