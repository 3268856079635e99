import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnPostgres, emptyPostgres } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { openDatabase } from '../connection/open.ts'
import { addressOf, schemaOf, withSchema } from '../connection/shop-schema.ts'
import { migrate } from '../schema/migrate.ts'
import { run } from './cli.ts'

it.each([
  ['postgres://foyer@db:5432/foyer', 'postgres://foyer@db:5432/foyer?options=-c%20search_path%3Dshop1'],
  ['postgres://db/foyer?sslmode=require', 'postgres://db/foyer?sslmode=require&options=-c%20search_path%3Dshop1'],
])('the address of a shop in %s', (databaseUrl, shopUrl) => {
  expect(withSchema(databaseUrl, 'shop1')).toBe(shopUrl)
  expect(withSchema(shopUrl, 'shop1')).toBe(shopUrl)
  expect(addressOf(shopUrl)).toEqual({ address: databaseUrl, options: '-c search_path=shop1' })
  expect([schemaOf(databaseUrl), schemaOf(shopUrl)]).toEqual([undefined, 'shop1'])
})

describeOnPostgres('shops that share a database', () => {
  it('are created by one command and isolated from each other', async () => {
    const { databaseUrl, drop } = await emptyPostgres()
    const output: string[] = []
    const shop = (...args: string[]) => run(args, databaseUrl, (text) => output.push(text))
    const opened = []
    try {
      expect(await shop('list')).toBe(0)
      expect([await shop('new', 'globe'), await shop('new', 'swan')]).toEqual([0, 0])
      expect(await shop('new', 'swan')).toBe(1)
      expect([await shop('new', 'public'), await shop('new', 'a b'), await shop('new')]).toEqual([1, 1, 1])
      expect(await shop('move', 'swan', 'elsewhere:5432')).toBe(1)
      output.splice(0)
      expect(await shop('list')).toBe(0)
      expect(output).toEqual(['globe', 'swan'])

      const open = (name: string) =>
        openDatabase({ databaseUrl: withSchema(databaseUrl, name), dataDir: '', poolSize: 2 })
      const [globe, swan] = [await open('globe'), await open('swan')]
      opened.push(globe, swan)
      expect(await migrate(globe.db)).toEqual([])
      await createEvent(globe.db, { tickets: [{ capacity: 3 }] })
      const events = async ({ db }: typeof globe) => (await db.selectFrom('events').select('id').execute()).length
      expect([await events(globe), await events(swan)]).toEqual([1, 0])
      // A connection has our own settings as well as those of the address.
      expect((await sql`show timezone`.execute(globe.db)).rows).toEqual([{ TimeZone: 'UTC' }])

      const none = await open('nowhere')
      opened.push(none)
      await expect(migrate(none.db)).rejects.toThrow('npm run shop -- new')
    } finally {
      await Promise.all(opened.map(({ close }) => close()))
      await drop()
    }
  })
})
