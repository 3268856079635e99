import { buildApp } from '../../app.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { DatabaseSettings } from '../../db/connection/settings.ts'
import { migrate } from '../../db/schema/migrate.ts'
import { testClock } from '../clock.ts'
import { asAdmin, databaseNamed } from '../database/admin.ts'
import { startPostgres } from '../database/postgres.ts'
import { testDeps } from '../deps.ts'
import { type Browser, makeBrowser, type Reply } from '../shop.ts'
import { tcpProxy, through } from './proxy.ts'

/** A shop on its own PostgreSQL with a proxy in between, for tests that break both. */
export async function faultyShop({
  env = {},
  ...settings
}: Partial<DatabaseSettings> & { env?: NodeJS.ProcessEnv } = {}) {
  const postgres = await startPostgres({ own: true })
  const name = 'faulty'
  await asAdmin(postgres.url, (run) => run(`create database ${name}`))
  const directUrl = databaseNamed(postgres.url, name)
  const proxy = await tcpProxy({ host: '127.0.0.1', port: Number(new URL(directUrl).port) })
  const opened = await openDatabase({
    databaseUrl: through(proxy, directUrl),
    dataDir: '',
    connectionTimeoutMs: 2000,
    onConnectionLost: () => {},
    ...settings,
  })
  await migrate(opened.db)
  const clock = testClock()
  // All buyers come from one address here, so the limit must not ask any for a captcha.
  const deps = testDeps(opened, {
    clock,
    env: { RESERVES_PER_ADDRESS: '1000000', CARD_FAILURES_PER_ADDRESS: '1000000', ...env },
  })
  const app = await buildApp(deps, null)
  return {
    app,
    deps,
    db: opened.db,
    connections: opened.connections!,
    clock,
    proxy,
    /** Bypasses the proxy. */
    directUrl,
    databaseUrl: undefined,
    runJobs: async () => 0,
    browser: (): Browser => makeBrowser(app),
    /** Kills one of PostgreSQL's processes: it ends every connection and recovers from its log, as after a crash. */
    async crash() {
      await asAdmin(directUrl, async (run) => {
        const [row] = await run('select pg_backend_pid() as pid')
        process.kill(Number(row!.pid), 'SIGKILL')
        await run('select 1')
      }).catch(() => {})
    },
    /** Runs statements beside the shop, as an operator would. Returns the rows of the last. */
    operate: (...statements: string[]) =>
      asAdmin(directUrl, async (run) => {
        let rows: Record<string, string>[] = []
        for (const statement of statements) rows = await run(statement)
        return rows
      }),
    async close() {
      await app.close()
      await opened.close()
      await proxy.close()
      await postgres.stop()
    },
  }
}

export type FaultyShop = Awaited<ReturnType<typeof faultyShop>>

/** Repeats a call while the shop is busy, as a person would. Returns the first other reply and the busy ones before it. */
export async function retryWhileBusy(
  call: () => Promise<Reply>,
  pause: () => Promise<unknown>,
): Promise<{ reply: Reply; busyReplies: Reply[] }> {
  const busyReplies: Reply[] = []
  for (let tries = 0; tries < 200; tries++) {
    const reply = await call()
    if (reply.status !== 503) return { reply, busyReplies }
    busyReplies.push(reply)
    await pause()
  }
  throw new Error(
    `still ${busyReplies.at(-1)?.status} after ${busyReplies.length} tries: ${busyReplies.at(-1)?.body.error}`,
  )
}
