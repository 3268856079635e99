import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountProblems } from './account-details.ts'
import { isEmail, normalEmail } from './email.ts'
import { fullName, isFullName, splitFullName } from './full-name.ts'
import { codeDigits, isWholeCode, readableCode } from './one-time-code.ts'
import { dialledNumber, isContactNumber, isPhone } from './phone.ts'

describe('email', () => {
  it.each([
    ['ada@example.com', true],
    ['  ada@example.com ', true],
    ['a.b+c@sub.example.co.uk', true],
    ['ada@münchen.de', true],
    ['', false],
    ['ada', false],
    ['ada@example', false],
    ['ada@example.c', false],
    ['ada@@example.com', false],
    ['ada lovelace@example.com', false],
    ['@example.com', false],
    ['ada@.', false],
    ['ada@example.com, eve@example.com', false],
  ])('[ACC-14] %j: %s', (text, is) => expect(isEmail(text)).toBe(is))

  it('is normalised per mailbox', () => expect(normalEmail(' Ada@Example.COM ')).toBe('ada@example.com'))

  it('has a maximum length', () => {
    const ofLength = (n: number) => `ada@${'a.'.repeat(n).slice(0, n - 6)}uk`
    expect([254, 255, 100_000].map((n) => isEmail(ofLength(n)))).toEqual([true, false, false])
  })
})

describe('full name', () => {
  it.each([
    ['Ada Lovelace', true],
    ['Ada King Lovelace', true],
    ['  Ada   Lovelace ', true],
    ['Ada\tLovelace', true],
    ['Ada', false],
    ['Ada ', false],
    ['   ', false],
    ['', false],
  ])('[ACC-16] %j: %s', (name, is) => expect(isFullName(name)).toBe(is))

  it('splits at the first space', () => {
    expect(splitFullName(' Ada  King Lovelace ')).toEqual({ firstName: 'Ada', lastName: 'King Lovelace' })
    expect(splitFullName('Ada')).toEqual({ firstName: 'Ada', lastName: '' })
    expect(splitFullName('')).toEqual({ firstName: '', lastName: '' })
    expect(fullName('Ada', 'King Lovelace')).toBe('Ada King Lovelace')
    expect(fullName('Ada', '')).toBe('Ada')
  })
})

describe('phone', () => {
  it.each([
    ['07700 900123', true],
    ['+44 7700 900123', true],
    ['+44.7700.900.123', true],
    ['0044 7700 900123', true],
    ['020-7946-0000', true],
    ['123456789', true],
    [' 123456789 ', true],
    ['12345678', false],
    ['+44 7700', false],
    ['+4444 770', false],
    ['07700 900123 ext 5', false],
    ['(020) 7946 0000', false],
    ['++447700900123', false],
    ['phone', false],
    ['', false],
  ])('[PAY-21] %j: %s', (text, is) => expect(isPhone(text)).toBe(is))

  it.each([
    ['07700 900-123', '07700900123'],
    ['+44 7700.900123', '+447700900123'],
    ['0044 7700 900123', '+447700900123'],
    ['000 123 4567', '0001234567'],
  ])('dials %j as %s', (text, number) => expect(dialledNumber(text)).toBe(number))

  it('[PAY-18] [INS-02] is required where the checkout requires it', () => {
    expect(isContactNumber('  ', { required: true })).toBe(false)
    expect(isContactNumber('07700 900123', { required: true })).toBe(true)
  })

  it('OPEN-84: is optional otherwise, but must be valid', () => {
    expect(isContactNumber('', { required: false })).toBe(true)
    expect(isContactNumber('  ', { required: false })).toBe(true)
    expect(isContactNumber('12', { required: false })).toBe(false)
  })
})

describe('one-time code', () => {
  it.each([
    ['123456', '123456'],
    ['12 34-56', '123456'],
    ['Your code is 123456.', '123456'],
    ['1234567', '123456'],
    ['12a', '12'],
    ['abc', ''],
    ['', ''],
  ])('[ACC-18] [ACC-19] of %j the field keeps %j', (typed, kept) => expect(codeDigits(typed)).toBe(kept))

  it('is complete with exactly six digits', () => {
    fc.assert(fc.property(fc.string(), (typed) => /^\d{0,6}$/.test(codeDigits(typed))))
    const whole = ['', '12345', '123456', '1234567', 'abcdef'].map((typed) => isWholeCode(typed))
    expect(whole).toEqual([false, false, true, false, false])
  })

  it('is complete with exactly twelve digits if it is a long one, which is shown in groups of three', () => {
    const digits = '012345678901'
    expect([digits.slice(1), digits, `${digits}2`].map((typed) => isWholeCode(typed, true))).toEqual([
      false,
      true,
      false,
    ])
    expect([isWholeCode(digits), isWholeCode('123456', true)]).toEqual([false, false])
    expect(readableCode(digits, true)).toBe('012 345 678 901')
    expect(codeDigits(` ${readableCode(digits, true)} 7`, true)).toBe(digits)
    expect(readableCode('123456', false)).toBe('123456')
  })
})

describe('express details', () => {
  const good = { fullName: 'Ada Lovelace', email: 'ada@example.com', contactNumber: '' }

  it('[EXP-08] [EXP-09] require a valid email and a name of two words', () => {
    expect(accountProblems(good, { phoneRequired: false })).toEqual({})
    expect(accountProblems({ ...good, email: 'ada', fullName: 'Ada' }, { phoneRequired: false })).toEqual({
      email: 'bad_email',
      fullName: 'bad_full_name',
    })
  })

  it('OPEN-84: require a phone number only if the checkout does', () =>
    expect(accountProblems(good, { phoneRequired: true })).toEqual({ contactNumber: 'bad_phone' }))
})
