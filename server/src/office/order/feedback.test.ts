import { expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession, logOf } from '../testing/office.ts'
import { createOrder } from '../testing/order.ts'

describeOnBoth('feedback, referrals and text messages', (kind) => {
  const shop = useShop(kind)
  const openOffice = async (
    role: 'owner' | 'door' | 'reader' = 'reader',
    eventIds: number[] | null = null,
    of?: number,
  ) => {
    const organiserId = of ?? (await createEvent(shop().db)).organiserId
    const { id, email } = await createStaff(shop(), organiserId, role, eventIds)
    return { id, organiserId, browser: await inSession(shop(), { staffId: id, email }) }
  }
  const orderOf = (organiserId: number, name = 'Ada Lovelace') =>
    createOrder(shop().db, { organiserId, name, now: shop().clock.now() })
  const addFeedback = (saleId: number, message: string) =>
    shop().db.insertInto('feedback').values({ sale_id: saleId, message, sent_at: shop().clock.now() }).execute()

  it('feedback is visible to its organiser only, newest first, and views are logged', async () => {
    const { id, organiserId, browser } = await openOffice()
    const [one, two] = [await orderOf(organiserId), await orderOf(organiserId, 'Grace Hopper')]
    await addFeedback(one.orderId, 'Lovely <b>evening</b>')
    await addFeedback(two.orderId, 'Too loud')
    await addFeedback((await orderOf((await openOffice()).organiserId)).orderId, 'Theirs')
    const { body } = await browser.call('office_feedback', { organiser_id: organiserId })
    expect(body.next).toBeNull()
    expect(body.messages).toMatchObject([
      { order_id: two.orderId, name: 'Grace Hopper', message: 'Too loud' },
      { order_id: one.orderId, name: 'Ada Lovelace', message: 'Lovely <b>evening</b>' },
    ])
    expect((await logOf(shop(), id)).at(-1)).toMatchObject({ action: 'office_feedback', outcome: 'looked' })
    const limited = await openOffice('reader', [one.eventId], organiserId)
    const theirs = await limited.browser.call('office_feedback', { organiser_id: organiserId })
    expect(theirs.body.messages).toMatchObject([{ order_id: one.orderId }])
    const door = await openOffice('door', null, organiserId)
    expect((await door.browser.call('office_feedback', { organiser_id: organiserId })).status).toBe(403)
    for (let n = 0; n < 60; n++) await addFeedback(one.orderId, `More ${n}`)
    const first = (await browser.call('office_feedback', { organiser_id: organiserId })).body
    const rest = (await browser.call('office_feedback', { organiser_id: organiserId, before: first.next })).body
    const all = [...(first.messages as { message: string }[]), ...(rest.messages as { message: string }[])]
    expect(new Set(all.map(({ message }) => message)).size).toBe(62)
  })

  it('lists how many buyers each share link brought to its event', async () => {
    const { organiserId, browser } = await openOffice()
    const { db, clock } = shop()
    const shared = await orderOf(organiserId)
    const link = { code: 'abcdefghijkl', sale_id: shared.orderId, event_id: shared.eventId }
    await db
      .insertInto('referral_links')
      .values({ ...link, visits: 3, created_at: clock.now() })
      .execute()
    const bought = await orderOf(organiserId, 'Grace Hopper')
    const about = { organiser_id: organiserId, event_id: shared.eventId }
    // Visited by the link but bought something else: counts as a visit only.
    await db.updateTable('sales').set({ referred_by: link.code }).where('id', '=', bought.orderId).execute()
    expect((await browser.call('office_referrals', about)).body).toMatchObject({ visits: 3, orders: 0, tickets: 0 })
    const { orderId } = bought
    const line = { event_id: shared.eventId, qty: 2 }
    await db.updateTable('order_lines').set(line).where('sale_id', '=', orderId).execute()
    expect((await browser.call('office_referrals', about)).body).toMatchObject({
      visits: 3,
      orders: 1,
      tickets: 2,
      people: [{ order_id: shared.orderId, name: 'Ada Lovelace', visits: 3, orders: 1, tickets: 2 }],
    })
    const other = await openOffice()
    const theirs = { ...about, organiser_id: other.organiserId }
    expect((await other.browser.call('office_referrals', theirs)).status).toBe(404)
  })

  it('an order lists the text messages of its payment plan with their status', async () => {
    const { organiserId, browser } = await openOffice()
    const { orderId } = await orderOf(organiserId)
    const now = shop().clock.now()
    const text = { sale_id: orderId, recipient: '+447700900123', queued_at: now }
    await shop()
      .db.insertInto('text_messages')
      .values([
        { ...text, key: `due ${orderId}`, body: 'Your payment is due', status: 'sent', sent_at: now },
        { ...text, key: `old ${orderId}`, body: '', status: 'refused', last_error: 'no such number' },
      ])
      .execute()
    const textsOf = async () =>
      (await browser.call('office_order', { organiser_id: organiserId, order_id: orderId })).body.texts
    expect(await textsOf()).toMatchObject([
      { body: 'The words are no longer kept.', status: 'refused', reason: 'no such number' },
      { body: 'Your payment is due', status: 'sent', reason: '', recipient: '+447700900123' },
    ])
    // In an order with several organisers, neither sees them.
    const other = await createEvent(shop().db)
    await shop()
      .db.insertInto('order_lines')
      .values({
        sale_id: orderId,
        line: 2,
        kind: 'ticket',
        ticket_type_id: other.ticketId,
        qty: 1,
        paid_at: now,
        organiser_id: other.organiserId,
        event_id: other.eventId,
        date_id: other.dateId,
        list_minor: 0,
        net_minor: 0,
        fee_minor: 0,
      })
      .execute()
    expect(await textsOf()).toEqual([])
  })
})
