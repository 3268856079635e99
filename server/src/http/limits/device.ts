/** The order matters: each browser also names those below it in its user agent. */
const BROWSERS = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung', /SamsungBrowser\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const
const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

const firstIn = (names: readonly (readonly [string, RegExp])[], agent: string) =>
  names.find(([, pattern]) => pattern.test(agent))?.[0]

/**
 * A short description such as 'Chrome, Android': enough for people to recognise their own browser, too little to identify
 * it.
 */
export const deviceOf = (agent: string): string | null =>
  [firstIn(BROWSERS, agent), firstIn(SYSTEMS, agent)].filter((name) => name !== undefined).join(', ') || null
