import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { overPGlite, PGLITE_OPTIONS } from '../connection/embedded.ts'
import type { Db } from '../transaction/tx.ts'
import { migrate } from './migrate.ts'

/**
 * Writes types.generated.ts from the migrated schema (`npm run db:types`), so that a column and its TypeScript type always
 * match. A check `state in ('a', 'b')` becomes the union `'a' | 'b'`.
 */

interface Column {
  table: string
  name: string
  type: string
  /** The element type where `type` is an array. */
  element: string | null
  nullable: boolean
  /** `default`: optional on insert. `always`: set only by the database (identity always, generated column). */
  filled: 'never' | 'default' | 'always'
}

interface Check {
  table: string
  column: string
  definition: string
}

const JSON_COLUMN = 'ColumnType<JsonValue, string, string>'
const NULLABLE_JSON_COLUMN = 'ColumnType<JsonValue | null, string | null | undefined, string | null>'

/** As the parsers of values.ts return them. */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  uuid: 'string',
  date: 'string',
  time: 'string',
  interval: 'string',
  timestamp: 'string',
  timestamptz: 'Date',
  bytea: 'Uint8Array',
}

const HELPERS = ['ColumnType', 'Generated', 'GeneratedAlways']

const header = (body: string): string => `// Written by \`npm run db:types\` from the migrations. Do not edit.
import type { ${HELPERS.filter((helper) => body.includes(`${helper}<`)).join(', ')} } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
`

/** The text of types.generated.ts for a migrated database. */
export async function describeDatabase(db: Db): Promise<string> {
  const [columns, checks] = await Promise.all([readColumns(db), readChecks(db)])
  const values = new Map(
    checks.flatMap(({ table, column, definition }) => {
      const allowed = allowedValues(definition)
      return allowed ? [[`${table}.${column}`, allowed] as const] : []
    }),
  )
  const tables = [...new Set(columns.map((column) => column.table))]
  const interfaces = tables.map((table) => {
    const lines = columns
      .filter((column) => column.table === table)
      .map((column) => `  ${column.name}: ${columnType(column, values.get(`${table}.${column.name}`))}`)
    return `export interface ${rowName(table)} {\n${lines.join('\n')}\n}\n`
  })
  const database = `export interface Database {\n${tables.map((table) => `  ${table}: ${rowName(table)}`).join('\n')}\n}\n`
  const body = [...interfaces, database].join('\n')
  return `${header(body)}\n${body}`
}

function columnType(column: Column, allowed: string[] | undefined): string {
  if (column.type === 'jsonb' || column.type === 'json') {
    if (column.nullable) return NULLABLE_JSON_COLUMN
    return column.filled === 'default' ? 'ColumnType<JsonValue, string | undefined, string>' : JSON_COLUMN
  }
  const base = allowed?.join(' | ') ?? plainType(column)
  const full = column.nullable ? `${base} | null` : base
  if (column.filled === 'always') return `GeneratedAlways<${full}>`
  return column.filled === 'default' ? `Generated<${full}>` : full
}

function plainType({ table, name, type, element }: Column): string {
  const tsType = TYPES[element ?? type]
  if (tsType === undefined) throw new Error(`${table}.${name}: no JavaScript type is known for ${element ?? type}`)
  return element === null ? tsType : `${tsType}[]`
}

/** The values of `check (column in (...))` as TypeScript literals; undefined for any other check. */
export function allowedValues(definition: string): string[] | undefined {
  const whole =
    /^CHECK \(\(+\w+\)?(?:::text)? = (?:ANY \(+ARRAY\[(?<list>.*?)\]\)*(?:::text\[\])?\)+|(?<one>'.*'::[a-z ]+|\d+))\)+$/
  const { list, one } = whole.exec(definition)?.groups ?? {}
  const text = list ?? one
  if (text === undefined) return undefined
  const literals = [...text.matchAll(/(?:'((?:[^']|'')*)'::[a-z ]+|(-?\d+))(?:, |$)/g)]
  // Everything must be a literal, because a check that names another column isn't a list of values.
  if (literals.map(([literal]) => literal).join('') !== text) return undefined
  return literals.map(([, word, number]) => (word === undefined ? String(number) : quote(word.replaceAll("''", "'"))))
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const rowName = (table: string): string =>
  `${table.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}Table`

async function readColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, t.typname as type, e.typname as element, not a.attnotnull as nullable,
      case when a.attgenerated <> '' or a.attidentity = 'a' then 'always'
           when a.atthasdef or a.attidentity = 'd' then 'default' else 'never' end as filled
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_type t on t.oid = a.atttypid
    left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    where a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely\\_%'
    order by c.relname, a.attnum`.execute(db)
  return rows
}

async function readChecks(db: Db): Promise<Check[]> {
  const { rows } = await sql<Check>`
    select c.relname as table, a.attname as column, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'c' and cardinality(k.conkey) = 1
    order by c.relname, k.conname`.execute(db)
  return rows
}

/** The text that types.generated.ts should contain now. */
export async function generateTypes(): Promise<string> {
  const { db, close } = overPGlite(await PGlite.create(PGLITE_OPTIONS))
  try {
    await migrate(db)
    return await describeDatabase(db)
  } finally {
    await close()
  }
}

export const GENERATED_FILE = fileURLToPath(new URL('./types.generated.ts', import.meta.url))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(GENERATED_FILE, await generateTypes())
  console.log(`Wrote ${GENERATED_FILE}`)
}
