import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SwitchName } from '@foyer/sandbox/kernel/switches.ts'
import type { Vendor } from '@foyer/sandbox/kernel/vendors.ts'
import type { OpenDb } from '../../db/connection/settings.ts'
import { freePort } from '../../free-port.ts'
import type { TestClock } from '../clock.ts'
import { testDeps } from '../deps.ts'
import { serveVendors } from '../vendors/served-vendors.ts'

const SECRET = 'a secret for tests, of 32 letters or more'
const BIG = '1000000'

/** A switch of the sandbox and its value. */
export type Fault = readonly [Vendor, SwitchName, string]

/** One process of the shop. */
export type Served = {
  url: string
  isUp(): boolean
  pid(): number | undefined
  start(): Promise<void>
  /** Kills it without warning. */
  kill(): Promise<void>
  /** Sets its clock to the test's clock. With `work`, it then does everything that is due. Ends early when the process dies. */
  setClock(options: { work?: true }): Promise<void>
}

/**
 * The shop in several processes on one PostgreSQL, with a clock that stands still until the test moves it, and with the payment
 * vendors. Webhooks reach any process that is running. `program` is a built `test-programs/serve.ts`.
 */
export async function openServedShop(
  database: OpenDb & { databaseUrl?: string | undefined },
  {
    program,
    processes,
    clock,
    env: more = {},
  }: { program: string; processes: number; clock: TestClock; env?: NodeJS.ProcessEnv },
) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-served-'))
  const publicUrl = 'http://shop.test'
  const servers: Served[] = []
  const vendors = await serveVendors({
    now: () => clock.now().getTime(),
    publicUrl,
    notify: async ({ url, headers, body }) => {
      const up = servers.find((server) => server.isUp())
      if (!up) return 0
      const response = await fetch(up.url + new URL(url).pathname, { method: 'POST', headers, body }).catch(() => null)
      return response?.status ?? 0
    },
  })
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    PUBLIC_URL: publicUrl,
    DATABASE_URL: database.databaseUrl,
    DATABASE_POOL: '4',
    DATA_DIR: folder,
    SESSION_SECRET: SECRET,
    DEMO: 'false',
    LOG_LEVEL: 'silent',
    RESERVES_PER_SESSION: BIG,
    RESERVES_PER_ADDRESS: BIG,
    PLACES_PERCENT_PER_ADDRESS: BIG,
    CARD_FAILURES_PER_ADDRESS: BIG,
    ...vendors.env,
    ...more,
  }
  for (let n = 0; n < processes; n++) servers.push(await makeServer(program, env, clock))
  await Promise.all(servers.map((server) => server.start()))
  return {
    servers,
    vendorUrl: vendors.url,
    sandbox: vendors.state,
    deps: testDeps(database, { clock, env }),
    async close() {
      await Promise.all(servers.map((server) => server.kill()))
      await vendors.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type ServedShop = Awaited<ReturnType<typeof openServedShop>>

async function makeServer(program: string, env: NodeJS.ProcessEnv, clock: TestClock): Promise<Served> {
  const port = await freePort()
  let child: ChildProcess | undefined
  let messages = 0
  const now = () => clock.now().getTime()
  const server: Served = {
    url: `http://127.0.0.1:${port}`,
    isUp: () => child !== undefined,
    pid: () => child?.pid,
    async start() {
      const started = spawn(process.execPath, [program], {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: { ...env, PORT: String(port), CLOCK_START: String(now()) },
      })
      let errors = ''
      started.stderr!.on('data', (chunk: Buffer) => {
        errors += chunk.toString()
      })
      await new Promise<void>((resolve, reject) => {
        started.once('exit', (code) => reject(new Error(`the server ended with ${code}. ${errors}`)))
        createInterface({ input: started.stdout! }).on('line', (line) => {
          if (line.includes('Foyer is open')) resolve()
        })
      })
      child = started
      started.once('exit', () => {
        if (child === started) child = undefined
      })
      // The clock may have moved during the start.
      await server.setClock({})
    },
    async kill() {
      if (!child) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
    setClock({ work }) {
      const target = child
      if (!target) return Promise.resolve()
      const id = ++messages
      return new Promise((resolve) => {
        const done = () => {
          target.off('message', onMessage).off('exit', done)
          resolve()
        }
        const onMessage = (message: unknown) => {
          if ((message as { done?: number }).done === id) done()
        }
        target.on('message', onMessage).on('exit', done)
        // The process may be dying; then its exit ends the wait.
        target.send({ id, now: now(), work }, () => {})
      })
    },
  }
  return server
}
