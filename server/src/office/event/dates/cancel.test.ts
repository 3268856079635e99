import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { expect, it } from 'vitest'
import { WORKERS } from '../../../background.ts'
import { runDueJobs } from '../../../jobs/jobs.ts'
import { endCancelledEvents } from '../../../payment/cancel/event.ts'
import { claimFreeTickets } from '../../../payment/start/free.ts'
import { describeOnBoth } from '../../../testing/database/databases.ts'
import { createEvent } from '../../../testing/fixtures/catalogue.ts'
import { saleAt } from '../../../testing/fixtures/sale.ts'
import { useShop } from '../../../testing/shop.ts'
import { createStaff, inSession, logOf } from '../../testing/office.ts'

describeOnBoth('cancelling from the office', (kind) => {
  const shop = useShop(kind)

  it('shows a preview, pauses between slices, resumes, and lists the outcome of each order', async () => {
    const { deps, db, clock } = shop()
    const FREE = { price_minor: 0, booking_fee_minor: 0 }
    const { eventId, organiserId, ticketId, ticketIds } = await createEvent(db, { tickets: [FREE] })
    for (let n = 0; n < 3; n++)
      expect(await claimFreeTickets((await saleAt(deps, 'payment', { ticketId, qty: 2 })).ctx())).toEqual({ ok: true })
    await saleAt(deps, 'payment', { ticketId: ticketIds[0]! })
    clock.advance(30)
    await runDueJobs(deps, WORKERS, 500)
    const { id, email } = await createStaff(shop(), organiserId, 'manager')
    const browser = await inSession(shop(), { staffId: id, email })
    const about = { organiser_id: organiserId, event_id: eventId }
    const page = async () =>
      (await browser.call('office_cancel', about)).body as unknown as OfficeReply<'office_cancel'>
    expect(await page()).toMatchObject({
      is_cancelled: false,
      orders: 3,
      tickets: 6,
      back: '£0.00',
      held: 1,
      paying: 0,
      mixed: 0,
      outcomes: [],
    })
    expect((await browser.call('cancel_event', about)).body).toMatchObject({ success: true })
    expect(await page()).toMatchObject({ is_cancelled: true, left: { held: 1, orders: 3, blocked: 0 } })
    expect((await page()).outcomes.map(({ outcome }) => outcome)).toEqual(['waiting', 'waiting', 'waiting'])

    const runBackgroundWork = async () => {
      for (let turn = 0; turn < 2; turn++) {
        clock.advance(60)
        await endCancelledEvents(deps)
        await runDueJobs(deps, WORKERS, 500)
      }
    }
    await endCancelledEvents(deps)
    expect((await browser.call('pause_cancellation', { ...about, paused: '1' })).status).toBe(200)
    await runBackgroundWork()
    expect(await page()).toMatchObject({ is_paused: true, left: { held: 1, orders: 3, blocked: 0 } })
    await browser.call('pause_cancellation', { ...about, paused: '0' })
    await runBackgroundWork()
    expect(await page()).toMatchObject({ is_paused: false, left: { held: 0, orders: 0, blocked: 0 } })
    expect((await page()).outcomes.map(({ outcome }) => outcome)).toEqual(['refunded', 'refunded', 'refunded'])
    expect((await logOf(shop(), id)).map(({ action }) => action)).toEqual([
      'cancel_event',
      'pause_cancellation',
      'pause_cancellation',
    ])
    expect((await browser.call('office_cancel', { ...about, date_id: 999_999 })).status).toBe(404)
  })
})
