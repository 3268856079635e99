import { expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { runWaitingRooms } from '../../waiting-room/serve.ts'
import { join, readPlaces } from '../../waiting-room/waiting-room.testing.ts'
import { createStaff, inSession, logOf } from '../testing/office.ts'

describeOnBoth('the queue in the office', (kind) => {
  const shop = useShop(kind)

  it('is turned on, run and ended by managers, who never change a place', async () => {
    const now = shop().clock.now()
    const event = await createEvent(shop().db, { on_sale_from: new Date(now.getTime() + 20 * 60_000) })
    const about = { organiser_id: event.organiserId, event_id: event.eventId }
    const staff = await createStaff(shop(), event.organiserId, 'manager')
    const browser = await inSession(shop(), { staffId: staff.id, email: staff.email })
    const page = async () => (await browser.call('office_queue', about)).body as { room: object | null }
    expect(await page()).toMatchObject({ room: null, may_change: true })
    expect((await browser.call('run_queue', { ...about, act: 'pause' })).body.code).toBe('no_queue')
    expect((await browser.call('open_queue', about)).status).toBe(200)
    expect((await browser.call('open_queue', about)).body.code).toBe('queue_exists')
    const visitors = [await join(shop(), event.slug), await join(shop(), event.slug)]
    expect(await page()).toMatchObject({ room: { state: 'joining', waiting: 2, called: 0, inside: 0, rate: 60 } })
    shop().clock.advance(20 * 60)
    await runWaitingRooms(shop().deps)
    const places = await readPlaces(shop(), 1)
    expect(await page()).toMatchObject({ room: { state: 'serving', waiting: 2 } })
    for (const rate of [0, 10_001, -1])
      expect((await browser.call('set_queue', { ...about, rate, message: '' })).body.code).toBe('queue_rate')
    expect((await browser.call('set_queue', { ...about, rate: 600, message: 'Soon' })).status).toBe(200)
    expect((await browser.call('run_queue', { ...about, act: 'pause' })).status).toBe(200)
    shop().clock.advance(10)
    await runWaitingRooms(shop().deps)
    expect(await page()).toMatchObject({ room: { state: 'paused', called: 0, rate: 600, message: 'Soon' } })
    await browser.call('run_queue', { ...about, act: 'start' })
    shop().clock.advance(1)
    await runWaitingRooms(shop().deps)
    expect(await page()).toMatchObject({ room: { state: 'serving', called: 2, waiting: 0 } })
    await visitors[0]!.enter()
    expect(await page()).toMatchObject({ room: { inside: 1 } })
    await browser.call('run_queue', { ...about, act: 'drain' })
    expect(await page()).toMatchObject({ room: { state: 'over' } })
    expect((await readPlaces(shop(), 1)).map(({ id, number }) => [id, number])).toEqual(
      places.map(({ id, number }) => [id, number]),
    )
    expect((await logOf(shop(), staff.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['open_queue', 'set_queue', 'run_queue']),
    )
  })

  it('is read by others, and changed by nobody of another organiser', async () => {
    const event = await createEvent(shop().db)
    const other = await createEvent(shop().db)
    const about = { organiser_id: event.organiserId, event_id: event.eventId }
    const reader = await createStaff(shop(), event.organiserId, 'reader')
    const browser = await inSession(shop(), { staffId: reader.id, email: reader.email })
    expect((await browser.call('office_queue', about)).body).toMatchObject({ may_change: false })
    expect((await browser.call('open_queue', about)).status).toBe(403)
    const staff = await createStaff(shop(), event.organiserId, 'manager')
    const manager = await inSession(shop(), { staffId: staff.id, email: staff.email })
    for (const name of ['office_queue', 'open_queue'] as const)
      expect((await manager.call(name, { ...about, event_id: other.eventId })).status).toBe(404)
  })
})
