import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run as exportCatalogue } from '../../office/export-cli.ts'
import { run as personalData } from '../../privacy/cli.ts'
import { describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { programFile } from '../../testing/processes/bundled.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-arguments-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runProgram = async (entry: string, ...args: string[]) => {
  const program = await programFile(entry)
  return new Promise<{ exit: number; says: string }>((resolve) => {
    const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: 'postgres://127.0.0.1:1/x', DATA_DIR: folder }
    execFile(process.execPath, [program, ...args], { env, cwd: folder }, (error, says) =>
      resolve({ exit: Number(error?.code ?? 0), says }),
    )
  })
}

describe('a command that is asked for help, or gets arguments that it does not know, explains itself and does nothing', () => {
  it.each([
    ['db/backup/backup-cli.ts', ['backup'], 'npm run backup -- FOLDER'],
    ['db/backup/backup-cli.ts', ['restore'], 'npm run restore -- FOLDER'],
    ['payment/cli/reconcile.ts', [], 'npm run reconcile'],
    ['payment/cli/check-ledger.ts', [], 'npm run check:ledger'],
    ['payment/cli/check-seats.ts', [], 'npm run check:seats'],
  ])('%s %s', async (entry, command, usage) => {
    const help = await runProgram(entry, ...command, '--help')
    expect(help).toEqual({ exit: 0, says: expect.stringContaining(usage) })
    for (const wrong of [['--unknown'], ['one', 'two', 'three']])
      expect(await runProgram(entry, ...command, ...wrong)).toEqual({ exit: 1, says: help.says })
    expect(readdirSync(folder)).toEqual([])
  })
})

describeOnPostgres('a file that cannot be written', () => {
  const opened = useTestDatabase('postgres')
  const env = () => ({ DATABASE_URL: opened().databaseUrl! })

  it('is named in a sentence, and what is there is kept', async () => {
    const said: string[] = []
    const say = (text: string) => void said.push(text)
    const [nowhere, there] = [join(folder, 'nowhere/data.json'), join(folder, 'there.json')]
    writeFileSync(there, 'what was there')
    expect(await exportCatalogue([nowhere], env(), say)).toBe(1)
    expect(await personalData(['export', 'ada@example.org', nowhere], env(), say)).toBe(1)
    expect(await personalData(['export', 'ada@example.org', there], env(), say)).toBe(1)
    expect(said).toEqual([
      `${nowhere}: there is no such folder`,
      `${nowhere}: there is no such folder`,
      `${there}: there is such a file already`,
    ])
  })
})
