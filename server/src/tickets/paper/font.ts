import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

type Position = Record<'xAdvance' | 'yAdvance' | 'xOffset' | 'yOffset', number> & { advanceWidth?: number }
type Run = { glyphs: Glyph[]; positions: Position[]; readonly advanceWidth: number }
type Glyph = { id: number; advanceWidth: number; codePoints: number[] }

/** Glyphs and their places in thousandths of the font's size, ready to be drawn. pdfkit takes them as the features of a text. */
export class Shaped {
  readonly run: Run

  constructor(run: Run) {
    this.run = run
  }
}

/** A font as pdfkit has read it, and the font files that documents share. */
export type PaperFont = Uint8Array & {
  readonly unitsPerEm: number
  readonly ascent: number
  readonly postscriptName: string
  hasGlyphForCodePoint(point: number): boolean
  layout(text: string, features?: unknown): Run
  getGlyph(id: number): Glyph
  stringsForGlyph(id: number): string[]
  createSubset(): Subset
  /** Data that all documents of this process share. */
  readonly shared: Shared
}

type Doc = InstanceType<typeof PDFDocument>

/** A font in a document, as pdfkit embeds it. */
type EmbeddedFont = {
  font: PaperFont
  subset: Subset
  /** Glyphs by their index in the subset. */
  widths: number[]
  unicode: number[][]
  scale: number
  layoutCache: Record<string, Run>
  layoutRun(text: string, features?: unknown): Run
  toUnicodeCmap(): unknown
  document: Pick<Doc, 'ref'> & object
}

const embeddedIn = (doc: Doc): EmbeddedFont => (doc as unknown as { _font: EmbeddedFont })._font

/** The current font. */
export const fontOf = (doc: Doc): PaperFont => embeddedIn(doc).font

/** The fonts that a document has used so far. */
const fontsOfDocument = new WeakMap<Doc, Map<PaperFont, EmbeddedFont>>()

/** Makes a font the current one of a document. */
export function useFont(doc: Doc, font: PaperFont): void {
  const fonts = fontsOfDocument.get(doc)!
  const known = fonts.get(font)
  if (known !== undefined) return void Object.assign(doc, { _font: known })
  const name = `font-${fonts.size}`
  doc.registerFont(name, font as unknown as string)
  shareFont(doc.font(name))
}

/** The maximum number of words whose layout is kept for later documents: most words of a ticket are on every ticket. */
const MAX_WORDS = 5000

type Shared = {
  bytes: Buffer
  /** The layout of words so far, in page units, and how many they are. */
  words: Record<string, Run>
  wordCount: number
  letters: readonly string[]
  /** The font file with the common letters, as documents embed it. */
  common: { subset: Subset; widths: number[]; unicode: number[][]; file: Buffer; cmap: Buffer } | null
}

/**
 * Reads a TrueType font for all documents of this process. Reading it, laying out words and writing the letters that a
 * document uses take longer than everything else in drawing a ticket. `common`: letters that nearly every document needs, and
 * groups that fonts draw as one.
 */
export function readFont(bytes: Buffer, common: readonly string[] = []): PaperFont {
  // pdfkit's types don't show that it also accepts the bytes of a font.
  const font = fontOf(new PDFDocument({ autoFirstPage: false, font: bytes as unknown as string }))
  const file = new FontFile(bytes)
  const shared: Shared = { bytes, words: Object.create(null), wordCount: 0, letters: common, common: null }
  return Object.assign(Object.create(font) as PaperFont, {
    createSubset: () => new Subset(file, shared.common?.subset),
    shared,
  })
}

/**
 * Gives the current font of a document the layouts and font file of earlier documents. All documents whose letters are common
 * share one font file, which is made and compressed once. A document with other letters gets a file of its own.
 */
export function shareFont(doc: Doc): void {
  const embedded = embeddedIn(doc)
  fontsOfDocument.set(doc, (fontsOfDocument.get(doc) ?? new Map()).set(embedded.font, embedded))
  const { shared } = embedded.font
  shared.common ??= commonOf(embedded)
  const { common } = shared
  embedded.subset = embedded.font.createSubset()
  embedded.widths = [...common.widths]
  embedded.unicode = [...common.unicode]
  embedded.layoutCache = shared.words
  const layOut = embedded.layoutRun.bind(embedded)
  embedded.layoutRun = (text, features) => {
    if (features instanceof Shaped) return features.run
    const { glyphs, positions, advanceWidth } = layOut(text, features)
    if (features === undefined && ++shared.wordCount > MAX_WORDS) {
      shared.words = Object.create(null)
      shared.wordCount = 0
    }
    return { glyphs, positions, advanceWidth }
  }
  const isCommon = () => embedded.subset.size === common.subset.size
  const encode = embedded.subset.encode.bind(embedded.subset)
  embedded.subset.encode = () => (isCommon() ? common.file : deflateSync(encode()))
  const { document } = embedded
  const compressed = { Filter: 'FlateDecode' }
  // The file is the only stream that pdfkit writes of a font, besides the next one.
  embedded.document = Object.assign(Object.create(document), {
    ref: (data?: Record<string, unknown>) => document.ref(data ?? { ...compressed }),
  })
  embedded.toUnicodeCmap = () => {
    const cmap = document.ref({ ...compressed })
    cmap.end(isCommon() ? common.cmap : cmapOf(embedded))
    return cmap
  }
}

function commonOf(embedded: EmbeddedFont): NonNullable<Shared['common']> {
  const { font, scale } = embedded
  const subset = font.createSubset()
  for (const text of font.shared.letters)
    if ([...text].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0)!)))
      for (const { id } of font.layout(text).glyphs) subset.includeGlyph(id)
  const file = deflateSync(subset.encode())
  const glyphs = subset.glyphs.map((id) => font.getGlyph(id))
  // A part of a composite glyph is a letter too, such as the dotless i.
  const lettersOf = (id: number) => [...(font.stringsForGlyph(id)[0] ?? '\0')].map((letter) => letter.codePointAt(0)!)
  const unicode = glyphs.map(({ id, codePoints }) => (codePoints.length > 0 ? codePoints : lettersOf(id)))
  return {
    subset,
    unicode,
    file,
    widths: glyphs.map(({ advanceWidth }) => advanceWidth * scale),
    cmap: cmapOf({ ...embedded, unicode, toUnicodeCmap: Object.getPrototypeOf(embedded).toUnicodeCmap }),
  }
}

/** The map from glyphs to letters, compressed, as pdfkit writes it. */
function cmapOf(embedded: EmbeddedFont): Buffer {
  let written = ''
  const ref = () => ({ end: (text: string) => (written = text) })
  const { toUnicodeCmap } = Object.getPrototypeOf(embedded) as EmbeddedFont
  ;(toUnicodeCmap ?? embedded.toUnicodeCmap).call({ ...embedded, document: { ref } } as unknown as EmbeddedFont)
  return deflateSync(written)
}

/** The tables of a TrueType file. */
class FontFile {
  readonly #bytes: Buffer
  readonly #tables = new Map<string, Buffer>()
  readonly #longOffsets: boolean
  readonly #metrics: number

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    const count = bytes.readUInt16BE(4)
    for (let at = 12; at < 12 + 16 * count; at += 16) {
      const [offset, length] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)]
      this.#tables.set(bytes.toString('latin1', at, at + 4), bytes.subarray(offset, offset + length))
    }
    this.#longOffsets = this.table('head').readInt16BE(50) === 1
    this.#metrics = this.table('hhea').readUInt16BE(34)
  }

  table(tag: string): Buffer {
    return this.#tables.get(tag) ?? this.#bytes.subarray(0, 0)
  }

  outline(glyph: number): Buffer {
    const places = this.table('loca')
    const placeOf = (n: number) => (this.#longOffsets ? places.readUInt32BE(4 * n) : 2 * places.readUInt16BE(2 * n))
    return this.table('glyf').subarray(placeOf(glyph), placeOf(glyph + 1))
  }

  /** Advance width and left bearing, as in the file. The last width also applies to all further glyphs. */
  metrics(glyph: number): Buffer {
    const table = this.table('hmtx')
    if (glyph < this.#metrics) return table.subarray(4 * glyph, 4 * glyph + 4)
    const bearing = 4 * this.#metrics + 2 * (glyph - this.#metrics)
    return Buffer.concat([
      table.subarray(4 * this.#metrics - 4, 4 * this.#metrics - 2),
      table.subarray(bearing, bearing + 2),
    ])
  }
}

/** Flags of a part of a composite glyph. */
const [WORDS, SCALE, MORE, TWO_SCALES, FOUR_SCALES] = [1, 8, 0x20, 0x40, 0x80]

/** The glyphs that a document uses, in the order of their first use, and a font file with only these. */
export class Subset {
  readonly #file: FontFile
  /** The parts of a composite glyph are added first. */
  readonly #base: Subset | undefined
  readonly #glyphs: number[] = []
  readonly #places = new Map<number, number>()

  constructor(file: FontFile, base?: Subset) {
    this.#file = file
    this.#base = base
    // Every font begins with the glyph of missing letters.
    this.includeGlyph(0)
  }

  get size(): number {
    return (this.#base?.size ?? 0) + this.#glyphs.length
  }

  get glyphs(): readonly number[] {
    return [...(this.#base?.glyphs ?? []), ...this.#glyphs]
  }

  placeOf(glyph: number): number | undefined {
    return this.#base?.placeOf(glyph) ?? this.#places.get(glyph)
  }

  includeGlyph(glyph: number): number {
    const existing = this.placeOf(glyph)
    if (existing !== undefined) return existing
    const place = this.size
    this.#places.set(glyph, place)
    this.#glyphs.push(glyph)
    return place
  }

  /** The tables that PDF requires. Outlines are copied, because decoding and encoding them again takes milliseconds. */
  encode(): Buffer {
    const outlines: Buffer[] = []
    // Composite glyphs add their parts while this runs.
    for (const glyph of this.#base?.glyphs ?? []) outlines.push(this.#outlineOf(glyph))
    for (let n = 0; n < this.#glyphs.length; n++) outlines.push(this.#outlineOf(this.#glyphs[n]!))
    const places = Buffer.alloc(4 * outlines.length + 4)
    let end = 0
    outlines.forEach((outline, n) => {
      end += outline.length
      places.writeUInt32BE(end, 4 * n + 4)
    })
    const changed = (tag: string, at: number, value: number) => {
      const table = Buffer.from(this.#file.table(tag))
      table.writeUInt16BE(value, at)
      return table
    }
    return fileOf([
      ['cvt ', this.#file.table('cvt ')],
      ['fpgm', this.#file.table('fpgm')],
      ['glyf', Buffer.concat(outlines)],
      ['head', changed('head', 50, 1)],
      ['hhea', changed('hhea', 34, outlines.length)],
      ['hmtx', Buffer.concat(this.glyphs.map((glyph) => this.#file.metrics(glyph)))],
      ['loca', places],
      ['maxp', changed('maxp', 4, outlines.length)],
      ['prep', this.#file.table('prep')],
    ])
  }

  #outlineOf(glyph: number): Buffer {
    const outline = this.#file.outline(glyph)
    if (outline.length === 0 || outline.readInt16BE(0) >= 0) return outline
    const composite = Buffer.from(outline)
    for (let at = 10, flags = MORE!; flags & MORE!; ) {
      flags = composite.readUInt16BE(at)
      composite.writeUInt16BE(this.includeGlyph(composite.readUInt16BE(at + 2)), at + 2)
      at += 4 + (flags & WORDS! ? 4 : 2) + scaleBytes(flags)
    }
    return composite
  }
}

/** How many bytes of scales follow a part of a composite glyph. */
function scaleBytes(flags: number): number {
  if (flags & SCALE!) return 2
  if (flags & TWO_SCALES!) return 4
  return flags & FOUR_SCALES! ? 8 : 0
}

/** A font file of these tables, whose tags are in order. */
function fileOf(all: readonly (readonly [tag: string, bytes: Buffer])[]): Buffer {
  // A font without instructions lacks their tables.
  const tables = all.filter(([, bytes]) => bytes.length > 0)
  const head = Buffer.alloc(12 + 16 * tables.length)
  const power = 2 ** Math.floor(Math.log2(tables.length))
  head.writeUInt32BE(0x00010000, 0)
  head.writeUInt16BE(tables.length, 4)
  head.writeUInt16BE(16 * power, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE(16 * (tables.length - power), 10)
  const parts = [head]
  let offset = head.length
  tables.forEach(([tag, bytes], n) => {
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
    head.write(tag, 12 + 16 * n, 'latin1')
    head.writeUInt32BE(checksumOf(padded), 16 + 16 * n)
    head.writeUInt32BE(offset, 20 + 16 * n)
    head.writeUInt32BE(bytes.length, 24 + 16 * n)
    parts.push(padded)
    offset += padded.length
  })
  return Buffer.concat(parts)
}

function checksumOf(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  return sum
}
