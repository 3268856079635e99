import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { newTicketCode } from '../../tickets/signing/codes.ts'
import { createOrder } from '../testing/order.ts'
import { needsOf } from './needs.ts'

describeOnBoth('what an organiser should look at', (kind) => {
  const shop = useShop(kind)

  it('has the waivers of this week’s tickets, whoever signed for other dates', async () => {
    const { db, clock } = shop()
    const now = clock.now()
    const event = await createEvent(db, { startsAt: new Date(now.getTime() + 2 * DAY_MS) })
    const { id: lastWeek } = await db
      .insertInto('event_dates')
      .values({ event_id: event.eventId, starts_at: new Date(now.getTime() - 5 * DAY_MS) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: earlier } = await db
      .insertInto('ticket_types')
      .values({ event_id: event.eventId, date_id: lastWeek, name: 'Class', price_minor: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: waiver } = await db
      .insertInto('waivers')
      .values({ event_id: event.eventId, title: 'Risks', terms_html: '<p>At your own.</p>' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const orderOf = async (typeId: number, tickets: number) => {
      const { orderId, email } = await createOrder(db, { organiserId: event.organiserId, now })
      for (let instance = 0; instance < tickets; instance++)
        await db
          .insertInto('tickets')
          .values({
            sale_id: orderId,
            ticket_type_id: typeId,
            instance,
            code: newTicketCode({ bytes: randomBytes } as never),
            issued_at: now,
            holder_name: 'Ada Lovelace',
            holder_email: email,
          })
          .execute()
      return orderId
    }
    const sign = (saleId: number, name: string) =>
      db
        .insertInto('waiver_signatures')
        .values({
          sale_id: saleId,
          waiver_id: waiver,
          waiver_version: 1,
          name,
          signed_by: name,
          signature_kind: 'typed',
          signature: name,
          signed_at: now,
        })
        .execute()
    const unsigned = async () =>
      (
        await needsOf(db, {
          organiserId: event.organiserId,
          eventIds: null,
          now,
          maySeePeople: true,
          maySeeGiftAid: true,
        })
      )
        .filter((need) => need.kind === 'waivers')
        .map(({ n }) => n)
    const past = await orderOf(earlier, 3)
    for (const name of ['Ann', 'Bob', 'Cy']) await sign(past, name)
    const coming = await orderOf(event.ticketId, 2)
    expect(await unsigned()).toEqual([2])
    await sign(coming, 'Di')
    expect(await unsigned()).toEqual([1])
    await sign(coming, 'Ed')
    expect(await unsigned()).toEqual([])
  })
})
