import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { allowedValues, describeDatabase, GENERATED_FILE } from './generate-types.ts'

describeOnBoth('types.generated.ts', (kind) => {
  const database = useTestDatabase(kind)

  it('matches the migrations (otherwise run npm run db:types)', async () => {
    expect(await describeDatabase(database().db)).toBe(readFileSync(GENERATED_FILE, 'utf8'))
  })

  it.each<[string, string[] | undefined]>([
    ["c text check (c in ('one', 'it''s'))", ["'one'", "'it\\'s'"]],
    ["c text check (c in ('only'))", ["'only'"]],
    ["c varchar(9) check (c in ('one', 'two'))", ["'one'", "'two'"]],
    ['c int check (c in (1, 2))', ['1', '2']],
    ["c text check (c <> 'one')", undefined],
    ['c int check (c > 0)', undefined],
    ["c text check (c in ('one', 'two') and length(c) < 9)", undefined],
    ["c text check (c in ('one', lower(c)))", undefined],
  ])('reads the states out of %s', async (column, expected) => {
    const { db } = database()
    await sql.raw(`create table checked (${column})`).execute(db)
    const { rows } = await sql<{ definition: string }>`select pg_get_constraintdef(oid) as definition
      from pg_constraint where conrelid = 'checked'::regclass`.execute(db)
    await sql`drop table checked`.execute(db)
    expect(allowedValues(rows[0]!.definition)).toEqual(expected)
  })
})
