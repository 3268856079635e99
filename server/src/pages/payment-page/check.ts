import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGES } from '@foyer/contract/pages.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import type { Deps } from '../../deps.ts'
import type { PageSource } from '../../payment/provider/provider.ts'
import { policyOf } from '../document/policy.ts'
import { type Blocked, blockedSince } from './reports.ts'
import { paymentSources } from './sources.ts'

const TIMEOUT_MS = 20_000
const DAYS = 7

/** The directives that decide what runs and where a card can go. Others have the colours and logos of the sale. */
const WATCHED = ['default-src', 'script-src', 'connect-src', 'frame-src', 'object-src', 'base-uri', 'form-action']

export type Found = {
  /** What others' origins the page may load, and why. */
  authorised: PageSource[]
  /** What differs from this release and the list, each as a sentence for the operator. */
  differences: string[]
  /** What browsers blocked in the last seven days. */
  blocked: (Blocked & { times: number })[]
}

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'providers' | 'connectors'>

/**
 * Compares the payment page as visitors receive it, through proxies and whatever else is in front, with this release: its policy, its
 * inline scripts and each script of ours by its content (PCI DSS 4.0.1, 6.4.3 and 11.6.1). Throws when the page doesn't answer.
 *
 * `clientDir` has the built scripts of the release.
 */
export async function checkPaymentPage(deps: NeededDeps, clientDir: string, ask: typeof fetch = fetch): Promise<Found> {
  const authorised = await paymentSources(deps)
  const policy = directivesOf(policyOf(deps.config, { payment: authorised, privacy: undefined }))
  const page = await get(ask, deps.config.publicUrl + PAGES.checkout)
  const html = await page.text()
  const sent = directivesOf(page.headers.get('content-security-policy') ?? '')
  const scripts = ownScripts(html)
  const differences = [
    ...(page.status === 200 ? [] : [`${PAGES.checkout} answers with ${page.status}`]),
    ...differencesOf(policy, sent),
    ...foreignElements(html, policy.get('script-src') ?? []),
    ...(page.status === 200 && scripts.length === 0 ? ['the page names no script of the shop'] : []),
  ]
  for (const path of scripts) {
    const problem = await differenceOf(ask, deps.config.publicUrl, clientDir, path)
    if (problem !== null) differences.push(problem)
  }
  const since = new Date(deps.clock.now().getTime() - DAYS * DAY_MS)
  return { authorised, differences, blocked: await blockedSince(deps, since) }
}

const get = (ask: typeof fetch, address: string) =>
  ask(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), headers: { accept: 'text/html, */*' } })

const directivesOf = (policy: string): Map<string, string[]> =>
  new Map(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .flatMap(([name, ...sources]) => (name ? [[name.toLowerCase(), sources] as const] : [])),
  )

function differencesOf(listed: Map<string, string[]>, sent: Map<string, string[]>): string[] {
  if (sent.size === 0) return ['the page has no content security policy']
  return WATCHED.flatMap((name) => {
    const [wanted, found] = [listed.get(name) ?? [], sent.get(name) ?? []]
    return [
      ...found.filter((source) => !wanted.includes(source)).map((source) => `${name} also allows ${source}`),
      ...wanted.filter((source) => !found.includes(source)).map((source) => `${name} lacks ${source}`),
    ]
  })
}

const ELEMENT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi

/** Scripts in the page that the list doesn't have. Data is no script, and ours are loaded by one whose hash is in the policy. */
const foreignElements = (html: string, allowed: readonly string[]): string[] =>
  [...html.matchAll(ELEMENT)].flatMap(([, attributes = '', text = '']) => {
    if (/\btype="application\/(?:ld\+)?json"/.test(attributes)) return []
    const [, src] = /\bsrc\s*=\s*["']?([^"'\s>]+)/i.exec(attributes) ?? []
    if (src !== undefined) return [`the page loads ${src}`]
    const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    return allowed.includes(hash) ? [] : [`the page has an inline script that is not ours: ${text.trim().slice(0, 60)}`]
  })

/** The addresses of the shop's own scripts, which the bootstrap script loads. */
function ownScripts(html: string): string[] {
  const [, list = ''] = /<script data-scripts="([^"]*)"/.exec(html) ?? []
  return list.split(' ').filter((path) => path !== '')
}

async function differenceOf(
  ask: typeof fetch,
  publicUrl: string,
  clientDir: string,
  path: string,
): Promise<string | null> {
  if (!/^\/assets\/[\w.-]+\.js$/.test(path)) return `the page loads ${path}`
  const response = await get(ask, publicUrl + path)
  if (response.status !== 200) return `${path} answers with ${response.status}`
  const received = Buffer.from(await response.arrayBuffer())
  const built = readBuilt(join(clientDir, path))
  if (built === null) return `${path} is not a script of this release`
  return received.equals(built) ? null : `${path} is not what this release has built`
}

function readBuilt(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
