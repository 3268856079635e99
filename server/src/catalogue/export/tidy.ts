import { isDeepStrictEqual } from 'node:util'

/** Leaves out defaults of the format, so that a file shows only what was chosen. */
export function tidy<T extends object>(part: T, defaults: object): T {
  const granted = defaults as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(part).filter(([name, value]) => value !== undefined && !isDeepStrictEqual(value, granted[name])),
  ) as T
}
