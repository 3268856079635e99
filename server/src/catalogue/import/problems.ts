export type Path = readonly PropertyKey[]
export type Problem = { path: Path; why: string }

export function duplicates(
  keys: readonly string[],
  path: (i: number) => Path,
  why: (key: string) => string,
): Problem[] {
  const firstIndexes = new Map<string, number>()
  for (const [i, key] of keys.entries()) if (!firstIndexes.has(key)) firstIndexes.set(key, i)
  return keys.flatMap((key, i) => (firstIndexes.get(key)! < i ? [{ path: path(i), why: why(key) }] : []))
}

export const notADateText = (text: unknown) => `"${text}" is not a date of the calendar`
