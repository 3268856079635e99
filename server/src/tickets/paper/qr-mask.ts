/**
 * Chooses the mask of a QR code. A code may be drawn with any of eight masks, and the standard scores each by how hard it is to
 * read. The library scores them too, with lists of booleans, which takes longer than everything else in making the code.
 */

/** A code as the library draws it: `types` is 0 for a module of the text, which a mask may invert. */
type Encoded = { size: number; data: boolean[][]; types: number[][] }
type Modules = Uint8Array<ArrayBuffer>

const MASKS = [0, 1, 2, 3, 4, 5, 6, 7]

/** For each size of code, what each mask changes: it inverts modules of the text, and sets all others. */
const patterns = new Map<number, readonly Modules[]>()

function toModules(rows: readonly (readonly (boolean | number)[])[]): Modules {
  const size = rows.length
  const modules = new Uint8Array(size * size)
  for (let row = 0; row < size; row++)
    for (let at = 0; at < size; at++) if (rows[row]![at]) modules[row * size + at] = 1
  return modules
}

/** Draws a code with the mask that makes it easiest to read. `encoded` draws it with one mask. Modules are row by row; 1 is dark. */
export function withBestMask(encoded: (mask: number) => Encoded): { size: number; modules: Modules } {
  const first = encoded(0)
  const { size } = first
  const types = toModules(first.types)
  const maskPatterns = patterns.get(size) ?? patternsOf(first, types, encoded)
  patterns.set(size, maskPatterns)
  const drawn = toModules(first.data)
  // The code without its mask. Modules that no mask inverts are 0 here, and the patterns set them.
  const text = xor(drawn, maskPatterns[0]!)
  let best = { penalty: Number.POSITIVE_INFINITY, modules: drawn }
  for (const pattern of maskPatterns) {
    const modules = xor(text, pattern)
    const penalty = penaltyOf(modules, size)
    // On a tie the first mask wins, as in the library.
    if (penalty < best.penalty) best = { penalty, modules }
  }
  return { size, modules: best.modules }
}

function xor(one: Modules, other: Modules): Modules {
  const both = new Uint8Array(one.length)
  for (let at = 0; at < both.length; at++) both[at] = one[at]! ^ other[at]!
  return both
}

/**
 * What each mask changes, from one text drawn with all of them: the difference to the first mask, which inverts where row and column
 * add up to an even number.
 */
function patternsOf({ size }: Encoded, types: Modules, encoded: (mask: number) => Encoded): Modules[] {
  const drawn = MASKS.map((mask) => toModules(encoded(mask).data))
  const first = types.map((_, at) => ((Math.floor(at / size) + (at % size)) % 2 === 0 ? 1 : 0))
  return drawn.map((modules) =>
    modules.map((module, at) => (types[at] === 0 ? module ^ drawn[0]![at]! ^ first[at]! : module)),
  )
}

/** The weights of ISO/IEC 18004. */
const LONG_RUN = 3
const BLOCK = 3
const FINDER = 40
const IMBALANCE = 10

function penaltyOf(modules: Modules, size: number): number {
  let penalty = 0
  for (let line = 0; line < size; line++)
    penalty += linePenalty(modules, line * size, 1, size) + linePenalty(modules, line, size, size)
  let dark = 0
  for (let at = 0; at < modules.length; at++) dark += modules[at]!
  for (let row = 0; row < size - 1; row++) {
    for (let at = row * size; at < (row + 1) * size - 1; at++) {
      const four = modules[at]! + modules[at + 1]! + modules[at + size]! + modules[at + size + 1]!
      if (four === 0 || four === 4) penalty += BLOCK
    }
  }
  const total = size * size
  return penalty + (Math.ceil(Math.abs(dark * 20 - total * 10) / total) - 1) * IMBALANCE
}

/** The lengths of a line's runs of one colour, the first of them light. Everything around the code is light. */
const runs = new Int32Array(200)

/** Penalises long runs of one colour, and runs like those of a finder pattern: 1:1:3:1:1, with light beside them. */
function linePenalty(modules: Modules, start: number, step: number, size: number): number {
  let penalty = 0
  let count = 0
  let colour = 0
  let length = 0
  for (let n = 0, at = start; n < size; n++, at += step) {
    if (modules[at] !== colour) {
      runs[count++] = length
      colour ^= 1
      length = 0
    }
    length++
    if (length === 5) penalty += LONG_RUN
    else if (length > 5) penalty++
  }
  runs[count++] = length
  if (colour === 1) runs[count++] = 0
  runs[0]! += size
  runs[count - 1]! += size
  for (let end = 6; end < count; end += 2) {
    const width = runs[end - 1]!
    if (runs[end - 2] !== width || runs[end - 3] !== 3 * width || runs[end - 4] !== width || runs[end - 5] !== width)
      continue
    const [before, after] = [runs[end - 6]!, runs[end]!]
    if (after >= 4 * width && before >= width) penalty += FINDER
    if (before >= 4 * width && after >= width) penalty += FINDER
  }
  return penalty
}
