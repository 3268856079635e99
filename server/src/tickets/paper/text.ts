import { hasRightToLeft } from '@foyer/domain/format/direction.ts'
import type PDFDocument from 'pdfkit'
import { fontOf, type PaperFont, useFont } from './font.ts'
import { type FontPart, loadedFont, loadFont, partFinder } from './scripts/families.ts'
import { areLibrariesLoaded, loadLibraries, Paragraph } from './scripts/shape.ts'

type Doc = InstanceType<typeof PDFDocument>
type Options = { width?: number; height?: number; ellipsis?: boolean }

/** Replaces letters that no font has, so that none prints as an empty box or is silently dropped. */
export const MISSING = '\u2026'

/** Marks of direction, such as those that isolate a name. */
const DIRECTION = /[\u200E\u200F\u2066-\u2069]/
/** Joiners and marks of direction, which have no shape of their own. */
const INVISIBLE = /^[\u061C\u200C-\u200F\u2066-\u2069]$/
/** Punctuation that East Asian texts share: it belongs to the font of their letters, even if another has it too. */
const EAST_ASIAN = /[\u3000-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\uFF00-\uFFEF]/u

/** Draws a text like pdfkit's `text`, in the current font and in others for letters that it lacks, ordered and joined as in a browser. */
export function drawText(doc: Doc, text: string, x: number, y: number, options: Options = {}): void {
  const shown = printable(doc, text)
  const paragraph = paragraphOf(doc, shown)
  if (paragraph === null)
    return void doc.text(shown, x, y, options.width === undefined ? { lineBreak: false } : options)
  if (paragraph === undefined) return void doc.text('', x, y)
  const base = fontOf(doc)
  const { width, em, height } = measuresOf(doc, options)
  const rows = Math.max(1, Math.floor((options.height ?? Number.POSITIVE_INFINITY) / height + 0.001))
  const ascent = (base.ascent / base.unitsPerEm) * em * 1000
  let top = y
  for (const line of paragraph.lines(width, rows)) {
    // The letters in their logical order, for people who copy the text or have it read to them.
    doc.markContent('Span', { actual: shown.slice(line.start, line.end).trimEnd() })
    let left = x
    for (const run of paragraph.draw(line, width, base)) {
      useFont(doc, run.font)
      // pdfkit measures and draws the glyphs that it gets as features, not these of the text.
      const features = run.shaped as unknown as []
      doc.text('.', left, top + ascent, { lineBreak: false, baseline: 'alphabetic', features })
      left += run.width * em
    }
    doc.endMarkedContent()
    top += height
  }
  useFont(doc, base)
  doc.x = x
  doc.y = top
}

/** The height of a text in lines of this width, however many. */
export function textHeight(doc: Doc, text: string, options: { width: number }): number {
  const shown = printable(doc, text)
  const paragraph = paragraphOf(doc, shown)
  if (!paragraph) return doc.heightOfString(shown, options)
  const { width, height } = measuresOf(doc, options)
  return paragraph.lines(width).length * height
}

function measuresOf(doc: Doc, { width }: Options) {
  const em = (doc as unknown as { _fontSize: number })._fontSize / 1000
  return { em, width: width === undefined ? Number.POSITIVE_INFINITY : width / em, height: doc.currentLineHeight(true) }
}

const zoneOf = new WeakMap<Doc, string>()

/** Draws the texts that follow as they are read in this time zone, such as an event's. */
export const drawAsIn = (doc: Doc, timezone: string) => zoneOf.set(doc, timezone)

/** What a document lacks to draw its texts. */
type Need = 'libraries' | FontPart
const needsOf = new WeakMap<Doc, Set<Need>>()

export const missingOf = (doc: Doc): readonly Need[] => [...(needsOf.get(doc) ?? [])]

export async function load(needs: readonly Need[]): Promise<void> {
  await Promise.all(needs.map((need) => (need === 'libraries' ? loadLibraries() : loadFont(need))))
}

/**
 * The text with its fonts and directions; null if pdfkit draws it just as well, as all texts in Latin, Greek and Cyrillic; undefined
 * if something has to be loaded first, which is noted for the document.
 */
function paragraphOf(doc: Doc, text: string): Paragraph | null | undefined {
  const base = fontOf(doc)
  const isOneWay = !hasRightToLeft(text) && !DIRECTION.test(text)
  if (isOneWay && [...text].every((letter) => hasLetter(base, letter))) return null
  const needs = needsOf.get(doc) ?? new Set()
  needsOf.set(doc, needs)
  if (!areLibrariesLoaded()) needs.add('libraries')
  const fonts: PaperFont[] = []
  const partOf = partFinder(text, weightOf(base), zoneOf.get(doc) ?? '')
  let font = base
  for (const { segment } of clusters.segment(text)) {
    const part = isDrawnBy(base, segment) ? null : partOf(segment)
    if (part !== null) {
      const found = loadedFont(part)
      if (found === undefined) needs.add(part)
      font = found ?? base
    } else if (!INVISIBLE.test(segment)) font = base
    for (let n = 0; n < segment.length; n++) fonts.push(font)
  }
  return needs.size > 0 ? undefined : new Paragraph(text, (index) => fonts[index]!)
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const weightOf = (font: PaperFont) => (font.postscriptName.includes('Bold') ? 700 : 400)

const hasLetter = (font: PaperFont, letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0)!)
const isDrawnBy = (font: PaperFont, letters: string) =>
  !EAST_ASIAN.test(letters) && [...letters].every((letter) => INVISIBLE.test(letter) || hasLetter(font, letter))

/**
 * Returns the printable form of a text in the current font and those for other scripts. Runs of letters that none of them has become
 * one mark, and the paper says so.
 */
export function printable(doc: Doc, text: string): string {
  const font = fontOf(doc)
  const cleaned = words(text)
  if ([...cleaned].every((letter) => hasLetter(font, letter))) return cleaned
  const partOf = partFinder(cleaned, weightOf(font), zoneOf.get(doc) ?? '')
  const drawn = (letter: string) => {
    if (isDrawnBy(font, letter) || partOf(letter) !== null) return letter
    const parts = letter.normalize('NFKD')
    return isDrawnBy(font, parts) ? parts : '\0'
  }
  return [...clusters.segment(cleaned)]
    .map(({ segment }) => drawn(segment))
    .join('')
    .replace(/\0(?:[\s\0]*\0)?/g, MISSING)
}

/** Sets the font of headings for this text: that of the pages, or one with more letters where it lacks some. */
export function headingFont(doc: Doc, text: string): Doc {
  const font = fontOf(doc.font('brand'))
  return [...words(text)].every((letter) => hasLetter(font, letter)) ? doc : doc.font('bold')
}

/** Removes emoji, which have no outlines in a text font and would print as boxes, and line breaks and controls. */
const words = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/(?![#*0-9©®™])\p{Extended_Pictographic}/gu, '')
    .replace(/\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Variation_Selector}|\u20E3|(?<![\p{L}\p{M}])\u200D/gu, '')
    .replace(/[\p{Cc}\s\u202A-\u202E]+/gu, ' ')
    .trim()
