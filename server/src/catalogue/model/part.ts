import { type CurrencyCode, toMajor } from '@foyer/domain/money/money.ts'
import { sanitiseHtml } from '../../html/sanitise.ts'
import { writtenDay, writtenMoment } from '../export/times.ts'
import { parseWallClock } from '../wall-clock.ts'

/** What values of a part are in: the currency of its amounts and the zone of its times. */
export type Units = { currency: CurrencyCode; zone: string }

/**
 * A kind of field of the file format: the type of its column, how a value that was read from a file is stored, and how a stored
 * one is written to a file. Null is null in both.
 */
type Kind<Stored = unknown> = {
  type: string
  store(value: never, units: Units): Stored
  show(stored: never, units: Units): unknown
}

/** Kinds whose values are stored as the format reads them. */
const asRead = (type: string, show: Kind['show'] = (stored: unknown) => stored) => ({
  type,
  asRead: true as const,
  store: (value: unknown) => value,
  show,
})

export const text = asRead('text')
export const flag = asRead('boolean')
export const int = asRead('int')
/** Words of a fixed list, without signs. */
export const wordList = asRead('text[]')
/** Minor units; major units in a file. */
export const amount = asRead('bigint', (minor: number, { currency }: Units) => toMajor(minor, currency))
export const amounts = asRead('bigint[]', (list: readonly number[], { currency }: Units) =>
  list.map((minor) => toMajor(minor, currency)),
)
/** Hundredths of a percent; percent in a file. */
export const percent = asRead('int', (bp: number) => bp / 100)
export const html = { type: 'text', store: sanitiseHtml, show: (stored: string) => stored }
/** A time that begins something. A date alone is the start of its day. */
export const from = {
  type: 'timestamptz',
  store: (value: string, { zone }: Units) => parseWallClock(value, zone)!.at,
  show: (at: Date, { zone }: Units) => writtenMoment(at, zone),
}
/** A time that ends something. A date alone is the end of its day. */
export const until = {
  type: 'timestamptz',
  store: (value: string, { zone }: Units) => parseWallClock(value, zone, 'end')!.at,
  show: (at: Date, { zone }: Units) => writtenDay(at, zone, 'end') ?? writtenMoment(at, zone),
}
/** A refund policy, whose description is HTML. */
export const policy = {
  type: 'jsonb',
  store: (value: { description: string }) => JSON.stringify({ ...value, description: sanitiseHtml(value.description) }),
  show: (stored: unknown) => stored,
}

/** The kind of a field, with the name of its column where that is another one. */
type Row = Kind | readonly [column: string, kind: Kind]
type ColumnOf<Field, R> = R extends readonly [infer Column extends string, unknown] ? Column : Field & string
type StoredOf<R, Value> = (R extends readonly [string, infer K] ? K : R) extends infer K
  ? K extends { asRead: true }
    ? Value
    : K extends Kind<infer Stored>
      ? Stored | Extract<Value, null>
      : never
  : never

/** The columns that the fields of a part are stored in. */
type ColumnsOf<Rows, Read> = {
  [Field in keyof Rows & keyof Read as ColumnOf<Field, Rows[Field]>]: StoredOf<Rows[Field], Read[Field]>
}

/**
 * A part of the catalogue, such as a ticket type, as one table of its fields: the import stores it by this table and the export
 * writes it by the same one. `Read` is the part as the format reads it, `Written` as it stands in a file.
 */
export const partOf =
  <Read, Written>() =>
  <const Rows extends { readonly [Field in keyof Read]?: Row }>(rows: Rows) => {
    type Columns = ColumnsOf<Rows, Read>
    const fields = Object.entries<Row>(rows as Record<string, Row>).map(([field, row]) =>
      'type' in row ? { field, column: field, kind: row } : { field, column: row[0], kind: row[1] },
    )
    return {
      types: Object.fromEntries(fields.map(({ column, kind }) => [column, kind.type])) as {
        [Column in keyof Columns]: string
      },
      /** The columns of a part that was read from a file. */
      columns: (part: Read, units: Units): Columns =>
        Object.fromEntries(
          fields.map(({ field, column, kind }) => {
            const value = part[field as keyof Read]
            return [column, value === null ? null : kind.store(value as never, units)]
          }),
        ) as Columns,
      /** The fields of a stored part, for a file. */
      fields: (stored: { readonly [Column in keyof Columns]: unknown }, units: Units) =>
        Object.fromEntries(
          fields.map(({ field, column, kind }) => {
            const value = stored[column as keyof Columns]
            return [field, value === null ? null : kind.show(value as never, units)]
          }),
        ) as Pick<Written, keyof Rows & keyof Written>,
    }
  }
