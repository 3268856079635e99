/** What a reply's number is, where it isn't a figure: an id, a version, or a place in a list. */
const NO_FIGURE = /(^|[_.])(id|ids|version|step|page|next|line)$/
const AMOUNT = /[£€]\d/

/**
 * Every figure of a reply by its path: numbers that are no ids, and texts with an amount of money. The rows of a list share one path, in
 * their order, so that a figure which a test doesn't know is a path that it doesn't expect.
 */
export function figuresOf(reply: unknown, path = '', found: Record<string, (string | number)[]> = {}) {
  if (typeof reply === 'number' ? !NO_FIGURE.test(path) : typeof reply === 'string' && AMOUNT.test(reply))
    found[path] = [...(found[path] ?? []), reply as string | number]
  if (Array.isArray(reply)) for (const one of reply) figuresOf(one, `${path}[]`, found)
  else if (typeof reply === 'object' && reply !== null)
    for (const [name, value] of Object.entries(reply)) figuresOf(value, path === '' ? name : `${path}.${name}`, found)
  return found
}

/** The rows of a CSV file of the office. */
export function rowsOfCsv(text: string): string[][] {
  const rows = text
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .slice(0, -1)
  return rows.map((row) =>
    [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(,|$)/g)]
      .slice(0, row.endsWith(',') || row === '' ? undefined : -1)
      .map(([, cell]) => (cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!)),
  )
}
