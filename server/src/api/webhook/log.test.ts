import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { expect, it } from 'vitest'
import { createOrder } from '../../office/testing/order.ts'
import { createWebhookWithMessage } from '../../office/testing/organiser.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createKeyOwner } from '../testing/programs.ts'

type Log = OfficeReply<'office_webhook'>

describeOnBoth('the log of a webhook', (kind) => {
  const shop = useShop(kind)

  it('names the order or event of each message, and none of another organiser', async () => {
    const own = (await createEvent(shop().db)).organiserId
    const { webhook_id } = await createWebhookWithMessage(shop(), own)
    const { browser } = await createKeyOwner(shop(), own)
    const log = async () =>
      (await browser.call('office_webhook', { organiser_id: own, webhook_id })).body as unknown as Log
    const order = await createOrder(shop().db, { organiserId: own, now: shop().clock.now() })
    const { title } = await shop()
      .db.selectFrom('events')
      .select('title')
      .where('id', '=', order.eventId)
      .executeTakeFirstOrThrow()
    const admission = async (ticketId: number, dateId: number) =>
      shop()
        .db.insertInto('admissions')
        .values({
          ticket_id: ticketId,
          date_id: dateId,
          kind: 'in',
          outcome: 'admitted',
          at: shop().clock.now(),
          place: 'Door',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const elsewhere = (await createEvent(shop().db)).organiserId
    const strange = await createOrder(shop().db, { organiserId: elsewhere, now: shop().clock.now() })
    const message = (kind: string, subject: number) =>
      shop()
        .db.insertInto('webhook_messages')
        .values({
          uid: `${kind}-${subject}`,
          webhook_id: webhook_id,
          kind,
          subject,
          created_at: shop().clock.now(),
        })
        .execute()
    const dateOf = async ({ eventId }: { eventId: number }) =>
      (await shop().db.selectFrom('event_dates').select('id').where('event_id', '=', eventId).executeTakeFirstOrThrow())
        .id
    const entered = [order, strange].map(
      async (entrant) => (await admission(entrant.ticketId, await dateOf(entrant))).id,
    )
    const [ours, other] = await Promise.all(entered)
    for (const [kind, subject] of [
      ['order.paid', order.orderId],
      ['event.changed', order.eventId],
      ['ticket.admitted', ours],
      ['order.paid', strange.orderId],
      ['event.changed', strange.eventId],
      ['ticket.admitted', other],
      ['order.paid', 987_654_321],
      ['webhook.test', webhook_id],
    ] as const)
      await message(kind, subject!)
    const nothing = { label: '', order_id: null, event_id: null }
    const number = expect.stringContaining(order.number.slice(0, 3))
    expect((await log()).messages.map((message) => message.about)).toEqual([
      ...Array.from({ length: 5 }, () => nothing),
      { label: number, order_id: order.orderId, event_id: null },
      { label: title, order_id: null, event_id: order.eventId },
      { label: number, order_id: order.orderId, event_id: null },
      nothing,
    ])
  })
})
