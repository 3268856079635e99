import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBoth, describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { compiledOnce, type Parameters, query, runBatch, runQuery } from './batch.ts'
import { inTx } from './tx.ts'

const plusQuery = (summand: string, n: number) =>
  query(sql<{ n: number }>`select ${n}::int + ${sql.raw(summand)} as n`, (rows) => rows[0]?.n ?? null)

describeOnBoth('runBatch', (kind) => {
  const database = useTestDatabase(kind)

  it('returns results by position, and sends nothing for an empty query', async () => {
    const nothing = query(null, (rows) => rows.length)
    expect(await runBatch(database().db, plusQuery('1', 1), nothing, plusQuery('2', 2))).toEqual([2, 0, 4])
    expect(await runBatch(database().db, nothing)).toEqual([0])
  })

  it('lets each query see the effects of the earlier ones, in the same transaction', async () => {
    const { db } = database()
    await sql.raw('create table seen (id int)').execute(db)
    const add = query(sql<{ id: number }>`insert into seen values (${7}) returning id`, (rows) => rows.length)
    const all = query(sql<{ id: number }>`select id from seen`, (rows) => rows.map(({ id }) => id))
    expect(await inTx(db, (tx) => runBatch(tx, all, add, all))).toEqual([[], 1, [7]])
  })

  it('throws the first error, not the aborted transaction that follows', async () => {
    const wrong = inTx(database().db, (tx) => runBatch(tx, plusQuery('1', 1), plusQuery('1 / 0', 1), plusQuery('1', 1)))
    await expect(wrong).rejects.toThrow('division by zero')
  })

  it('binds parameters by name, wherever and however often they occur', async () => {
    let builds = 0
    const statement = compiledOnce((db, { from, to }: Parameters<{ from: number; to: string }>) => {
      builds++
      return db.selectNoFrom([sql<number>`${from}::int * 10 + length(${to}) + ${from}::int`.as('n')])
    })
    const of = (from: number, to: string) =>
      runQuery(
        database().db,
        query(statement({ from, to }), ([row]) => row?.n),
      )
    expect([await of(1, 'a'), await of(2, 'bcd'), await of(1, '')]).toEqual([12, 25, 11])
    expect(builds).toBe(1)
  })
})

describeOnPostgres('runBatch', () => {
  const database = useTestDatabase('postgres')

  it('survives a migration that changes the columns of its first query', async () => {
    const { db } = database()
    await sql.raw('create table forms (id int primary key); insert into forms values (1)').execute(db)
    const form = query(sql<object>`select * from forms where id = ${1}`, (rows) => rows[0])
    for (let i = 0; i < 4; i++) await Promise.all(Array.from({ length: 10 }, () => runBatch(db, form, form)))
    await sql.raw('alter table forms add column sides int not null default 3').execute(db)
    expect(await inTx(db, (tx) => runBatch(tx, form, form))).toEqual(Array(2).fill({ id: 1, sides: 3 }))
  })
})
