import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { openDatabase } from '../../db/connection/open.ts'
import type { DatabaseKind, OpenDb } from '../../db/connection/settings.ts'
import { sqlState } from '../../db/connection/unavailable.ts'
import { asAdmin, databaseNamed } from './admin.ts'
import { borrowShop } from './citus.ts'
import { embeddedDatabase } from './embedded.ts'

export interface TestDb extends OpenDb {
  /** Only on PostgreSQL, for tests that start more processes or pools on the same database. */
  databaseUrl?: string
}

/** Mutants run on PostgreSQL alone: its copies take a tenth of the time. */
const isForMutants = process.env.MUTATION_DATABASE !== undefined
const KINDS: DatabaseKind[] = isForMutants ? ['postgres'] : ['embedded', 'postgres']

/** A new, migrated, empty database. `close` removes it. */
export async function testDatabase(kind: DatabaseKind): Promise<TestDb> {
  if (kind === 'embedded' && !isForMutants) return embeddedDatabase(inject('embeddedTemplate'))
  const { databaseUrl, drop } = await copyOfTemplate()
  const opened = await openDatabase({ databaseUrl, dataDir: '', onConnectionLost: () => {} })
  return { ...opened, databaseUrl, close: () => opened.close().then(drop) }
}

/** An empty database on the run's PostgreSQL, without the shop's tables. */
export async function emptyPostgres(): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  return createDatabase('template1')
}

/** Opens a database before the tests of the enclosing `describe` and removes it afterwards. */
export function useTestDatabase(kind: DatabaseKind): () => TestDb {
  let open: TestDb | undefined
  beforeAll(async () => {
    open = await testDatabase(kind)
  })
  afterAll(async () => {
    await open?.close()
  })
  return () => {
    if (open === undefined) throw new Error('The test database is only there inside tests and hooks')
    return open
  }
}

/** Runs the same suite on the embedded database and on a real PostgreSQL. */
export function describeOnBoth(title: string, suite: (kind: DatabaseKind) => void): void {
  describe.each(KINDS)(`${title} (%s)`, suite)
}

/** For suites that need truly concurrent transactions. Never skipped: without a PostgreSQL the run fails. */
export function describeOnPostgres(title: string, suite: () => void): void {
  describe(`${title} (postgres)`, suite)
}

/** With TEST_CITUS_URL, the database of a coordinator, a shop there instead. */
const copyOfTemplate = () =>
  process.env.TEST_CITUS_URL ? borrowShop(process.env.TEST_CITUS_URL) : createDatabase(inject('postgres').template)

let made = 0

async function createDatabase(template: string): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const { url, prefix } = inject('postgres')
  made += 1
  const name = `${prefix}${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${made}_${Date.now().toString(36)}`
  for (let tries = 0; ; tries++) {
    try {
      await asAdmin(url, (run) => run(`create database ${name} template ${template}`))
      break
    } catch (error) {
      // Another worker is copying the template.
      if (sqlState(error) !== '55006' || tries === 20) throw error
      await sleep(100)
    }
  }
  const drop = async (): Promise<void> => {
    await asAdmin(url, (run) => run(`drop database if exists ${name} with (force)`))
  }
  return { databaseUrl: databaseNamed(url, name), drop }
}
