import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { countStatements } from '../../testing/count-statements.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { holdAll } from './hold.ts'

const NOW = new Date('2026-08-01T12:00:00Z')
const rowOf = (name: string, seats: number) => Array.from({ length: seats }, (_, n) => `${name}${n + 1}`)

describeOnBoth('the seats of a batch', (kind) => {
  const opened = useTestDatabase(kind)

  const createHall = async (rows: [name: string, seats: number][]) => {
    const { ticketIds, poolIds } = await createEvent(opened().db, {
      pools: [{ seats: rows.flatMap(([name, seats]) => rowOf(name, seats)) }],
      tickets: [{ name: 'Adult', pool: 0 }],
    })
    return { ticketId: ticketIds[0]!, poolId: poolIds[0]! }
  }
  const basket = async (ticketId: number, qty: number, seats: string[] = []) => {
    const { db } = opened()
    const { id } = await db
      .insertInto('sales')
      .values({ reference: crypto.randomUUID(), currency: 'GBP', created_at: NOW, updated_at: NOW })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('sale_lines').values({ sale_id: id, ticket_type_id: ticketId, qty, added_at: NOW }).execute()
    if (seats.length > 0)
      await sql`insert into sale_line_seats (sale_id, ticket_type_id, seat_id)
        select ${id}::bigint, ${ticketId}::bigint, id from seats
        where label = any(${sql.val(seats)}::text[]) and pool_id = (select pool_id from ticket_types where id = ${ticketId}::bigint)`.execute(
        db,
      )
    return id
  }
  const hold = async (saleIds: readonly number[]) =>
    (
      await holdAll(
        opened().db,
        saleIds.map((saleId) => ({ saleId, userId: null })),
        900,
        NOW,
      )
    ).map((outcome) => outcome.kind)
  const heldBy = async (poolId: number): Promise<Map<number, string[]>> => {
    const { rows } = await sql<{ id: number; labels: string[] }>`
      select sale_id as id, array_agg(label order by row_name, seat_number) as labels from seats
      where pool_id = ${poolId} and status = 'held' group by sale_id`.execute(opened().db)
    return new Map(rows.map(({ id, labels }) => [id, labels]))
  }

  it('are chosen in the order of the baskets, those that a buyer chose and the best for the others', async () => {
    const { ticketId, poolId } = await createHall([['A', 7]])
    const [first, second, late, third] = [
      await basket(ticketId, 2),
      await basket(ticketId, 2, ['A1', 'A2']),
      await basket(ticketId, 1, ['A2']),
      await basket(ticketId, 2),
    ]
    expect(await hold([first, second, late, third])).toEqual(['held', 'held', 'refused', 'held'])
    expect(await heldBy(poolId)).toEqual(
      new Map([
        [first, ['A3', 'A4']],
        [second, ['A1', 'A2']],
        [third, ['A5', 'A6']],
      ]),
    )
  })

  it('take the rows of a hall by their names and the sections in the order of the plan', async () => {
    const { ticketId, poolId } = await createHall([
      ['X', 2],
      ['B', 2],
    ])
    const seats = opened().db.updateTable('seats').where('pool_id', '=', poolId)
    await seats.set({ section: 'Stalls' }).execute()
    await seats.set({ row_name: 'AA' }).where('row_name', '=', 'X').execute()
    await opened()
      .db.insertInto('seats')
      .values(
        rowOf('A', 2).map((label, n) => ({
          pool_id: poolId,
          label,
          section: 'Balcony',
          row_name: 'A',
          seat_number: n + 1,
        })),
      )
      .execute()
    await opened().db.updateTable('pools').set({ capacity: 6 }).where('id', '=', poolId).execute()
    const sales = [await basket(ticketId, 2), await basket(ticketId, 2), await basket(ticketId, 2)]
    expect(await hold(sales)).toEqual(['held', 'held', 'held'])
    const held = await heldBy(poolId)
    expect(sales.map((id) => held.get(id))).toEqual([
      ['B1', 'B2'],
      ['X1', 'X2'],
      ['A1', 'A2'],
    ])
  })

  it.runIf(kind === 'embedded')('cost as many statements for one basket as for many', async () => {
    const { ticketId } = await createHall([
      ['A', 20],
      ['B', 20],
    ])
    const statementsOf = (saleIds: readonly number[]) => countStatements(() => hold(saleIds))
    const one = await statementsOf([await basket(ticketId, 2)])
    const many = await Promise.all(
      Array.from({ length: 9 }, (_, n) => basket(ticketId, 2, n % 2 ? [`B${n}`, `B${n + 1}`] : [])),
    )
    expect(await statementsOf(many)).toBe(one)
  })

  it('belong to one buyer each when transactions race: 100 pairs for 50 seats, chosen and best mixed', async () => {
    const { ticketId, poolId } = await createHall([
      ['A', 25],
      ['B', 25],
    ])
    const pairs = await Promise.all(
      Array.from({ length: 100 }, (_, n) => basket(ticketId, 2, n % 2 ? [`A${(n % 24) + 1}`, `A${(n % 24) + 2}`] : [])),
    )
    const batches = Array.from({ length: 20 }, (_, n) => pairs.slice(n * 5, n * 5 + 5))
    const outcomes = (await Promise.all(batches.map(hold))).flat()
    const held = await heldBy(poolId)
    expect(held.size).toBe(outcomes.filter((kind) => kind === 'held').length)
    expect([...held.values()].map(({ length }) => length)).toEqual(Array.from(held, () => 2))
    const { held: places } = await opened()
      .db.selectFrom('pools')
      .select('held')
      .where('id', '=', poolId)
      .executeTakeFirstOrThrow()
    expect(places).toBe(held.size * 2)
    expect(places, 'nobody is refused while seats are free').toBe(50)
  })
})
