import { expect, it } from 'vitest'
import { choiceOf, titleCase, wordFor } from './words.ts'

it.each([
  [0, 'tickets'],
  [1, 'ticket'],
  [2, 'tickets'],
  [-1, 'tickets'],
  [1.5, 'tickets'],
])('[DSP-06] formats a count: %d %s', (count, word) => expect(wordFor(count, ['ticket', 'tickets'])).toBe(word))

it('[DSP-06] takes a custom ending', () => {
  expect(`1 ${wordFor(1, ['address', 'addresses'])}`).toBe('1 address')
  expect(`3 ${wordFor(3, ['address', 'addresses'])}`).toBe('3 addresses')
})

it.each([
  ['hello world', 'Hello World'],
  ['the big McNight', 'The Big McNight'],
  ['  two  spaces', '  Two  Spaces'],
  ['élan vital', 'Élan Vital'],
  ['rock-and-roll 90s', 'Rock-and-roll 90s'],
  ['', ''],
])('[DSP-12] turns %j into title case: %j', (text, expected) => expect(titleCase(text)).toBe(expected))

it('lists alternatives', () => {
  expect(choiceOf(['Adult'])).toBe('Adult')
  expect(choiceOf(['Adult', 'Child'])).toBe('Adult or Child')
  expect(choiceOf(['Adult', 'Child', 'Student'])).toBe('Adult, Child or Student')
})
