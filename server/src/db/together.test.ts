import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBoth, describeOnPostgres, useTestDatabase } from '../testing/databases.ts'
import { reading, together } from './together.ts'
import { inTx } from './tx.ts'

const number = (of: string, n: number) =>
  reading(sql<{ n: number }>`select ${n}::int + ${sql.raw(of)} as n`, (rows) => rows[0]?.n ?? null)

describeOnBoth('together', (kind) => {
  const database = useTestDatabase(kind)

  it('answers each reading by its place, and asks nothing for one that has nothing to ask', async () => {
    const nothing = reading(null, (rows) => rows.length)
    expect(await together(database().db, number('1', 1), nothing, number('2', 2))).toEqual([2, 0, 4])
    expect(await together(database().db, nothing)).toEqual([0])
  })

  it('lets each see what those before it did, in the same transaction', async () => {
    const { db } = database()
    await sql.raw('create table seen (id int)').execute(db)
    const add = reading(sql<{ id: number }>`insert into seen values (${7}) returning id`, (rows) => rows.length)
    const all = reading(sql<{ id: number }>`select id from seen`, (rows) => rows.map(({ id }) => id))
    expect(await inTx(db, (tx) => together(tx, all, add, all))).toEqual([[], 1, [7]])
  })

  it('says what was wrong first, not that the transaction had failed by then', async () => {
    const wrong = inTx(database().db, (tx) => together(tx, number('1', 1), number('1 / 0', 1), number('1', 1)))
    await expect(wrong).rejects.toThrow('division by zero')
  })
})

describeOnPostgres('together', () => {
  const database = useTestDatabase('postgres')

  it('outlives a migration that changes what the first answers', async () => {
    const { db } = database()
    await sql.raw('create table forms (id int primary key); insert into forms values (1)').execute(db)
    const form = reading(sql<object>`select * from forms where id = ${1}`, (rows) => rows[0])
    for (let i = 0; i < 4; i++) await Promise.all(Array.from({ length: 10 }, () => together(db, form, form)))
    await sql.raw('alter table forms add column sides int not null default 3').execute(db)
    expect(await inTx(db, (tx) => together(tx, form, form))).toEqual(Array(2).fill({ id: 1, sides: 3 }))
  })
})
