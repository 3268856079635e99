import { existsSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type { Guard } from '../guards/guard.ts'
import { namesIn } from '../guards/marks.ts'
import { sourceWithout } from '../guards/without-guard.ts'

const require = createRequire(import.meta.url)
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const DIST = `${ROOT}server/dist/`

/**
 * Bundles a server file and its imports from our own packages, as the build does, into server/dist and returns the path; the
 * caller removes it. `entry` is relative to server/src. With `missing`, the bundle lacks that guard.
 */
export async function bundled(entry: string, name: string, missing?: Guard): Promise<string> {
  const outfile = `${DIST}${name}.mjs`
  const done = new Set<string>()
  await build({
    entryPoints: [`${ROOT}server/src/${entry}`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'silent',
    plugins: [onlyOurOwn, ...(missing ? [without(missing, done)] : [])],
  })
  const idle = (missing?.marks ?? []).filter((mark) => !done.has(mark.name))
  if (idle.length > 0) throw new Error(`nothing imports the guard ${idle.map((mark) => mark.name).join(', ')}`)
  return outfile
}

const programs = new Map<string, Promise<string>>()
const programsOf = (runner: number) => `program-${runner}-`

/**
 * A program of the tests as one file, which loads in half of the time that its sources take. Made once for all tests of this
 * process, and removed by `removePrograms`.
 */
export function programFile(entry: string): Promise<string> {
  const file = programs.get(entry) ?? bundled(entry, `${programsOf(process.ppid)}${process.pid}-${programs.size}`)
  programs.set(entry, file)
  return file
}

/** Removes the programs of all processes of this test run, which calls it at its end: its processes are only killed. */
export function removePrograms(): void {
  for (const name of existsSync(DIST) ? readdirSync(DIST) : [])
    if (name.startsWith(programsOf(process.pid))) rmSync(`${DIST}${name}`, { force: true })
}

const onlyOurOwn: Plugin = {
  name: 'only-our-own',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined
      return path.startsWith('@foyer/') ? { path: require.resolve(path) } : { path, external: true }
    })
  },
}

const without = (guard: Guard, done: Set<string>): Plugin => ({
  name: 'without-a-guard',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const names = namesIn(source)
      for (const { name } of guard.marks) if (names.includes(name)) done.add(name)
      return { contents: sourceWithout(path, source, guard), loader: 'ts' }
    })
  },
})
