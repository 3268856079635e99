import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { expect, it } from 'vitest'
import { windowStart } from '../../http/limits/rate-limit.ts'
import { putInBasket } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'

const shop = useShop('embedded', { env: { PLACES_PERCENT_PER_ADDRESS: '5' } })

it('an event shows that one network has reserved many places of a date, without naming the network', async () => {
  const { db, clock } = shop()
  const { ticketId, eventId, dateId, organiserId } = await createEvent(db, { tickets: [{ capacity: 200 }] })
  const { id: staffId, email } = await createStaff(shop(), organiserId, 'manager')
  const staff = await inSession(shop(), { staffId, email })
  const shown = async () => {
    const { body } = await staff.call('office_event', { organiser_id: organiserId, event_id: eventId })
    return (body as unknown as OfficeReply<'office_event'>).large_holder
  }
  const buyer = shop().browser('203.0.113.7')
  await putInBasket(buyer, ticketId, 10)
  expect((await buyer.call('reserve_tickets')).body.reserved).toBe(true)
  expect(await shown(), 'its free share').toBeNull()

  const window_start = windowStart(clock.now(), LIMITS.reservesWindowSeconds)
  const others = [`person:7:${dateId}`, `ip:2001:db8:9::/48:${dateId}`, `ip:203.0.113.7:${dateId + 1}`]
  const long = new Date(window_start.getTime() - 3_600_000)
  await db
    .insertInto('rate_limits')
    .values([
      ...others.map((of) => ({ key: `reserve:${of}`, window_start, hits: 9, places: 99 })),
      { key: `reserve:ip:203.0.113.8:${dateId}`, window_start: long, hits: 9, places: 99 },
      {
        key: `reserve:ip:203.0.113.7:${dateId}`,
        window_start: new Date(window_start.getTime() - 600_000),
        hits: 1,
        places: 1,
      },
    ])
    .execute()
  expect(await shown()).toEqual({ reserved: 11, capacity: 200, nice_date: expect.stringContaining('2026') })
})
