import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { BadConfig } from '../../config.ts'
import type { TicketSigner, TicketVerifier } from '../../ticket-signer.ts'
import { isTicketCode } from './codes.ts'

/**
 * A ticket's QR code holds the ticket's unguessable code, a dot and an Ed25519 signature over the code, so that a door
 * without network can tell a real ticket from a forged one. A transfer gives the ticket a new code, which ends the old one.
 *
 * The signature is a number of base 36, because a QR code packs digits and capitals far tighter than other text: these 121
 * characters fit 37x37 modules at level M, where base32 (124) and base64url (107, mixed case) need 41x41.
 */
const SIGNATURE_BYTES = 64
/** 36^100 is the first power of 36 above 2^512. */
const SIGNATURE_DIGITS = 100
const SIGNED = new RegExp(`^([^.]+)\\.([0-9A-Z]{${SIGNATURE_DIGITS}})$`)

const toBase36 = (bytes: Buffer): string =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(36)
    .toUpperCase()
    .padStart(SIGNATURE_DIGITS, '0')

/** Returns null for a number that does not fit in 64 bytes. */
function fromBase36(digits: string): Buffer | null {
  let number = 0n
  for (const digit of digits) number = number * 36n + BigInt(Number.parseInt(digit, 36))
  const hex = number.toString(16).padStart(SIGNATURE_BYTES * 2, '0')
  return hex.length === SIGNATURE_BYTES * 2 ? Buffer.from(hex, 'hex') : null
}

/** Returns a new Ed25519 key as PKCS#8 PEM. */
export const makeSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const PEM = /-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g

/** Verifies tickets with public keys alone, one PEM after another, which is all a door needs. */
export function ticketVerifier(publicKeys: string): TicketVerifier {
  const keys = (publicKeys.match(PEM) ?? [publicKeys]).map((pem) => createPublicKey(pem))
  return {
    verify(signed) {
      const [, code, digits] = SIGNED.exec(signed) ?? []
      if (!code || !digits || !isTicketCode(code)) return null
      const signature = fromBase36(digits)
      const isOurs = signature !== null && keys.some((key) => verify(null, Buffer.from(code), key, signature))
      return isOurs ? code : null
    },
    publicKey: keys.map(spki).join(''),
  }
}

/** Signs with the first key, and verifies tickets of all. Throws BadConfig for what is no such key. */
export function ticketSigner(...privateKeyPems: readonly string[]): TicketSigner {
  const keys = privateKeyPems.map(readPrivateKey)
  return {
    ...ticketVerifier(keys.map((key) => spki(createPublicKey(key))).join('')),
    sign(code) {
      if (!isTicketCode(code)) throw new Error('only ticket codes are signed')
      return `${code}.${toBase36(sign(null, Buffer.from(code), keys[0]!))}`
    },
  }
}

function readPrivateKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Not a key at all.
  }
  throw new BadConfig(
    'TICKET_SIGNING_KEY: each key is an Ed25519 private key in PEM, as `openssl genpkey -algorithm ed25519` makes it',
  )
}

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
