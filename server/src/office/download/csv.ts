import { dayOf, LONDON, localIso, type Moment } from '@foyer/domain/format/dates.ts'

/** A spreadsheet reads a cell that begins like this as a formula; a leading apostrophe makes it text. */
const FORMULA = /^[\s]*[=+\-@\t\r]/

/**
 * The same within a cell. Where lists are separated by semicolons, as in France, a spreadsheet begins another cell there, and quotes
 * within a row don't prevent it.
 */
const FORMULA_WITHIN = /([;\t\r\n][\s"]*)(?=[=+\-@])/g

/** A spreadsheet reads these digits as a number and loses the zero of a phone number, or what is beyond 15 digits. */
const NUMBER_LIKE = /^\s*(0\d+|\d{16,})\s*$/

/** A day as 'yyyy-mm-dd', and on it perhaps a time as 'HH:mm': a real date for a spreadsheet. The column's head names the zone. */
export type DateCell = { day: string; time?: string }

/** Numbers and dates are written as they are: users can't type them, and a leading minus is no formula. */
export type Cell = string | number | DateCell

/** The local date and time of a moment. */
export function timeCell(at: Moment, zone = LONDON): DateCell {
  const [day, time] = localIso(at, zone).split('T')
  return { day: day!, time: time!.slice(0, 5) }
}
/** The local day of a moment. */
export const dayCell = (at: Moment, zone = LONDON): DateCell => ({ day: dayOf(at, zone) })

/** The head of a column of times, which names their zone. */
export const headIn = (head: string, zone = LONDON): string => `${head} (${zone})`

/** As every spreadsheet reads it, whatever its language: with a space, because some don't know the T of ISO 8601. */
export const textOfDate = ({ day, time }: DateCell): string => (time === undefined ? day : `${day} ${time}`)

const cell = (value: Cell): string => {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return textOfDate(value)
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
