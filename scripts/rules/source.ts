import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ROOMS = ['domain', 'contract', 'server', 'sandbox', 'web', 'e2e', 'bench', 'scripts'] as const

export interface Source {
  /** From the repository root, with forward slashes. */
  path: string
  text: string
}

const NOT_OURS = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report', '.cache'])

/** All files of our own under a folder whose names match. */
export function sourcesOf(folder: string, name: RegExp): Source[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : sourcesOf(path, name)
    return name.test(entry.name) ? [{ path, text: readFileSync(join(ROOT, path), 'utf8') }] : []
  })
}

export const CODE = /\.(ts|tsx|mjs)$/

export const allCode = (): Source[] => ROOMS.flatMap((room) => sourcesOf(room, CODE))

/** The modules a file imports, in any form of import. */
export function importsOf({ text }: Source): string[] {
  const forms = [
    /^\s*(?:import|export)\s[^'"`;]*?\sfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
    /\bvi\.mock\(\s*['"]([^'"]+)['"]/g,
  ]
  return forms.flatMap((form) => [...text.matchAll(form)].map(([, name]) => name!))
}

/** `path:line` of every match. */
export function placesOf({ path, text }: Source, wanted: RegExp): string[] {
  return [...text.matchAll(wanted)].map(
    (match) => `${path}:${text.slice(0, match.index).split('\n').length} ${match[0].trim()}`,
  )
}
