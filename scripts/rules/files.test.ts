import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCode, placesOf, ROOT, sourcesOf } from './source.ts'

const LONGEST = 600

/** Files that may be longer, and why. */
const LONG_FOR_A_REASON: Record<string, string> = {
  'server/src/db/migrations/0001_shop.ts': 'the whole schema is read as one, and never edited once it has landed',
  'server/src/db/schema/types.generated.ts': 'written by a program',
  'contract/src/messages.en.ts': 'one flat table of sentences',
  'server/src/catalogue/demo/catalogue.ts': 'one flat list of events',
}

/** Folders where every name is kebab-case already. */
const KEBAB_CASE_ROOMS = ['web']
const isKebabCase = (path: string) => path.split('/').every((name) => /^\.?[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(name))

describe('files', () => {
  const files = [...allCode(), ...sourcesOf('web', /\.css$/)]

  it(`have ${LONGEST} lines at most, or a reason`, () => {
    const tooLong = files
      .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
      .filter(({ path, lines }) => lines > LONGEST && !LONG_FOR_A_REASON[path])
    expect(tooLong).toEqual([])
  })

  it('are kebab-case, and so are their folders', () => {
    const named = KEBAB_CASE_ROOMS.flatMap((room) => sourcesOf(room, /./)).map(({ path }) => path)
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter((path) => !isKebabCase(path))).toEqual([])
    expect(['web/src/ui/Button.tsx', 'web/src/pages/not_found/page.tsx', 'web/a.test.tsx'].filter(isKebabCase)).toEqual(
      ['web/a.test.tsx'],
    )
  })

  it('leave nothing for later', () => {
    const marks = new RegExp(`\\b(?:${['TO', 'FIX'].join('DO|')}ME|X{3})\\b`, 'g')
    expect(files.flatMap((file) => placesOf(file, marks))).toEqual([])
    expect(placesOf({ path: 'a', text: `// ${'TO'}${'DO'}: later` }, marks)).toHaveLength(1)
    expect(placesOf({ path: 'a', text: `// ${'FIX'}${'ME'}` }, marks)).toHaveLength(1)
  })

  it('never skip or single out a test', () => {
    const marks = /\b(?:it|test|describe)\.(?:only|skip|todo|fixme)\(/g
    expect(files.flatMap((file) => placesOf(file, marks))).toEqual([])
  })
})

interface LockedPackage {
  optionalDependencies?: Record<string, string>
  resolved?: string
}

describe('package-lock.json', () => {
  const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
  const packages = (JSON.parse(text) as { packages: Record<string, LockedPackage> }).packages

  it('holds every system’s package of each native tool, so that npm ci works everywhere', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isThere(path, name))
        .map((name) => `${name}, wanted by ${path || 'us'}`),
    )
    expect(missing).toEqual([])
    expect(Object.keys(packages).some((path) => path.endsWith('@esbuild/darwin-arm64'))).toBe(true)
  })

  it('names no host to download from', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved?.includes('://'))).toEqual([])
  })

  /** As Node would find it: beside the package that wants it, or in any folder above. */
  function isThere(path: string, name: string): boolean {
    for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
      if (folder === '') return false
      if (!folder.includes('/node_modules/')) folder = ''
      if (folder === '') return packages[`node_modules/${name}`] !== undefined
    }
  }
})
