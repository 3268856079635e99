import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { openShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

it('only an operator can create an organiser, which they own, and continues to its first event', async () => {
  const { organiserId } = await createEvent(shop.db)
  const { id, email } = await createStaff(shop, organiserId, 'owner')
  const browser = await inSession(shop, { staffId: id, email })
  expect((await browser.call('make_organiser', { name: 'Old Mill' })).body.code).toBe('operators_only')
  await shop.db.updateTable('staff').set({ is_operator: true }).where('id', '=', id).execute()
  expect((await browser.call('make_organiser', { name: '' })).body.code).toBe('organiser_name_missing')
  for (const slug of ['old-mill', 'old-mill-2']) {
    const { body } = await browser.call('make_organiser', { name: 'Old Mill' })
    const made = await shop.db.selectFrom('organisers').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    expect(body).toMatchObject({ success: true, next: `/office/events/new/?organiser_id=${made.id}` })
    expect((await browser.call('office_new_event', { organiser_id: made.id })).status).toBe(200)
  }
})
