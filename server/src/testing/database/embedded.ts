import type { PGlite } from '@electric-sql/pglite'
import { overPGlite } from '../../db/connection/embedded.ts'
import type { OpenDb } from '../../db/connection/settings.ts'
import { unpackTemplate } from './template.ts'

/** Databases of this process that tests have closed, and how many of them wait for the next test. */
const closed: PGlite[] = []
const MOST_KEPT = 2

/** What migrations left in a new database: rows, as JSON by table, and the last values of sequences. */
type Fresh = { rows: { table: string; rows: string }[]; sequences: string }
let fresh: Fresh | undefined

/**
 * An empty, migrated embedded database in memory: unpacked from this template, or one that another test of this process has
 * closed, emptied, which takes a tenth of the time. One whose schema was changed is not used again.
 */
export async function embeddedDatabase(template: string): Promise<OpenDb> {
  const used = closed.pop()
  if (used) {
    await empty(used)
    return overPGlite(lend(used))
  }
  const pg = await unpackTemplate(template)
  fresh ??= { rows: await rowsIn(pg), sequences: await sequencesOf(pg) }
  return overPGlite(lend(pg))
}

/** This database until it is closed. What a test left running then finds it closed, and can't touch the next test's rows. */
function lend(pg: PGlite): PGlite {
  let isClosed = false
  let isChanged = false
  const exec: PGlite['exec'] = (query, options) => {
    isChanged ||= /\b(alter|create|drop)\b/i.test(query)
    return pg.exec(query, options)
  }
  const close = async () => {
    isClosed = true
    if (isChanged || closed.length === MOST_KEPT) await pg.close()
    else closed.push(pg)
  }
  return new Proxy(pg, {
    get(target, name) {
      if (name === 'closed') return isClosed || target.closed
      if (name === 'close') return close
      if (isClosed) throw new Error('PGlite is closed')
      if (name === 'exec') return exec
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

async function empty(pg: PGlite): Promise<void> {
  await pg.exec('rollback')
  await pg.exec('discard all')
  // Without triggers, which keep the rows of the books and of the log, and without foreign keys.
  await pg.exec('set session_replication_role = replica')
  const filled = await filledTables(pg)
  await pg.exec(filled.map((table) => `delete from ${table};`).join(''))
  for (const { table, rows } of fresh!.rows)
    await pg.query(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
      [rows],
    )
  await pg.exec(`vacuum ${filled.join(', ')}`)
  // As in a new database, where nothing is known of the sizes of tables, and so no plan takes them for empty.
  await pg.exec(`
    delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
    update pg_class set relpages = 0, reltuples = -1
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples <> -1`)
  await pg.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass,
       coalesce((was ->> sequencename)::bigint, start_value), was ->> sequencename is not null)
     from pg_sequences, (select $1::jsonb as was) fresh
     where schemaname = 'public' and last_value is distinct from (was ->> sequencename)::bigint`,
    [fresh!.sequences],
  )
  await pg.exec('discard all')
}

/** All tables with rows, or with pages that had some, but those that say which migrations ran. */
async function filledTables(pg: PGlite): Promise<string[]> {
  const { rows } = await pg.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and not starts_with(relname, 'kysely_')
       and pg_relation_size(oid) > 0`,
  )
  return rows.map(({ name }) => name)
}

async function rowsIn(pg: PGlite): Promise<Fresh['rows']> {
  const found: Fresh['rows'] = []
  for (const table of await filledTables(pg)) {
    const { rows } = await pg.query<{ rows: string }>(`select json_agg(filled)::text as rows from ${table} filled`)
    if (rows[0]!.rows !== null) found.push({ table, rows: rows[0]!.rows })
  }
  return found
}

async function sequencesOf(pg: PGlite): Promise<string> {
  const { rows } = await pg.query<{ was: string }>(
    `select coalesce(jsonb_object_agg(sequencename, last_value), '{}')::text as was from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  return rows[0]!.was
}
