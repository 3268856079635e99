import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDb, testDatabase } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { run } from './export-cli.ts'

let open: TestDb
const folder = mkdtempSync(join(tmpdir(), 'foyer-export-'))
beforeAll(async () => {
  open = await testDatabase('postgres')
})
afterAll(async () => {
  await open.close()
  rmSync(folder, { recursive: true })
})

const runExport = async (...args: string[]) => {
  const output: string[] = []
  return {
    code: await run(args, { DATABASE_URL: open.databaseUrl }, (text) => output.push(text)),
    output: output.join('\n'),
  }
}

describe('npm run export', () => {
  it('writes the whole catalogue, or one organiser’s', async () => {
    const [first, second] = [await createEvent(open.db), await createEvent(open.db)]
    const file = join(folder, 'catalogue.json')
    const slugsIn = () => JSON.parse(readFileSync(file, 'utf8')).events.map(({ slug }: { slug: string }) => slug)
    expect(await runExport(file)).toEqual({ code: 0, output: `Wrote 2 events to ${file}.` })
    expect(slugsIn()).toEqual([first.slug, second.slug])
    const { slug } = await open.db
      .selectFrom('organisers')
      .select('slug')
      .where('id', '=', second.organiserId)
      .executeTakeFirstOrThrow()
    expect((await runExport(file, '--organiser', slug)).code).toBe(0)
    expect(slugsIn()).toEqual([second.slug])
    expect((await runExport(file, '--organiser', 'nobody')).code).toBe(1)
  })

  it.each([[[]], [['--issued']], [['a.json', '--organiser']], [['a.json', 'b.json']]])(
    'prints its usage: %j',
    async (args) => {
      expect(await runExport(...args)).toMatchObject({ code: 1, output: expect.stringContaining('npm run export') })
    },
  )
})
