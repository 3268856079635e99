import type { PageData, PageName, Privacy } from '@foyer/contract/pages.ts'
import { HCAPTCHA_SOURCES } from '../../captcha/hcaptcha.ts'
import type { Config } from '../../config.ts'
import { TRANSITIONS_SOURCE } from '../../html/transitions.ts'
import { type Policy, writePolicy } from '../../http/security.ts'
import type { PageSource } from '../../payment/provider/provider.ts'
import { accentSource } from './accent.ts'
import { BOOTSTRAP_SOURCE } from './bootstrap.ts'
import { EARLY_EVENTS_SOURCE } from './early-events.ts'

/** Where browsers send what the policy of a page with card fields has blocked. */
export const POLICY_REPORTS = '/policy-reports/'

const origin = (url: string) => new URL(url).origin

const BASE: Policy = {
  'default-src': ["'self'"],
  'script-src': ["'self'", BOOTSTRAP_SOURCE, EARLY_EVENTS_SOURCE, TRANSITIONS_SOURCE],
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

/** No page or frame may use the visitor's devices, except the door page, which scans codes with the camera. */
const noDevices = 'camera=(), microphone=(), geolocation=(), usb=(), serial=()'
export const doorDevices = noDevices.replace('camera=()', 'camera=(self)')

const pagePolicy = writePolicy(BASE)

/** Page headers: pages may load only our own files, and run no inline script but these three. */
export const PAGE_HEADERS = { 'permissions-policy': noDevices, 'content-security-policy': pagePolicy }

/** From the vendors' documentation: Google's for its tag and conversions, Meta's for its pixel. */
const ANALYTICS: Policy = {
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

/** What a page may load besides our own files. */
type Opened = {
  /** What a page where cards are typed may load from others; null on other pages. */
  payment: readonly PageSource[] | null
  /** This page's analytics; none after a refusal. */
  privacy: Privacy | undefined
  /** The charity's logo, which may be on the charity's own site. */
  logo?: string | undefined
  /** The address of the map's tiles, where the page has one. */
  tiles?: string | undefined
  /** The colour of its links and buttons. */
  accent?: string | null | undefined
}

/** The tile server of the map, where the list of events shows one. */
export function tilesOf(page: PageName, data: unknown): string | undefined {
  if (page !== 'events') return undefined
  const { filters, map } = data as PageData['events']
  return filters.view === 'map' ? map?.tiles : undefined
}

/** Returns the content security policy of one page. */
export function policyOf(config: Readonly<Config>, { payment, privacy, logo, tiles, accent }: Opened): string {
  const allowed = privacy?.choice === 'refused' ? undefined : privacy
  const more: Policy[] = [
    ...(payment ? [paymentPolicy(config, payment)] : []),
    ...(logo && URL.canParse(logo) ? [{ 'img-src': [origin(logo)] }] : []),
    ...(tiles ? [{ 'img-src': [origin(tiles)] }] : []),
    ...(accent ? [{ 'style-src': [accentSource({ colour: accent, shop: config.shop.accent })] }] : []),
    ...(allowed?.visits ? [ANALYTICS] : []),
    ...(allowed?.sentry_dsn ? [{ 'connect-src': [origin(allowed.sentry_dsn)] }] : []),
  ]
  if (more.length === 0) return pagePolicy
  const all = [BASE, ...more]
  const names = new Set(all.flatMap(Object.keys))
  return writePolicy(
    Object.fromEntries([...names].map((name) => [name, [...new Set(all.flatMap((policy) => policy[name] ?? []))]])),
  )
}

function paymentPolicy({ hcaptcha, stayMapUrl }: Readonly<Config>, sources: readonly PageSource[]): Policy {
  const origins = sources.map(({ source }) => source)
  return {
    'script-src': origins,
    'connect-src': origins,
    'frame-src': [...origins, ...(stayMapUrl ? [origin(stayMapUrl)] : [])],
    'style-src': hcaptcha ? HCAPTCHA_SOURCES.map(({ source }) => source) : [],
    'img-src': origins,
    'report-uri': [POLICY_REPORTS],
  }
}
