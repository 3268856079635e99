import type { Config } from '../../config.ts'
import { lookupAll, type Network, requestHostile } from '../../http/hostile-address.ts'
import { canSendTo, webhookUrl } from '../../office/integrations/webhook-url.ts'

/** `status` null: there was no response. */
export type Posted = { status: number | null; ms: number; excerpt: string }

const MAX_EXCERPT = 300
const MAX_READ_BYTES = 4096

/**
 * What the log says of every address without a response, for the same reason without a duration: differences would tell which names
 * and ports exist inside a network.
 */
const NO_RESPONSE: Posted = { status: null, ms: 0, excerpt: 'no response from this address' }

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
export async function post(
  config: Config,
  target: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { deadlineMs = 10_000, lookup = lookupAll }: { deadlineMs?: number; lookup?: Network['lookup'] } = {},
): Promise<Posted> {
  // It may have been saved under other rules, as by a trial that went live.
  if (webhookUrl(config, target) === null) return NO_RESPONSE
  const started = performance.now()
  const response = await requestHostile(
    target,
    {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      body,
      maxBytes: MAX_READ_BYTES,
      deadlineMs,
      redirects: 0,
    },
    { lookup, mayConnect: (ip) => canSendTo(config, ip), mayUsePort: () => true },
  )
  if (response.status === null) return NO_RESPONSE
  const ms = Math.round(performance.now() - started)
  return { status: response.status, ms, excerpt: plain(response.bytes.toString('utf8')) }
}
