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
import { sessionCookie } from '../http/session.ts'
import { runDueJobs } from '../jobs/jobs.ts'
import type { TestClock } from './clock.ts'
import { type TestDb, testDatabase } from './database/databases.ts'
import { testDeps } from './deps.ts'

export type TestShop = {
  app: FastifyInstance
  deps: Deps & { clock: TestClock }
  db: TestDb['db']
  clock: TestClock
  databaseUrl: string | undefined
  /** A browser with its own cookie jar and an empty basket, at this network address. */
  browser(address?: string): Browser
  /** Runs every due job of the outbox. */
  runJobs(): Promise<number>
}

/** The real application on a real database, in this process. */
export function useShop(kind: DatabaseKind, options: Parameters<typeof testDeps>[1] = {}): () => TestShop {
  let shop: (TestShop & { close(): Promise<void> }) | undefined
  beforeAll(async () => {
    shop = await openShop(kind, options)
  })
  afterAll(() => shop?.close())
  return () => {
    if (!shop) throw new Error('The test shop is only there inside tests and hooks')
    return shop
  }
}

export async function openShop(
  kind: DatabaseKind,
  options: Parameters<typeof testDeps>[1] = {},
): Promise<TestShop & { close(): Promise<void> }> {
  const opened = await testDatabase(kind)
  const deps = testDeps(opened, options)
  const app = await buildApp(deps, null)
  return {
    app,
    deps,
    db: opened.db,
    clock: deps.clock,
    databaseUrl: opened.databaseUrl,
    browser: (address) => makeBrowser(app, address),
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
  /** Submits a plain form. */
  post(url: string, form?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Sends a call of the contract, form-encoded as a browser would. */
  call(name: CallName, body?: Record<string, unknown>): Promise<Reply>
  get(url: string): Promise<LightMyRequestResponse>
  checkout(): Promise<Checkout>
  /** The session cookie as the server sent it, to use in another browser. */
  cookie(): string | undefined
  /** Continues a session with the signed value of its cookie. */
  use(signed: string): void
}

export function makeBrowser(app: FastifyInstance, remoteAddress = '127.0.0.1'): Browser {
  const jar = new Map<string, string>()
  const keep = (response: LightMyRequestResponse) => {
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      const [name, value] = set.split(';')[0]!.split(/=(.*)/) as [string, string]
      value === '' ? jar.delete(name) : jar.set(name, value)
    }
    return response
  }
  const session = () =>
    [...jar]
      .reverse()
      .find(([name]) => name.endsWith('foyer_session'))
      ?.join('=')
  const headers = () => (jar.size > 0 ? { cookie: [...jar].map((pair) => pair.join('=')).join('; ') } : {})
  const get = async (url: string) => keep(await app.inject({ method: 'GET', url, headers: headers(), remoteAddress }))
  const post = async (url: string, form: Record<string, unknown> = {}) =>
    keep(
      await app.inject({
        method: 'POST',
        url,
        headers: { ...headers(), 'content-type': 'application/x-www-form-urlencoded' },
        payload: qs.stringify(form),
        remoteAddress,
      }),
    )
  return {
    get,
    post,
    cookie: session,
    use: (signed) => {
      jar.set(sessionCookie(signed.startsWith('host-')), encodeURIComponent(signed))
    },
    async call(name, body = {}) {
      const [method, url] = PATHS[name]
      const raw =
        method === 'GET' ? await get(`${url}${qs.stringify(body, { addQueryPrefix: true })}`) : await post(url, body)
      return { status: raw.statusCode, body: raw.json(), raw }
    },
    async checkout() {
      return (await get(PATHS.get[1])).json()
    },
  }
}
