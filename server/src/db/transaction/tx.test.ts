import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { asAdmin } from '../../testing/database/admin.ts'
import { describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { openDatabase } from '../connection/open.ts'
import { asUnavailable, DatabaseUnavailable } from '../connection/unavailable.ts'
import { command } from './batch.ts'
import { inTx, sendWithCommit, type Tx } from './tx.ts'

/** Resolves for all callers once `count` have arrived. */
function meetingOf(count: number): () => Promise<void> {
  let come = 0
  let open: () => void = () => {}
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    come += 1
    if (come >= count) open()
    return all
  }
}

describeOnPostgres('inTx', () => {
  const database = useTestDatabase('postgres')

  it('retries after a real deadlock, and both transactions commit', async () => {
    const { db } = database()
    await sql.raw('create table pair (id int primary key, n int); insert into pair values (1, 0), (2, 0)').execute(db)
    const met = meetingOf(2)
    let runs = 0
    const add = (tx: Tx, id: number) => sql`update pair set n = n + 1 where id = ${id}`.execute(tx)
    const crossing = (first: number, second: number) =>
      inTx(db, async (tx) => {
        runs += 1
        await add(tx, first)
        await met()
        await add(tx, second)
      })
    await Promise.all([crossing(1, 2), crossing(2, 1)])
    expect((await sql`select n from pair order by id`.execute(db)).rows).toEqual([{ n: 2 }, { n: 2 }])
    expect(runs).toBeGreaterThan(2)
  })

  it('gives up after the given number of retries with the database’s error', async () => {
    let runs = 0
    const hopeless = inTx(
      database().db,
      (tx) => {
        runs += 1
        return sql.raw("do $$ begin raise exception 'again' using errcode = '40001'; end $$").execute(tx)
      },
      { retries: 2 },
    )
    await expect(hopeless).rejects.toMatchObject({ code: '40001' })
    expect(runs).toBe(3)
  })

  it('sends the last queries with the commit, and throws if one of them fails', async () => {
    const { db } = database()
    await sql.raw('create table entries (id int primary key)').execute(db)
    const add = (id: number) => command(sql`insert into entries values (${id})`)
    const ids = async () => (await sql<{ id: number }>`select id from entries order by id`.execute(db)).rows
    const adding = (...ids: (number | null)[]) =>
      inTx(db, async (tx) => {
        for (const id of ids) sendWithCommit(tx, id === null ? command(null) : add(id))
        return 'kept'
      })
    expect(await adding(1, null, 2)).toBe('kept')
    expect(await ids()).toEqual([{ id: 1 }, { id: 2 }])
    await expect(adding(3, 2)).rejects.toMatchObject({ code: '23505' })
    expect(await ids()).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('does not retry other errors', async () => {
    let runs = 0
    const wrong = inTx(database().db, (tx) => {
      runs += 1
      return sql`select 1/0`.execute(tx)
    })
    await expect(wrong).rejects.toMatchObject({ code: '22012' })
    expect(runs).toBe(1)
  })

  it('throws DatabaseUnavailable when the connection is lost, and the next transaction gets a new one', async () => {
    const { db, databaseUrl } = database()
    const cutBefore = (rest: (tx: Tx) => Promise<unknown>) =>
      inTx(db, async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await asAdmin(databaseUrl!, (run) => run(`select pg_terminate_backend(${rows[0]!.pid}, 5000)`))
        await rest(tx)
      }).catch((error: unknown) => error)
    const inTheMiddle = await cutBefore((tx) => sql`select 1`.execute(tx))
    expect(inTheMiddle).toBeInstanceOf(DatabaseUnavailable)
    expect(inTheMiddle).toMatchObject({ outcomeUnknown: false })
    // Only the commit comes after the cut: its outcome is unknown.
    expect(await cutBefore(async () => {})).toMatchObject({ name: 'DatabaseUnavailable', outcomeUnknown: true })
    expect(await inTx(db, async (tx) => (await sql`select 1 as one`.execute(tx)).rows)).toEqual([{ one: 1 }])
  })

  it('throws DatabaseUnavailable when nothing listens', async () => {
    const { db, close } = await openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: '' })
    await expect(inTx(db, (tx) => sql`select 1`.execute(tx))).rejects.toThrow(DatabaseUnavailable)
    const plain = await sql`select 1`.execute(db).catch((error: unknown) => error)
    expect(asUnavailable(plain)).toBeInstanceOf(DatabaseUnavailable)
    await close()
  })
})
