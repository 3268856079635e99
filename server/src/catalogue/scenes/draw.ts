/** Small tools for drawn pictures: 800 by 600, in SVG, the same for the same seed. */
import { seededNumbers } from '../../random.ts'

export type Chance = {
  /** From `low` to `high`, with a decimal. */
  from(low: number, high: number): number
  one<T>(of: readonly T[]): T
}

/** Draws a picture without its outer element. */
export type Scene = (chance: Chance) => string

/** The same seed draws the same picture. */
export function chanceOf(seed: number): Chance {
  const next = seededNumbers(Math.imul(seed + 1, 0x9e3779b1))
  return {
    from: (low, high) => n(low + next() * (high - low)),
    one: (of) => of[Math.floor(next() * of.length)]!,
  }
}

export const WIDTH = 800
export const HEIGHT = 600

export const n = (value: number): number => Math.round(value * 10) / 10
export const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

export const path = (fill: string, d: string, more = ''): string => `<path fill="${fill}" d="${d}"${more}/>`
export const line = (stroke: string, width: number, d: string, more = ''): string =>
  `<path fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"${more}/>`
export const disc = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${more}/>`
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${more}/>`
export const at = (x: number, y: number, content: string, more = ''): string =>
  `<g transform="translate(${n(x)} ${n(y)})${more && ` ${more}`}">${content}</g>`

/** A ground that changes colour from top to bottom. */
export const sky = (...colours: string[]): string =>
  `<linearGradient id="sky" x2="0" y2="1">${colours
    .map((colour, i) => `<stop offset="${n(i / (colours.length - 1))}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>${path('url(#sky)', 'M0 0h800v600H0z')}`

/** Light around a point, which fades into its surroundings. */
export const glow = (id: string, x: number, y: number, r: number, colour: string, strength = 0.9): string =>
  `<radialGradient id="${id}"><stop stop-color="${colour}" stop-opacity="${strength}"/><stop offset=".35" stop-color="${colour}" stop-opacity="${n(strength * 4) / 10}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>${disc(x, y, r, `url(#${id})`)}`

/** The same light in several places. */
export const lights = (id: string, colour: string, spots: readonly (readonly [x: number, y: number, r: number])[]) =>
  `<radialGradient id="${id}"><stop stop-color="#fff" /><stop offset=".18" stop-color="${colour}"/><stop offset=".3" stop-color="${colour}" stop-opacity=".5"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>${spots
    .map(([x, y, r]) => disc(x, y, r, `url(#${id})`))
    .join('')}`

export const stars = (chance: Chance, count: number, lowest: number, colour = '#fff'): string =>
  times(count, () =>
    disc(
      chance.from(0, 800),
      chance.from(0, lowest),
      chance.from(0.6, 2),
      colour,
      ` opacity="${chance.from(0.3, 0.9)}"`,
    ),
  ).join('')

/** A soft line of hills across the picture, filled to its foot. */
export function ridge(chance: Chance, fill: string, y: number, height: number, waves = 4): string {
  const step = WIDTH / waves
  let d = `M-20 ${n(y + chance.from(-height, height))}`
  for (let i = 0; i <= waves; i++) {
    const x = i * step
    d += `S${n(x + step * 0.3)} ${n(y + chance.from(-height, height))} ${n(x + step * 0.75)} ${n(y + chance.from(-height, height) / 2)}`
  }
  return path(fill, `${d}V620H-20z`)
}

/** Rocky mountains, with a lit side. */
export function peaks(chance: Chance, fill: string, lit: string, y: number, height: number, count: number): string {
  return times(count, (i) => {
    const x = (i + 0.5) * (WIDTH / count) + chance.from(-60, 60)
    const half = chance.from(0.7, 1.1) * (WIDTH / count)
    const top = y - height * chance.from(0.6, 1)
    const [a, b] = [chance.from(-0.25, 0.1), chance.from(0.3, 0.6)]
    return (
      path(fill, `M${n(x - half)} ${y}L${x} ${n(top)}L${n(x + half)} ${y}z`) +
      path(
        lit,
        `M${x} ${n(top)}L${n(x + half)} ${y}H${n(x + half * b)}L${n(x + half * 0.2)} ${n(y - height * 0.35)}L${n(x + half * a)} ${n(y - height * 0.5)}z`,
      )
    )
  }).join('')
}

/** Light on water: short strokes that grow towards the viewer. */
export const glints = (chance: Chance, colour: string, x: number, top: number, spread: number, count: number): string =>
  times(count, (i) => {
    const y = top + ((i + 1) / count) ** 1.4 * (600 - top)
    const half = chance.from(0.2, 1) * (12 + (spread * (y - top)) / (600 - top))
    const cx = x + chance.from(-0.25, 0.25) * spread * ((y - top) / (600 - top))
    return line(
      colour,
      n(1.5 + (4 * (y - top)) / (600 - top)),
      `M${n(cx - half)} ${n(y)}h${n(2 * half)}`,
      ` opacity="${chance.from(0.35, 0.9)}"`,
    )
  }).join('')

/** The backs of an audience's heads along the lower edge. */
export const crowd = (chance: Chance, fill: string, y: number, size: number): string => {
  const heads: string[] = []
  for (let x = -size; x < WIDTH + size; x += size * chance.from(1.5, 2.1)) {
    const top = y + chance.from(-size * 0.5, size * 0.5)
    heads.push(
      `${disc(x, top, size * 0.62, fill)}${path(fill, `M${n(x - size)} 620q0-${n(620 - top - size * 0.6)} ${n(size)}-${n(620 - top - size * 0.6)}t${n(size)} ${n(620 - top - size * 0.6)}z`)}`,
    )
  }
  return heads.join('')
}

/** Where bulbs hang on a cord between two points. */
export const hung = (x1: number, y1: number, x2: number, y2: number, sag: number, count: number): [number, number][] =>
  times(count, (i) => {
    const t = (i + 0.5) / count
    return [n(x1 + (x2 - x1) * t), n(y1 + (y2 - y1) * t + 4 * sag * t * (1 - t))]
  })
export const cord = (x1: number, y1: number, x2: number, y2: number, sag: number): string =>
  `M${x1} ${y1}Q${n((x1 + x2) / 2)} ${n((y1 + y2) / 2 + 2 * sag)} ${x2} ${y2}`

export const pine = (x: number, y: number, h: number, fill: string): string =>
  path(
    fill,
    times(4, (i) => {
      const [top, half] = [y - h * (1 - i * 0.2), h * (0.13 + i * 0.055)]
      return `M${n(x)} ${n(top)}l${n(half)} ${n(h * 0.34)}h${n(-2 * half)}z`
    }).join(''),
  )

export const wrapped = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">${content}</svg>`
