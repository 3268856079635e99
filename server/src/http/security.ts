import helmet from '@fastify/helmet'
import type { Privacy } from '@foyer/contract/pages.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { BOOTSTRAP_SOURCE } from '../pages/bootstrap.ts'
import { sendFail } from './handle.ts'

const origin = (url: string) => new URL(url).origin

type Policy = Record<string, string[]>

const BASE: Policy = {
  'default-src': ["'self'"],
  'script-src': ["'self'", BOOTSTRAP_SOURCE],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

const written = (policy: Policy) =>
  Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')

/** No page uses a device of the visitor's, and no frame in it may: but the door, which reads codes with the camera. */
export const noDevices = 'camera=(), microphone=(), geolocation=(), usb=(), serial=()'
export const doorDevices = noDevices.replace('camera=()', 'camera=(self)')

/** Every page: ours and nobody else's, and in the document nothing but the bootstrap script. */
export const pagePolicy = written(BASE)

/** By the vendors' own lists: Google's for its tag and its conversions, Meta's for its pixel. */
const MEASURING: Policy = {
  'script-src': [
    'https://www.googletagmanager.com',
    'https://www.googleadservices.com',
    'https://googleads.g.doubleclick.net',
    'https://connect.facebook.net',
  ],
  'connect-src': [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://www.googleadservices.com',
    'https://googleads.g.doubleclick.net',
    'https://www.google.com',
    'https://www.facebook.com',
  ],
  'img-src': [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://www.googleadservices.com',
    'https://googleads.g.doubleclick.net',
    'https://www.google.com',
    'https://www.facebook.com',
  ],
}

/** What a page lets in beyond ourselves. */
type Opened = {
  /** a page on which cards are typed: the payment scripts and frames that are configured, and the captcha's */
  payment: boolean
  /** what this page measures; nothing for a buyer who refused */
  privacy: Privacy | undefined
}

/** The policy of one page. */
export function policyOf(config: Readonly<Config>, { payment, privacy }: Opened): string {
  const asked = privacy?.choice === 'refused' ? undefined : privacy
  const more: Policy[] = [
    ...(payment ? [paymentSources(config)] : []),
    ...(asked?.visits ? [MEASURING] : []),
    ...(asked?.sentry_dsn ? [{ 'connect-src': [origin(asked.sentry_dsn)] }] : []),
  ]
  if (more.length === 0) return pagePolicy
  return written(
    Object.fromEntries(
      Object.entries(BASE).map(([name, own]) => [
        name,
        [...new Set([...own, ...more.flatMap((policy) => policy[name] ?? [])])],
      ]),
    ),
  )
}

function paymentSources({ stripe, square, hcaptcha, stayMapUrl }: Readonly<Config>): Policy {
  const scripts = [
    ...(stripe ? [origin(stripe.scriptUrl), origin(stripe.apiUrl)] : []),
    ...(stripe?.scriptUrl.startsWith('https://js.stripe.com')
      ? ['https://*.js.stripe.com', 'https://hooks.stripe.com']
      : []),
    ...(square ? [origin(square.scriptUrl), origin(square.apiUrl)] : []),
    ...(hcaptcha ? ['https://hcaptcha.com', 'https://*.hcaptcha.com'] : []),
  ]
  return {
    'script-src': scripts,
    'connect-src': scripts,
    'frame-src': [...scripts, ...(stayMapUrl ? [origin(stayMapUrl)] : [])],
    'style-src': hcaptcha ? ['https://hcaptcha.com', 'https://*.hcaptcha.com'] : [],
    'img-src': scripts,
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers nothing but data: what a document may do need not be said of it. */
    data?: boolean
  }
}

/** Of data, should anybody ever show it as a document: it is none, and does nothing. */
const DATA_POLICY = written({
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
})

/** What helmet says that matters to data. */
const FOR_DATA = ['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security']

/**
 * The headers of every answer; a page that needs others sets its own over them. They are the same for all pages and for all data,
 * so helmet is asked once what it would say, and not at each request.
 */
export async function guardHeaders(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): Promise<void> {
  const asked = Fastify()
  await asked.register(helmet, {
    contentSecurityPolicy: false,
    // Payment frames of other origins must load.
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Not even our own pages are told the one before: its address may hold a reference, and analytics would pass it on.
    referrerPolicy: { policy: 'strict-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 31_536_000 },
  })
  asked.get('/', async (_, reply) => reply.getHeaders())
  const said = (await asked.inject('/')).json<Record<string, string>>()
  await asked.close()
  const ofPages = { ...said, 'permissions-policy': noDevices, 'content-security-policy': pagePolicy }
  const ofData = {
    ...Object.fromEntries(Object.entries(said).filter(([name]) => FOR_DATA.includes(name))),
    'content-security-policy': DATA_POLICY,
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.data ? ofData : ofPages)
    done()
  })
}

/** No text of the shop holds a NUL, and PostgreSQL takes none: an address with one is nobody's. */
export function refuseNul(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.includes('%00')) sendFail(reply, { ok: false, code: 'bad_request' })
    else done()
  })
}

/**
 * Refuses changes that another site asks for (OPEN-07). Browsers say where a request comes from; one that says nothing is no
 * browser and carries no cookie of a buyer. Webhooks are other people's servers by nature and prove themselves by signature.
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
