import { createHmac } from 'node:crypto'

/** The headers of Standard Webhooks. Each key signs, so that a receiver may have the old or the new secret. */
export function signedHeaders(keys: readonly Buffer[], id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = keys.map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64'))
  return {
    'content-type': 'application/json',
    'user-agent': 'Foyer',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  }
}
