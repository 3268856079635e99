import type { Role } from '@foyer/domain/office/rights.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { openShop } from '../../testing/shop.ts'
import { createStaff, inSession, logOf } from '../testing/office.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

type View = { view_id: number; name: string; is_shared: boolean; is_open: boolean; may_change: boolean }

/** People of one organiser, who see its lists. */
async function createTeam() {
  const { organiserId, eventId } = await createEvent(shop.db)
  const { eventId: other } = await createEvent(shop.db, { organiser_id: organiserId })
  const person = async (role: Role, eventIds?: number[]) => {
    const { id, email } = await createStaff(shop, organiserId, role, eventIds)
    const browser = await inSession(shop, { staffId: id, email })
    const call = async (name: Parameters<typeof browser.call>[0], body: object = {}) =>
      browser.call(name, { organiser_id: organiserId, ...body })
    const views = async (list: 'orders' | 'people' = 'orders', filter: object = {}) =>
      (await call(`office_${list}`, filter)).body.views as View[]
    return { id, call, views }
  }
  return { eventId, other, person }
}

const named = (views: readonly View[]) => views.map(({ name }) => name)

it('[39.4] a filter is saved under a name, for oneself or for the team, and is open where the list shows it', async () => {
  const { eventId, person } = await createTeam()
  const [ann, ben] = [await person('manager'), await person('box_office')]
  const saved = await ann.call('save_view', {
    list: 'orders',
    name: ' To post ',
    post: '1',
    event_id: eventId,
    q: 'Bob',
  })
  expect(saved.body.next).toMatch(new RegExp(`^/office/orders/\\?organiser_id=\\d+&event_id=${eventId}&post=1$`))
  await ann.call('save_view', { list: 'orders', name: 'Counter', channel: 'counter', shared: '1' })
  await ann.call('save_view', { list: 'people', name: 'Unsigned', unsigned: '1', shared: '1' })
  expect(await ann.views('orders', { post: '1', event_id: eventId })).toEqual([
    expect.objectContaining({ name: 'Counter', is_shared: true, is_open: false, may_change: true }),
    expect.objectContaining({
      name: 'To post',
      filter: { event_id: String(eventId), post: '1' },
      is_shared: false,
      is_open: true,
    }),
  ])
  expect(await ben.views()).toEqual([expect.objectContaining({ name: 'Counter', may_change: false })])
  expect(named(await ben.views('people'))).toEqual(['Unsigned'])
  expect((await logOf(shop, ann.id)).filter(({ action }) => action === 'save_view')).toHaveLength(3)
})

it('[39.4] one is renamed, shared and removed by who saved it, and a shared one by managers', async () => {
  const { person } = await createTeam()
  const [ann, ben, cleo] = [await person('box_office'), await person('box_office'), await person('manager')]
  await ann.call('save_view', { list: 'orders', name: 'Post', post: '1' })
  const [{ view_id }] = (await ann.views()) as [View]
  // It is hers alone, even for a manager.
  for (const { call } of [ben, cleo])
    expect((await call('change_view', { view_id, name: 'Mine', shared: '1' })).status).toBe(404)
  expect((await ann.call('change_view', { view_id, name: '', shared: '1' })).body.code).toBe('view_name_missing')
  // Its list is shown again as it filters it.
  expect((await ann.call('change_view', { view_id, name: 'Posted', shared: '1' })).body).toMatchObject({
    success: true,
    next: expect.stringMatching(/^\/office\/orders\/\?organiser_id=\d+&post=1(?:&|$)/),
  })
  expect(named(await ben.views())).toEqual(['Posted'])
  const stranger = await (await createTeam()).person('manager')
  expect((await stranger.call('change_view', { view_id, name: 'Theirs', shared: '1' })).status).toBe(404)
  expect((await ben.call('end_view', { view_id })).status).toBe(404)
  expect((await cleo.call('end_view', { view_id })).status).toBe(200)
  expect(await ann.views()).toEqual([])
})

it('[39.4] shows none about events or people that its reader may not see', async () => {
  const { eventId, other, person } = await createTeam()
  const [ann, ben, reader] = [await person('manager'), await person('box_office', [eventId]), await person('reader')]
  await ann.call('save_view', { list: 'orders', name: 'Own', event_id: eventId, shared: '1' })
  await ann.call('save_view', { list: 'orders', name: 'Other', event_id: other, shared: '1' })
  expect(named(await ben.views())).toEqual(['Own'])
  expect((await ben.call('save_view', { list: 'orders', name: 'Theirs', event_id: other })).status).toBe(404)
  expect((await reader.call('save_view', { list: 'people', name: 'Them', post: '1' })).status).toBe(404)
  const { view_id } = (await ann.views()).find(({ name }) => name === 'Other')!
  await shop.db.updateTable('list_views').set({ staff_id: ben.id }).where('id', '=', view_id).execute()
  expect((await ben.call('change_view', { view_id, name: 'Theirs' })).status).toBe(404)
})

it('[39.4] are at most thirty of one person', async () => {
  const { person } = await createTeam()
  const { call, views } = await person('manager')
  const save = (n: number) => call('save_view', { list: 'orders', name: `View ${n}`, post: '1' })
  for (let n = 1; n <= 30; n++) await save(n)
  expect((await save(31)).body.code).toBe('too_many_views')
  expect(await views()).toHaveLength(30)
})
