import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Config } from './config.ts'
import { storedSecret } from './stored-secret.ts'

/** A payment provider in the sandbox: the shop's settings for it, and the variables that the sandbox reads. */
type StandIns = Record<string, { settings: object; env: Record<string, string> }>
type Facts = {
  url: string
  shop: string
  publicUrl: string
  secret: string
  secretNamed(name: string, make: () => string): string
}

/**
 * Starts the sandbox with the vendors' servers in its own process. Returns the configuration with addresses and keys where none
 * were set, so that the adapters see no difference. Never in a live shop.
 */
export async function withSandbox(
  config: Readonly<Config>,
  { entry, port, standIns }: { entry: string; port: number; standIns: (facts: Facts) => StandIns },
): Promise<{ config: Readonly<Config>; url: string; stop(): Promise<void> }> {
  const secretNamed = (name: string, make: () => string) => storedSecret(config.dataDir, name, make)
  const secret = secretNamed('sandbox-secret', () => randomBytes(24).toString('hex'))
  const url = `http://localhost:${port}`
  const shop = `http://127.0.0.1:${config.port}`
  const providers = standIns({ url, shop, publicUrl: config.publicUrl, secret, secretNamed })
  // The sandbox ends with this process in every case: two sandboxes on one journal would corrupt it.
  const endWithParent = new URL('../../scripts/lib/end-with-parent.mjs', import.meta.url).href
  const typescript = entry.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...typescript, '--import', endWithParent, entry], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATA_FILE: join(config.dataDir, 'sandbox.jsonl'),
      SMS_ACCOUNT_SID: 'ACsandbox',
      SMS_AUTH_TOKEN: secret,
      ...Object.assign({}, ...Object.values(providers).map(({ env }) => env)),
    },
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.startsWith('Sandbox')) resolve()
    })
  })
  return {
    config: Object.freeze({
      ...config,
      providers: Object.fromEntries(
        Object.entries(providers).map(([name, { settings }]) => [name, config.providers[name] ?? settings]),
      ),
      sms: config.sms ?? { apiUrl: url, accountSid: 'ACsandbox', authToken: secret, from: '+441134960999' },
    }),
    url,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit')
        child.once('exit', () => resolve())
        if (!child.kill('SIGTERM')) resolve()
      }),
  }
}
