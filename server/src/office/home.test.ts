import { expect, it } from 'vitest'
import { anEvent } from '../testing/catalogue.ts'
import { describeOnBoth } from '../testing/databases.ts'
import { useShop } from '../testing/shop.ts'
import { aStaff, inSession } from './testing/office.ts'

describeOnBoth('the home of the office', (kind) => {
  const shop = useShop(kind)

  it('shows the next seven days with what is sold, held and left, shared places counted once', async () => {
    const { db, clock } = shop()
    const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000)
    const single = await anEvent(db, {
      startsAt: inDays(1),
      title: 'Quiz',
      tickets: [{ capacity: 10 }, { capacity: 5 }],
    })
    const { organiserId } = single
    const shared = await anEvent(db, {
      organiser_id: organiserId,
      startsAt: inDays(2),
      title: 'Hall',
      tickets: [{}, {}],
    })
    for (const days of [-2, 8]) await anEvent(db, { organiser_id: organiserId, startsAt: inDays(days) })
    await anEvent(db, { startsAt: inDays(1) })
    const pool = await db
      .insertInto('pools')
      .values({
        event_id: shared.eventId,
        event_date_id: shared.dateId,
        name: 'Hall',
        capacity: 20,
        kept: 4,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('ticket_types').set({ pool_id: pool.id }).where('id', 'in', shared.ticketIds).execute()
    await db.updateTable('stock').set({ capacity: null }).where('ticket_type_id', 'in', shared.ticketIds).execute()
    await db.updateTable('stock').set({ sold: 3, held: 1 }).where('ticket_type_id', 'in', shared.ticketIds).execute()
    await db.updateTable('stock').set({ sold: 2, held: 1 }).where('ticket_type_id', '=', single.ticketId).execute()

    const { id, email } = await aStaff(shop(), organiserId, 'reader')
    const browser = await inSession(shop(), { staffId: id, email })
    const { body } = await browser.call('office_home', { organiser_id: organiserId })
    expect(body.dates).toEqual([
      expect.objectContaining({
        title: 'Quiz',
        url: `/events/${single.slug}/`,
        sold: 2,
        held: 1,
        capacity: 15,
        left: 12,
      }),
      expect.objectContaining({ title: 'Hall', sold: 6, held: 2, capacity: 16, left: 8 }),
    ])
  })

  it('is described for programs with all calls of the office and their rights', async () => {
    const { paths } = (await shop().app.inject('/openapi.json')).json()
    expect(paths['/ajax/office/invite_staff/'].post).toMatchObject({
      operationId: 'invite_staff',
      'x-right': 'change_team',
    })
  })
})
