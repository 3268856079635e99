/** A spreadsheet reads a cell that begins like this as a formula; a leading apostrophe makes it text. */
const FORMULA = /^[\s]*[=+\-@\t\r]/

const cell = (text: string): string => {
  // guard: dead-formulas
  const dead = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(dead) ? `"${dead.replaceAll('"', '""')}"` : dead
}

export const csvLine = (row: readonly string[]): string => `${row.map(cell).join(',')}\r\n`
/** Begins a file in UTF-8 for spreadsheets. */
export const CSV_BEGINS = '\ufeff'

/** CSV for spreadsheets: UTF-8 with a byte order mark, CRLF, and no formulas. */
export const csvOf = (rows: readonly (readonly string[])[]): string => CSV_BEGINS + rows.map(csvLine).join('')
