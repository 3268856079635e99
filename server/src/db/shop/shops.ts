import { type Kysely, sql } from 'kysely'
import { openDatabase } from '../connection/open.ts'
import { withSchema } from '../connection/shop-schema.ts'
import { migrate } from '../schema/migrate.ts'

/** Many shops in one database, each in a schema of its own; on Citus each schema lies on one node. */

/** An error that the operator can fix. Its message is shown as it is. */
export class NoShop extends Error {}

/** Citus needs a statement's values to choose its node, so it can't use plans without them. */
export const ON_CITUS = { plan_cache_mode: 'auto' }

const NAME = /^[a-z][a-z0-9_]{0,30}$/

async function withPostgres<T>(databaseUrl: string, work: (db: Kysely<never>) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, statementTimeoutMs: 0 })
  return work(db as Kysely<never>).finally(close)
}

async function isCitus(db: Kysely<never>): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}

/** Makes a shop in a new schema. With Citus it is on a node that Citus chooses. Returns the shop's DATABASE_URL. */
export async function newShop(databaseUrl: string, name: string): Promise<string> {
  if (!NAME.test(name) || name.startsWith('pg_') || name === 'public')
    throw new NoShop(`${name}: a name has small letters, digits and _, and at most 31 of them`)
  return withPostgres(databaseUrl, async (db) => {
    const citus = await isCitus(db)
    const shopUrl = withSchema(databaseUrl, name, citus ? ON_CITUS : {})
    const { rows } = await sql`select from pg_namespace where nspname = ${name}`.execute(db)
    if (rows.length > 0) throw new NoShop(`There is a schema ${name} already`)
    // Distributed as a whole when its tables are there, which takes seconds; table by table takes minutes.
    if (citus) await sql`set citus.enable_schema_based_sharding to off`.execute(db)
    await sql`create schema ${sql.id(name)}`.execute(db)
    try {
      await withPostgres(shopUrl, migrate)
      if (citus) await distribute(db, name)
    } catch (error) {
      await sql`drop schema ${sql.id(name)} cascade`.execute(db)
      throw error
    }
    return shopUrl
  })
}

const distribute = (db: Kysely<never>, name: string) =>
  sql`select citus_schema_distribute(${name}::regnamespace)`.execute(db)

/**
 * Puts a shop whose schema was restored from a backup on a node again, if Citus is there. No trigger fires for its rows, because
 * what the triggers count is among them, and no row remains on the coordinator. This needs a superuser.
 */
export async function distributeRestored(databaseUrl: string, name: string): Promise<void> {
  await withPostgres(databaseUrl, async (db) => {
    if (!(await isCitus(db))) return
    const { rows } = await sql`select from pg_dist_schema where schemaid = ${name}::regnamespace`.execute(db)
    if (rows.length > 0) return
    const withoutTriggers = (work: (tx: Kysely<never>) => Promise<unknown>) =>
      db.transaction().execute(async (tx) => {
        await sql`set local citus.propagate_set_commands to 'local'`.execute(tx)
        await sql`set local session_replication_role to replica`.execute(tx)
        await work(tx)
      })
    await withoutTriggers((tx) => distribute(tx, name))
    await withoutTriggers((tx) =>
      sql`
        select truncate_local_data_after_distributing_table(oid) from pg_class
        where relnamespace = ${name}::regnamespace and relkind = 'r'`.execute(tx),
    )
  })
}

export type Shop = { name: string; node: string | null }

/** The shops of a database, with the node of each if Citus is there. */
export async function listShops(databaseUrl: string): Promise<Shop[]> {
  return withPostgres(databaseUrl, async (db) => {
    const { rows: shops } = await sql<{ name: string }>`
      select schemaname as name from pg_tables where tablename = 'kysely_migration' order by 1`.execute(db)
    if (!(await isCitus(db))) return shops.map(({ name }) => ({ name, node: null }))
    const { rows: places } = await sql<{ name: string; node: string }>`
      select distinct relnamespace::regnamespace::text as name, nodename || ':' || nodeport as node
      from citus_shards join pg_class on pg_class.oid = citus_shards.table_name where citus_table_type = 'schema'`.execute(
      db,
    )
    const nodeOf = new Map(places.map(({ name, node }) => [name, node]))
    return shops.map(({ name }) => ({ name, node: nodeOf.get(name) ?? null }))
  })
}

/** Moves a shop to another node of Citus while it sells. */
export async function moveShop(databaseUrl: string, name: string, node: string): Promise<void> {
  const [, host, port] = /^(.+):(\d+)$/.exec(node) ?? []
  if (host === undefined) throw new NoShop(`${node}: write the node as HOST:PORT`)
  await withPostgres(databaseUrl, async (db) => {
    if (!(await isCitus(db))) throw new NoShop('This database has no Citus, so it has no other node')
    await sql`select citus_schema_move(${name}::regnamespace, ${host}::text, ${Number(port)}::integer)`.execute(db)
  })
}
