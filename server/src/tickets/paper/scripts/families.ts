import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type PaperFont, readFont } from '../font.ts'

/** Noto fonts for the scripts that DejaVu lacks. Each is split into files by ranges of letters, so a document loads only a few. */
const HAN = ['noto-sans-tc', 'noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'] as const
const FAMILIES = ['noto-sans-thai', 'noto-sans-devanagari', ...HAN] as const
type Family = (typeof FAMILIES)[number]
type Weight = 400 | 700
type Part = { file: string; ranges: readonly (readonly [from: number, to: number])[] }

/** A file of a family in a weight, as the documents of this process load it. */
export type FontPart = `${Family}/${string}/${Weight}`

const require = createRequire(import.meta.url)
const folderOf = (family: Family) => dirname(require.resolve(`@fontsource-variable/${family}/package.json`))

const partsOfFamily = new Map<Family, readonly Part[]>()
function partsOf(family: Family): readonly Part[] {
  const known = partsOfFamily.get(family)
  if (known !== undefined) return known
  const all: Record<string, string> = JSON.parse(readFileSync(join(folderOf(family), 'unicode.json'), 'utf8'))
  const parts = Object.entries(all).map(([name, ranges]) => ({
    file: name.replace(/[[\]]/g, ''),
    ranges: ranges.split(',').map((range) => {
      const [from, to = from] = range.replace('U+', '').split('-')
      return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)] as const
    }),
  }))
  partsOfFamily.set(family, parts)
  return parts
}

/** Which shapes of shared characters are read where an event takes place. */
const HAN_OF_ZONE: Readonly<Record<string, Family>> = {
  'Asia/Tokyo': 'noto-sans-jp',
  'Asia/Seoul': 'noto-sans-kr',
  'Asia/Shanghai': 'noto-sans-sc',
  'Asia/Urumqi': 'noto-sans-sc',
  'Asia/Singapore': 'noto-sans-sc',
  'Asia/Kuala_Lumpur': 'noto-sans-sc',
}

/**
 * The families for a text, best first. Chinese and Japanese share characters but not their shapes: kana make a text Japanese,
 * hangul make it Korean, and a text of neither is set in the first font that has all its characters, beginning with that of the
 * time zone.
 */
function familiesFor(text: string, weight: Weight, timezone: string): readonly Family[] {
  const [first] = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? (['noto-sans-jp'] as const)
    : /\p{Script=Hangul}/u.test(text)
      ? (['noto-sans-kr'] as const)
      : [HAN_OF_ZONE[timezone] ?? HAN[0], ...HAN].filter((family) =>
          [...text.matchAll(/\p{Script=Han}/gu)].every(([letter]) => partWith(family, weight, letter)),
        )
  return first === undefined ? FAMILIES : [first, ...FAMILIES.filter((family) => family !== first)]
}

/** The file of a family that has all of these letters. Its ranges also name some that it lacks, which shows once it is loaded. */
function partWith(family: Family, weight: Weight, letters: string): FontPart | undefined {
  const points = [...letters].map((letter) => letter.codePointAt(0)!)
  for (const { file, ranges } of partsOf(family)) {
    if (!points.every((point) => ranges.some(([from, to]) => from <= point && point <= to))) continue
    const part: FontPart = `${family}/${file}/${weight}`
    const font = loaded.get(part)
    if (font === undefined || points.every((point) => font.hasGlyphForCodePoint(point))) return part
  }
}

/** Finds the file that draws one cluster of letters of this text; null if no family has it. */
export function partFinder(text: string, weight: Weight, timezone: string): (cluster: string) => FontPart | null {
  const families = familiesFor(text, weight, timezone)
  return (cluster) => {
    for (const family of families) {
      const part = partWith(family, weight, cluster)
      if (part !== undefined) return part
    }
    return null
  }
}

/** How long fonts stay in memory after the last document that loaded one. */
const KEEP_MS = 60_000

const loaded = new Map<FontPart, PaperFont>()
let release: NodeJS.Timeout | undefined

export const loadedFont = (part: FontPart): PaperFont | undefined => loaded.get(part)

/** Reads a file of a font in one weight. It is kept for the next documents, and released if none comes. */
export async function loadFont(part: FontPart): Promise<void> {
  clearTimeout(release)
  release = setTimeout(() => loaded.clear(), KEEP_MS).unref()
  if (loaded.has(part)) return
  const [family, file, weight] = part.split('/') as [Family, string, string]
  // Its libraries take tens of megabytes, which most processes never need.
  const { default: subsetFont } = await import('subset-font')
  const packed = await readFile(join(folderOf(family), 'files', `${family}-${file}-wght-normal.woff2`))
  const font = await subsetFont(packed, '', {
    keepAllGlyphs: true,
    targetFormat: 'truetype',
    variationAxes: { wght: Number(weight) },
  })
  loaded.set(part, readFont(font))
}
