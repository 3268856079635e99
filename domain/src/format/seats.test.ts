import { expect, it } from 'vitest'
import { seatOfLabel } from './seats.ts'
import { wordList } from './words.ts'

it('a seat label has section, row and number', () => {
  expect(seatOfLabel('Stalls A3')).toEqual({ label: 'Stalls A3', section: 'Stalls', row: 'A', number: '3' })
  expect(seatOfLabel('Upper Circle AA12')).toMatchObject({ section: 'Upper Circle', row: 'AA', number: '12' })
  expect(seatOfLabel('B12a')).toMatchObject({ section: '', row: 'B', number: '12a' })
})

it('a label without a row is unchanged', () => {
  for (const label of ['Box 7', 'Table by the window', '12'])
    expect(seatOfLabel(label)).toEqual({ label, section: '', row: '', number: label })
})

it('lists words as in a sentence', () => {
  expect([['3'], ['3', '4'], ['3', '4', '6']].map(wordList)).toEqual(['3', '3 and 4', '3, 4 and 6'])
})
