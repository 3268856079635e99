import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCode, placesOf, ROOT, sourcesOf } from './source.ts'

const LONGEST = 400
/** Tests may be longer than other files, because they are read one at a time. */
const LONGEST_TEST = 520

/** Tables, which are looked up rather than read. */
const TABLES = new Set([
  'contract/src/messages.en.ts',
  'contract/src/messages.fr.ts',
  'contract/src/office/events/fields.en.ts',
  'contract/src/office/help/answers.en.ts',
  'server/src/catalogue/demo/catalogue.ts',
  'server/src/catalogue/format/format.ts',
  'server/src/db/migrations/0001_shop.ts',
  'server/src/db/schema/types.generated.ts',
])

const KEBAB_CASE = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/
const MIGRATION = /^server\/src\/db\/migrations\/\d{4}_[a-z0-9_]+\.ts$/

describe('files', () => {
  const files = [...allCode(), ...sourcesOf('web', /\.css$/)]

  it(`have at most ${LONGEST} lines, except for tables`, () => {
    const tooLong = files
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(
        ({ path, lines }) => lines > (/\.(?:test|spec)\./.test(path) ? LONGEST_TEST : LONGEST) && !TABLES.has(path),
      )
    expect(tooLong).toEqual([])
  })

  it('are in kebab-case, as are folders; migrations start with their number', () => {
    const others = files.filter(
      ({ path }) => !MIGRATION.test(path) && !path.split('/').every((name) => KEBAB_CASE.test(name)),
    )
    expect(others.map(({ path }) => path)).toEqual([])
  })

  it('of migrations send one command at a time, with runCommands', () => {
    const migrations = files.filter(({ path }) => MIGRATION.test(path))
    expect(migrations.length).toBeGreaterThan(0)
    expect(migrations.flatMap((file) => placesOf(file, /\bsql(?:\.raw\(|`)/g))).toEqual([])
  })

  it('have no reminders of unfinished work', () => {
    const marks = new RegExp(`\\b(?:${['TO', 'FIX'].join('DO|')}ME|X{3})\\b`, 'g')
    expect(files.flatMap((file) => placesOf(file, marks))).toEqual([])
    expect(placesOf({ path: 'a', text: `// ${'TO'}${'DO'}: later` }, marks)).toHaveLength(1)
    expect(placesOf({ path: 'a', text: `// ${'FIX'}${'ME'}` }, marks)).toHaveLength(1)
  })

  it('of server tests that mock a module load their own modules', () => {
    const mocked = files.filter(({ path, text }) => path.startsWith('server/') && /^vi\.mock\(/m.test(text))
    expect(mocked.length).toBeGreaterThan(0)
    const shared = mocked.filter(
      ({ text }) =>
        !/vi\.hoisted\(\(\) => vi\.resetModules\(\)\)[\s\S]*vi\.doUnmock\([\s\S]*vi\.resetModules\(\)/.test(text),
    )
    expect(shared.map(({ path }) => path)).toEqual([])
  })

  it('never spread an object literal into another, or an array literal', () => {
    expect(files.flatMap((file) => placesOf(file, /\.\.\.\{/g))).toEqual([])
    const arrayLiterals = /\.\.\.\(?\[(?:[^[\]]|\[[^[\]]*\])*\](?: as const\))?(?=\s*[,)\]])/g
    expect(files.flatMap((file) => placesOf(file, arrayLiterals))).toEqual([])
    const examples = ["['a']", "(['a', ['b']] as const)", "['a'].map(upper)"].map((literal) => `[${'...'}${literal}]`)
    expect(examples.map((text) => placesOf({ path: 'a', text }, arrayLiterals).length)).toEqual([1, 1, 0])
  })

  it('never skip or focus a test', () => {
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

  it('contains each native tool’s package for every system, so that npm ci works everywhere', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isThere(path, name))
        .map((name) => `${name}, wanted by ${path || 'us'}`),
    )
    expect(missing).toEqual([])
    expect(Object.keys(packages).some((path) => path.endsWith('@esbuild/darwin-arm64'))).toBe(true)
  })

  it('names no registry host', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved?.includes('://'))).toEqual([])
  })

  /** Resolves a package as Node would: beside the package that needs it, or in any folder above. */
  function isThere(path: string, name: string): boolean {
    for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
      if (folder === '') return false
      if (!folder.includes('/node_modules/')) folder = ''
      if (folder === '') return packages[`node_modules/${name}`] !== undefined
    }
  }
})
