import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { cellsIn } from '../testing/xlsx.ts'
import { type Cell, csvStream } from './csv.ts'
import { xlsxStream } from './xlsx.ts'

async function* slices(rows: Cell[][]) {
  for (let from = 0; from < rows.length; from += 3) yield rows.slice(from, from + 3)
}
async function whole(stream: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

it('XLSX keeps every cell, whatever was typed', async () => {
  const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constantFrom('=1+1', '-2', '<b>&amp;', ''))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 10 }), async (rows) => {
      expect(cellsIn(await whole(xlsxStream(slices(rows))))).toEqual(rows)
    }),
  )
})

it('XLSX drops what XML cannot represent, and contains no formula', async () => {
  const file = await whole(xlsxStream(slices([['a\u0000b\ud800c\ufffe', '=HYPERLINK("x")']])))
  expect(cellsIn(file)).toEqual([['abc', '=HYPERLINK("x")']])
  const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!)
  expect(sheet).not.toContain('<f>')
  expect(Object.keys(unzipSync(file))[0]).toBe('[Content_Types].xml')
})

it('CSV neutralises formulas, keeps leading zeros of phone numbers, and leaves numbers', async () => {
  const text = String(
    await whole(csvStream(slices([['=1+1', -2, 'a,b', '+44 20', '07700900123', '07700 900123', '2026']]))),
  )
  expect(text).toBe("\ufeff'=1+1,-2,\"a,b\",'+44 20,'07700900123,07700 900123,2026\r\n")
})
