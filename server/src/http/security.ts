import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { sendFail } from './handle.ts'

const origin = (url: string) => new URL(url).origin

export type Policy = Record<string, string[]>

export const writePolicy = (policy: Policy): string =>
  Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')

/** Replies are personal unless their route says otherwise. */
const NO_CACHE = 'private, no-store'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns only data, which needs no document policy. */
    data?: boolean
  }
}

/** For data opened as a document: nothing in it may run. */
const DATA_POLICY = writePolicy({
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
})

/** Helmet's headers that matter for data. */
const FOR_DATA = ['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security']

/**
 * Sets the headers of every response; pages with other needs override them. They depend only on whether the response is a
 * page or data, so helmet runs once and not per request.
 */
export async function guardHeaders(
  app: FastifyInstance,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  pageHeaders: Record<string, string>,
): Promise<void> {
  const probe = Fastify()
  await probe.register(helmet, {
    contentSecurityPolicy: false,
    // Payment frames of other origins must load.
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // No page may receive the path as a referrer, because it may contain a reference that analytics would pass on.
    referrerPolicy: { policy: 'strict-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 31_536_000 },
  })
  probe.get('/', async (_, reply) => reply.getHeaders())
  const fromHelmet = (await probe.inject('/')).json<Record<string, string>>()
  await probe.close()
  const ofPages = { ...fromHelmet, ...pageHeaders }
  const ofData = {
    ...Object.fromEntries(Object.entries(fromHelmet).filter(([name]) => FOR_DATA.includes(name))),
    'content-security-policy': DATA_POLICY,
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.data ? ofData : ofPages)
    // Public replies set their own header, so that nothing personal is cached by mistake.
    // guard: kept-by-no-cache
    reply.header('cache-control', NO_CACHE)
    done()
  })
}

/** Refuses NUL characters. No text of the shop contains one, and PostgreSQL rejects them. */
export function refuseNul(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    done(request.url.includes('%00') ? Object.assign(new Error('an address with NUL'), { statusCode: 400 }) : undefined)
  })
}

/**
 * Refuses changes that come from another site. Browsers send the origin; a client that sends none is not a browser and has
 * no customer's cookie. Webhooks come from other servers and are verified by their signature.
 */
export function refuseOtherSites(
  app: FastifyInstance,
  { publicUrl, port, host }: Pick<Config, 'publicUrl' | 'port' | 'host'>,
): void {
  const own = new Set([origin(publicUrl), `http://${host}:${port}`, `http://localhost:${port}`])
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.url.startsWith('/webhooks/')) return done()
    const from = request.headers.origin
    const site = request.headers['sec-fetch-site']
    const other = (from !== undefined && !own.has(from)) || site === 'cross-site' || site === 'same-site'
    if (other) sendFail(reply, { ok: false, code: 'other_site' })
    else done()
  })
}
