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

/** The most values that a body may have in all its lists and maps: above what any call takes. */
const MAX_VALUES = 5000

/**
 * Refuses a body with very many values before its schema reads it: a list is checked value by value even if it is too long. The
 * bodies of webhooks are text, which only their signature opens.
 */
export function refuseCrowdedBodies(app: FastifyInstance): void {
  app.addHook('preValidation', (request, reply, done) => {
    if (hasManyValues(request.body)) sendFail(reply, { ok: false, code: 'body_too_large' })
    else done()
  })
}

/** Without recursion, because a body may be deeper than the stack. */
function hasManyValues(body: unknown): boolean {
  const left = [body]
  let values = 0
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null || Buffer.isBuffer(next)) continue
    const own = Array.isArray(next) ? next : Object.values(next)
    values += own.length
    if (values > MAX_VALUES) return true
    for (const value of own) left.push(value)
  }
  return false
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
