import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'

/**
 * What a ticket's QR code holds: the ticket's unguessable code and a signature over it, so that a door without network can
 * tell a real ticket from a made-up one. A transfer gives the ticket a new code, which ends the old one.
 */
export interface TicketSigner {
  /** `code` -> `code.signature`, URL-safe. */
  sign(code: string): string
  /** The code when the signature is ours, else null. */
  verify(signed: string): string | null
  /** SPKI PEM, for anybody who wants to check tickets. */
  readonly publicKey: string
}

/** PKCS#8 PEM of a fresh Ed25519 key. */
export const makeSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

export function ticketSigner(privateKeyPem: string): TicketSigner {
  const privateKey: KeyObject = createPrivateKey(privateKeyPem.replaceAll('\\n', '\n'))
  const publicKey = createPublicKey(privateKey)
  return {
    sign: (code) => `${code}.${sign(null, Buffer.from(code), privateKey).toString('base64url')}`,
    verify(signed) {
      const dot = signed.lastIndexOf('.')
      if (dot < 1) return null
      const code = signed.slice(0, dot)
      const signature = Buffer.from(signed.slice(dot + 1), 'base64url')
      return signature.length === 64 && verify(null, Buffer.from(code), publicKey, signature) ? code : null
    },
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}
