/** The content of a QR code (docs/door.md): the code, a dot, and an Ed25519 signature as a base 36 number. */
const SIGNED = /^([0-9A-HJKMNP-TV-Z]{20})\.([0-9A-Z]{100})$/
const SIGNATURE_BYTES = 64

/** Null for a number that does not fit into 64 bytes. */
function fromBase36(digits: string): Uint8Array<ArrayBuffer> | null {
  let number = 0n
  for (const digit of digits) number = number * 36n + BigInt(Number.parseInt(digit, 36))
  const bytes = new Uint8Array(SIGNATURE_BYTES)
  for (let at = SIGNATURE_BYTES - 1; at >= 0; at--) {
    bytes[at] = Number(number & 255n)
    number >>= 8n
  }
  return number === 0n ? bytes : null
}

const PEM = /-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g
const derOf = (pem: string) => Uint8Array.from(atob(pem.replace(/-----[^-]+-----|\s/g, '')), (c) => c.charCodeAt(0))

/**
 * Verifies offline that this shop issued a ticket and returns its code; null when the signature is not ours. 'cannot': there
 * is no signature to check, or this browser does not support Ed25519.
 */
export async function verifyCode(publicKeys: string, scanned: string): Promise<string | null | 'cannot'> {
  const text = scanned.trim().toUpperCase()
  if (!text.includes('.')) return 'cannot'
  const [, code, digits] = SIGNED.exec(text) ?? []
  const signature = digits === undefined ? null : fromBase36(digits)
  if (!code || !signature) return null
  try {
    for (const pem of publicKeys.match(PEM) ?? [publicKeys]) {
      const key = await crypto.subtle.importKey('spki', derOf(pem), { name: 'Ed25519' }, false, ['verify'])
      if (await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, new TextEncoder().encode(code))) return code
    }
    return null
  } catch {
    return 'cannot'
  }
}
