/** In this order: each of them says that it is also what stands below it. */
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

/** 'Chrome, Android': enough for a person to recognise their browser, and too little to tell one from another of its kind. */
export const deviceOf = (agent: string): string | null =>
  [firstIn(BROWSERS, agent), firstIn(SYSTEMS, agent)].filter((name) => name !== undefined).join(', ') || null
