/** Makes a page from rows that were read with one more than wanted. At the end `next` stays the same. */
export function pageOf<Row>(
  rows: readonly Row[],
  { limit, cursor }: { limit: number; cursor: string },
  cursorOf: (row: Row) => string,
): { rows: Row[]; next: string; has_more: boolean } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: last === undefined ? cursor : cursorOf(last), has_more: rows.length > limit }
}

/** The numbers of a cursor; null if it isn't valid. An empty cursor is the beginning. */
export function numbersIn(cursor: string, count: number): number[] | null {
  if (cursor === '') return Array.from({ length: count }, () => 0)
  const parts = cursor.split('-')
  return parts.length === count && parts.every((part) => /^\d{1,15}$/.test(part)) ? parts.map(Number) : null
}
