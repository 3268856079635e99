/** A spreadsheet reads a cell that begins like this as a formula; a leading apostrophe makes it text. */
const FORMULA = /^[\s]*[=+\-@\t\r]/

/**
 * The same within a cell. Where lists are separated by semicolons, as in France, a spreadsheet begins another cell there, and quotes
 * within a row don't prevent it.
 */
const FORMULA_WITHIN = /([;\t\r\n][\s"]*)(?=[=+\-@])/g

/** A spreadsheet reads these digits as a number and loses the zero of a phone number, or what is beyond 15 digits. */
const NUMBER_LIKE = /^\s*(0\d+|\d{16,})\s*$/

/** Numbers are written as they are: users can't type them, and a leading minus is no formula. */
export type Cell = string | number

const cell = (value: Cell): string => {
  if (typeof value === 'number') return String(value)
  // guard: dead-formulas
  const within = value.replace(FORMULA_WITHIN, "$1'")
  const inert = FORMULA.test(value) || NUMBER_LIKE.test(value) ? `'${within}` : within
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

export const csvLine = (row: readonly Cell[]): string => `${row.map(cell).join(',')}\r\n`
/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** CSV for spreadsheets: UTF-8 with a byte order mark, CRLF, and no formulas. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string => BYTE_ORDER_MARK + rows.map(csvLine).join('')

/** The same as a stream, so that a long table is never in memory as a whole. */
export async function* csvStream(rows: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  for await (const batch of rows) yield batch.map(csvLine).join('')
}
