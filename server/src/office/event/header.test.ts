import { expect, it } from 'vitest'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'

const shop = useShop('embedded')

async function headOf(
  { organiserId, eventId }: { organiserId: number; eventId: number },
  role: 'manager' | 'reader' = 'manager',
) {
  const person = await createStaff(shop(), organiserId, role)
  const browser = await inSession(shop(), { staffId: person.id, email: person.email })
  const { body } = await browser.call('office_event', { organiser_id: organiserId, event_id: eventId })
  const { when, where, public_path, may_cancel } = body
  return { when, where, public_path, may_cancel }
}

async function addDate(eventId: number, starts: string, status: 'published' | 'cancelled' = 'published') {
  await shop()
    .db.insertInto('event_dates')
    .values({ event_id: eventId, starts_at: new Date(starts), status })
    .execute()
}

it('the head of an event has its date and place, its public page, and what this person may do', async () => {
  const event = await createEvent(shop().db, { slug: 'head', startsAt: new Date('2026-09-01T18:00:00Z') })
  const { name } = await shop().db.selectFrom('venues').select('name').executeTakeFirstOrThrow()
  const head = { when: 'Tue 1 Sep 2026, 7:00pm', where: name, public_path: '/events/head/' }
  expect(await headOf(event)).toEqual({ ...head, may_cancel: true })
  expect(await headOf(event, 'reader')).toEqual({ ...head, may_cancel: false })
})

it('several dates are the first and the last with their number, without cancelled ones; an event online has no place', async () => {
  const event = await createEvent(shop().db, {
    venue_id: null,
    status: 'draft',
    startsAt: new Date('2026-09-01T18:00:00Z'),
  })
  await addDate(event.eventId, '2026-09-05T18:00:00Z')
  await addDate(event.eventId, '2026-09-19T18:00:00Z', 'cancelled')
  const when = 'Tue 1 Sep 2026 to Sat 5 Sep 2026, 2 dates'
  expect(await headOf(event)).toMatchObject({ when, where: '', public_path: '' })
  await shop()
    .db.updateTable('event_dates')
    .set({ ends_at: new Date('2026-09-07T20:00:00Z') })
    .where('event_id', '=', event.eventId)
    .where('starts_at', '=', new Date('2026-09-05T18:00:00Z'))
    .execute()
  expect((await headOf(event)).when).toBe('Tue 1 Sep 2026 to Mon 7 Sep 2026, 2 dates')
})

it('an event whose dates are all cancelled still says when it was, and one without dates nothing', async () => {
  const event = await createEvent(shop().db, { startsAt: new Date('2026-09-01T18:00:00Z') })
  await shop()
    .db.updateTable('event_dates')
    .set({ status: 'cancelled' })
    .where('event_id', '=', event.eventId)
    .execute()
  expect((await headOf(event)).when).toMatch(/^Tue 1 Sep 2026/)
  const bare = await createEvent(shop().db, { organiser_id: event.organiserId, tickets: [] })
  await shop().db.deleteFrom('event_dates').where('event_id', '=', bare.eventId).execute()
  expect((await headOf(bare)).when).toBe('')
  // Its preview has no date to show emails for.
  const person = await createStaff(shop(), bare.organiserId, 'manager')
  const browser = await inSession(shop(), { staffId: person.id, email: person.email })
  const about = { organiser_id: bare.organiserId, event_id: bare.eventId }
  expect(await browser.call('office_preview', about)).toMatchObject({ status: 200, body: { emails: [] } })
})
