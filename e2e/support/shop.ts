import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@foyer/server/free-port.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PRELOAD = new URL('../../scripts/lib/end-with-parent.mjs', import.meta.url).href
const CATALOGUE = fileURLToPath(new URL('./catalogue.json', import.meta.url))
export const SHOP_ENTRY = join(ROOT, 'server', 'dist', 'main.js')

/** Names the folder that globalSetup has filled; handed down to the workers by the environment. */
export const TEMPLATE = 'FOYER_STORIES_TEMPLATE'

export type ShopEnv = Readonly<Record<string, string>>
export type Shop = Awaited<ReturnType<typeof openShop>>

/** What a shop is started with besides the environment of a story. */
const base = (dataDir: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  // Each story comes from a network address of its own, as buyers do, so that no limit per address is met by accident.
  TRUST_PROXY: 'true',
})

/** `npm run import`, without npm. */
export async function importCatalogue(dataDir: string): Promise<void> {
  const cli = join(ROOT, 'server', 'src', 'catalogue', 'import', 'cli.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', cli, CATALOGUE], {
    cwd: ROOT,
    env: base(dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = listen(child)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The catalogue of the stories was not taken:\n${said()}`)
}

/**
 * The built shop as `npm start` runs it, on a data folder of its own and a port that stays the same when it starts again.
 * Without a filled folder to begin with, it is the demo shop.
 */
export async function openShop(env: ShopEnv, template?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-story-'))
  if (template) cpSync(template, dataDir, { recursive: true })
  const port = await freePort()
  const sandboxPort = await freePort()
  const url = `http://localhost:${port}`
  let child: ChildProcess | undefined

  const start = async () => {
    child = spawn(process.execPath, ['--enable-source-maps', '--import', PRELOAD, SHOP_ENTRY], {
      cwd: ROOT,
      env: { ...base(dataDir), PORT: String(port), SANDBOX_PORT: String(sandboxPort), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    await said(child, `Foyer is open: ${url}/`)
  }

  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
    child = undefined
  }

  /** One call of the sandbox's control, such as { vendor: 'stripe', switch: 'decline' }. */
  const sandboxControl = async (body: Record<string, string | number>, path = '/control'): Promise<unknown> => {
    const answer = await fetch(`http://localhost:${sandboxPort}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`sandbox ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  /** What the card vendor has taken and not given back for one sale, payment by payment, in pence. */
  const cardPayments = async (saleReference: string): Promise<number[]> => {
    const answer = await fetch(`http://localhost:${sandboxPort}/v1/payment_intents?limit=100`, {
      headers: { authorization: 'Bearer sk_test_stories' },
    })
    const { data } = (await answer.json()) as { data: Intent[] }
    return data
      .filter(({ metadata, status }) => metadata.sale_reference === saleReference && status === 'succeeded')
      .map(({ amount_received }) => amount_received)
  }

  await start()
  return {
    url,
    cardPayments,
    start,
    /** As a power cut would: nothing is finished, nothing is said. */
    kill: () => end('SIGKILL'),
    /** A shop that takes every question and answers none, until it goes on. */
    hangs: () => child!.kill('SIGSTOP'),
    goesOn: () => child!.kill('SIGCONT'),
    /** Ends it in good order and forgets what it knew. */
    close: async () => {
      child?.kill('SIGCONT')
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
    sandboxControl,
    mailbox: (to: string) => mailbox(url, to),
  }
}

type Intent = { status: string; amount_received: number; metadata: { sale_reference?: string } }

export type Mail = { to: string; subject: string; text: string; html: string; date: string; attachments: unknown[] }

/** The mails to one address, newest first. */
async function mailbox(url: string, to: string): Promise<Mail[]> {
  const answer = await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as Mail[]
}

/** Waits for the line; a shop that ends first has said why. */
function said(child: ChildProcess, line: string): Promise<void> {
  const output = listen(child)
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', () => {
      if (output().includes(line)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The shop ended with ${code} before it was open:\n${output()}`)))
  })
}

function listen(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  return () => output
}
