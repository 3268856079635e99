import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Config } from '../../config.ts'
import { canSendTo, hostOf } from '../../office/integrations/webhook-url.ts'

/** Finds the addresses of a name. */
export type Resolve = (
  host: string,
  options: { all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

/** `status` null: there was no response. */
export type Posted = { status: number | null; ms: number; excerpt: string }

const MAX_EXCERPT = 300
const MAX_READ_BYTES = 4096

/** Resolves a host name for a connection. All its addresses must be public. The connection uses the addresses checked here. */
const checkedLookup =
  (config: Config, resolve: Resolve): LookupFunction =>
  (host, options, done) =>
    resolve(host, { all: true }, (error, found = []) => {
      const [first] = found
      // guard: webhook-address-checked
      const isRefused = found.some(({ address }) => !canSendTo(config, address))
      if (error || first === undefined || isRefused) return done(error ?? new Error('its address is not public'), '', 4)
      if (options.all) return done(null, found)
      done(null, first.address, first.family)
    })

const plain = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    .replace(/[\u0000-\u001f\u007f\ufffd]+/g, ' ')
    .trim()
    .slice(0, MAX_EXCERPT)

/**
 * Posts a message. Doesn't follow redirects, reads little of the response, and stops at the deadline even if the other side
 * sends slowly.
 */
export function post(
  config: Config,
  target: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { deadlineMs = 10_000, resolve = systemLookup as Resolve }: { deadlineMs?: number; resolve?: Resolve } = {},
): Promise<Posted> {
  const url = new URL(target)
  const host = hostOf(url)
  const started = performance.now()
  return new Promise((done) => {
    let status: number | null = null
    let received = ''
    const end = (excerpt: string) => {
      clearTimeout(timer)
      request.destroy()
      done({ status, ms: Math.round(performance.now() - started), excerpt: plain(excerpt) })
    }
    const timer = setTimeout(() => end(status === null ? 'no response in time' : received), deadlineMs)
    const send = url.protocol === 'https:' ? overHttps : overHttp
    const request = send(url, {
      method: 'POST',
      agent: false,
      lookup: checkedLookup(config, resolve),
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    })
    request.on('error', (error) => end(status === null ? error.message : received))
    request.on('response', (response) => {
      status = response.statusCode ?? null
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        received += text
        if (received.length > MAX_READ_BYTES) end(received)
      })
      response.on('end', () => end(received))
      response.on('error', () => end(received))
    })
    // A host that is an IP address needs no lookup.
    if (isIP(host) !== 0 && !canSendTo(config, host)) return end('its address is not public')
    request.end(body)
  })
}
