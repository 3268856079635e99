import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.ts'
import { parseAmount } from '../money/chosen-amount.ts'
import { toMinor } from '../money/money.ts'
import { choosePreset, chosenMinor, donationProblem, typeCustom } from './amount.ts'
import { type GiftAidForm, giftAidMissing, giftAidNeedsAddress, giftAidValue, isClaimable } from './gift-aid.ts'

describe('a donation amount', () => {
  it.each([
    ['5', 500],
    ['12.5', 1250],
    ['12.50', 1250],
    ['0.01', 1],
    ['7.', 700],
    [' 20 ', 2000],
    ['1,250.5', 125_050],
    ['1,000,000', 100_000_000],
    ['0.29', 29],
    ['4.35', 435],
    ['12.345', null],
    ['12,5', null],
    ['1,00', null],
    ['-5', null],
    ['+5', null],
    ['1e3', null],
    ['£5', null],
    ['.5', null],
    ['ten', null],
    ['', null],
    ['9999999999', null],
  ])('parses %j as %s pence', (typed, minor) => expect(parseAmount(typed, 'GBP')).toBe(minor))

  it('accepts every step of 0.01', () => {
    for (let minor = 0; minor < 3000; minor++) expect(parseAmount((minor / 100).toFixed(2), 'GBP')).toBe(minor)
  })

  it('[DON-07] must be at least 1', () => {
    expect([100, 101, 2000].map((amount) => donationProblem(amount, 'GBP'))).toEqual([null, null, null])
    expect([99, 1, 0, -100, null, Number.NaN].map((amount) => donationProblem(amount, 'GBP'))).toEqual(
      Array.from({ length: 6 }, () => 'donation_too_small'),
    )
  })

  it('has a maximum', () => {
    for (const currency of ['GBP', 'EUR', 'USD', 'JPY'] as const) {
      const most = toMinor(LIMITS.maxDonation[currency], currency)
      expect(donationProblem(most, currency)).toBeNull()
      expect(donationProblem(most + 1, currency)).toBe('donation_too_big')
    }
  })

  it('has the decimals of its currency: whole yen, at least 1', () => {
    expect(['500', '1,250', '0'].map((typed) => parseAmount(typed, 'JPY'))).toEqual([500, 1250, 0])
    expect(['500.5', '1.0', '1.00'].map((typed) => parseAmount(typed, 'JPY'))).toEqual([null, null, null])
    expect([0, 1].map((amount) => donationProblem(amount, 'JPY'))).toEqual(['donation_too_small', null])
  })

  it('[DON-09] choosing a preset clears the custom amount', () => {
    expect(choosePreset(1000)).toEqual({ presetMinor: 1000, custom: '' })
    expect(chosenMinor(choosePreset(750), 'GBP')).toBe(750)
  })

  it('[DON-10] typing a custom amount clears the preset', () => {
    expect(typeCustom('3.20')).toEqual({ presetMinor: null, custom: '3.20' })
    expect(chosenMinor(typeCustom('3.20'), 'GBP')).toBe(320)
    expect(chosenMinor(typeCustom(''), 'GBP')).toBeNull()
  })
})

describe('Gift Aid', () => {
  const FORM: GiftAidForm = {
    isGiftAid: true,
    ukTaxpayer: true,
    ownMoney: true,
    notGambling: true,
    ukBased: true,
    address1: '1 High Street',
    postcode: 'LS1 1AA',
  }
  const NO_ADDRESS = { ...FORM, address1: ' ', postcode: '' }

  it('[GFT-03] increases a donation by a quarter', () => {
    expect([2000, 100, 333, 1, 0].map(giftAidValue)).toEqual([2500, 125, 416, 1, 0])
  })

  it('[GFT-06] requires all three confirmations', () => {
    expect(giftAidMissing(FORM, 5000)).toEqual([])
    for (const name of ['ukTaxpayer', 'ownMoney', 'notGambling'] as const)
      expect(giftAidMissing({ ...FORM, [name]: false }, 100)).toEqual([name])
  })

  it('[GFT-06] requires nothing without opting in', () =>
    expect(giftAidMissing({ ...NO_ADDRESS, isGiftAid: false, ownMoney: false }, 5000)).toEqual([]))

  it('[GFT-07] requires an address from 20 up', () => {
    expect(giftAidMissing(NO_ADDRESS, 1999)).toEqual([])
    expect(giftAidMissing(NO_ADDRESS, 2000)).toEqual(['address1', 'postcode'])
    expect([0, 1999, 2000, 5000].map(giftAidNeedsAddress)).toEqual([false, false, true, true])
  })

  it('[GFT-08] requires line 1 and postcode of a UK address', () => {
    expect(giftAidMissing({ ...FORM, postcode: '' }, 2000)).toEqual(['postcode'])
    expect(giftAidMissing({ ...FORM, address1: '' }, 2000)).toEqual(['address1'])
  })

  it('[GFT-09] requires only line 1 of an overseas address', () => {
    expect(giftAidMissing({ ...FORM, ukBased: false, postcode: '' }, 2000)).toEqual([])
    expect(giftAidMissing({ ...NO_ADDRESS, ukBased: false }, 2000)).toEqual(['address1'])
  })

  it('is claimable only with statements, full name and address, for any amount', () => {
    const declaration = { ...FORM, donorName: 'Ada Lovelace' }
    expect(isClaimable(declaration)).toBe(true)
    expect(isClaimable({ ...declaration, ukBased: false, postcode: '' })).toBe(true)
    expect(isClaimable({ ...declaration, postcode: '' })).toBe(false)
    expect(isClaimable({ ...declaration, address1: '' })).toBe(false)
    expect(isClaimable({ ...declaration, donorName: 'Ada' })).toBe(false)
    expect(isClaimable({ ...declaration, ownMoney: false })).toBe(false)
  })
})
