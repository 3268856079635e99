import { randomBytes, randomInt } from 'node:crypto'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { newTicketCode } from '../signing/codes.ts'
import { makeSigningKey, ticketSigner } from '../signing/sign.ts'
import { qrModules } from './qr.ts'

const drawn = (text: string): boolean[][] => {
  const { size, isDark } = qrModules(text)
  return Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => isDark(row, column)))
}
const ofTheLibrary = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 0 }).data

describe('a QR code', () => {
  it('is the one that the library draws, with the same mask, for random tickets', () => {
    const signer = ticketSigner(makeSigningKey())
    const masks = new Set<number>()
    for (let n = 0; n < 150; n++) {
      const text = signer.sign(
        newTicketCode({ bytes: (count) => randomBytes(count), int: (below) => randomInt(below) }),
      )
      masks.add(encode(text, { ecc: 'M', border: 0 }).maskPattern)
      expect(drawn(text)).toEqual(ofTheLibrary(text))
    }
    // Otherwise the comparison would not test the choice.
    expect(masks.size).toBeGreaterThan(3)
  })

  it('is the same for texts of every length and kind', () => {
    for (let length = 1; length <= 400; length += 7) {
      for (const text of [
        '7'.repeat(length),
        'A1'.repeat(length).slice(0, length),
        randomBytes(length).toString('base64url').slice(0, length),
      ])
        expect(drawn(text)).toEqual(ofTheLibrary(text))
    }
  })
})
