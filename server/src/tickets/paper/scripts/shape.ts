import type { Bidi } from 'bidi-js'
import type * as HarfBuzz from 'harfbuzzjs'
import type Linebreak from 'linebreak'
import { type PaperFont, Shaped } from '../font.ts'

type Libraries = { hb: typeof HarfBuzz; bidi: Bidi; LineBreaker: typeof Linebreak }
let libraries: Libraries | undefined

/** What orders, shapes and breaks text as browsers do. Loaded with the first text that needs it: most papers need none of it. */
export async function loadLibraries(): Promise<void> {
  const [hb, bidi, breaker] = await Promise.all([import('harfbuzzjs'), import('bidi-js'), import('linebreak')])
  libraries = { hb, bidi: bidi.default(), LineBreaker: breaker.default }
}

export const areLibrariesLoaded = (): boolean => libraries !== undefined

/** The fonts of a text: for each of its UTF-16 units, the font that draws it. */
type FontAt = (index: number) => PaperFont
/** Glyphs that are drawn together, and their width in thousandths of the font's size. */
type ShapedRun = { font: PaperFont; shaped: Shaped; width: number }
type Run = { start: number; end: number; level: number; font: PaperFont }

const shapers = new WeakMap<PaperFont, HarfBuzz.Font>()
function shaperOf(font: PaperFont): HarfBuzz.Font {
  const { hb } = libraries!
  const known = shapers.get(font) ?? new hb.Font(new hb.Face(new hb.Blob(font.shared.bytes)))
  shapers.set(font, known)
  return known
}

const SCRIPTS = ['Hebrew', 'Arabic', 'Devanagari', 'Thai', 'Latin', 'Greek', 'Cyrillic', 'Hangul'] as const
const scriptPatterns = SCRIPTS.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))
/** The script of a letter, as far as shaping depends on it; undefined for digits, punctuation and marks, which follow their neighbours. */
const scriptOf = (letter: string) => {
  const n = scriptPatterns.findIndex((pattern) => pattern.test(letter))
  return n === -1 ? undefined : n
}

/** A text whose direction, fonts and widths are known, for breaking it into lines. */
export class Paragraph {
  readonly #text: string
  readonly #fontAt: FontAt
  readonly #levels: Uint8Array
  readonly #base: number
  /** The width of the text before each unit, in thousandths of the font's size. */
  readonly #before: Float64Array

  constructor(text: string, fontAt: FontAt) {
    this.#text = text
    this.#fontAt = fontAt
    const { levels, paragraphs } = libraries!.bidi.getEmbeddingLevels(text, 'auto')
    this.#levels = levels
    this.#base = paragraphs[0]?.level ?? 0
    this.#before = new Float64Array(text.length + 1)
    const widths = new Float64Array(text.length)
    for (const run of this.#runsOf(text, levels, fontAt)) {
      const { infos, positions, scale } = shape(text, run)
      infos.forEach(({ cluster }, n) => {
        widths[cluster]! += positions[n]!.xAdvance * scale
      })
    }
    widths.forEach((width, n) => {
      this.#before[n + 1] = this.#before[n]! + width
    })
  }

  /** Breaks into lines of at most this width, at most `max` of them; the last one then ends in an ellipsis. */
  lines(width: number, max = Number.POSITIVE_INFINITY): { start: number; end: number; isCut: boolean }[] {
    const text = this.#text
    const breaks = breaksOf(text)
    const lines: { start: number; end: number; isCut: boolean }[] = []
    for (let start = 0; start < text.length; ) {
      if (lines.length === max) {
        lines[max - 1]!.isCut = true
        break
      }
      const fits = (end: number) => this.#widthOf(start, trimmedEnd(text, start, end)) <= width
      const end = breaks.findLast((at) => at > start && fits(at)) ?? this.#longestPart(start, fits)
      lines.push({ start, end, isCut: false })
      start = end
    }
    return lines
  }

  #widthOf(start: number, end: number): number {
    return this.#before[end]! - this.#before[start]!
  }

  /** The end of as many letters as fit, one at least. */
  #longestPart(start: number, fits: (end: number) => boolean): number {
    let end: number | undefined
    for (const next of clusterEnds(this.#text, start)) {
      if (end !== undefined && !fits(next)) break
      end = next
    }
    return end ?? this.#text.length
  }

  /** The runs of a line from left to right. A cut line gets its ellipsis at its logical end. */
  draw(
    { start, end, isCut }: { start: number; end: number; isCut: boolean },
    width: number,
    ellipsis: PaperFont,
  ): ShapedRun[] {
    const last = trimmedEnd(this.#text, start, end)
    if (!isCut)
      return this.#shaped(this.#text.slice(start, last), this.#levels.slice(start, last), (n) =>
        this.#fontAt(start + n),
      )
    const room = width - ellipsis.layout(ELLIPSIS).advanceWidth * (1000 / ellipsis.unitsPerEm)
    const ends = [start, ...clusterEnds(this.#text, start)].filter((at) => at <= last)
    const cut = trimmedEnd(this.#text, start, ends.findLast((at) => this.#widthOf(start, at) <= room) ?? start)
    const levels = new Uint8Array([...this.#levels.slice(start, cut), this.#base])
    return this.#shaped(this.#text.slice(start, cut) + ELLIPSIS, levels, (n) =>
      start + n < cut ? this.#fontAt(start + n) : ellipsis,
    )
  }

  #shaped(line: string, levels: Uint8Array, fontAt: FontAt): ShapedRun[] {
    if (line === '') return []
    const result = { levels, paragraphs: [{ start: 0, end: line.length - 1, level: this.#base }] }
    const order = libraries!.bidi.getReorderedIndices(line, result, 0, line.length - 1)
    const place = new Map(order.map((index, n) => [index, n]))
    return this.#runsOf(line, levels, fontAt)
      .sort(
        (a, b) =>
          Math.min(place.get(a.start)!, place.get(a.end - 1)!) - Math.min(place.get(b.start)!, place.get(b.end - 1)!),
      )
      .map((run) => glyphsOf(line, run))
  }

  /** The runs of one direction, font and script, in logical order. */
  #runsOf(text: string, levels: Uint8Array, fontAt: FontAt): Run[] {
    const runs: (Run & { script: number | undefined })[] = []
    let at = 0
    for (const letter of text) {
      const [level, font, script] = [levels[at]!, fontAt(at), scriptOf(letter)]
      const run = runs.at(-1)
      const continues =
        run?.level === level && run.font === font && (script === undefined || (run.script ?? script) === script)
      if (run && continues) {
        run.end = at + letter.length
        run.script ??= script
      } else runs.push({ start: at, end: at + letter.length, level, font, script })
      at += letter.length
    }
    return runs
  }
}

const ELLIPSIS = '…'

const trimmedEnd = (text: string, start: number, end: number): number => start + text.slice(start, end).trimEnd().length

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const clusterEnds = (text: string, start: number): number[] =>
  [...clusters.segment(text.slice(start))].map(({ index, segment }) => start + index + segment.length)

const thaiWords = new Intl.Segmenter('th', { granularity: 'word' })

/** Where a line may end: by Unicode's rules, and between the words of Thai, which has no spaces. */
function breaksOf(text: string): number[] {
  const breaker = new libraries!.LineBreaker(text)
  const breaks = new Set([text.length])
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) breaks.add(next.position)
  for (const { index, 0: words } of text.matchAll(/[\p{Script=Thai}]+/gu))
    for (const word of thaiWords.segment(words)) if (word.index > 0) breaks.add(index + word.index)
  return [...breaks].sort((a, b) => a - b)
}

/** Shapes one run. Clusters are places in the text. */
function shape(text: string, { start, end, level, font }: Run) {
  const { hb } = libraries!
  const buffer = new hb.Buffer()
  buffer.addText(text, start, end - start)
  buffer.guessSegmentProperties()
  buffer.setDirection(level % 2 === 1 ? hb.Direction.RTL : hb.Direction.LTR)
  buffer.setFlags(hb.BufferFlag.REMOVE_DEFAULT_IGNORABLES)
  hb.shape(shaperOf(font), buffer)
  return { infos: buffer.getGlyphInfos(), positions: buffer.getGlyphPositions(), scale: 1000 / font.unitsPerEm }
}

function glyphsOf(text: string, run: Run): ShapedRun {
  const { infos, positions, scale } = shape(text, run)
  // A cluster's letters belong to the first of its glyphs.
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const lettersOf = (cluster: number) => text.slice(cluster, starts.find((at) => at > cluster) ?? run.end)
  const seen = new Set<number>()
  const glyphs = infos.map(({ codepoint: id, cluster }) => {
    const isFirst = !seen.has(cluster)
    seen.add(cluster)
    const { advanceWidth } = run.font.getGlyph(id)
    return {
      id,
      advanceWidth,
      codePoints: isFirst ? [...lettersOf(cluster)].map((letter) => letter.codePointAt(0)!) : [],
    }
  })
  const scaled = positions.map(({ xAdvance, yAdvance, xOffset, yOffset }, n) => ({
    xAdvance: xAdvance * scale,
    yAdvance: yAdvance * scale,
    xOffset: xOffset * scale,
    yOffset: yOffset * scale,
    advanceWidth: glyphs[n]!.advanceWidth * scale,
  }))
  const width = scaled.reduce((all, { xAdvance }) => all + xAdvance, 0)
  return { font: run.font, shaped: new Shaped({ glyphs, positions: scaled, advanceWidth: width }), width }
}
