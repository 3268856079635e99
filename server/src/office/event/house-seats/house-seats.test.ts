import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { describe, expect, it } from 'vitest'
import { createEvent, keepSeats } from '../../../testing/fixtures/catalogue.ts'
import { useShop } from '../../../testing/shop.ts'
import { createStaff, inSession, logOf } from '../../testing/office.ts'

describe('the seats that are held back, in the office', () => {
  const shop = useShop('embedded')

  async function openHall(role: Parameters<typeof createStaff>[2] = 'box_office', eventIds?: number[]) {
    const { db } = shop()
    const event = await createEvent(db, {
      pools: [{ name: 'Stalls', seats: ['A1', 'A2', 'A3', 'A10'] }],
      tickets: [{ pool: 0 }],
    })
    const allocationId = await keepSeats(db, event.poolIds[0]!, ['A10', 'A2'])
    const { id: staffId, email } = await createStaff(shop(), event.organiserId, role, eventIds)
    const browser = await inSession(shop(), { staffId, email })
    const about = { organiser_id: event.organiserId, event_id: event.eventId }
    const page = async () =>
      (await browser.call('office_house_seats', about)).body as unknown as OfficeReply<'office_house_seats'>
    let forms = 0
    const act = (call: 'release_seats' | 'set_release_time', form: object) =>
      browser.call(call, {
        ...about,
        allocation_id: allocationId,
        form_key: `house-${allocationId}-${++forms}`,
        ...form,
      })
    return { ...event, allocationId, staffId, browser, about, page, act }
  }

  it('are shown by allocation in the order of the hall, and counted on the overview', async () => {
    const { page, browser, about, dateId } = await openHall()
    expect(await page()).toMatchObject({
      date_id: dateId,
      allocations: [
        {
          name: 'Press',
          seats: [{ label: 'A2' }, { label: 'A10' }],
          seats_text: 'Row A, seats 2 and 10',
          out: 0,
          by: '',
        },
      ],
      released: [],
    })
    expect((await browser.call('office_event', about)).body).toMatchObject({ house_seats: 2 })
  })

  it('are released by a press, once for each form, with an entry in the log', async () => {
    const { page, act, staffId } = await openHall()
    const { seats } = (await page()).allocations[0]!
    expect((await act('release_seats', {})).body).toMatchObject({ code: 'release_nothing' })
    const form = { seat_ids: seats[0]!.seat_id, form_key: 'one' }
    expect((await act('release_seats', form)).body).toMatchObject({ success: true })
    expect((await act('release_seats', form)).body, 'the same form').toMatchObject({ success: true })
    expect((await act('release_seats', { ...form, form_key: 'two' })).body).toMatchObject({ code: 'already_released' })
    expect(await page()).toMatchObject({ allocations: [{ seats: [{ label: 'A10' }] }] })
    expect((await act('release_seats', { all: '1' })).status).toBe(200)
    expect(await page()).toMatchObject({ allocations: [], released: [{ name: 'Press' }] })
    const acts = (await logOf(shop(), staffId)).filter(({ action }) => action === 'release_seats')
    expect(acts.map(({ outcome, after }) => [outcome, after])).toMatchObject([
      ['done', { seats: 1, name: 'Press' }],
      ['done', { seats: 1, name: 'Press' }],
    ])
  })

  it('get a time in the zone of the event, and lose it again', async () => {
    const { page, act } = await openHall()
    expect((await act('set_release_time', { day: '2026-07-01', time: '18:30' })).status).toBe(200)
    expect(await page()).toMatchObject({
      allocations: [{ release_day: '2026-07-01', release_time: '18:30', nice_release: 'Wed 1 Jul 2026, 6:30pm' }],
    })
    for (const wrong of [{ day: '2026-07-01' }, { time: '18:30' }, { day: '2020-07-01', time: '18:30' }])
      expect((await act('set_release_time', wrong)).body, JSON.stringify(wrong)).toMatchObject({ code: 'release_time' })
    expect((await act('set_release_time', { day: '', time: '' })).status).toBe(200)
    expect(await page()).toMatchObject({ allocations: [{ release_day: '', release_time: '', nice_release: '' }] })
  })

  it('are for the box office of their event', async () => {
    const { act, allocationId, eventId } = await openHall()
    const other = await openHall('box_office')
    expect((await other.act('release_seats', { allocation_id: allocationId, all: '1' })).status).toBe(404)
    expect(
      (await other.act('release_seats', { allocation_id: allocationId, event_id: eventId, all: '1' })).status,
    ).toBe(404)
    expect((await other.act('set_release_time', { allocation_id: allocationId })).status).toBe(404)
    const door = await openHall('door')
    expect((await door.act('release_seats', { all: '1' })).status).toBe(403)
    expect((await act('release_seats', { all: '1' })).status).toBe(200)
  })
})
