import { describe, expect, it } from 'vitest'
import { isFullName, splitFullName } from './full-name.ts'
import { isWholeCode } from './one-time-code.ts'
import { dialledNumber, isPhone, smsNumber } from './phone.ts'

describe('a one-time code', () => {
  it('[ACC-20] is complete with exactly six digits', () => {
    expect(isWholeCode('123456')).toBe(true)
    for (const other of ['', '12345', '1234567', 'a12345', '12345a', '12 345'])
      expect(isWholeCode(other), other).toBe(false)
  })
})

describe('a name', () => {
  it('[ACC-16] is counted in words, with any white space', () => {
    for (const name of ['Ada Lovelace', '  Ada \t Lovelace ', 'Ada King Lovelace'])
      expect(isFullName(name), name).toBe(true)
    for (const name of ['', '   ', 'Ada', '  Ada  ']) expect(isFullName(name), name).toBe(false)
    expect(splitFullName('  Ada \n King  Lovelace ')).toEqual({ firstName: 'Ada', lastName: 'King Lovelace' })
  })
})

describe('a phone number', () => {
  it('[PAY-21] may begin with 00 instead of a plus', () => {
    expect(dialledNumber('  0044 20 7946-0000')).toBe('+442079460000')
    expect(isPhone('  0044 20 7946 0000 ')).toBe(true)
  })

  it.each([
    ['+44 7700 900123', '+447700900123'],
    ['0044 7700 900123', '+447700900123'],
    ['07700 900123', '+447700900123'],
    ['+1 212-555-0100', '+12125550100'],
    ['+1234567', '+1234567'],
    ['+123456789012345', '+123456789012345'],
  ])('%s receives texts at %s', (typed, number) => expect(smsNumber(typed)).toBe(number))

  it.each(['', '12345', '7700 900123', '+123456', '+1234567890123456', '+0123456789', '000 123 456', '5+447700900123'])(
    '%s cannot receive a text',
    (typed) => expect(smsNumber(typed)).toBeNull(),
  )
})
