import { createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto'

/**
 * What TrueLayer signs and requires to be signed: the path without its host, the named headers in order, and the exact
 * body.
 */
export type SignedMessage = {
  method: string
  path: string
  /** In the order and spelling in which they are signed. */
  headers: readonly (readonly [name: string, value: string])[]
  body: string | Buffer
}

const b64 = (text: string | Buffer) => Buffer.from(text).toString('base64url')

const payloadOf = ({ method, path, headers, body }: SignedMessage): Buffer =>
  Buffer.concat([
    Buffer.from(`${method.toUpperCase()} ${path}\n${headers.map(([name, value]) => `${name}: ${value}\n`).join('')}`),
    Buffer.from(body),
  ])

/** A detached JWS (ES512) of a request, following TrueLayer's signing scheme 2. */
export function signRequest(message: SignedMessage, key: { kid: string; privateKey: KeyObject }): string {
  const header = b64(
    JSON.stringify({
      alg: 'ES512',
      kid: key.kid,
      tl_version: '2',
      tl_headers: message.headers.map(([name]) => name).join(','),
    }),
  )
  const signature = sign('sha512', Buffer.from(`${header}.${b64(payloadOf(message))}`), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `${header}..${b64(signature)}`
}

export type JwsHeader = { alg: string; kid: string; tl_version: string; tl_headers: string; jku?: string }

/** The header of a detached JWS; null if it is not one. */
export function headerOf(jws: string): JwsHeader | null {
  const [head, nothing, signature, ...more] = jws.split('.')
  if (!head || nothing !== '' || !signature || more.length > 0) return null
  try {
    const header = JSON.parse(Buffer.from(head, 'base64url').toString('utf8')) as Partial<JwsHeader>
    const fits = header.alg === 'ES512' && header.tl_version === '2' && typeof header.kid === 'string'
    return fits && (header.tl_headers === undefined || typeof header.tl_headers === 'string')
      ? ({ tl_headers: '', ...header } as JwsHeader)
      : null
  } catch {
    return null
  }
}

/** Verifies a JWS over a message with this key. The path may have been signed with or without a trailing slash. */
export function isSignedBy(
  message: Omit<SignedMessage, 'headers'> & { headers: Record<string, string | undefined> },
  jws: string,
  jwk: JsonWebKey,
): boolean {
  const header = headerOf(jws)
  if (header === null || jwk.kty !== 'EC' || jwk.crv !== 'P-521') return false
  const names = header.tl_headers === '' ? [] : header.tl_headers.split(',')
  const sentHeaders = new Map(Object.entries(message.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const headers: [string, string][] = []
  for (const name of names) {
    const value = sentHeaders.get(name.toLowerCase())
    if (value === undefined) return false
    headers.push([name, value])
  }
  const [head, , tail] = jws.split('.') as [string, string, string]
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  const bare = message.path.replace(/\/+$/, '')
  return [bare, `${bare}/`].some((path) =>
    verify(
      'sha512',
      Buffer.from(`${head}.${b64(payloadOf({ ...message, path, headers }))}`),
      key,
      Buffer.from(tail, 'base64url'),
    ),
  )
}
