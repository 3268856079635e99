/**
 * Posters drawn from an id alone: the same event always looks the same, without photographs or network access. Six
 * compositions in eight sets of four colours; the id picks both, and a random generator seeded with it does the rest. No
 * text: titles appear beside posters.
 */
import { seededNumbers } from '../random.ts'

/** Deep, strong, bright, pale. */
type Palette = readonly [deep: string, strong: string, bright: string, pale: string]

const PALETTES: readonly Palette[] = [
  ['#2B1030', '#E2557A', '#F7C873', '#FCEFE3'],
  ['#0F2B3C', '#2F9C95', '#F2C14E', '#F5EBDD'],
  ['#1D1B4C', '#6C63D9', '#F58F7C', '#FFE9D6'],
  ['#3A1212', '#D9532C', '#F3B562', '#FBEBD0'],
  ['#0E3B2E', '#4FA36B', '#E9D758', '#F6F1DE'],
  ['#2A2320', '#B5793D', '#E6C79C', '#F7F0E6'],
  ['#13233F', '#3E7CB1', '#F2545B', '#F3EFE6'],
  ['#321F2B', '#9A6C8E', '#DDB967', '#F4E9E1'],
]

type Chance = {
  /** An integer from `low` to `high`. */
  int(low: number, high: number): number
  one<T>(of: readonly T[]): T
  maybe(probability: number): boolean
}

/** The same seed draws the same picture. */
function chanceOf(seed: number): Chance {
  const next = seededNumbers(Math.imul(seed + 1, 0x9e3779b1))
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return { int, one: (of) => of[int(0, of.length - 1)]!, maybe: (probability) => next() < probability }
}

const WIDTH = 400
const HEIGHT = 300
const RIGHT_ANGLE = Math.PI / 2

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">${content}</svg>`
const ground = (fill: string): string => `<path fill="${fill}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>`
const disc = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more}/>`
const path = (fill: string, d: string, more = ''): string => `<path fill="${fill}" d="${d}"${more}/>`
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const round = (n: number): number => Math.round(n * 10) / 10

/** Rings around a point at the edge, like ripples or a rainbow, with one small disc in contrast. */
function arcs([deep, strong, bright, pale]: Palette, chance: Chance): string {
  const [x, y, far, high] = chance.one([
    [0, HEIGHT, 330, 78],
    [WIDTH, HEIGHT, 70, 78],
    [200, HEIGHT, 330, 62],
    [110, HEIGHT, 318, 70],
    [290, HEIGHT, 82, 70],
  ] as const)
  const dark = chance.maybe(0.5)
  const bands = dark
    ? [strong, deep, bright, deep, pale, deep, strong]
    : [strong, pale, deep, pale, bright, pale, strong]
  const outer = chance.int(252, 286)
  const step = outer / (bands.length + 0.6)
  const rings = bands.map((fill, i) => disc(x, y, Math.round(outer - i * step), fill))
  return [ground(dark ? deep : pale), ...rings, disc(far, high, chance.int(22, 30), dark ? pale : bright)].join('')
}

/** Spotlights crossing over a stage, with dust in the light. */
function beams([deep, strong, bright, pale]: Palette, chance: Chance): string {
  const lamps = times(4, (i) => 50 + i * 100 + chance.int(-22, 22))
  const tints = [strong, bright, strong, bright, pale]
  const beam = (x: number, i: number): string => {
    const foot = WIDTH - x + chance.int(-60, 60)
    const half = chance.int(48, 74)
    return path(tints[i]!, `M${x - 5}-6h10L${foot + half} 262H${foot - half}z`, ' opacity=".42"')
  }
  const lamp = (x: number): string => disc(x, 0, 9, pale)
  const dust = times(14, () => {
    const [x, y] = [chance.int(20, 380), chance.int(24, 220)]
    return `M${x} ${y}h0`
  })
  return [
    ground(deep),
    ...lamps.map(beam),
    `<ellipse cx="200" cy="266" rx="${chance.int(236, 268)}" ry="46" fill="${strong}"/>`,
    `<ellipse cx="200" cy="274" rx="${chance.int(206, 226)}" ry="40" fill="${bright}"/>`,
    path(deep, 'M0 282q200-34 400 0v18H0z'),
    ...lamps.map(lamp),
    `<path stroke="${pale}" stroke-width="3" stroke-linecap="round" opacity=".75" d="${dust.join('')}"/>`,
  ].join('')
}

/** Chips of stone in a floor, on a loose grid so that they never clump. */
function terrazzo([deep, strong, bright, pale]: Palette, chance: Chance): string {
  const dark = chance.maybe(0.35)
  const fills = [dark ? pale : deep, strong, bright]
  const shapes: Record<string, string[]> = {}
  for (let row = 0; row < 5; row++)
    for (let column = 0; column < 6; column++) {
      const x = column * 74 + (row % 2) * 37 - 8 + chance.int(-9, 9)
      const y = row * 68 + 14 + chance.int(-9, 9)
      const size = chance.one([13, 19, 25, 31])
      const corners = chance.int(4, 6)
      const turn = chance.int(0, 62) / 10
      const points = times(corners, (i) => {
        const angle = turn + (i * 2 * Math.PI) / corners
        const reach = (size * chance.int(70, 112)) / 100
        return `${Math.round(x + reach * Math.cos(angle))} ${Math.round(y + reach * Math.sin(angle) * 0.86)}`
      })
      const fill = fills[(row * 2 + column + chance.int(0, 1)) % 3]!
      shapes[fill] = [...(shapes[fill] ?? []), `M${points.join(' ')}z`]
    }
  return [
    ground(dark ? deep : pale),
    ...Object.entries(shapes).map(([fill, d]) =>
      path(fill, d.join(''), ` stroke="${fill}" stroke-width="5" stroke-linejoin="round"`),
    ),
  ].join('')
}

/** The bars of a sound, mirrored in still water. */
function equaliser([deep, strong, bright, pale]: Palette, chance: Chance): string {
  const dark = chance.maybe(0.6)
  const bars = 13
  const phase = chance.int(0, 62) / 10
  const swing = chance.int(12, 20) / 10
  const heights = times(bars, (i) => {
    const wave = Math.abs(Math.sin(phase + (i * swing) / 2)) * 0.62 + Math.abs(Math.cos(phase + i * 0.9)) * 0.38
    const hill = Math.sin(((i + 0.5) / bars) * Math.PI) * 0.55 + 0.45
    return Math.round(22 + wave * hill * 168)
  })
  const line = 214
  const place = (i: number): number => 26 + i * 29
  const colours = [strong, bright, dark ? pale : deep]
  const strokes = colours.map((stroke, c) => {
    const own = heights.map((height, i) => (i % 3 === c ? `M${place(i)} ${line - height}V${line}` : '')).join('')
    return `<path stroke="${stroke}" d="${own}"/>`
  })
  const echo = heights.map((height, i) => `M${place(i)} ${line + 26}v${Math.round(height * 0.3)}`).join('')
  return [
    ground(dark ? deep : pale),
    `<g stroke-width="18" stroke-linecap="round">${strokes.join('')}<path stroke="${dark ? pale : deep}" opacity=".16" d="${echo}"/></g>`,
  ].join('')
}

/** A low sun, or a moon, behind folded hills. */
function hills([deep, strong, bright, pale]: Palette, chance: Chance): string {
  const night = chance.maybe(0.5)
  const sunX = chance.int(96, 304)
  const ridge = (fill: string, y: number): string => {
    const [a, b, c] = [chance.int(14, 66), chance.int(18, 62), chance.int(-30, 30)]
    const crest = chance.int(70, 150)
    return path(fill, `M0 ${y + c}Q${crest} ${y - a} ${crest + 100} ${y}T400 ${Math.round(y - c + b / 3)}V300H0z`)
  }
  const layers = night ? [strong, bright, pale] : [bright, strong, deep]
  const sky = night ? deep : pale
  const sun = night ? pale : strong
  const birds = times(
    3,
    (i) => `m${i === 0 ? `${chance.int(40, 300)} ${chance.int(36, 70)}` : '14 9'}q6-8 12 0q6-8 12 0`,
  )
  const stars = times(12, () => `M${chance.int(14, 386)} ${chance.int(12, 140)}h0`)
  return [
    ground(sky),
    night
      ? `<path stroke="${bright}" stroke-width="3" stroke-linecap="round" opacity=".8" d="${stars.join('')}"/>`
      : `<path fill="none" stroke="${deep}" stroke-width="3" stroke-linecap="round" d="M0 0${birds.join('')}"/>`,
    disc(sunX, chance.int(112, 142), chance.int(58, 74), sun),
    ridge(layers[0]!, 178),
    ridge(layers[1]!, 218),
    ridge(layers[2]!, 258),
  ].join('')
}

/** Quarter circles on a board of tiles. */
function tiles([deep, strong, bright, pale]: Palette, chance: Chance): string {
  const size = 100
  const pairs = [
    [deep, strong],
    [strong, pale],
    [pale, deep],
    [bright, deep],
    [pale, bright],
    [deep, bright],
    [strong, bright],
  ] as const
  let last = -1
  const tile = (column: number, row: number): string => {
    const [x, y] = [column * size, row * size]
    let pick = chance.int(0, pairs.length - 1)
    if (pick === last) pick = (pick + 1) % pairs.length
    last = pick
    const [back, front] = pairs[pick]!
    // Slightly wider than its cell, so that no seam shows between two tiles.
    const base = path(back, `M${x} ${y}h${size + 1}v${size + 1}H${x}z`)
    const kind = chance.int(0, 5)
    if (kind === 0) return base + disc(x + 50, y + 50, 30, front)
    if (kind === 1) return base + path(front, `M${x} ${y + size}a50 50 0 0 1 ${size} 0z`)
    // A quarter circle around one of the four corners.
    const turn = chance.int(0, 3)
    const [cx, cy] = [x + (turn === 1 || turn === 2 ? size : 0), y + (turn >= 2 ? size : 0)]
    const [from, to] = [turn * RIGHT_ANGLE, (turn + 1) * RIGHT_ANGLE].map((angle) => [
      Math.round(cx + size * Math.cos(angle)),
      Math.round(cy + size * Math.sin(angle)),
    ]) as [[number, number], [number, number]]
    const quarter = path(front, `M${cx} ${cy}L${from[0]} ${from[1]}A${size} ${size} 0 0 1 ${to[0]} ${to[1]}z`)
    return base + quarter
  }
  return times(12, (i) => tile(i % 4, Math.floor(i / 4))).join('')
}

const COMPOSITIONS = [hills, tiles, beams, arcs, equaliser, terrazzo] as const

/** Neighbours in a list differ in composition and colours, and all 48 pairs occur. */
function styleOf(id: number) {
  const composition = COMPOSITIONS[id % COMPOSITIONS.length]!
  const palette = PALETTES[(id * 5 + Math.floor(id / 24)) % PALETTES.length]!
  return { composition, palette }
}

/** Returns the poster of an event as SVG, 400 by 300. `id` is a whole number from 0 up. */
export function eventPoster(id: number): string {
  const { composition, palette } = styleOf(id)
  return svg(composition(palette, chanceOf(id)))
}

/** Returns the picture of a gift voucher: a parcel seen from above, with ribbon and bow. */
export function voucherPoster(id: number): string {
  const [deep, strong, bright, pale] = PALETTES[(id * 3) % PALETTES.length]!
  const chance = chanceOf(id ^ 0x5bd1e995)
  const x = chance.one([132, 150, 250, 268])
  const y = chance.one([118, 132, 150])
  const paper = chance.maybe(0.5) ? pale : deep
  const dots = times(6, (row) =>
    times(8, (column) => `M${column * 54 + (row % 2) * 27 + 8} ${row * 52 + 20}h0`).join(''),
  ).join('')
  // One loop of the bow; the other is its mirror image.
  const loop = 'M0 0C-18-52-84-66-92-34S-40 12 0 0z'
  const inner = 'M-8-4C-24-32-62-42-68-28S-34-2-8-4z'
  const tail = 'M0 0Q-14 40-52 74l28 2 8 24Q6 52 6 6z'
  const half = path(strong, tail) + path(bright, loop) + path(strong, inner)
  return svg(
    [
      ground(paper),
      `<path stroke="${paper === pale ? bright : strong}" stroke-width="${chance.int(8, 12)}" stroke-linecap="round" opacity=".55" d="${dots}"/>`,
      path(strong, `M${x - 21} 0h42v300h-42z`),
      path(strong, `M0 ${y - 21}h400v42H0z`),
      path(bright, `M${x - 4} 0h8v300h-8zM0 ${y - 4}h400v8H0z`, ' opacity=".7"'),
      `<g transform="translate(${x} ${y})">${half}<g transform="scale(-1 1)">${half}</g>`,
      `${disc(0, 0, 17, paper === pale ? deep : pale)}</g>`,
    ].join(''),
  )
}

/** Returns a mark for a charity without a logo: petals around a centre, readable at 96 by 48. */
export function charityMark(slug: string): string {
  const seed = [...slug].reduce((hash, char) => (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0, 7)
  const [deep, strong, bright] = PALETTES[seed % PALETTES.length]!
  const petals = 5 + (seed % 4)
  const petal = (i: number): string =>
    `<ellipse cx="48" cy="11" rx="6.5" ry="9" fill="${i % 2 ? bright : strong}" transform="rotate(${round((i * 360) / petals)} 48 24)"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 48">${times(petals, petal).join('')}${disc(48, 24, 6, deep)}</svg>`
}
