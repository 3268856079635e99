import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { amount, count, flag, flagMap, id, text } from './call.ts'

/** The parsed value, or the word 'refused'. */
const taken = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : 'refused'
}

describe('flag', () => {
  it.each(['1', 'true', 'on', 1, true])('accepts %j as true', (value) => expect(taken(flag, value)).toBe(true))
  it.each(['0', 'false', '', 0, false, undefined])('accepts %j as false', (value) =>
    expect(taken(flag, value)).toBe(false),
  )
  it.each(['2', 'yes', ' 1', 'null', 2, -1, 0.5, null, [], ['1'], {}])('refuses %j', (value) =>
    expect(taken(flag, value)).toBe('refused'),
  )

  it('is false if missing from a body; an optional flag stays undefined', () => {
    expect(taken(z.object({ a: flag }), {})).toEqual({ a: false })
    expect(taken(z.object({ a: flag.optional() }), {})).toEqual({})
  })
})

describe('count', () => {
  it.each([
    ['0', 0],
    ['12', 12],
    ['007', 7],
    ['-3', -3],
    [5, 5],
    [-5, -5],
  ])('parses %j as %i', (value, n) => expect(taken(count, value)).toBe(n))

  it.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '1.0',
    '2.5',
    '1e3',
    '0x10',
    'abc',
    '٣',
    '1234567890',
    2.5,
    Number.NaN,
    Infinity,
    1e300,
    true,
    null,
    undefined,
    [],
    ['1'],
    {},
  ])('refuses %j', (value) => expect(taken(count, value)).toBe('refused'))
})

describe('amount', () => {
  it.each([
    ['0', 0],
    ['5', 5],
    ['10.5', 10.5],
    ['10.50', 10.5],
    ['0.29', 0.29],
    ['4.35', 4.35],
    ['00012.5', 12.5],
    ['999999999.99', 999_999_999.99],
    [10.5, 10.5],
    [4.35, 4.35],
    [0, 0],
  ])('parses %j as %d', (value, major) => expect(taken(amount, value)).toBe(major))

  it.each([
    '',
    ' ',
    ' 1',
    '1.',
    '.5',
    '1.005',
    1.005,
    '-1',
    '+1',
    '1,000',
    '1e3',
    '0x10',
    '£5',
    '١',
    '1\n',
    '9999999999',
    -0.01,
    Number.NaN,
    Infinity,
    true,
    null,
    undefined,
    [],
    ['1'],
    {},
  ])('refuses %j', (value) => expect(taken(amount, value)).toBe('refused'))

  it('keeps every penny, as text and as a number', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999), (minor) => {
        expect(taken(amount, (minor / 100).toFixed(2))).toBe(minor / 100)
        expect(taken(amount, minor / 100)).toBe(minor / 100)
      }),
    )
  })
})

describe('text', () => {
  const five = text(5)
  it.each([
    ['abc', 'abc'],
    [' a ', 'a'],
    ['', ''],
    [undefined, ''],
    ['a\nb\tc', 'a\nb\tc'],
    ['\ufeffab', 'ab'],
    ['äö€', 'äö€'],
    ['<b>', '<b>'],
  ])('parses %j as %j', (value, kept) => expect(taken(five, value)).toBe(kept))

  it.each(['abcdef', 'a\u0000', '\u001b[0m', 'a\u0007', 'a\u000bb', 5, null, true, [], ['a'], {}])(
    'refuses %j',
    (value) => expect(taken(five, value)).toBe('refused'),
  )
})

describe('id', () => {
  it.each(['1', 42, '9007199254740991'])('accepts %j', (value) => expect(taken(id, value)).toBe(Number(value)))
  it.each(['0', '-1', '1.5', '', 'abc', '9007199254740993', 0, -1, 1.5, null, undefined, {}])('refuses %j', (value) =>
    expect(taken(id, value)).toBe('refused'),
  )
})

describe('flagMap', () => {
  it('parses a map of ids to flags', () => {
    expect(taken(flagMap, { '12': '1', '13': '0', '14': '' })).toEqual({ '12': true, '13': false, '14': false })
    expect(taken(flagMap, undefined)).toEqual({})
  })
  it.each([{ a: '1' }, { '-1': '1' }, { '1.5': '1' }, { '12': 'x' }, { '1234567890123456': '1' }, 'x', null])(
    'refuses %j',
    (value) => expect(taken(flagMap, value)).toBe('refused'),
  )
})
