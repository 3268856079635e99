import { describe, expect, it } from 'vitest'
import { CODE, placesOf, type Source, sourcesOf } from './source.ts'

/** Colours are used by role, and only the tokens define their values. Otherwise dark mode and contrast cannot be checked. */
const TOKENS = 'web/src/styles/tokens.css'

const NAMED =
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue
chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki
darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise
darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod
gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue
lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple
mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite
navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink
plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue
slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow
yellowgreen`.split(/\s+/)

const FUNCTIONS = String.raw`\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(`
const HEX = String.raw`#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b`
const RAW = new RegExp(`${HEX}|${FUNCTIONS}|(?<![-\\w.])(?:${NAMED.join('|')})(?![-\\w(])`, 'gi')
/** In code any word may be a colour's name, so only hex values and colour functions in strings count. */
const RAW_IN_CODE = /(?<=['"`: ,(])(?:#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3})(?=['"`;, )])|(?:rgba?|hsla?|oklch)\()/gi

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** Raw colours in the values of a stylesheet. Comments, urls, strings and selectors are not values. */
function rawColours({ path, text }: Source): string[] {
  const values = text
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/url\([^)]*\)|"[^"]*"|'[^']*'/g, blank)
    .replace(/[^{};]*(?=\{)/g, blank)
    .replace(/[-\w]+\s*:/g, blank)
  return placesOf({ path, text: values }, RAW)
}

describe('raw colours', () => {
  const stylesheets = sourcesOf('web', /\.css$/)

  it('are in the tokens only', () => {
    expect(stylesheets.length).toBeGreaterThan(2)
    expect(stylesheets.filter(({ path }) => path !== TOKENS).flatMap(rawColours)).toEqual([])
  })

  it('are in no component', () => {
    const code = sourcesOf('web/src', CODE).filter(({ path }) => !/\.test\.tsx?$/.test(path))
    expect(code.flatMap((source) => placesOf(source, RAW_IN_CODE))).toEqual([])
  })

  it.each<[string, boolean]>([
    ['.a { color: #fff }', true],
    ['.a { color: #ffeeddcc; }', true],
    ['.a { border: 1px solid rgb(0 0 0 / 10%) }', true],
    ['.a { background: white }', true],
    ['.a { color: color-mix(in oklch, red, var(--b)) }', true],
    ['.a { color: var(--red) }', false],
    ['.red { color: var(--ink) }', false],
    ['#abc { color: inherit } /* #fff */', false],
    ['.a { background: url(#fff); white-space: nowrap; color: currentColor }', false],
    ['@media (prefers-contrast: more) { .a:hover { color: transparent } }', false],
  ])('in %s: %s', (text, wrong) => {
    expect(rawColours({ path: 'a.css', text }).length > 0).toBe(wrong)
  })
})
