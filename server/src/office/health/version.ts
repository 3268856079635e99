import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The version of this release, from the package that contains this file; empty if it isn’t there. */
export function releaseVersion(from = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = manifestIn(folder)
    if (found?.name === 'foyer') return found.version
    if (folder === dirname(folder)) return ''
  }
}

function manifestIn(folder: string): { name: string; version: string } | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  } catch {
    return null
  }
}
