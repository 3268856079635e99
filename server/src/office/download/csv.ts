/** A spreadsheet reads a cell that begins like this as a formula; a leading apostrophe makes it text. */
const FORMULA = /^[\s]*[=+\-@\t\r]/

const cell = (text: string): string => {
  // guard: dead-formulas
  const dead = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(dead) ? `"${dead.replaceAll('"', '""')}"` : dead
}

/** CSV for spreadsheets: UTF-8 with a byte order mark, CRLF, and no formulas. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
