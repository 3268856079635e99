import { eventPreviewPath } from '@foyer/contract/office/pages.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { makeMetrics } from '../../metrics.ts'
import { createStaff, inSession, officeBrowser } from '../../office/testing/office.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { plainDocuments } from '../../testing/pages.ts'
import { openShop } from '../../testing/shop.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let app: FastifyInstance
beforeAll(async () => {
  shop = await openShop('embedded')
  app = await buildApp({ ...shop.deps, metrics: makeMetrics() }, plainDocuments())
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

it('a draft is visible to its own staff only, and its page sells nothing', async () => {
  const draft = await createEvent(shop.db, { status: 'draft', title: 'Not yet' })
  const path = eventPreviewPath(draft.organiserId, draft.eventId)
  const staff = async (organiserId: number, eventIds: number[] | null = null) => {
    const { id, email } = await createStaff(shop, organiserId, 'reader', eventIds)
    const { jar } = await inSession({ ...shop, app }, { staffId: id, email })
    return officeBrowser(app, jar)
  }
  const shown = await (await staff(draft.organiserId)).get(path)
  expect(shown.statusCode).toBe(200)
  expect(shown.body).toContain('Not yet')
  expect(shown.headers['content-security-policy']).toMatch(/; sandbox allow-same-origin$/)
  expect(shown.headers['cache-control']).toBe('private, no-store')
  expect((await app.inject(path)).statusCode).toBe(303)
  // The footer's link to the other language replaces the query.
  const there = new URL('?lang=fr', `http://shop.test${path}?notice=1`)
  const french = await (await staff(draft.organiserId)).get(`${there.pathname}${there.search}`)
  expect([french.statusCode, french.body.includes('Not yet')]).toEqual([200, true])
  const other = await createEvent(shop.db)
  expect((await (await staff(other.organiserId)).get(path)).statusCode).toBe(404)
  const underOwn = eventPreviewPath(other.organiserId, draft.eventId)
  expect((await (await staff(other.organiserId)).get(underOwn)).statusCode).toBe(404)
  const second = await createEvent(shop.db, { organiser_id: draft.organiserId })
  expect((await (await staff(draft.organiserId, [second.eventId])).get(path)).statusCode).toBe(404)
  expect((await app.inject(`/events/${draft.slug}/`)).statusCode).toBe(404)
})
