import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ShopIdentity } from '@foyer/contract/pages.ts'
import { CODE_CHARACTERS } from '@foyer/domain/format/codes.ts'
import { language } from '@foyer/domain/format/language.ts'
import PDFDocument from 'pdfkit'
import { brandFont } from './brand-font.ts'
import { type PaperFont, readFont, shareFont } from './font.ts'
import { load, missingOf } from './text.ts'

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

/**
 * Draws a document of A4 pages in the shop's fonts, black on white, with no network access, and returns its bytes. If a text needs
 * a font or a library that no text before it has needed, `draw` runs again on a new document once these are loaded.
 */
export async function drawPaper(
  title: string,
  shop: Pick<ShopIdentity, 'name'>,
  now: Date,
  draw: (doc: Doc) => void,
): Promise<Buffer> {
  for (;;) {
    const doc = newDocument(title, shop, now)
    draw(doc)
    const missing = missingOf(doc)
    if (missing.length === 0) return bytesOf(doc)
    await load(missing)
  }
}

function newDocument(title: string, shop: Pick<ShopIdentity, 'name'>, now: Date): Doc {
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
  for (const [name, font] of readFonts()) {
    doc.registerFont(name, font)
    shareFont(doc.font(name))
  }
  return doc
}

function bytesOf(doc: Doc): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
    doc.end()
  })
}
