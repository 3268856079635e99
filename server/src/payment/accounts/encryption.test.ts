import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../random.ts'
import { decrypt, encrypt } from './encryption.ts'

const OLD = 'an older secret of the installation, long enough'
const NEW = 'a newer secret of the installation, long enough'
const seal = (secrets: readonly string[], about = '1:square:LONE') =>
  encrypt(secrets, 'EAAA-token', about, systemRandom)!

describe('account credentials', () => {
  it('are never stored in plain text or encrypted alike twice', () => {
    const [first, second] = [seal([NEW]), seal([NEW])]
    expect(first.text).not.toEqual(second.text)
    expect(Buffer.from(first.text, 'base64url').toString('latin1')).not.toContain('EAAA')
    expect(first.keyId).toBe(second.keyId)
    expect(NEW).not.toContain(first.keyId)
    expect(encrypt([], 'EAAA-token', '1:square:LONE', systemRandom)).toBeNull()
  })

  it('are decrypted by the secret that encrypted them, wherever it is in the list', () => {
    const before = seal([OLD])
    expect(decrypt([NEW, OLD], before, '1:square:LONE')).toBe('EAAA-token')
    expect(decrypt([OLD], seal([NEW, OLD]), '1:square:LONE'), 'written with the first').toBeNull()
    expect(decrypt([NEW], before, '1:square:LONE')).toBeNull()
  })

  it('cannot be moved to another organiser’s row, or altered', () => {
    const sealed = seal([NEW])
    expect(decrypt([NEW], sealed, '2:square:LONE')).toBeNull()
    expect(decrypt([NEW], sealed, '1:square:LTWO')).toBeNull()
    const bytes = Buffer.from(sealed.text, 'base64url')
    for (const at of [0, 12, 28, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(decrypt([NEW], { ...sealed, text: changed.toString('base64url') }, '1:square:LONE')).toBeNull()
    }
    for (const text of ['', 'AAAA', sealed.text.slice(0, 20)])
      expect(decrypt([NEW], { ...sealed, text }, '1:square:LONE')).toBeNull()
  })
})
