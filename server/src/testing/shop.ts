import type { CallName } from '@foyer/contract/paths.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import qs from 'qs'
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '../app.ts'
import { WORKERS } from '../background.ts'
import type { DatabaseKind } from '../db/connection/settings.ts'
import type { Deps } from '../deps.ts'
import { runDueJobs } from '../jobs/jobs.ts'
import type { TestClock } from './clock.ts'
import { type TestDb, testDatabase } from './databases.ts'
import { testDeps } from './deps.ts'

export type TestShop = {
  app: FastifyInstance
  deps: Deps & { clock: TestClock }
  db: TestDb['db']
  clock: TestClock
  databaseUrl: string | undefined
  /** A browser with a cookie jar of its own and nothing in its basket. */
  browser(): Browser
  /** Does everything the outbox holds that is due. */
  runJobs(): Promise<number>
}

/** The real application over a real database, in this process. */
export function useShop(kind: DatabaseKind, given: Parameters<typeof testDeps>[1] = {}): () => TestShop {
  let shop: (TestShop & { close(): Promise<void> }) | undefined
  beforeAll(async () => {
    shop = await openShop(kind, given)
  })
  afterAll(() => shop?.close())
  return () => {
    if (!shop) throw new Error('The test shop is only there inside tests and hooks')
    return shop
  }
}

export async function openShop(kind: DatabaseKind, given: Parameters<typeof testDeps>[1] = {}) {
  const opened = await testDatabase(kind)
  const deps = testDeps(opened, given)
  const app = await buildApp(deps, null)
  return {
    app,
    deps,
    db: opened.db,
    clock: deps.clock,
    databaseUrl: opened.databaseUrl,
    browser: () => makeBrowser(app),
    runJobs: () => runDueJobs(deps, WORKERS),
    async close() {
      await app.close()
      await opened.close()
    },
  }
}

export type Reply = {
  status: number
  body: Record<string, unknown> & { error?: string; code?: string }
  raw: LightMyRequestResponse
}
export type Browser = {
  /** Sends a call of the contract, form-encoded as a browser would. */
  call(name: CallName, body?: Record<string, unknown>): Promise<Reply>
  get(url: string): Promise<LightMyRequestResponse>
  checkout(): Promise<Checkout>
  /** As the server sent it, to be carried to another browser. */
  cookie(): string | undefined
  /** Carries a session on: the signed value of the session's cookie. */
  use(signed: string): void
}

export function makeBrowser(app: FastifyInstance): Browser {
  let cookie: string | undefined
  const keep = (response: LightMyRequestResponse) => {
    const set = response.headers['set-cookie']
    const first = Array.isArray(set) ? set[0] : set
    if (first) cookie = first.split(';')[0]
    return response
  }
  const headers = () => (cookie ? { cookie } : {})
  const get = async (url: string) => keep(await app.inject({ method: 'GET', url, headers: headers() }))
  return {
    get,
    cookie: () => cookie,
    use: (signed) => {
      cookie = `foyer_session=${encodeURIComponent(signed)}`
    },
    async call(name, body = {}) {
      const [method, url] = PATHS[name]
      const raw =
        method === 'GET'
          ? await get(`${url}${qs.stringify(body, { addQueryPrefix: true })}`)
          : keep(
              await app.inject({
                method,
                url,
                headers: { ...headers(), 'content-type': 'application/x-www-form-urlencoded' },
                payload: qs.stringify(body),
              }),
            )
      return { status: raw.statusCode, body: raw.json(), raw }
    },
    async checkout() {
      return (await get(PATHS.get[1])).json()
    },
  }
}
