import { describe, expect, it } from 'vitest'
import { recipientsIn } from './recipients.ts'

describe('a pasted list of recipients', () => {
  it.each([
    ['Ada Lovelace, ada@example.org', { name: 'Ada Lovelace', email: 'ada@example.org' }],
    ['Ada Lovelace\tADA@example.org', { name: 'Ada Lovelace', email: 'ada@example.org' }],
    ['Lovelace; ada@example.org;', { name: 'Lovelace', email: 'ada@example.org' }],
    ['"Lovelace, Ada" <ada@example.org>', { name: 'Lovelace Ada', email: 'ada@example.org' }],
    ['  ada@example.org  ', { name: '', email: 'ada@example.org' }],
    ['Jürgen Łuk,jl@example.org', { name: 'Jürgen Łuk', email: 'jl@example.org' }],
  ])('%s', (line, person) => {
    expect(recipientsIn(line)).toEqual({ people: [{ ...person, seats: [], line: 1 }], wrong: null })
  })

  it.each([
    ['Ada Lovelace, ada@example.org, A1, A2', ['A1', 'A2']],
    ['Ada <ada@example.org>; Stalls A1;', ['Stalls A1']],
    ['"Lovelace, Ada"\tada@example.org\tA1 A2', ['A1 A2']],
  ])('%s: the seats stand after the address', (line, seats) => {
    expect(recipientsIn(line).people).toMatchObject([{ email: 'ada@example.org', seats }])
  })

  it('counts every line, even the same person twice, and ignores empty ones', () => {
    const { people, wrong } = recipientsIn('a@example.org\r\n\n  \nb@example.org\na@example.org\n')
    expect([people.map(({ email }) => email), wrong]).toEqual([
      ['a@example.org', 'b@example.org', 'a@example.org'],
      null,
    ])
  })

  it.each([
    ['a@example.org\nAda Lovelace\n', 2],
    ['\nada@', 2],
    ['a@example.org, b@example.org', 1],
    ['ada@example.org Ada', 1],
    [`a@example.org\n${'x'.repeat(5000)}`, 2],
  ])('reports the first line with no address or two: %j', (text, line) => {
    expect(recipientsIn(text).wrong).toBe(line)
  })
})
