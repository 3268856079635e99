import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../db/connection/open.ts'
import { migrate } from '../db/schema/migrate.ts'
import type { Db } from '../db/transaction/tx.ts'
import { asAdmin, databaseNamed } from './database/admin.ts'
import { startPostgres } from './database/postgres.ts'
import { embeddedTemplate } from './database/template.ts'
import { missingGuard } from './guards/without-guard.ts'
import { removePrograms } from './processes/bundled.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Compressed, migrated embedded database. */
    embeddedTemplate: string
    postgres: { url: string; template: string; prefix: string }
  }
}

/** Once per test run: one real PostgreSQL with a migrated database to copy, and one compressed embedded database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  // Several runs may share TEST_DATABASE_URL: each uses its own names and removes only those.
  const prefix = `foyer_test_${randomBytes(4).toString('hex')}_`
  const template = `${prefix}template`
  const teardown = async (): Promise<void> => {
    removePrograms()
    try {
      await dropAll(server.url, prefix)
    } finally {
      await server.stop()
    }
  }
  try {
    await asAdmin(server.url, (run) => run(`create database ${template}`))
    const { db, close } = await openDatabase({ databaseUrl: databaseNamed(server.url, template), dataDir: '' })
    await migrate(db)
      .then(() => takeOut(db))
      .finally(close)
    project.provide('postgres', { url: server.url, template, prefix })
    project.provide('embeddedTemplate', await embeddedTemplate())
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}

/** Removes a guard from the database's schema, for `npm run guards`. */
async function takeOut(db: Db): Promise<void> {
  const schema = missingGuard()?.schema
  if (schema) await sql.raw(schema).execute(db)
}

async function dropAll(url: string, prefix: string): Promise<void> {
  await asAdmin(url, async (run) => {
    const names = await run(`select datname as name from pg_database where starts_with(datname, '${prefix}')`)
    for (const { name } of names) await run(`drop database if exists ${name} with (force)`)
  })
}
