/** A spreadsheet reads a cell that begins like this as a formula; a leading apostrophe makes it text. */
const FORMULA = /^[\s]*[=+\-@\t\r]/

/** Numbers stand as they are: they are ours, and a minus before one is no formula. */
export type Cell = string | number

const cell = (value: Cell): string => {
  if (typeof value === 'number') return String(value)
  // guard: dead-formulas
  const dead = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(dead) ? `"${dead.replaceAll('"', '""')}"` : dead
}

export const csvLine = (row: readonly Cell[]): string => `${row.map(cell).join(',')}\r\n`
/** Begins a file in UTF-8 for spreadsheets. */
export const CSV_BEGINS = '\ufeff'

/** CSV for spreadsheets: UTF-8 with a byte order mark, CRLF, and no formulas. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string => CSV_BEGINS + rows.map(csvLine).join('')

/** The same as it comes, so that a long table never stands in memory. */
export async function* csvStream(rows: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<string> {
  yield CSV_BEGINS
  for await (const some of rows) yield some.map(csvLine).join('')
}
