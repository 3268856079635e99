import { isDeepStrictEqual } from 'node:util'

/** Leaves out values equal to the format's defaults, to keep the file short. */
export function tidy<T extends object>(part: T, defaults: object): T {
  return Object.fromEntries(
    Object.entries(part).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, (defaults as Record<string, unknown>)[name]),
    ),
  ) as T
}
