import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './source.ts'

type Bill = { components: { 'bom-ref': string }[]; dependencies: { ref: string; dependsOn: string[] }[] }
const { billOfMaterials } = (await import(new URL('../sbom.mjs', import.meta.url).href)) as {
  billOfMaterials: () => Promise<Bill>
}

type Names = Record<string, string>
type Locked = {
  version?: string
  link?: boolean
  resolved?: string
  dependencies?: Names
  optionalDependencies?: Names
  peerDependencies?: Names
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

/** The entry of the lock file that a package gets for a name, as Node finds it. */
function entryOf(from: string, name: string): string | null {
  for (let at = from; ; at = at.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$|^[^/]+$/, '')) {
    const path = `${at && `${at}/`}node_modules/${name}`
    const found = packages[path]
    if (found) return found.link ? found.resolved! : path
    if (at === '') return null
  }
}

/** Everything that a workspace needs when it runs, with what that needs. */
function runTimePackages(workspaces: string[]): Set<string> {
  const found = new Set(workspaces)
  for (const path of found) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path]!
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const entry = entryOf(path, name)
      if (entry !== null) found.add(entry)
    }
  }
  return found
}

it('the bill of materials has every package that the shop runs on, and none for development', {
  timeout: 60_000,
}, async () => {
  const bill = await billOfMaterials()
  const listed = new Set(bill.components.map((component) => component['bom-ref']))
  const needed = [...runTimePackages(['server', 'web'])]
    .filter((path) => path.includes('node_modules/'))
    .map(
      (path) => `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${packages[path]!.version}`,
    )
  expect(needed.length).toBeGreaterThan(200)
  expect(needed.filter((ref) => !listed.has(ref))).toEqual([])
  for (const name of ['vitest', 'typescript', '@biomejs/biome', 'playwright'])
    expect([...listed].filter((ref) => ref.startsWith(`${name}@`))).toEqual([])
  const referred = bill.dependencies.flatMap(({ dependsOn }) => dependsOn)
  expect(referred.filter((ref) => !listed.has(ref))).toEqual([])
})
