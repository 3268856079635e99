import { sql } from 'kysely'
import { afterAll, expect, it, vi } from 'vitest'
import { describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { inTx, type Tx } from '../transaction/tx.ts'

// Test files of a worker share their modules. This file starts without prepared statements, because their number is limited.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})

describeOnPostgres('a prepared statement', () => {
  const database = useTestDatabase('postgres')

  it('is planned once and reused by name', async () => {
    const { db } = database()
    const twice = sql<{ n: number }>`select ${1}::int + 1 as n`
    await db.connection().execute(async (connection) => {
      for (let i = 0; i < 3; i++) expect((await twice.execute(connection)).rows).toEqual([{ n: 2 }])
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement like 'select $1::int + 1%'`.execute(connection)
      expect(rows).toHaveLength(1)
    })
  })

  it('survives a migration that changes its result columns, also inside a transaction', async () => {
    const { db } = database()
    await sql.raw('create table shapes (id int primary key); insert into shapes values (1)').execute(db)
    const read = (on: Pick<Tx, 'getExecutor'>) =>
      sql<Record<string, number>>`select * from shapes where id = ${1}`.execute(on).then(({ rows }) => rows[0])
    // Prepares it on all connections of the pool.
    for (let i = 0; i < 4; i++) await Promise.all(Array.from({ length: 10 }, () => read(db)))
    await sql.raw('alter table shapes add column corners int not null default 4').execute(db)
    expect(await inTx(db, (tx) => read(tx))).toEqual({ id: 1, corners: 4 })
    expect(await Promise.all(Array.from({ length: 10 }, () => read(db)))).toEqual(
      Array.from({ length: 10 }, () => ({ id: 1, corners: 4 })),
    )
  })
})
