/** The colour of a shop or an organiser, made readable in both themes (WCAG 2.2, 1.4.3 and 1.4.11). */

export type Theme = 'light' | 'dark'
/**
 * `accent` for links and buttons, `hover` for both under the pointer, `ink` on buttons, `soft` behind what is chosen; `ground`
 * is the theme's own.
 */
export type Shades = { accent: string; hover: string; ink: string; soft: string; ground: string }

/** The surfaces on which an accent is shown. The one nearest to it in brightness decides. Same values as tokens.css. */
const SURFACES: Record<Theme, readonly string[]> = {
  light: ['#ffffff', '#fbf8f4', '#f3eee7'],
  dark: ['#100d12', '#151117', '#1f1a22'],
}
const INKS = ['#ffffff', '#1a0f16'] as const
/** For text on its background. */
const MIN_CONTRAST = 4.5
/** The change of lightness in each try. */
const STEP = 0.005

type Lch = { l: number; c: number; h: number }

const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Reads "#6D1B52", "6d1b52" or "#63c"; null if it isn't a colour. */
export function readColour(text: string): string | null {
  const hex = text.trim().replace(/^#/, '').toLowerCase()
  const long = /^[0-9a-f]{3}$/.test(hex) ? [...hex].map((digit) => digit + digit).join('') : hex
  return isColour(`#${long}`) ? `#${long}` : null
}

const channels = (hex: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number]
const gammaDecoded = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const gammaEncoded = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map(gammaDecoded) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** From 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Lightness, chroma and hue as people see them (OKLCH), so that a lighter shade keeps its colour. */
function lchOf(hex: string): Lch {
  const [r, g, b] = channels(hex).map(gammaDecoded) as [number, number, number]
  const [x, y, z] = [
    Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
    Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
    Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b),
  ]
  const l = 0.2104542553 * x + 0.793617785 * y - 0.0040720468 * z
  const [along, across] = [
    1.9779984951 * x - 2.428592205 * y + 0.4505937099 * z,
    0.0259040371 * x + 0.7827717662 * y - 0.808675766 * z,
  ]
  return { l, c: Math.hypot(along, across), h: Math.atan2(across, along) }
}

/** The colour in hex, with its chroma reduced until a screen can show it. */
function hexOf({ l, c, h }: Lch): string {
  for (let chroma = c; ; chroma -= 0.004) {
    const reduced = Math.max(0, chroma)
    const [a, b] = [reduced * Math.cos(h), reduced * Math.sin(h)]
    const [x, y, z] = [
      (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
      (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
      (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
    ]
    const rgb = [
      4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
      -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
      -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
    ]
    if (reduced > 0 && rgb.some((value) => value < -0.0005 || value > 1.0005)) continue
    const digits = rgb.map((value) => Math.round(gammaEncoded(Math.min(1, Math.max(0, value))) * 255))
    return `#${digits.map((value) => value.toString(16).padStart(2, '0')).join('')}`
  }
}

/** The contrast of a colour on the surface of a theme where it is lowest. */
export const worstContrast = (hex: string, theme: Theme): number =>
  Math.min(...SURFACES[theme].map((surface) => contrast(hex, surface)))

/** The shade nearest to a colour that can be read on every surface of a theme, and what goes with it. */
export function shadesOf(hex: string, theme: Theme): Shades {
  const chosen = lchOf(hex)
  const direction = theme === 'light' ? -1 : 1
  const soft = hexOf({
    l: theme === 'light' ? 0.955 : 0.28,
    c: Math.min(chosen.c, theme === 'light' ? 0.025 : 0.05),
    h: chosen.h,
  })
  let { l } = chosen
  let accent = hex
  while ((worstContrast(accent, theme) < MIN_CONTRAST || contrast(accent, soft) < MIN_CONTRAST) && l >= 0 && l <= 1) {
    l += direction * STEP
    accent = hexOf({ ...chosen, l })
  }
  // An accent of black or white stays what it is; all others move a little further under the pointer.
  const hover = hexOf({ ...chosen, l: Math.min(1, Math.max(0, l + direction * 0.07)) })
  const ink = INKS.reduce((best, other) => (contrast(other, accent) > contrast(best, accent) ? other : best))
  return { accent, hover, ink, soft, ground: SURFACES[theme][1]! }
}
