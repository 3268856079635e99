import { drawFaults } from '@foyer/domain/waiting-room/draw.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withQueueLink } from '../pages/event.ts'
import { countStatements } from '../testing/count-statements.ts'
import { makeBrowser, openShop } from '../testing/shop.ts'
import { sha256 } from './draw.ts'
import { runWaitingRooms } from './serve.ts'
import { callAll, createRoom, SECRET } from './waiting-room.testing.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

/** A visitor of the page, without a script. */
function visitorOf(slug: string) {
  const browser = makeBrowser(shop.app)
  const path = `/queue/${slug}/`
  return {
    browser,
    read: async () => {
      // What pages show of a room is up to a second old.
      shop.clock.advance(1)
      return (await browser.get(path)).body
    },
    press: async (act: string) => String((await browser.post(path, { act })).headers.location),
  }
}
const stateOf = async (slug: string) => {
  shop.clock.advance(1)
  return (await shop.app.inject({ url: `/queue/${slug}/state.json` })).json()
}
const headingOf = (html: string) => /<h2>(.*?)<\/h2>/.exec(html)?.[1]

describe('the page of a waiting room', () => {
  it('leads a visitor without a script from before the queue to the tickets', async () => {
    const { slug, roomId, ticketId } = await createRoom(shop, { minutes: 40, title: 'Little <Hollow>' })
    const visitor = visitorOf(slug)
    const early = await visitor.read()
    expect(headingOf(early)).toMatch(/^The queue opens Mon 1 Jun 2026, /)
    expect(early).toContain('Little &lt;Hollow&gt;')
    expect(early).not.toContain('<form')
    expect(await visitor.press('join')).toBe(`/queue/${slug}/?problem=queue_not_open`)
    shop.clock.advance(15 * 60)
    expect(headingOf(await visitor.read())).toMatch(/^The sale opens /)
    expect(await visitor.press('join')).toBe(`/queue/${slug}/`)
    expect(headingOf(await visitor.read())).toMatch(/^You’re in the draw, /)
    expect((await shop.app.inject({ url: `/queue/${slug}/draw/` })).statusCode).toBe(404)
    expect(await visitor.read()).not.toContain(SECRET)
    shop.clock.advance(26 * 60)
    await runWaitingRooms(shop.deps)
    expect(headingOf(await visitor.read())).toBe('You’re number 1')
    expect(await visitor.press('enter')).toBe(`/queue/${slug}/?problem=queue_not_called`)
    await callAll(shop, roomId)
    const called = await visitor.read()
    expect(headingOf(called)).toBe('It’s your turn')
    expect(called).toContain('name="act" value="enter"')
    expect(await visitor.press('enter')).toBe(`/events/${slug}/`)
    expect(headingOf(await visitor.read())).toMatch(/^You can choose tickets until /)
    await visitor.browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    expect(await visitor.press('enter')).toBe('/smartcheckout/')
    expect((await visitor.browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    // Someone who opens the page now may still join.
    expect(await visitorOf(slug).read()).toContain('you’re behind everyone who is waiting')
  })

  it('publishes a draw that anybody can recompute, and says who could have steered it', async () => {
    const { slug } = await createRoom(shop, { minutes: 20 })
    const visitors = Array.from({ length: 5 }, () => visitorOf(slug))
    for (const visitor of visitors) await visitor.press('join')
    const before = await visitors[0]!.read()
    expect(before).toContain(sha256(SECRET))
    expect(before).toContain('We could have steered it ourselves by adding places')
    shop.clock.advance(20 * 60)
    await runWaitingRooms(shop.deps)
    await visitorOf(slug).press('join')
    const { body, headers } = await shop.app.inject({ url: `/queue/${slug}/draw/` })
    expect(headers['content-disposition']).toBe(`attachment; filename="draw-${slug}.json"`)
    const draw = JSON.parse(body)
    expect(draw.order).toHaveLength(5)
    expect(drawFaults(draw, sha256)).toEqual([])
  })

  it('tells everybody the same in one document, which is read once a second and not for each visitor', async () => {
    const { slug, roomId } = await createRoom(shop, { minutes: 0, tickets: [{ capacity: 3 }] })
    expect(await stateOf(slug)).toEqual({
      phase: 'joining',
      notice: '',
      message: '',
      serving: 0,
      last_number: 0,
      left: null,
      wait: null,
      poll: { per_place: 0, least: 30, most: 30 },
    })
    await runWaitingRooms(shop.deps)
    await shop.db
      .updateTable('waiting_rooms')
      .set({ message: 'More at noon', paused: true })
      .where('id', '=', roomId)
      .execute()
    expect(await stateOf(slug)).toMatchObject({ phase: 'serving', notice: 'paused', message: 'More at noon', left: 3 })
    await stateOf(slug)
    const asked = async () => {
      for (let n = 0; n < 50; n++) await shop.app.inject({ url: `/queue/${slug}/state.json` })
    }
    expect(await countStatements(asked)).toBe(0)
    const { headers } = await shop.app.inject({ url: `/queue/${slug}/state.json` })
    expect(headers['set-cookie']).toBeUndefined()
    await shop.db.updateTable('waiting_rooms').set({ drained_at: shop.clock.now() }).where('id', '=', roomId).execute()
    expect(await stateOf(slug)).toMatchObject({ phase: 'over' })
    expect(await visitorOf(slug).read()).toContain('There’s no queue any more')
    expect((await shop.app.inject({ url: '/queue/nothing/state.json' })).statusCode).toBe(404)
    expect((await shop.app.inject({ url: '/queue/nothing/' })).statusCode).toBe(404)
  })

  it('is where the page of the event leads, with one document for all', async () => {
    const { slug, roomId } = await createRoom(shop, { minutes: 5, description_html: '<p>Loud.</p>' })
    const read = async () => (await shop.app.inject({ url: `/ajax/catalogue/events/${slug}/` })).json()
    const page = await read()
    expect(page.event).toMatchObject({ queue_url: `/queue/${slug}/`, description_html: '<p>Loud.</p>' })
    const shown = withQueueLink(page)
    expect(shown.event.description_html).toMatch(
      new RegExp(`^<p>.* <a href="/queue/${slug}/">Join the queue</a></p><p>Loud`),
    )
    expect(withQueueLink(page)).toBe(shown)
    await shop.db.updateTable('waiting_rooms').set({ drained_at: shop.clock.now() }).where('id', '=', roomId).execute()
    shop.clock.advance(1)
    const after = await read()
    expect(withQueueLink(after)).toBe(after)
  })

  it('says how long the wait is, from the speed of the last minutes', async () => {
    const { slug, roomId } = await createRoom(shop, { minutes: 0 })
    await runWaitingRooms(shop.deps)
    await shop.db.updateTable('waiting_rooms').set({ last_number: 700 }).where('id', '=', roomId).execute()
    const visitor = visitorOf(slug)
    await visitor.press('join')
    expect(await visitor.read()).toContain('We can’t tell yet how long it takes')
    const since = shop.clock.now().getTime() / 1000 - 99
    await shop.db
      .updateTable('waiting_rooms')
      .set({ serving: 100, samples: JSON.stringify([[since, 0]]) })
      .where('id', '=', roomId)
      .execute()
    const html = await visitor.read()
    expect(html).toContain('about 8 to 14 min')
    expect(html).toContain('100 called')
    expect(html).toContain('<progress max="701" value="100"')
  })

  it('is small, in the reader’s language, and kept by nobody', async () => {
    const { slug } = await createRoom(shop, { minutes: 20 })
    const { body, headers } = await shop.app.inject({ url: `/queue/${slug}/`, headers: { 'accept-language': 'fr' } })
    expect(Buffer.byteLength(body)).toBeLessThan(8000)
    expect(body).toContain('Rejoindre la file')
    expect(body).toContain('<html lang="fr">')
    expect(headers['cache-control']).toBe('private, no-store')
  })
})
