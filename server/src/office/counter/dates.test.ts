import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import type { Updateable } from 'kysely'
import { expect, it } from 'vitest'
import type { EventDatesTable, EventsTable } from '../../db/schema/types.generated.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { openCounter } from '../testing/counter.ts'
import { useNeighbour } from '../testing/neighbour.ts'

const shop = useShop('embedded')
useNeighbour(shop)
const HOUR = 3_600_000

it('[42] the counter’s dates are those that latecomers may still come to, and today is a day where the event is', async () => {
  const { db, clock } = shop()
  const now = clock.now().getTime()
  const { organiserId, eventId, dateId, browser, about } = await openCounter(shop())
  const other = await createEvent(db, { organiser_id: organiserId, startsAt: new Date(now + 240 * HOUR) })
  const dates = async () => {
    const { body } = await browser.call('office_counter', about)
    return (body as unknown as OfficeReply<'office_counter'>).dates.map(({ date_id, is_today }) => [date_id, is_today])
  }
  const as = async (date: Updateable<EventDatesTable>, event: Updateable<EventsTable> = {}) => {
    const from = { status: 'published' as const, timezone: 'Europe/London' }
    await db
      .updateTable('events')
      .set({ ...from, ...event })
      .where('id', '=', eventId)
      .execute()
    await db
      .updateTable('event_dates')
      .set({ ends_at: null, ...date })
      .where('id', '=', dateId)
      .execute()
    const [first, ...others] = await dates()
    const isShown = first?.[0] === dateId
    expect(isShown ? others : [first]).toEqual([[other.dateId, false]])
    return isShown ? (first![1] ? 'today' : 'later') : 'none'
  }
  const at = (ms: number) => new Date(now + ms)
  // It is noon in UTC, one in London.
  expect(await as({ starts_at: at(-24 * HOUR) })).toBe('none')
  expect(await as({ starts_at: at(-3 * HOUR - 1) })).toBe('none')
  expect(await as({ starts_at: at(-3 * HOUR) })).toBe('today')
  expect(await as({ starts_at: at(-48 * HOUR), ends_at: at(0) })).toBe('today')
  expect(await as({ starts_at: at(-48 * HOUR), ends_at: at(-1) })).toBe('none')
  expect(await as({ starts_at: at(11 * HOUR - 1) })).toBe('today')
  expect(await as({ starts_at: at(11 * HOUR) })).toBe('later')
  expect(await as({ starts_at: at(12 * HOUR) }, { timezone: 'America/New_York' })).toBe('today')
  expect(await as({ starts_at: at(12 * HOUR) }, { status: 'draft' })).toBe('none')
  expect(await as({ starts_at: at(12 * HOUR) }, { status: 'cancelled' })).toBe('none')
})

it('[42] the counter names the last ten sales of its shift, the newest first', async () => {
  const { ticketId, browser, about, openShift, sell } = await openCounter(shop(), {
    tickets: [{ price_minor: 1000, booking_fee_minor: 100 }],
  })
  await openShift()
  const made: number[] = []
  for (let n = 0; n < 11; n++) made.push(await sell(`${ticketId}x1`, 1100))
  await browser.call('void_sale', { ...about, order_id: made[9] })
  const { body } = await browser.call('office_counter', about)
  const { sold } = body as unknown as OfficeReply<'office_counter'>
  expect(sold.map(({ order_id, is_voided }) => [order_id, is_voided])).toEqual(
    made
      .toReversed()
      .slice(0, 10)
      .map((id) => [id, id === made[9]]),
  )
})
