import { expect, it } from 'vitest'
import { drawQr } from './qr-code.ts'

it('draws each run of dark modules as one rectangle, inside a quiet zone of four modules', () => {
  const rows = ['##.', '...', '#.#']
  expect(drawQr(3, (row, column) => rows[row]![column] === '#')).toEqual({
    size: 11,
    path: 'M4 4h2v1h-2zM4 6h1v1h-1zM6 6h1v1h-1z',
  })
})

it('draws the run at the end of a row, and nothing for a light one', () => {
  expect(drawQr(4, (row, column) => row === 1 && column > 1).path).toBe('M6 5h2v1h-2z')
})
