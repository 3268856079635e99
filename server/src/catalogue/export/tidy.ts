import { isDeepStrictEqual } from 'node:util'

/** A part of a catalogue without what the format takes for granted, so that a file shows what was chosen. */
export function tidy<T extends object>(part: T, defaults: object): T {
  const granted = defaults as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(part).filter(([name, value]) => value !== undefined && !isDeepStrictEqual(value, granted[name])),
  ) as T
}
