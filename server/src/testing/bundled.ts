import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A piece of a source file put in place of another; `file` is relative to the root of the project. */
export type Change = { file: string; find: string; replace: string }

/**
 * A file of the server and all it imports from our own rooms as one JavaScript file, as the build makes it, with `changes` to
 * the sources on the way. `entry` is relative to server/src. Answers its path in server/dist; whoever asked removes it.
 * Throws when a text to be changed does not stand in its file exactly once.
 */
export async function bundled(entry: string, name: string, changes: readonly Change[] = []): Promise<string> {
  const outfile = `${ROOT}server/dist/${name}.mjs`
  const done = new Set<Change>()
  await build({
    entryPoints: [`${ROOT}server/src/${entry}`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'silent',
    plugins: [onlyOurOwn, changing(changes, done)],
  })
  const idle = changes.filter((change) => !done.has(change))
  if (idle.length > 0) throw new Error(`nothing imports ${idle.map(({ file }) => file).join(', ')}`)
  return outfile
}

const onlyOurOwn: Plugin = {
  name: 'only-our-own',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined
      const [, room, file] = /^@foyer\/([a-z0-9]+)\/(.+)$/.exec(path) ?? []
      return room ? { path: `${ROOT}${room}/src/${file}` } : { path, external: true }
    })
  },
}

const changing = (changes: readonly Change[], done: Set<Change>): Plugin => ({
  name: 'changing',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const own = changes.filter(({ file }) => path === ROOT + file)
      if (own.length === 0) return undefined
      let contents = await readFile(path, 'utf8')
      for (const change of own) {
        const times = contents.split(change.find).length - 1
        if (times !== 1) throw new Error(`${change.file} holds ${times} times: ${change.find}`)
        contents = contents.replace(change.find, () => change.replace)
        done.add(change)
      }
      return { contents, loader: 'ts' }
    })
  },
})
