import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@foyer/server/free-port.ts'
import { SESSION_SECRET } from './fill.ts'
import { startProgram } from './processes.ts'

const ENTRY = '../../server/dist/main.js'

/** The built shop on this database, behind a proxy that names the buyer's address. Logs only errors. */
export async function startShop(databaseUrl: string, env: Record<string, string> = {}, nodeArgs: string[] = []) {
  if (!existsSync(fileURLToPath(new URL(ENTRY, import.meta.url))))
    throw new Error('Build the shop first: npm run build')
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const port = await freePort()
  const shop = await startProgram(ENTRY, {
    nodeArgs,
    ready: /Test cards and switches/,
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: 'false',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'warn',
      SESSION_SECRET,
      TRUST_PROXY: 'true',
      OPEN_MAILBOX: 'true',
      ...env,
    },
  })
  const sandbox = shop.lines.map((line) => /Test cards and switches: \S+:(\d+)/.exec(line)?.[1]).find(Boolean)
  return {
    ...shop,
    port,
    /** Port of the payment vendors' sandbox. */
    sandboxPort: Number(sandbox),
    stop: async () => {
      await shop.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
