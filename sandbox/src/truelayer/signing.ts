import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'

export interface SignedMessage {
  method: string
  /** Absolute path, without host and query. */
  path: string
  /** By the names used in `tl_headers`. */
  headers: Record<string, string>
  body: string
}

interface JwsHeader {
  alg: string
  kid: string
  tl_version: string
  tl_headers: string
  jku?: string
}

const base64url = (text: string) => Buffer.from(text, 'utf8').toString('base64url')

/** `METHOD path\n`, then each signed header as `Name: value\n`, then the body as sent. */
function payload(message: SignedMessage, names: string[]): string | undefined {
  const values = new Map(Object.entries(message.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const lines = names.map((name) => [name, values.get(name.toLowerCase())] as const)
  if (lines.some(([, value]) => value === undefined)) return undefined
  return `${message.method.toUpperCase()} ${message.path}\n${lines.map(([n, v]) => `${n}: ${v}\n`).join('')}${message.body}`
}

/** A detached JWS (ES512, tl_version 2): `base64url(header)..base64url(signature)`. */
export function signMessage(message: SignedMessage, key: { kid: string; privatePem: string; jku?: string }): string {
  const names = Object.keys(message.headers)
  const header: JwsHeader = {
    alg: 'ES512',
    kid: key.kid,
    tl_version: '2',
    tl_headers: names.join(','),
    ...(key.jku ? { jku: key.jku } : {}),
  }
  const head = base64url(JSON.stringify(header))
  const signature = sign('sha512', Buffer.from(`${head}.${base64url(payload(message, names) ?? '')}`), {
    key: createPrivateKey(key.privatePem),
    dsaEncoding: 'ieee-p1363',
  })
  return `${head}..${signature.toString('base64url')}`
}

export type Verdict = { ok: true; header: JwsHeader } | { ok: false; reason: string }

/** Checks the `Tl-Signature` of a request or webhook. `keyOf` returns the public key in PEM for a key id. */
export function checkSignature(
  message: SignedMessage,
  signature: string | undefined,
  keyOf: (kid: string) => string | undefined,
  mustSign: string[] = [],
): Verdict {
  const rejected = (reason: string): Verdict => ({ ok: false, reason })
  if (!signature) return rejected('The Tl-Signature header is missing.')
  const [head = '', detached, tail = '', ...more] = signature.split('.')
  if (detached !== '' || tail === '' || more.length > 0) return rejected('The Tl-Signature is not a detached JWS.')
  const header = parseHeader(head)
  if (!header) return rejected('The header of the Tl-Signature cannot be read.')
  if (header.alg !== 'ES512') return rejected(`The algorithm is ${header.alg}, not ES512.`)
  if (header.tl_version !== '2') return rejected('The signature version is not 2.')
  const pem = keyOf(header.kid)
  if (!pem) return rejected(`No key with the id ${header.kid} has been uploaded.`)
  const names = header.tl_headers ? header.tl_headers.split(',') : []
  const unsigned = mustSign.find((name) => !names.some((each) => each.toLowerCase() === name.toLowerCase()))
  if (unsigned) return rejected(`The ${unsigned} header is not signed.`)
  // A trailing slash may or may not be signed; the vendor's library accepts both.
  const paths = [message.path, message.path.endsWith('/') ? message.path.slice(0, -1) : `${message.path}/`]
  const isValid = paths.some((path) => {
    const text = payload({ ...message, path }, names)
    return (
      text !== undefined &&
      verify(
        'sha512',
        Buffer.from(`${head}.${base64url(text)}`),
        { key: createPublicKey(pem), dsaEncoding: 'ieee-p1363' },
        Buffer.from(tail, 'base64url'),
      )
    )
  })
  return isValid ? { ok: true, header } : rejected('The signature does not match the request.')
}

function parseHeader(head: string): JwsHeader | undefined {
  try {
    const header = JSON.parse(Buffer.from(head, 'base64url').toString('utf8')) as JwsHeader
    return typeof header?.kid === 'string' && typeof header.tl_headers !== 'object' ? header : undefined
  } catch {
    return undefined
  }
}

export function newSigningKey(): { privatePem: string; publicPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'secp521r1',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { privatePem: privateKey, publicPem: publicKey }
}

/** A public key as the JWKS shows it. */
export const asJwk = (publicPem: string, kid: string, alg: string) => ({
  ...createPublicKey(publicPem).export({ format: 'jwk' }),
  alg,
  kid,
  use: 'sig',
})
