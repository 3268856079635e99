import { openDatabase } from '@foyer/server/db/connection/open.ts'
import { migrate } from '@foyer/server/db/schema/migrate.ts'
import type { Db } from '@foyer/server/db/transaction/tx.ts'
import { asAdmin, databaseNamed } from '@foyer/server/testing/database/admin.ts'
import { startPostgres } from '@foyer/server/testing/database/postgres.ts'
import { sql } from 'kysely'

export type Server = { url: string; version: string; settings: string; stop(): Promise<void> }
export type Database = { url: string; db: Db; close(): Promise<void> }

/** BENCH_DATABASE_URL, whose user must be allowed to create databases; otherwise a PostgreSQL of our own with fsync on. */
export async function startServer(): Promise<Server> {
  const given = process.env.BENCH_DATABASE_URL
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startPostgres({ durable: true })
  const [row] = await asAdmin(url, (run) =>
    run(`select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit, current_setting('shared_buffers') as buffers`),
  )
  const settings = `fsync ${row!.fsync}, synchronous_commit ${row!.commit}, shared_buffers ${row!.buffers}`
  return { url, version: row!.version!, settings, stop }
}

let databaseCount = 0

/** A new, migrated, empty database; `close` removes it. */
export async function newDatabase(server: Server): Promise<Database> {
  const name = `foyer_bench_${process.pid}_${++databaseCount}`
  await asAdmin(server.url, (run) => run(`create database ${name}`))
  const url = databaseNamed(server.url, name)
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '', statementTimeoutMs: 0 })
  await migrate(db)
  return {
    url,
    db,
    close: async () => {
      await close()
      await asAdmin(server.url, (run) => run(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Does the vacuum and analyze that autovacuum would have done in a shop that grew to this size slowly. */
export const vacuum = (db: Db) => sql`vacuum analyze`.execute(db)
