import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../money/money.ts'
import { type ClaimLine, claimFiles, claimPostcode, claimText, donorOf, MAX_CLAIM_LINES } from './gift-aid-claim.ts'

const HOME = { donorName: 'Ada Lovelace', address1: '12 High Street', postcode: 'SW1A 1AA', ukBased: true }
const donor = (declared: Partial<typeof HOME>) => donorOf({ ...HOME, ...declared })

describe('a donor in HMRC’s schedule', () => {
  it.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['  Ada  King   Lovelace ', 'Ada', 'King Lovelace'],
    ['Mary Smith-Jones', 'Mary', 'Smith Jones'],
    ['Jean-Luc Picard', 'Jean-Luc', 'Picard'],
    ['Łukasz Wałęsa', 'Lukasz', 'Walesa'],
    ['Zoë Brontë', 'Zoë', 'Brontë'],
    ['Erdős Pál', 'Erdos', 'Pál'],
    ['Șerban Țepeș', 'Serban', 'Tepes'],
    ['Conor O’Brien', 'Conor', "O'Brien"],
    ['Nguyễn Văn', 'Nguyen', 'Văn'.normalize('NFD').replace(/\p{M}/gu, '')],
    [`${'A'.repeat(40)} ${'B'.repeat(40)}`, 'A'.repeat(35), 'B'.repeat(35)],
  ])('%s', (donorName, firstName, lastName) => {
    expect(donor({ donorName })).toMatchObject({ ok: true, donor: { firstName, lastName } })
  })

  it.each([
    ['Ada', 'name'],
    ['Ada -', 'name'],
    ['', 'name'],
    ['Анна Каренина', 'letters'],
    ['王 芳', 'letters'],
  ])('“%s” can’t be claimed for: %s', (donorName, lacks) => {
    expect(donor({ donorName })).toEqual({ ok: false, lacks })
  })

  it.each([
    ['sw1a1aa', 'SW1A 1AA'],
    [' M1  1AE ', 'M1 1AE'],
    ['ec1a 1bb', 'EC1A 1BB'],
    ['GIR0AA', 'GIR 0AA'],
    ['BFPO 12', null],
    ['12345', null],
    ['', null],
  ])('writes the postcode %s as %s', (typed, written) => expect(claimPostcode(typed)).toBe(written))

  it('requires a home address; overseas has X and the full address', () => {
    expect(donor({ address1: ' ' })).toEqual({ ok: false, lacks: 'address' })
    expect(donor({ postcode: 'nowhere' })).toEqual({ ok: false, lacks: 'postcode' })
    expect(donor({ address1: '100 Champs Élysées', postcode: '75008 Paris', ukBased: false })).toMatchObject({
      donor: { house: '100 Champs Élysées, 75008 Paris', postcode: 'X' },
    })
    expect(donor({ address1: 'x'.repeat(60) })).toMatchObject({ donor: { house: 'x'.repeat(40) } })
  })

  it('contains only HMRC’s characters, or is refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (typed) => {
        const written = claimText(typed)
        if (written !== null) expect(written).toMatch(/^[\x20-\x7e\xa1-\xff]*$/)
      }),
    )
  })
})

const anyLine = fc.record({ minor: fc.integer({ min: 1, max: 100_000 }), day: fc.integer({ min: 1, max: 28 }) })
const asLines = (drawn: { minor: number; day: number }[]): ClaimLine[] =>
  drawn.map(({ minor, day }, i) => ({
    saleId: i + 1,
    donatedOn: `2026-01-${String(day).padStart(2, '0')}`,
    minor,
    firstName: 'Ada',
    lastName: 'Lovelace',
    house: '1',
    postcode: 'X',
  }))
const anyReturn = fc.integer({ min: 1, max: 500_000 })

describe('claim files', () => {
  it('contain every donation once, at most 1,000 each, and deduct neither more than claimed nor than refunded', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 40 }), fc.array(anyReturn, { maxLength: 5 }), (drawn, backs) => {
        // Many lines by repetition: drawing thousands one by one is slow.
        const lines = asLines(Array.from({ length: 60 }, () => drawn).flat())
        const returned = backs.map((minor, i) => ({ saleId: 90_000 + i, minor }))
        const files = claimFiles(lines, returned)
        expect(files.flatMap((file) => file.lines.map(({ saleId }) => saleId)).toSorted((a, b) => a - b)).toEqual(
          lines.map(({ saleId }) => saleId),
        )
        for (const file of files) {
          expect(file.lines.length).toBeLessThanOrEqual(MAX_CLAIM_LINES)
          expect(file.totalMinor).toBe(sum(file.lines.map(({ minor }) => minor)))
          expect(file.earliestOn).toBe(file.lines.map(({ donatedOn }) => donatedOn).toSorted()[0])
          expect(sum(file.returned.map(({ minor }) => minor))).toBeLessThanOrEqual(file.totalMinor)
        }
        const all = sum(files.map(({ totalMinor }) => totalMinor))
        const deducted = sum(files.flatMap((file) => file.returned.map(({ minor }) => minor)))
        expect(deducted).toBe(Math.min(all, sum(backs)))
      }),
      { numRuns: 30 },
    )
  })
})
