import { types } from 'pg'

/**
 * How PostgreSQL's values look in JavaScript, the same on both databases. The two drivers disagree about `int8`, `date`,
 * `timestamp`, `interval` and arrays of them, so the shop sets its own parser for every type it may use.
 */

const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  varchar: 1043,
  date: 1082,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  numeric: 1700,
  uuid: 2950,
  jsonb: 3802,
} as const

const ARRAY_OF: Record<number, number> = {
  1000: OID.bool,
  1001: OID.bytea,
  1005: OID.int2,
  1007: OID.int4,
  1009: OID.text,
  1015: OID.varchar,
  1016: OID.int8,
  1021: OID.float4,
  1022: OID.float8,
  1115: OID.timestamp,
  1182: OID.date,
  1183: OID.time,
  1185: OID.timestamptz,
  1187: OID.interval,
  1231: OID.numeric,
  199: OID.json,
  2951: OID.uuid,
  3807: OID.jsonb,
}

type Parser = (text: string) => unknown

/** Its published type is wrong: it is an object with `create`, not a function. */
const arrays = types.arrayParser as unknown as { create(text: string, element: Parser): { parse(): unknown[] } }

/** Pence and ids fit a double. Any other number is an error here rather than a wrong amount later. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 value ${text} does not fit a JavaScript number`)
  return value
}

const same: Parser = (text) => text

const SCALARS: Record<number, Parser> = {
  [OID.bool]: (text) => text === 't',
  [OID.bytea]: (text) => Buffer.from(text.slice(2), 'hex'),
  [OID.int8]: safeInteger,
  [OID.int2]: Number,
  [OID.int4]: Number,
  [OID.oid]: Number,
  [OID.float4]: Number,
  [OID.float8]: Number,
  // `numeric` may have more digits than a double; a date or a local time is not an instant. All stay text.
  [OID.numeric]: same,
  [OID.date]: same,
  [OID.time]: same,
  [OID.timestamp]: same,
  [OID.interval]: same,
  [OID.text]: same,
  [OID.varchar]: same,
  [OID.uuid]: same,
  [OID.timestamptz]: types.getTypeParser(OID.timestamptz),
  [OID.json]: (text) => JSON.parse(text),
  [OID.jsonb]: (text) => JSON.parse(text),
}

/** Parsers by type id. Other types stay as PostgreSQL writes them. */
export const PARSERS: Record<number, Parser> = {
  ...SCALARS,
  ...Object.fromEntries(
    Object.entries(ARRAY_OF).map(([array, element]): [string, Parser] => [
      array,
      (text) => arrays.create(text, SCALARS[element] ?? same).parse(),
    ]),
  ),
}

function arrayLiteral(values: unknown[]): string {
  const items = values.map((value) => {
    if (value === null || value === undefined) return 'NULL'
    if (Array.isArray(value)) return arrayLiteral(value)
    return `"${asParameter(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  })
  return `{${items.join(',')}}`
}

/** A parameter as `pg` sends it: a JavaScript array becomes an SQL array, any other object JSON. */
export function asParameter(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return arrayLiteral(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

/**
 * PGlite accepts other values than `pg`: it takes a JavaScript array for a jsonb column and refuses a number for a text one.
 * These serializers make it behave like `pg`, because what works in the default setup must work on PostgreSQL.
 */
export const SERIALIZERS: Record<number, (value: unknown) => string> = Object.fromEntries(
  Object.values(OID).map((oid) => [oid, asParameter]),
)
