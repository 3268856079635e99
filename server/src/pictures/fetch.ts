import { lookup as lookupHost } from 'node:dns'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { isPublicAddress } from '../http/public-address.ts'

export type FetchProblem = 'picture_address' | 'picture_not_fetched' | 'picture_too_large'
export type Fetched = { ok: true; bytes: Buffer } | Fail<FetchProblem>

const MS = 15_000
const MAX_REDIRECTS = 3

/** What a test replaces: how names are looked up, and which addresses and ports may be connected to. */
export type Network = {
  lookup: (host: string) => Promise<readonly string[]>
  mayConnect: (address: string) => boolean
  mayUsePort: (port: string) => boolean
}

const INTERNET: Network = {
  lookup: (host) =>
    new Promise((resolve, reject) => {
      lookupHost(host, { all: true }, (error, found) =>
        error ? reject(error) : resolve(found.map(({ address }) => address)),
      )
    }),
  mayConnect: isPublicAddress,
  mayUsePort: (port) => port === '',
}

/** Fetches a picture once, from a public web address only. */
export async function fetchPicture(address: string, network: Network = INTERNET): Promise<Fetched> {
  let next = address
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await fetchOnce(next, network)
    if ('location' in response) next = response.location
    else return response
  }
  return fail('picture_not_fetched')
}

async function fetchOnce(address: string, network: Network): Promise<Fetched | { location: string }> {
  if (!URL.canParse(address)) return fail('picture_address')
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username !== '' || url.password !== '' || !network.mayUsePort(url.port))
    return fail('picture_address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await network.lookup(host).catch(() => [])
  if (addresses.length === 0) return fail('picture_not_fetched')
  // guard: private-network
  if (!addresses.every(network.mayConnect)) return fail('picture_address')
  try {
    return await download(url, addresses[0]!)
  } catch {
    return fail('picture_not_fetched')
  }
}

/** Connects to the address that was checked: a second lookup of the name could give another. */
function download(url: URL, address: string): Promise<Fetched | { location: string }> {
  const lookup: LookupFunction = (_host, options, found) => {
    const family = isIP(address)
    if (options.all) found(null, [{ address, family }])
    else found(null, address, family)
  }
  const get = url.protocol === 'https:' ? getHttps : getHttp
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(MS)
    const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif', 'user-agent': 'Foyer import' }
    const request = get(url, { lookup, signal, headers, agent: false }, (response) => {
      resolve(bodyOf(response, url).finally(() => request.destroy()))
    })
    request.on('error', reject)
  })
}

async function bodyOf(response: IncomingMessage, url: URL): Promise<Fetched | { location: string }> {
  const { statusCode = 0, headers } = response
  if (statusCode >= 300 && statusCode < 400 && headers.location && URL.canParse(headers.location, url.href))
    return { location: new URL(headers.location, url).href }
  if (statusCode !== 200) return fail('picture_not_fetched')
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response) {
    parts.push(part as Buffer)
    length += (part as Buffer).length
    // guard: picture-download
    if (length > LIMITS.pictureBytes) return fail('picture_too_large')
  }
  return { ok: true, bytes: Buffer.concat(parts) }
}
