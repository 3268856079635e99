import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { inTx } from '../transaction/tx.ts'
import { sqlState } from './unavailable.ts'

describeOnBoth('one code path over two databases', (kind) => {
  const database = useTestDatabase(kind)
  const value = async (expression: ReturnType<typeof sql>): Promise<unknown> => {
    const { rows } = await sql<{ v: unknown }>`select ${expression} as v`.execute(database().db)
    return rows[0]?.v
  }
  it.each<[string, string, unknown]>([
    ['int8', '9007199254740991', 9007199254740991],
    ['int4', '-5', -5],
    ['bool', 'true', true],
    ['text', "it's", "it's"],
    ['numeric', '12345678901234567890.10', '12345678901234567890.10'],
    ['float8', '1.5', 1.5],
    ['date', '2026-03-29', '2026-03-29'],
    ['time', '01:30', '01:30:00'],
    ['timestamp', '2026-03-29 01:30', '2026-03-29 01:30:00'],
    ['timestamptz', '2026-03-29T01:30:00.123+01:00', new Date('2026-03-29T00:30:00.123Z')],
    ['interval', '90 minutes', '01:30:00'],
    ['uuid', '0190a1b2-0000-7000-8000-000000000001', '0190a1b2-0000-7000-8000-000000000001'],
    ['jsonb', '{"a": [1, null]}', { a: [1, null] }],
    ['jsonb', '"text"', 'text'],
    ['bytea', '\\x00ff', Buffer.from([0, 255])],
    ['int8[]', '{1,2,NULL}', [1, 2, null]],
    ['text[]', '{"a b",c}', ['a b', 'c']],
    ['date[]', '{2026-01-01}', ['2026-01-01']],
    ['timestamptz[]', '{2026-01-01T00:00:00Z}', [new Date('2026-01-01T00:00:00Z')]],
    [
      'int4[]',
      '{{1,2},{3,4}}',
      [
        [1, 2],
        [3, 4],
      ],
    ],
  ])('reads %s %s', async (type, text, expected) => {
    // With and without a parameter, because the two use different protocols.
    expect(await value(sql`${text}::${sql.raw(type)}`)).toEqual(expected)
    expect(await value(sql`${sql.lit(text)}::${sql.raw(type)}`)).toEqual(expected)
  })

  it('refuses an integer that JavaScript cannot represent', async () => {
    await expect(value(sql`9007199254740993::int8`)).rejects.toThrow('does not fit')
    await expect(value(sql`${'9007199254740993'}::int8`)).rejects.toThrow('does not fit')
    expect(await value(sql`1`)).toBe(1)
  })

  it.each<[string, unknown, unknown]>([
    ['int8', 12n, 12],
    ['int8', 12, 12],
    ['text', 12, '12'],
    ['bool', true, true],
    ['timestamptz', new Date('2026-05-01T10:00:00.5Z'), new Date('2026-05-01T10:00:00.5Z')],
    ['jsonb', { a: "it's" }, { a: "it's" }],
    ['jsonb', '[1,2]', [1, 2]],
    ['int4[]', [1, 2], [1, 2]],
    ['text[]', ['a "b"', 'c\\d', null], ['a "b"', 'c\\d', null]],
    ['bytea', Buffer.from([1, 2]), Buffer.from([1, 2])],
    ['int4', null, null],
  ])('takes a %s parameter', async (type, given, expected) => {
    expect(await value(sql`${given}::${sql.raw(type)}`)).toEqual(expected)
  })

  it('takes a JavaScript array for an SQL array only, never for jsonb', async () => {
    expect(sqlState(await value(sql`${[1, 2]}::jsonb`).catch((error: unknown) => error))).toBe('22P02')
  })

  it('runs several statements without parameters, all or none', async () => {
    const { db } = database()
    await sql.raw('create table many (a int); insert into many values (1); insert into many values (2)').execute(db)
    await expect(sql.raw('insert into many values (3); select 1/0').execute(db)).rejects.toThrow('division by zero')
    expect((await sql`select a from many order by a`.execute(db)).rows).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('counts changed rows only', async () => {
    const { db } = database()
    await sql`create table counted (a int)`.execute(db)
    expect((await sql`insert into counted values (1), (2), (3)`.execute(db)).numAffectedRows).toBe(3n)
    expect((await sql`update counted set a = 0 where a > ${1}`.execute(db)).numAffectedRows).toBe(2n)
    expect((await sql`delete from counted where a = ${9}`.execute(db)).numAffectedRows).toBe(0n)
    expect((await sql`select * from counted`.execute(db)).numAffectedRows).toBeUndefined()
  })

  it('names the violated constraint', async () => {
    const { db } = database()
    await sql`create table named (a int constraint a_positive check (a > 0))`.execute(db)
    for (const statement of [sql`insert into named values (-1)`, sql`insert into named values (${-1})`]) {
      await expect(statement.execute(db)).rejects.toMatchObject({ code: '23514', constraint: 'a_positive' })
    }
  })

  it('keeps commits, discards rollbacks, and isolates open transactions', async () => {
    const { db } = database()
    await sql`create table kept (a int)`.execute(db)
    const rows = async (): Promise<unknown> => (await sql`select a from kept order by a`.execute(db)).rows
    await inTx(db, (tx) => sql`insert into kept values (1)`.execute(tx))
    const seenBeside: Promise<unknown>[] = []
    let beside: () => void = () => {}
    const started = new Promise<void>((resolve) => {
      beside = resolve
    })
    // A read outside the open transaction: the embedded database returns after it, PostgreSQL at once.
    seenBeside.push(started.then(rows))
    const failed = inTx(db, async (tx) => {
      await sql`insert into kept values (${2})`.execute(tx)
      beside()
      await sql`select 1`.execute(tx)
      throw new Error('changed our mind')
    })
    await expect(failed).rejects.toThrow('changed our mind')
    expect(await Promise.all(seenBeside)).toEqual([[{ a: 1 }]])
    expect(await rows()).toEqual([{ a: 1 }])
  })

  it('continues after a failed statement inside a transaction', async () => {
    const { db } = database()
    await expect(inTx(db, (tx) => sql`select ${1}::int / 0`.execute(tx))).rejects.toMatchObject({ code: '22012' })
    expect(await inTx(db, async () => 'fine')).toBe('fine')
  })

  it('refuses a query beside an open transaction instead of waiting forever', async () => {
    const { db } = database()
    const beside = inTx(db, () => sql`select 1`.execute(db))
    await expect(beside).rejects.toThrow('pass `tx`')
    await expect(inTx(db, () => inTx(db, async () => 1))).rejects.toThrow('pass `tx`')
    // Work started inside that runs after the commit does not count as being inside.
    let later: Promise<unknown> = Promise.resolve()
    await inTx(db, async () => {
      later = new Promise((resolve) => setTimeout(resolve, 50)).then(() => value(sql`1`))
    })
    expect(await later).toBe(1)
  })

  it('works in UTC', async () => {
    expect(await value(sql`('2026-07-01T23:30:00Z'::timestamptz)::date`)).toBe('2026-07-01')
  })
})
