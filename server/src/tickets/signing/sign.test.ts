import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BadConfig } from '../../config.ts'
import { seededRandom, systemRandom } from '../../random.ts'
import { qrModules } from '../paper/qr.ts'
import { isTicketCode, newTicketCode, newVoucherCode, readTypedCode, spacedCode } from './codes.ts'
import { makeSigningKey, ticketSigner, ticketVerifier } from './sign.ts'

const signer = ticketSigner(makeSigningKey())
const makeCode = () => newTicketCode(systemRandom)
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

describe('signed tickets', () => {
  it('are verified with the public key alone', () => {
    const verifier = ticketVerifier(signer.publicKey)
    for (let times = 0; times < 50; times++) {
      const code = makeCode()
      expect(verifier.verify(signer.sign(code))).toBe(code)
    }
    expect(verifier).not.toHaveProperty('sign')
  })

  it('of another key are refused', () => {
    const code = makeCode()
    expect(ticketSigner(makeSigningKey()).verify(signer.sign(code))).toBeNull()
  })

  it.each([
    ['a password', 'k'.repeat(40)],
    ['a public key', signer.publicKey],
    [
      'a key of another kind',
      generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ],
  ])('are not signed with %s: the shop names the setting instead of starting', (_, key) => {
    const start = () => ticketSigner(makeSigningKey(), key)
    expect(start).toThrow(BadConfig)
    expect(start).toThrow('TICKET_SIGNING_KEY: each key is an Ed25519 private key in PEM')
  })

  it('of an older key are still valid when a new one signs', () => {
    const [fresh, old] = [makeSigningKey(), makeSigningKey()]
    const both = ticketSigner(fresh, old)
    const code = makeCode()
    const verifier = ticketVerifier(both.publicKey)
    for (const signed of [both.sign(code), ticketSigner(old).sign(code)]) {
      expect(both.verify(signed)).toBe(code)
      expect(verifier.verify(signed)).toBe(code)
    }
    expect(ticketSigner(old).verify(both.sign(code))).toBeNull()
    expect(both.publicKey.startsWith(ticketSigner(fresh).publicKey)).toBe(true)
  })

  it('fail with any character changed, removed or added', () => {
    const signed = signer.sign(makeCode())
    fc.assert(
      fc.property(fc.nat(signed.length - 1), fc.constantFrom(...CHARACTERS, '.', '-', ' '), (at, character) => {
        fc.pre(signed[at] !== character)
        expect(signer.verify(signed.slice(0, at) + character + signed.slice(at + 1))).toBeNull()
        expect(signer.verify(signed.slice(0, at) + signed.slice(at + 1))).toBeNull()
        expect(signer.verify(signed.slice(0, at) + character + signed.slice(at))).toBeNull()
      }),
    )
  })

  it('have one spelling: other encodings of the same bytes are refused', () => {
    const signed = signer.sign(makeCode())
    const [code, digits] = signed.split('.') as [string, string]
    for (const other of [signed.toLowerCase(), ` ${signed}`, `${signed}\n`, `${code}.0${digits}`, `${code}..${digits}`])
      expect(signer.verify(other)).toBeNull()
    // the largest number of that many digits needs more than 64 bytes
    expect(signer.verify(`${code}.${'Z'.repeat(100)}`)).toBeNull()
    expect(signer.verify(`${code}.${'0'.repeat(100)}`)).toBeNull()
  })

  it('can be verified as docs/door.md describes', () => {
    const code = makeCode()
    const [text, digits] = signer.sign(code).split('.') as [string, string]
    const number = [...digits].reduce((sum, digit) => sum * 36n + BigInt(CHARACTERS.indexOf(digit)), 0n)
    const signature = Buffer.from(number.toString(16).padStart(128, '0'), 'hex')
    expect(verify(null, Buffer.from(text), createPublicKey(signer.publicKey), signature)).toBe(true)
  })

  it('make a QR code of 37 modules a side', () => {
    for (let times = 0; times < 20; times++) {
      const signed = signer.sign(makeCode())
      expect(signed).toMatch(/^[0-9A-Z]{20}\.[0-9A-Z]{100}$/)
      expect(qrModules(signed).size).toBe(37)
    }
  })
})

describe('codes', () => {
  it('are twenty unambiguous characters, always different, and tolerant of typing', () => {
    const codes = Array.from({ length: 500 }, makeCode)
    expect(new Set(codes).size).toBe(500)
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/)
      expect(readTypedCode(spacedCode(code).toLowerCase())).toBe(code)
    }
  })

  it('use every character about equally often', () => {
    const random = seededRandom(7)
    const counts = new Map<string, number>()
    for (let times = 0; times < 2000; times++)
      for (const character of newTicketCode(random)) counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).toBe(32)
    for (const count of counts.values()) expect(Math.abs(count - 1250)).toBeLessThan(200)
  })

  it('are not read from other text', () => {
    for (const text of ['', 'U'.repeat(20), 'A'.repeat(19), 'A'.repeat(21), 'A.B'])
      expect(readTypedCode(text)).toBeNull()
    expect(isTicketCode(newVoucherCode(systemRandom))).toBe(false)
  })
})
