import PDFDocument from 'pdfkit'

type Position = Record<'xAdvance' | 'yAdvance' | 'xOffset' | 'yOffset', number> & { advanceWidth?: number }
type Run = { glyphs: readonly unknown[]; positions: Position[]; readonly advanceWidth: number }

/** A font as pdfkit has read it: its letters, and what documents accept instead of a font file. */
export type PaperFont = Uint8Array & {
  hasGlyphForCodePoint(point: number): boolean
  layout(text: string, features?: unknown): Run
  createSubset(): Subset
}

/** The current font. */
export const fontOf = (doc: InstanceType<typeof PDFDocument>): PaperFont =>
  (doc as unknown as { _font: { font: PaperFont } })._font.font

/** Words laid out that are kept for the documents that follow: most words of a ticket are on every ticket. */
const MAX_WORDS = 5000

/**
 * Reads a TrueType font for all documents of this process. Reading it, laying out words and writing the letters that a
 * document uses take longer than everything else in drawing a ticket.
 */
export function readFont(bytes: Buffer): PaperFont {
  // pdfkit's types don't show that it also accepts the bytes of a font.
  const font = fontOf(new PDFDocument({ autoFirstPage: false, font: bytes as unknown as string }))
  const file = new FontFile(bytes)
  const words = new Map<string, Run>()
  return Object.assign(Object.create(font) as PaperFont, {
    layout(text: string, features?: unknown): Run {
      if (features !== undefined) return font.layout(text, features)
      let run = words.get(text)
      if (run === undefined) {
        if (words.size >= MAX_WORDS) words.clear()
        run = font.layout(text)
        words.set(text, run)
      }
      return copyOf(run)
    },
    createSubset: () => new Subset(file),
  })
}

/** A document scales the positions that it gets. The width is the sum of what they are then. */
const copyOf = ({ glyphs, positions }: Run): Run => ({
  glyphs,
  positions: positions.map((position) => ({ ...position })),
  get advanceWidth() {
    return this.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
  },
})

/** The tables of a TrueType file, as they are in it. */
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

  /** Advance width and left bearing, as they stand in the file. The last width counts for all glyphs that have none. */
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

/** The glyphs that a document uses, in the order in which it first did, and the font file with these alone. */
export class Subset {
  readonly #file: FontFile
  readonly #glyphs: number[] = []
  readonly #places = new Map<number, number>()

  constructor(file: FontFile) {
    this.#file = file
    // Every font begins with the glyph of missing letters.
    this.includeGlyph(0)
  }

  includeGlyph(glyph: number): number {
    const known = this.#places.get(glyph)
    if (known !== undefined) return known
    this.#places.set(glyph, this.#glyphs.length)
    return this.#glyphs.push(glyph) - 1
  }

  /** The tables that PDF requires. Outlines are copied, because decoding and encoding them again takes milliseconds. */
  encode(): Buffer {
    const outlines: Buffer[] = []
    // Composite glyphs add their parts while this runs.
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
      ['hmtx', Buffer.concat(this.#glyphs.map((glyph) => this.#file.metrics(glyph)))],
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
      const scales = flags & SCALE! ? 2 : flags & TWO_SCALES! ? 4 : flags & FOUR_SCALES! ? 8 : 0
      at += 4 + (flags & WORDS! ? 4 : 2) + scales
    }
    return composite
  }
}

/** A font file of these tables, whose tags are in order. */
function fileOf(all: readonly (readonly [tag: string, bytes: Buffer])[]): Buffer {
  // A font without instructions has none of their tables.
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
