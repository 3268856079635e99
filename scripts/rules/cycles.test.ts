import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCode, importsOf, type Source } from './source.ts'

/** Packages of the workspace by name, with the folder that their files are imported from. */
const PACKAGES: readonly (readonly [name: string, folder: string])[] = [
  ['@foyer/domain/', 'domain/src/'],
  ['@foyer/contract/', 'contract/src/'],
]

/** The file that an import names, as a path from the root; null for a package. */
function fileOf(source: Source, name: string): string | null {
  if (name.startsWith('.')) return posix.join(posix.dirname(source.path), name)
  for (const [prefix, folder] of PACKAGES) if (name.startsWith(prefix)) return folder + name.slice(prefix.length)
  return null
}

/** Every circle of imports, each as the files in their order, found by walking from each file once. */
function cyclesOf(sources: readonly Source[]): string[][] {
  const imports = new Map(
    sources.map((source) => [source.path, importsOf(source).flatMap((name) => fileOf(source, name) ?? [])]),
  )
  const cycles: string[][] = []
  const done = new Set<string>()
  const walk = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path)
    if (start >= 0) {
      cycles.push([...way.slice(start), path])
      return
    }
    if (done.has(path)) return
    for (const next of imports.get(path) ?? []) walk(next, [...way, path])
    done.add(path)
  }
  for (const { path } of sources) walk(path, [])
  return cycles
}

describe('imports', () => {
  it('have no cycle', () => {
    expect(cyclesOf(allCode()).map((cycle) => cycle.join(' imports '))).toEqual([])
  })

  it('with cycles are found, also across files and packages', () => {
    const sources = [
      { path: 'domain/src/a.ts', text: "import { b } from './b.ts'" },
      { path: 'domain/src/b.ts', text: "export { c } from '@foyer/domain/c.ts'" },
      { path: 'domain/src/c.ts', text: "import type { A } from './a.ts'" },
      { path: 'web/src/d.ts', text: "import { a } from '@foyer/domain/a.ts'" },
    ]
    expect(cyclesOf(sources)).toEqual([['domain/src/a.ts', 'domain/src/b.ts', 'domain/src/c.ts', 'domain/src/a.ts']])
  })
})
