import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run as importFiles } from '../../catalogue/import/cli.ts'
import { run as shop } from '../../db/shop/cli.ts'
import { databaseNamed } from '../../testing/database/admin.ts'
import { describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { programFile } from '../../testing/processes/bundled.ts'
import { run as checkLedger } from './check-ledger.ts'

const NOWHERE = 'postgres://foyer:a-password@127.0.0.1:1/foyer'
const SENTENCE = 'The database is not available: connect ECONNREFUSED 127.0.0.1:1'

const startOf = (env: NodeJS.ProcessEnv) =>
  programFile('main.ts').then(
    (program) =>
      new Promise<{ code: number; says: string }>((resolve) => {
        const own = { ...process.env, NODE_ENV: 'test', DATABASE_URL: '', DEMO: 'false', ...env }
        execFile(process.execPath, [program], { env: own }, (error, _, says) =>
          resolve({ code: Number(error?.code ?? 0), says }),
        )
      }),
  )

/** Building a program and starting it takes half a minute on a busy machine. In milliseconds. */
const PROGRAM_MS = 90_000

describe('without the database, a command and the start of the shop say so in a sentence', () => {
  it.each([
    ['check:ledger', (say: (text: string) => void) => checkLedger({ DATABASE_URL: NOWHERE }, say)],
    ['import', (say: (text: string) => void) => importFiles([import.meta.filename], { DATABASE_URL: NOWHERE }, say)],
    ['shop', (say: (text: string) => void) => shop(['list'], NOWHERE, say)],
  ])('%s', async (_, run) => {
    const said: string[] = []
    expect(await run((text) => void said.push(text))).toBe(1)
    expect(said).toEqual([SENTENCE])
  })

  it('which names every address that was tried', async () => {
    const said: string[] = []
    const { port } = new URL(NOWHERE)
    expect(await checkLedger({ DATABASE_URL: `postgres://localhost:${port}/foyer` }, (text) => said.push(text))).toBe(1)
    expect(said.join()).toContain(`connect ECONNREFUSED 127.0.0.1:${port}`)
  })

  it(
    'npm start',
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'foyer-start-'))
      expect(await startOf({ DATABASE_URL: NOWHERE, DATA_DIR: dataDir })).toEqual({
        code: 1,
        says: `Foyer cannot start: ${SENTENCE}\n`,
      })
      rmSync(dataDir, { recursive: true, force: true })
    },
    PROGRAM_MS,
  )
})

describe('an address that cannot be read', () => {
  const address = 'postgres://foyer:top/secret@127.0.0.1/foyer'
  const says = expect.stringMatching(/^(?:Foyer cannot start: )?DATABASE_URL.*is written as %2F/)

  it.each([
    ['payment/cli/check-ledger.ts', []],
    ['db/shop/cli.ts', ['list']],
    ['db/backup/backup-cli.ts', ['backup', 'nowhere']],
    ['main.ts', []],
  ])('is refused without its password: %s', { timeout: PROGRAM_MS }, async (entry, args) => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-address-'))
    for (const databaseUrl of [address, `${address}?options=-c%20search_path%3Dglobe`]) {
      const program = await programFile(entry)
      const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: databaseUrl, DATA_DIR: folder }
      const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { env, cwd: folder, encoding: 'utf8' })
      expect(stdout + stderr).not.toContain('secret')
      expect(stdout + stderr).toEqual(says)
    }
    rmSync(folder, { recursive: true, force: true })
  })
})

describeOnPostgres('a database that refuses', () => {
  const opened = useTestDatabase('postgres')

  it('is named by a command', async () => {
    const said: string[] = []
    const wrong = databaseNamed(opened().databaseUrl!, 'not_there')
    expect(await checkLedger({ DATABASE_URL: wrong }, (text) => said.push(text))).toBe(1)
    expect(said).toEqual(['The database refuses DATABASE_URL: database "not_there" does not exist'])
  })

  it(
    'because it is newer, is named by the start',
    async () => {
      const { db, databaseUrl } = opened()
      await db
        .insertInto('kysely_migration' as never)
        .values({ name: '9999_newer', timestamp: '2030-01-01' } as never)
        .execute()
      const { code, says } = await startOf({ DATABASE_URL: databaseUrl! })
      expect([code, says]).toEqual([
        1,
        expect.stringContaining('Foyer cannot start: This program does not match its database'),
      ])
      expect(says.trim().split('\n')).toHaveLength(1)
    },
    PROGRAM_MS,
  )
})
