export type Path = readonly PropertyKey[]
export type Problem = { path: Path; why: string }

export function repeated(keys: readonly string[], path: (i: number) => Path, why: (key: string) => string): Problem[] {
  const first = new Map<string, number>()
  for (const [i, key] of keys.entries()) if (!first.has(key)) first.set(key, i)
  return keys.flatMap((key, i) => (first.get(key)! < i ? [{ path: path(i), why: why(key) }] : []))
}

export const notADate = (text: unknown) => `"${text}" is not a date of the calendar`
