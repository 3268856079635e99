import { lookup as lookupHost } from 'node:dns/promises'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Where requests to addresses that others have entered may go. Tests replace it. */
export type Network = {
  /** The IP addresses of a name. */
  lookup: (host: string) => Promise<readonly string[]>
  mayConnect: (ip: string) => boolean
  /** '' is the default port of http and https. */
  mayUsePort: (port: string) => boolean
}

export const lookupAll = async (host: string): Promise<readonly string[]> =>
  (await lookupHost(host, { all: true })).map(({ address }) => address)

const INTERNET: Network = { lookup: lookupAll, mayConnect: isPublicAddress, mayUsePort: (port) => port === '' }

export type HostileRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** What is read of the response before it is cut. */
  maxBytes: number
  /** For everything together: lookup, redirects and the response. */
  deadlineMs: number
  /** How many redirects are followed, each checked like the first address; with 0, a redirect is the response. */
  redirects: number
}

/** `isWhole`: the response was neither cut nor interrupted. */
export type HostileResponse = { status: number; bytes: Buffer; isWhole: boolean }
/** `refused`: the shop doesn't connect there. */
export type NoResponse = { status: null; why: 'refused' | 'unreachable' }

const REFUSED: NoResponse = { status: null, why: 'refused' }
const UNREACHABLE: NoResponse = { status: null, why: 'unreachable' }

type Redirect = { location: string }

/**
 * The only way to request an address that somebody else has entered. Its name is resolved once, all its IP addresses must be public,
 * and the connection uses the address that was checked: a second lookup could give another.
 */
export async function requestHostile(
  address: string,
  request: HostileRequest,
  network: Network = INTERNET,
): Promise<HostileResponse | NoResponse> {
  const deadline = AbortSignal.timeout(request.deadlineMs)
  let next = address
  for (let hop = 0; hop <= request.redirects; hop++) {
    const answer = await requestOnce(next, request, network, deadline)
    if (!('location' in answer)) return answer
    next = answer.location
  }
  return UNREACHABLE
}

/** The host of an address as `node:net` takes it: without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

async function requestOnce(
  address: string,
  request: HostileRequest,
  network: Network,
  deadline: AbortSignal,
): Promise<HostileResponse | NoResponse | Redirect> {
  if (!URL.canParse(address)) return REFUSED
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username !== '' || url.password !== '' || !network.mayUsePort(url.port)) return REFUSED
  const host = hostOf(url)
  const ips = isIP(host) ? [host] : await before(deadline, network.lookup(host)).catch(() => [])
  const [first] = ips
  if (first === undefined) return UNREACHABLE
  // guard: private-network
  if (!ips.every((ip) => network.mayConnect(ip))) return REFUSED
  return converse(url, first, request, deadline)
}

const before = <T>(deadline: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      if (deadline.aborted) reject(deadline.reason)
      deadline.addEventListener('abort', () => reject(deadline.reason), { once: true })
    }),
  ])

function converse(
  url: URL,
  ip: string,
  { method, headers, body, maxBytes, redirects }: HostileRequest,
  signal: AbortSignal,
): Promise<HostileResponse | NoResponse | Redirect> {
  const lookup: LookupFunction = (_host, options, found) => {
    const family = isIP(ip)
    if (options.all) found(null, [{ address: ip, family }])
    else found(null, ip, family)
  }
  const send = url.protocol === 'https:' ? overHttps : overHttp
  return new Promise((done) => {
    let isAnswered = false
    const sent = send(url, { method, headers, lookup, signal, agent: false }, (response) => {
      isAnswered = true
      const location = redirects === 0 ? null : locationOf(response, url)
      const answer = location === null ? read(response, maxBytes) : Promise.resolve({ location })
      void answer.then(done).finally(() => sent.destroy())
    })
    sent.on('error', () => {
      if (!isAnswered) done(UNREACHABLE)
    })
    sent.end(body)
  })
}

function locationOf({ statusCode = 0, headers: { location } }: IncomingMessage, url: URL): string | null {
  const isRedirect = statusCode >= 300 && statusCode < 400 && location !== undefined
  return isRedirect && URL.canParse(location, url.href) ? new URL(location, url).href : null
}

async function read(response: IncomingMessage, maxBytes: number): Promise<HostileResponse> {
  const parts: Buffer[] = []
  let length = 0
  const received = (isWhole: boolean) => ({ status: response.statusCode ?? 0, bytes: Buffer.concat(parts), isWhole })
  try {
    for await (const part of response) {
      parts.push(part as Buffer)
      length += (part as Buffer).length
      // guard: response-cut
      if (length > maxBytes) return received(false)
    }
  } catch {
    return received(false)
  }
  return received(true)
}
