import { ukDate } from '@foyer/domain/format/dates.ts'
import { type Cell, csvStream } from './csv.ts'
import { xlsxStream } from './xlsx.ts'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type TableFormat = keyof typeof TYPES

/** A table as a file that is written while it is sent. Its name has the day of `now`. */
export function tableFile(
  name: string,
  format: TableFormat,
  rows: AsyncIterable<readonly (readonly Cell[])[]>,
  now: Date | null,
) {
  return {
    reply: {
      filename: `${name}${now === null ? '' : `-${ukDate(now).split('/').reverse().join('-')}`}.${format}`,
      content_type: TYPES[format],
    },
    chunks: () => (format === 'csv' ? csvStream(rows) : xlsxStream(rows)),
  }
}
