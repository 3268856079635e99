import type { Deps } from '../../deps.ts'
import { decrypt, type Encrypted, encrypt } from '../../payment/accounts/encryption.ts'

const PREFIX = 'whsec_'
const encryptionContext = (organiserId: number) => `webhook of organiser ${organiserId}`

/** A new secret as Standard Webhooks has them, and its encrypted form; null if the shop has no key to encrypt with. */
export function newSecret(
  { random, config }: Pick<Deps, 'random' | 'config'>,
  organiserId: number,
): { secret: string; stored: Encrypted } | null {
  const secret = PREFIX + Buffer.from(random.bytes(32)).toString('base64')
  const stored = encrypt(config.accountSecrets, secret, encryptionContext(organiserId), random)
  return stored && { secret, stored }
}

/** The key that signs messages; null if the shop’s encryption key has changed since. */
export function signingKey({ config }: Pick<Deps, 'config'>, organiserId: number, stored: Encrypted): Buffer | null {
  const secret = decrypt(config.accountSecrets, stored, encryptionContext(organiserId))
  return secret === null ? null : Buffer.from(secret.slice(PREFIX.length), 'base64')
}
