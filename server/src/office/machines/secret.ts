import type { Deps } from '../../deps.ts'
import { decrypt, type Encrypted, encrypt } from '../../payment/accounts/encryption.ts'

const BEGINS = 'whsec_'
const aboutOf = (organiserId: number) => `webhook of organiser ${organiserId}`

/** A new secret in the form of Standard Webhooks, and how it is stored; null where the shop can’t keep secrets. */
export function newSecret(
  { random, config }: Pick<Deps, 'random' | 'config'>,
  organiserId: number,
): { secret: string; stored: Encrypted } | null {
  const secret = BEGINS + Buffer.from(random.bytes(32)).toString('base64')
  const stored = encrypt(config.accountSecrets, secret, aboutOf(organiserId), random)
  return stored && { secret, stored }
}

/** The bytes that sign; null if the shop’s secret has changed since. */
export function signingKey({ config }: Pick<Deps, 'config'>, organiserId: number, stored: Encrypted): Buffer | null {
  const secret = decrypt(config.accountSecrets, stored, aboutOf(organiserId))
  return secret === null ? null : Buffer.from(secret.slice(BEGINS.length), 'base64')
}
