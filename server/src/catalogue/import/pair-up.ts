/** Pairs entries of a file with stored ones, each at most once: a stronger test is tried on all of them before a weaker one. */
export function pairUp<Entry, Stored>(
  entries: readonly Entry[],
  stored: readonly Stored[],
  tests: readonly ((entry: Entry, stored: Stored) => boolean)[],
): Map<Entry, Stored> {
  const pairs = new Map<Entry, Stored>()
  const taken = new Set<Stored>()
  for (const test of tests)
    for (const entry of entries) {
      const found = pairs.has(entry) ? undefined : stored.find((one) => !taken.has(one) && test(entry, one))
      if (found === undefined) continue
      pairs.set(entry, found)
      taken.add(found)
    }
  return pairs
}
