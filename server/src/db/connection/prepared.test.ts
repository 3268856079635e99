import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTx } from '../transaction/tx.ts'
import { overPGlite, PGLITE_OPTIONS } from './embedded.ts'
import type { OpenDb } from './settings.ts'

describe('prepared statements of the embedded database', () => {
  let opened: OpenDb
  beforeAll(async () => {
    opened = overPGlite(await PGlite.create(PGLITE_OPTIONS))
    await sql`create table things (id int primary key, name text)`.execute(opened.db)
  })
  afterAll(() => opened.close())

  const kept = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements`.execute(opened.db)).rows[0]!.n
  const insert = (id: number, name: string | null) => sql`insert into things values (${id}, ${name})`.execute(opened.db)

  it('are parsed once, and return rows, nulls and row counts as before', async () => {
    const before = await kept()
    for (let id = 1; id <= 20; id++)
      expect((await insert(id, id === 1 ? null : `thing ${id}`)).numAffectedRows).toBe(1n)
    expect((await kept()) - before).toBe(1)
    const { rows } = await sql`select id, name from things where id <= ${2} order by id`.execute(opened.db)
    expect(rows).toEqual([
      { id: 1, name: null },
      { id: 2, name: 'thing 2' },
    ])
    const gone = await sql`delete from things where id > ${15}`.execute(opened.db)
    expect(gone.numAffectedRows).toBe(5n)
  })

  it('run again after a failure, also in a rolled-back transaction', async () => {
    const clash = () => inTx(opened.db, (tx) => sql`insert into things values (${1}, ${'again'})`.execute(tx))
    await expect(clash()).rejects.toMatchObject({ code: '23505' })
    await expect(clash()).rejects.toMatchObject({ code: '23505' })
    await expect(sql`select nothing from things where id = ${1}`.execute(opened.db)).rejects.toMatchObject({
      code: '42703',
    })
    await insert(100, 'after it')
    expect((await sql`select name from things where id = ${100}`.execute(opened.db)).rows).toEqual([
      { name: 'after it' },
    ])
  })

  it('return the columns of a changed table', async () => {
    const read = async () => (await sql`select * from things where id = ${2}`.execute(opened.db)).rows
    expect(await read()).toEqual([{ id: 2, name: 'thing 2' }])
    await sql`alter table things add column colour text default 'red'`.execute(opened.db)
    expect(await read()).toEqual([{ id: 2, name: 'thing 2', colour: 'red' }])
  })

  it('are evicted in the end', async () => {
    for (let n = 0; n < 450; n++) await sql.raw(`select ${n} as n`).execute(opened.db)
    for (let n = 0; n < 450; n++) await sql`select ${sql.lit(n)} as n, ${'x'}::text as x`.execute(opened.db)
    expect(await kept()).toBeLessThanOrEqual(400)
  }, 60_000)
})
