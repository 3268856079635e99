/** A spreadsheet reads a cell that begins like this as a formula; an apostrophe before it makes it dead text. */
const FORMULA = /^[\s]*[=+\-@\t\r]/

const cell = (text: string): string => {
  // guard: dead-formulas
  const dead = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(dead) ? `"${dead.replaceAll('"', '""')}"` : dead
}

/** CSV as spreadsheets read it: UTF-8 with its mark, CRLF, and no formulas. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
