import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ShopIdentity } from '@foyer/contract/pages.ts'
import { CODE_CHARACTERS } from '@foyer/domain/format/codes.ts'
import { language } from '@foyer/domain/format/language.ts'
import PDFDocument from 'pdfkit'
import { brandFont } from './brand-font.ts'
import { fontOf, type PaperFont, readFont, shareFont } from './font.ts'

// pdfkit's own fonts cover Latin-1 only: no Polish, no Greek. DejaVu has both, and its licence allows redistribution.
const fontFile = (name: string) => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
const FONTS = {
  plain: fontFile('DejaVuSansCondensed'),
  bold: fontFile('DejaVuSansCondensed-Bold'),
  mono: fontFile('DejaVuSansMono'),
} as const

export const PAGE = { width: 595.28, height: 841.89 }
export const MARGIN = 40
export const RIGHT = PAGE.width - MARGIN
export const BLACK = '#000000'
export const GREY = '#444444'

export type Doc = InstanceType<typeof PDFDocument>

/** Letters of most words in both languages. A document with others holds a font file of its own, which takes a millisecond. */
const WORDS = [
  ...Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)),
  '£',
  '€',
  '–',
  '—',
  '‘',
  '’',
  '“',
  '”',
  '…',
  '·',
  '×',
  '✂',
  'ff',
  'fi',
  'fl',
  'ffi',
  'ffl',
  ...'éèêàâçîôùûÉÀœ',
]

let read: [name: string, font: PaperFont][] | undefined
/** Reads the fonts once per process. */
function readFonts(): [name: string, font: PaperFont][] {
  read ??= [
    ...(['plain', 'bold'] as const).map((name): [string, PaperFont] => [
      name,
      readFont(readFileSync(FONTS[name]), WORDS),
    ]),
    ['mono', readFont(readFileSync(FONTS.mono), [...CODE_CHARACTERS, '-'])],
    ['brand', readFont(brandFont(), WORDS)],
  ]
  return read
}

/** Replaces letters missing from the font, so that none prints as an empty box or is silently dropped. */
export const MISSING = '\u2026'

/**
 * Returns the printable form of a text. Runs of letters missing from the font (Chinese, Japanese, Korean: such a font is
 * larger than everything else shipped) become one mark, and the paper says so.
 */
export function printable(doc: Doc, text: string): string {
  const font = fontOf(doc)
  const hasGlyph = (letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0)!)
  const drawn = (letter: string) => {
    if (hasGlyph(letter)) return letter
    const parts = letter.normalize('NFKD')
    return [...parts].every(hasGlyph) ? parts : '\0'
  }
  return [...words(text)]
    .map(drawn)
    .join('')
    .replace(/\0(?:[\s\0]*\0)?/g, MISSING)
}

/** Sets the font of headings for this text: that of the pages, or one with more letters where it lacks some. */
export function headingFont(doc: Doc, text: string): Doc {
  const font = fontOf(doc.font('brand'))
  return [...words(text)].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0)!)) ? doc : doc.font('bold')
}

/** Removes emoji, which have no outlines in a text font and would print as boxes, and line breaks and controls. */
const words = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/(?![#*0-9©®™])\p{Extended_Pictographic}/gu, '')
    .replace(/\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Variation_Selector}|\u200D|\u20E3/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** A document of A4 pages in the shop's fonts, black on white, with no network access; and its bytes once it has ended. */
export function newPaper(
  title: string,
  shop: Pick<ShopIdentity, 'name'>,
  now: Date,
): { doc: Doc; done: Promise<Buffer> } {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    // No default font: ours are registered below.
    font: '',
    lang: language() === 'fr' ? 'fr' : 'en-GB',
    displayTitle: true,
    info: { Title: title, Author: shop.name, CreationDate: now },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  for (const [name, font] of readFonts()) {
    doc.registerFont(name, font)
    shareFont(doc.font(name))
  }
  return { doc, done }
}
