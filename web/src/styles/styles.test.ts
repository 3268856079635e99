import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '..')
const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The colours of one theme by role: the dark theme is the light one with its own values laid over. */
function theme(...blocks: string[]): Record<string, string> {
  const found = blocks.flatMap((block) => [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)])
  return Object.fromEntries(found.map(([, role, colour]) => [role!, colour!]))
}

const [light = '', dark = ''] = tokens.split('[data-theme="dark"]')
const THEMES = { light: theme(light), dark: theme(light, dark) }

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}

const PAGE = ['bg', 'surface', 'sunken']
const SOFT = ['accent-soft', 'brass-soft', 'error-soft', 'success-soft', 'warn-soft', 'info-soft']

/** What is written or drawn on what, and how clear it must be (WCAG 1.4.3 and 1.4.11). */
const PAIRS: [string, string[], number][] = [
  ['ink', [...PAGE, ...SOFT], 7],
  ['ink2', [...PAGE, ...SOFT], 4.5],
  ['ink3', [...PAGE, ...SOFT], 4.5],
  ['line-strong', PAGE, 3],
  ['accent', [...PAGE, 'accent-soft'], 4.5],
  ['accent-hover', [...PAGE, 'accent-soft'], 4.5],
  ['accent-ink', ['accent', 'accent-hover'], 4.5],
  ['error-ink', ['error', 'error-hover'], 4.5],
  ['brass', [...PAGE, 'brass-soft'], 4.5],
  ['error', [...PAGE, 'error-soft', 'accent-soft'], 4.5],
  ['success', [...PAGE, 'success-soft'], 4.5],
  ['warn', [...PAGE, 'warn-soft'], 4.5],
  ['info', [...PAGE, 'info-soft'], 4.5],
  ['focus', [...PAGE, ...SOFT], 3],
  ['disabled-ink', ['disabled-bg', ...PAGE], 4.5],
  ['ink2', ['disabled-bg'], 4.5],
  ['bg', ['ink'], 4.5],
  ['code-ink', ['code-paper'], 21],
]

describe.each(Object.entries(THEMES))('the %s theme', (_, colours) => {
  it.each(PAIRS)('shows %s with enough contrast on %s', (front, grounds, least) => {
    for (const ground of grounds) {
      expect(contrast(colours[front]!, colours[ground]!), `${front} on ${ground}`).toBeGreaterThanOrEqual(least)
    }
  })
})

it('only tokens.css contains colours', () => {
  const sheets = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css') && !path.endsWith('tokens.css'))
    .map((path) => [path, readFileSync(join(SOURCE, path), 'utf8')] as const)
  expect(sheets.length).toBeGreaterThan(20)
  const raw = sheets.filter(([, css]) =>
    /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|lab|color)a?\(|:\s*(white|black)\b/i.test(css),
  )
  expect(raw.map(([path]) => path)).toEqual([])
})

it('every token used in a style sheet is defined', () => {
  const known = new Set([...tokens.matchAll(/(--[\w-]+):/g)].map(([, name]) => name))
  for (const path of readdirSync(join(SOURCE, 'ui')).filter((name) => name.endsWith('.css'))) {
    const css = readFileSync(join(SOURCE, 'ui', path), 'utf8')
    // a piece may keep a value of its own, set in its sheet or, for the notifications, by its props
    const own = new Set(['--speed', '--width', ...[...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name)])
    const used = [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!)
    expect(
      used.filter((name) => !known.has(name) && !own.has(name)),
      path,
    ).toEqual([])
  }
})
