import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startProgram } from '../processes/programs.ts'
import { asAdmin } from './admin.ts'

describe('the PostgreSQL of a test run', () => {
  it('is removed with its folder when the run is killed', async () => {
    const run = await startProgram('testing/test-programs/run-postgres.ts')
    const url = await run.line()
    const folder = await asAdmin(url, async (run) => (await run('show data_directory'))[0]!.data_directory!)
    expect(existsSync(folder)).toBe(true)
    await run.kill('SIGKILL')
    for (let waited = 0; existsSync(folder) && waited < 100; waited++) await sleep(100)
    expect(existsSync(folder)).toBe(false)
    await expect(asAdmin(url, (run) => run('select 1'))).rejects.toThrow()
  })
})
