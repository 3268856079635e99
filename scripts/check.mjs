import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode } from './lib/install.mjs'
import { Failed, hasPackage, main, ROOT, run, seconds, tool } from './lib/run.mjs'

/** Packages with their own TypeScript configuration, and the folder of the scripts' tests. */
function typedRooms() {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return [...workspaces, 'scripts'].filter(
    (room) => existsSync(join(ROOT, room, 'tsconfig.json')) && hasTypeScript(join(ROOT, room)),
  )
}

function hasTypeScript(folder) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return false
    return entry.isDirectory() ? hasTypeScript(join(folder, entry.name)) : /\.tsx?$/.test(entry.name)
  })
}

const PROMISES = join(ROOT, 'scripts', 'lib', 'promises.biome.json')
const keptTypes = (room) => ['--tsBuildInfoFile', join(ROOT, 'node_modules', '.cache', 'types', `${room}.json`)]

/**
 * Checks types, style and repository rules. Prints a line for each, and the errors of those that fail. `rules: false` leaves
 * out the repository rules, for a caller that runs them itself; with `files`, only the style of these is checked.
 */
export async function check({ rules = true, files } = {}) {
  const style = ['ci', '--colors=off', '--no-errors-on-unmatched', ...(files ?? ['.'])]
  const checks = [
    ...(files?.length === 0 ? [] : [{ name: 'style', command: [tool('biome'), style] }]),
    // By itself, because it has to know all types: with it, formatting one file would take ten seconds.
    ...(files === undefined
      ? [
          {
            name: 'promises',
            command: [
              tool('biome'),
              ['lint', '--colors=off', '--diagnostic-level=error', `--config-path=${PROMISES}`, '.'],
            ],
          },
        ]
      : []),
    ...typedRooms().map((room) => ({
      name: `types of ${room}`,
      // Each tsc thread repeats the work on the same types, so one thread is faster where there are few cores. What it learned
      // is kept, so that the next check reads only what has changed.
      command: [
        tool('tsc'),
        ['-p', room, '--singleThreaded', '--pretty', 'false', '--incremental', ...keptTypes(room)],
      ],
    })),
    ...(rules ? [{ name: 'repository rules', command: [tool('vitest'), ['run', '--project', 'rules']] }] : []),
  ]
  const results = []
  const worker = async () => {
    for (let next = checks.shift(); next; next = checks.shift()) {
      const started = performance.now()
      const { code, output } = await run(...next.command, { quiet: true })
      results.push({ name: next.name, ok: code === 0 })
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${next.name} (${seconds(started)})`)
      if (code !== 0) console.log(output)
    }
  }
  // Two at a time, because each keeps a core busy.
  await Promise.all([worker(), worker()])
  return results
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    checkNode()
    // A check changes nothing, node_modules included.
    if (!hasPackage('typescript')) throw new Failed('Nothing is installed yet: run npm ci first')
    const results = await check()
    if (results.some(({ ok }) => !ok)) process.exitCode = 1
  })
}
