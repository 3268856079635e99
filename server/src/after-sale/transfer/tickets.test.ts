import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createPaidSale } from '../../testing/fixtures/paid-sale.ts'
import { deliverTickets } from '../../tickets/delivery/deliver.ts'
import { movableTickets } from './tickets.ts'

describeOnBoth('tickets that can be sent on', (kind) => {
  const database = useTestDatabase(kind)

  it('are valid, without a seat, not used yet, and of what takes place', async () => {
    const deps = testDeps(database())
    const { db, clock } = deps
    const { saleId } = await createPaidSale(deps, { standing: 3, seated: 1 })
    await deliverTickets(deps, saleId)
    const movable = async () => (await movableTickets(db, saleId)).map(({ id }) => id)
    const [first, second, third] = (await movable()) as [number, number, number]
    expect(await movable()).toEqual([first, second, third])

    const set = (id: number, values: object) => db.updateTable('tickets').set(values).where('id', '=', id).execute()
    await set(first, { status: 'void' })
    expect(await movable()).toEqual([second, third])
    await set(second, { admitted_at: clock.now() })
    expect(await movable()).toEqual([third])

    const { type, date, event } = await db
      .selectFrom('tickets as ticket')
      .innerJoin('ticket_types as type', 'type.id', 'ticket.ticket_type_id')
      .select(['type.id as type', 'type.date_id as date', 'type.event_id as event'])
      .where('ticket.id', '=', third)
      .executeTakeFirstOrThrow()
    for (const [table, id, was, is] of [
      ['ticket_types', type, { seated: false }, { seated: true }],
      ['event_dates', date, { status: 'published' }, { status: 'cancelled' }],
      ['events', event, { status: 'published' }, { status: 'cancelled' }],
    ] as const) {
      const put = (values: object) =>
        db
          .updateTable(table)
          .set(values as never)
          .where('id', '=', id as never)
          .execute()
      await put(is)
      expect([table, await movable()]).toEqual([table, []])
      await put(was)
      expect([table, await movable()]).toEqual([table, [third]])
    }
  })
})
