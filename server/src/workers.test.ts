import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { freePort } from './free-port.ts'
import { describeOnPostgres, useTestDatabase } from './testing/database/databases.ts'
import { startProgram } from './testing/processes/programs.ts'
import { makeSigningKey } from './tickets/signing/sign.ts'
import { restartDelay } from './workers.ts'

describe('WORKERS', () => {
  it('more than one is refused with the embedded database', () => {
    const secrets = {
      SESSION_SECRET: 'a secret for tests, of 32 letters or more',
      TICKET_SIGNING_KEY: makeSigningKey(),
    }
    expect(() => readConfig({ ...secrets, WORKERS: '2' }, makeSigningKey)).toThrow(/WORKERS=2 needs DATABASE_URL/)
    const url = 'postgres://127.0.0.1/foyer'
    expect(readConfig({ ...secrets, WORKERS: '2', DATABASE_URL: url }, makeSigningKey).workers).toBe(2)
  })
})

describe('restartDelay', () => {
  it('is zero after a long life, doubles for early deaths, and has a maximum', () => {
    expect(restartDelay(0, 60_000)).toBe(0)
    const delays: number[] = []
    for (let delay = 0; delays.length < 10; delays.push(delay)) delay = restartDelay(delay, 50)
    expect(delays).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000])
    expect(restartDelay(10_000, 60_000)).toBe(0)
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describeOnPostgres('several workers', () => {
  const database = useTestDatabase('postgres')

  it('share one port, are replaced when they die, and stop together', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-workers-'))
    const port = await freePort()
    const shop = await startProgram('../dist/main.js', [], {
      DATABASE_URL: database().databaseUrl!,
      DATA_DIR: folder,
      PORT: String(port),
      WORKERS: '2',
      DEMO: 'false',
      LOG_LEVEL: 'info',
    })
    // The log and the printed output arrive separately and in any order.
    const lines: string[] = []
    const untilSaid = async (words: string, times: number) => {
      const output = () => lines.filter((line) => line.includes(words))
      while (output().length < times) lines.push(await shop.line())
      return output()
    }
    const workersUp = async (times: number) =>
      (await untilSaid('worker is up', times)).map((line) => (JSON.parse(line) as { worker: number }).worker)
    try {
      const workers = await workersUp(2)
      await untilSaid('Foyer is open', 1)
      const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
      expect((await get('/readyz')).status).toBe(200)

      process.kill(workers[0]!, 'SIGKILL')
      const instead = (await workersUp(3))[2]!
      expect(workers).not.toContain(instead)
      expect((await get('/readyz')).status).toBe(200)
      const numbers = await (await get('/metrics')).text()
      // One line each for any number of workers: the database's value, and the sum of the workers' values.
      for (const name of ['foyer_jobs_due', 'foyer_reserve_queue'])
        expect(numbers.split('\n').filter((line) => line.startsWith(`${name} `))).toEqual([`${name} 0`])

      await shop.kill('SIGTERM')
      expect([workers[1]!, instead].filter(isAlive)).toEqual([])
    } finally {
      await shop.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
  }, 120_000)
})
