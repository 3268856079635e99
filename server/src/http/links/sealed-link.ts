import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { secretFor } from '../keys.ts'

const CIPHER = 'aes-256-gcm'
const TAG_BYTES = 16
const IV_BYTES = 12
const keyOf = (secret: string, purpose: string) => createHash('sha256').update(secretFor(secret, purpose)).digest()

/**
 * Encrypts what a link says, not just signs it: links end up in histories and logs, where an address must not appear. Nothing
 * sealed for one purpose opens for another.
 */
export function seal(deps: Pick<Deps, 'config' | 'random'>, purpose: string, content: unknown): string {
  const iv = deps.random.bytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(deps.config.sessionSecret, purpose), iv)
  const sealed = [cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]
  return Buffer.concat([iv, ...sealed, cipher.getAuthTag()]).toString('base64url')
}

/** Returns the content of a token sealed here for this purpose, with any of the shop's secrets; null for anything else. */
export function unseal<Content>(
  { config }: Pick<Deps, 'config'>,
  purpose: string,
  schema: z.ZodType<Content>,
  token: string,
): Content | null {
  for (const secret of config.sessionSecrets) {
    const content = unsealWith(keyOf(secret, purpose), schema, token)
    if (content !== null) return content
  }
  return null
}

function unsealWith<Content>(key: Buffer, schema: z.ZodType<Content>, token: string): Content | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString()
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
