import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@foyer/server/free-port.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PRELOAD = new URL('../../../scripts/lib/end-with-parent.mjs', import.meta.url).href

/** The built shop with its demo catalogue, on a data folder and ports of its own; `close` ends it and forgets what it knew. */
export async function openShop() {
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-bench-pages-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['--import', PRELOAD, join(ROOT, 'server', 'dist', 'main.js')], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      // A run takes many minutes, and the checkout is to be there until its end.
      HOLD_SECONDS: '86400',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  await isOpen(child, `Foyer is open: ${url}/`)
  return {
    url,
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Waits for the line; a shop that ends first has said why. */
function isOpen(child: ChildProcess, line: string): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk
      if (output.includes(line)) resolve()
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    child.once('exit', (code) => reject(new Error(`The shop ended with ${code} before it was open:\n${output}`)))
  })
}
