import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { fontOf, type PaperFont, readFont } from './font.ts'

const require = createRequire(import.meta.url)
const WORDS = ['Ada', 'Łódź', 'Αθήνα', 'Crème brûlée', 'AVATAR', 'ﬁ ǆ Ǭ', '']
const glyphsOf = (font: PaperFont, text: string) => font.layout(text).glyphs as { id: number }[]

function tablesOf(file: Uint8Array) {
  const bytes = Buffer.from(file)
  const tables: Record<string, string> = {}
  for (let at = 12; at < 12 + 16 * bytes.readUInt16BE(4); at += 16) {
    const from = bytes.readUInt32BE(at + 8)
    tables[bytes.toString('latin1', at, at + 4)] = bytes.toString('hex', from, from + bytes.readUInt32BE(at + 12))
  }
  return tables
}

describe.each(['DejaVuSansCondensed', 'DejaVuSansMono'])('a font subset for %s', (name) => {
  const path = require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
  const font = readFont(readFileSync(path))
  const library = fontOf(new PDFDocument({ autoFirstPage: false, font: path }))

  it('matches the library’s, including composite glyphs', () => {
    const [own, theirs] = [font.createSubset(), library.createSubset()]
    for (const word of WORDS)
      for (const { id } of glyphsOf(font, word)) expect(own.includeGlyph(id)).toBe(theirs.includeGlyph(id))
    const [written, expected] = [tablesOf(own.encode()), tablesOf(theirs.encode())]
    expect(Object.keys(written)).toEqual(Object.keys(expected).sort())
    for (const [tag, bytes] of Object.entries(expected)) expect([tag, written[tag]]).toEqual([tag, bytes])
  })

  it('is positioned like the library’s, even after a word was scaled', () => {
    for (const word of WORDS) {
      const expected = library.layout(word)
      for (let n = 0; n < 2; n++) {
        const run = font.layout(word)
        expect(run.positions).toEqual(expected.positions)
        expect(run.advanceWidth).toBe(expected.advanceWidth)
        for (const position of run.positions) position.xAdvance *= 0.5
        expect(run.advanceWidth).toBe(expected.advanceWidth / 2)
      }
    }
  })
})
