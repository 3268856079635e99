import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const NOT_SOURCES = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report', '.cache'])
const TEST_FILE = /\.(test|spec)\.tsx?$/

/** One hash of the names and contents of files and folders, without tests. It changes when the build would. */
export function hashOf(root, paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => filesUnder(root, path))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(root, path) {
  if (!existsSync(join(root, path))) return []
  let entries
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
  return entries
    .filter(({ name }) => !NOT_SOURCES.has(name) && !TEST_FILE.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(root, join(path, entry.name)) : [join(path, entry.name)]))
}

/** Runs `build` unless `stamp` shows that it ran on the same sources. */
export async function whenStale(stamp, hash, build) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  await build()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
  return true
}
