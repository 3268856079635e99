import { drawFaults } from '@foyer/domain/waiting-room/draw.ts'
import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { useShop } from '../testing/shop.ts'
import { drawRooms, sha256 } from './draw.ts'
import { countRoom, runWaitingRooms } from './serve.ts'
import { callAll, createRoom, join, readPlaces, readRoom, SECRET } from './waiting-room.testing.ts'

describeOnBoth('waiting room', (kind) => {
  const shop = useShop(kind, { env: { RESERVES_PER_ADDRESS: '100000' } })

  it('opens half an hour before the sale, and gives a browser one place', async () => {
    const { slug, roomId } = await createRoom(shop(), { minutes: 31 })
    const early = await shop().browser().call('join_queue', { slug })
    expect(early.body.code).toBe('queue_not_open')
    expect((await shop().browser().call('join_queue', { slug: 'no-such-event' })).body.code).toBe('no_queue')
    shop().clock.advance(60)
    const visitor = await join(shop(), slug)
    const again = await visitor.browser.call('join_queue', { slug, key: visitor.key })
    expect(again.body).toMatchObject({ public_id: visitor.publicId, key: visitor.key, number: null })
    expect(await readPlaces(shop(), roomId)).toHaveLength(1)
    const stranger = await shop()
      .browser()
      .call('my_place', { slug, key: 'x'.repeat(43) })
    expect(stranger.body.code).toBe('queue_no_place')
  })

  it('draws at the opening: anybody can recompute the numbers, and who comes later is behind', async () => {
    const { slug, roomId } = await createRoom(shop(), { minutes: 20 })
    const visitors = []
    for (let n = 0; n < 8; n++) visitors.push(await join(shop(), slug))
    await runWaitingRooms(shop().deps)
    expect(await readPlaces(shop(), roomId)).toSatisfy((places: { number: null }[]) =>
      places.every(({ number }) => number === null),
    )
    shop().clock.advance(20 * 60)
    await runWaitingRooms(shop().deps)
    const late = await join(shop(), slug)
    const later = await join(shop(), slug)
    expect([late.number, later.number]).toEqual([9, 10])
    // A second draw, of a process that had read the room before, changes nothing.
    await drawRooms(shop().deps, [roomId])
    const places = await readPlaces(shop(), roomId)
    expect(places.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const room = await readRoom(shop(), roomId)
    expect(room).toMatchObject({ drawn_places: 8, last_number: 10, list_hash: expect.any(String) })
    const order = places.slice(0, 8).map(({ public_id }) => public_id)
    expect(order.toSorted()).toEqual(visitors.map(({ publicId }) => publicId).toSorted())
    const published = {
      secret: SECRET,
      secret_hash: room.secret_hash,
      list_hash: room.list_hash!,
      round: null,
      seed: sha256([SECRET, room.list_hash, 'none'].join('\n')),
      order,
    }
    expect(drawFaults(published, sha256)).toEqual([])
  })

  it('calls numbers by its rate, one after the other, and no further than there are tickets', async () => {
    const { slug, roomId } = await createRoom(shop(), { minutes: 1, rate: 60, tickets: [{ capacity: 8 }] })
    const visitors = []
    for (let n = 0; n < 20; n++) visitors.push(await join(shop(), slug))
    shop().clock.advance(60)
    await runWaitingRooms(shop().deps)
    expect(await readRoom(shop(), roomId)).toMatchObject({ serving: 0 })
    for (let second = 1; second <= 3; second++) {
      shop().clock.advance(1)
      await runWaitingRooms(shop().deps)
      await runWaitingRooms(shop().deps)
      expect((await readRoom(shop(), roomId)).serving).toBeCloseTo(second)
    }
    for (let second = 0; second < 20; second++) {
      shop().clock.advance(1)
      await runWaitingRooms(shop().deps)
    }
    // 8 tickets, 2 each, and half as many again: 6 people are called.
    expect((await readRoom(shop(), roomId)).serving).toBeCloseTo(6)
    await shop().db.updateTable('waiting_rooms').set({ paused: true }).where('id', '=', roomId).execute()
    shop().clock.advance(120)
    await runWaitingRooms(shop().deps)
    expect((await readRoom(shop(), roomId)).serving).toBeCloseTo(6)
  })

  it('counts who came, who is inside and what is free', async () => {
    const { slug, roomId, ticketId } = await createRoom(shop(), { minutes: 0, tickets: [{ capacity: 50 }] })
    await runWaitingRooms(shop().deps)
    const visitors = []
    for (let n = 0; n < 4; n++) visitors.push(await join(shop(), slug))
    await callAll(shop(), roomId)
    for (const visitor of visitors.slice(0, 3)) await visitor.enter()
    const count = (graced: number) => countRoom(shop().db, roomId, { serving: 4, graced, now: shop().clock.now() })
    expect(await count(3)).toEqual({ called: 3, came: 3, expected: 1, inside: 3, free: 50, meanParty: 2 })
    const [buyer] = visitors
    await buyer!.browser.call('add_to_basket', { ticket_id: ticketId, quantity: 5 })
    expect((await buyer!.browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    expect(await count(4)).toEqual({ called: 4, came: 3, expected: 0, inside: 2, free: 45, meanParty: 5 })
    shop().clock.advance(601)
    expect(await count(4)).toMatchObject({ inside: 0 })
  })

  it('lets in who has been called, with one pass for one browser, and never takes a turn away', async () => {
    const { slug, roomId } = await createRoom(shop(), { minutes: 0 })
    await runWaitingRooms(shop().deps)
    const visitor = await join(shop(), slug)
    expect((await visitor.enter()).body.code).toBe('queue_not_called')
    await callAll(shop(), roomId)
    expect((await visitor.enter()).body).toMatchObject({ called: true, pass_seconds: 600 })
    shop().clock.advance(300)
    expect(await visitor.place()).toMatchObject({ pass_seconds: 300 })
    expect((await visitor.enter()).body).toMatchObject({ pass_seconds: 600 })
    const other = shop().browser()
    expect((await visitor.enter(other)).body.code).toBe('queue_other_browser')
    expect(await readPlaces(shop(), roomId)).toHaveLength(1)
    shop().clock.advance(7200)
    expect(await visitor.place()).toMatchObject({ number: 1, called: true, pass_seconds: 0 })
    expect((await visitor.enter()).body).toMatchObject({ pass_seconds: 600 })
  })

  it('gives a browser with two places one pass', async () => {
    const { slug, roomId } = await createRoom(shop(), { minutes: 0 })
    await runWaitingRooms(shop().deps)
    const browser = shop().browser()
    const places = [await join(shop(), slug, browser), await join(shop(), slug, browser)]
    await callAll(shop(), roomId)
    for (const place of places) expect((await place.enter()).status).toBe(200)
    const passes = (await readPlaces(shop(), roomId)).filter(({ pass_until }) => pass_until !== null)
    expect(passes).toHaveLength(1)
  })
})
