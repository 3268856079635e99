import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../free-port.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const END_WITH_PARENT = new URL('../../../../scripts/lib/end-with-parent.mjs', import.meta.url).href
export const BUILT_SHOP = join(ROOT, 'server', 'dist', 'main.js')

/** The environment of a shop that uses nothing of this machine but its folder. */
export const cleanEnv = (dataDir: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  LOG_LEVEL: 'warn',
  DEMO_HISTORY: 'false',
  HOST: '127.0.0.1',
  // All buyers come from one address.
  PLACES_PERCENT_PER_ADDRESS: '1000000',
  DATA_DIR: dataDir,
})

/**
 * The built shop as `npm start` runs it, in its own data folder and on ports that stay the same after a restart. The folder
 * starts as a copy of `template`; without one the shop loads the demo catalogue. `{sandbox}` in `env` is the sandbox's address,
 * and `node` is the program that runs it, with `flags`.
 */
export async function openBuiltShop({
  env = {},
  template,
  node = process.execPath,
  flags = [],
}: {
  env?: Record<string, string>
  template?: string
  node?: string
  flags?: readonly string[]
} = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-shop-'))
  if (template) cpSync(template, dataDir, { recursive: true })
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const [url, sandboxUrl] = [`http://localhost:${port}`, `http://localhost:${sandboxPort}`]
  const own = Object.entries(env).map(([name, value]) => [name, value.replaceAll('{sandbox}', sandboxUrl)])
  let child: ChildProcess | undefined
  let printed = ''

  const start = async (): Promise<void> => {
    child = spawn(node, [...flags, '--enable-source-maps', '--import', END_WITH_PARENT, BUILT_SHOP], {
      cwd: ROOT,
      env: { ...cleanEnv(dataDir), PORT: String(port), SANDBOX_PORT: String(sandboxPort), ...Object.fromEntries(own) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk
      })
    await outputOf(child, `Foyer is open: ${url}/`)
  }

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    child = undefined
  }

  await start()
  return {
    url,
    sandboxUrl,
    start,
    /** Everything the shop has printed. */
    printed: () => printed,
    kill: () => end('SIGKILL'),
    /** The shop accepts requests but responds to none until `resume`. */
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    /** Stops the shop and removes its folder. */
    close: async () => {
      child?.kill('SIGCONT')
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Resolves once the output contains this text, or at the exit when none is given. Rejects with the output of a failed program.
 */
export function outputOf(child: ChildProcess, text?: string): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
        if (text !== undefined && output.includes(text)) resolve()
      })
    child.once('exit', (code) => {
      if (text === undefined && code === 0) resolve()
      else reject(new Error(`ended with ${code}:\n${output}`))
    })
  })
}
