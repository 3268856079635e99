import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import type { Random } from '../../random.ts'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

const keyFrom = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'foyer payment accounts', 32))

/** Names a key without revealing it. */
const keyIdOf = (key: Buffer): string => createHash('sha256').update('key id').update(key).digest('hex').slice(0, 12)

export type Encrypted = { keyId: string; text: string }

/** Encrypts with the first secret. `about` is not encrypted but must be the same when it is decrypted. */
export function encrypt(secrets: readonly string[], plain: string, about: string, random: Random): Encrypted | null {
  if (secrets[0] === undefined) return null
  const key = keyFrom(secrets[0])
  const iv = Buffer.from(random.bytes(IV_BYTES))
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(about))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return { keyId: keyIdOf(key), text: Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url') }
}

/** Null if no secret decrypts it, or if the text was changed or belongs to something else. */
export function decrypt(secrets: readonly string[], { keyId, text }: Encrypted, about: string): string | null {
  const key = secrets.map(keyFrom).find((each) => keyIdOf(each) === keyId)
  if (!key) return null
  try {
    const bytes = Buffer.from(text, 'base64url')
    const iv = bytes.subarray(0, IV_BYTES)
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
