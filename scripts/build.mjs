import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, ensureInstalled, npm } from './lib/install.mjs'
import { Failed, main, ROOT, step } from './lib/run.mjs'
import { hashOf, whenStale } from './lib/stale.mjs'

/** What every build depends on besides its own folder: the pinned tools and how they are called. */
const ALWAYS = ['package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs']
const SHARED = ['domain', 'contract']

/** Every program that draws papers needs this one beside it (server/src/tickets/paper/print.ts). */
export const PAPER_WORKER = { source: 'server/src/tickets/paper/worker.ts', name: 'paper-worker.js' }

const TARGETS = [
  {
    name: 'web',
    sources: ['web', ...SHARED],
    build: () => npm(['run', '--silent', 'build', '-w', 'web'], { env: { NODE_ENV: 'production' } }),
  },
  { name: 'server', sources: ['server', ...SHARED], build: buildServer },
  { name: 'sandbox', sources: ['sandbox'], build: () => bundleRoom('sandbox') },
]

/** Builds what has changed since the last build; with `force`, everything. */
export async function build({ force = false } = {}) {
  for (const { name, sources, build } of TARGETS) {
    const stamp = join(ROOT, name, 'dist', '.built')
    if (force) rmSync(stamp, { force: true })
    await whenStale(stamp, hashOf(ROOT, [...ALWAYS, ...sources]), () => step(`Building ${name}`, build))
  }
}

/** The server, and the program of the thread that draws papers. */
async function buildServer() {
  await bundle(join(ROOT, PAPER_WORKER.source), join(ROOT, 'server', 'dist', PAPER_WORKER.name))
  await bundleRoom('server')
}

const bundleRoom = (room) => bundle(join(ROOT, room, 'src', 'main.ts'), join(ROOT, room, 'dist', 'main.js'))

/** Bundles a file and its imports from our own packages into one file. npm packages stay external. */
export async function bundle(entry, outfile) {
  const esbuild = await import('esbuild')
  try {
    await esbuild.build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      sourcemap: true,
      logLevel: 'warning',
      plugins: [onlyOurOwn],
    })
  } catch {
    // esbuild has already printed the error with file and line.
    throw new Failed(`${entry} could not be built`)
  }
}

const onlyOurOwn = {
  name: 'only-our-own',
  setup({ onResolve }) {
    // The package.json of each of our packages says where its files are.
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@foyer/') ? undefined : { path, external: true },
    )
  },
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    checkNode()
    await ensureInstalled()
    await build({ force: process.argv.includes('--force') })
  })
}
