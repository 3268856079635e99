import { expect, it } from 'vitest'
import { parseAmount } from '../money/chosen-amount.ts'
import { donationProblem } from './amount.ts'
import { giftAidMissing } from './gift-aid.ts'

it('[DON-04] thousands separators are allowed in groups of three', () => {
  expect(parseAmount('12,345', 'GBP')).toBe(1_234_500)
  expect(parseAmount('123,456.78', 'GBP')).toBe(12_345_678)
  expect(parseAmount('1234,567', 'GBP')).toBeNull()
})

it('[DON-08] no positive amount is too small', () => expect(donationProblem(null, 'GBP')).toBe('donation_too_small'))

it('[GFT-08] a blank UK postcode is missing', () => {
  const form = {
    isGiftAid: true,
    ukTaxpayer: true,
    ownMoney: true,
    notGambling: true,
    ukBased: true,
    address1: '1 High Street',
  }
  expect(giftAidMissing({ ...form, postcode: '  ' }, 2000)).toEqual(['postcode'])
  expect(giftAidMissing({ ...form, postcode: 'LS1 1AA' }, 2000)).toEqual([])
})
