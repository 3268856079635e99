import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { createFullOrganiser } from '../../testing/full-organiser.ts'
import { createStaff, inSession } from '../../testing/office.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

const venueOf = (eventId: number) =>
  shop.db
    .selectFrom('venues as venue')
    .innerJoin('events as event', 'event.venue_id', 'venue.id')
    .selectAll('venue')
    .where('event.id', '=', eventId)
    .executeTakeFirst()

describe('the venue of an event', () => {
  it('is edited in place, with its map', async () => {
    const { manager, eventId } = await createFullOrganiser(shop)
    const { open, send } = await manager()
    const before = (await venueOf(eventId))!
    const answer = await send(await open('venue'), {
      'place.full_address': '2 High Street, Town',
      'place.longitude': '-7.25',
      'place.map_address': '',
    })
    expect(answer.body).toMatchObject({ success: true })
    expect(await venueOf(eventId)).toEqual({
      ...before,
      full_address: '2 High Street, Town',
      longitude: -7.25,
      map_address: null,
    })
    const wrong = await send(await open('venue'), { 'place.latitude': '91', 'place.country_code': 'Ireland' })
    expect(Object.keys(wrong.body.problems as object)).toEqual(['f[place.country_code]', 'f[place.latitude]'])
  })

  it('used by others is copied, so that nothing changes for them', async () => {
    const [first, second] = [await createFullOrganiser(shop), await createFullOrganiser(shop)]
    const shared = (await venueOf(second.eventId))!
    await shop.db.updateTable('events').set({ venue_id: shared.id }).where('id', '=', first.eventId).execute()
    const { open, send } = await first.manager()
    const form = await open('venue')
    expect(form.parts[0]!.rows[0]!.fields.find(({ name }) => name === 'place.name')!.effect).toContain('you get a copy')
    expect((await send(form, { 'place.name': 'Our hall' })).body).toMatchObject({ success: true })
    expect(await venueOf(second.eventId)).toEqual(shared)
    expect(await venueOf(first.eventId)).toMatchObject({ name: 'Our hall', town: shared.town, slug: 'our-hall' })
    expect((await venueOf(first.eventId))!.id).not.toBe(shared.id)
  })

  it('of other events of the organiser is copied for a person without rights to those', async () => {
    const { manager, eventId, organiserId } = await createFullOrganiser(shop)
    const { browser, about } = await manager()
    await browser.call('duplicate_event', { ...about, title: 'Another show', first_day: '2028-01-01' })
    const { email, id } = await createStaff(shop, organiserId, 'manager', [eventId])
    const limited = await inSession(shop, { staffId: id, email })
    const form = (await limited.call('office_event_form', { ...about, section: 'venue' })).body
    const sent = { ...about, section: 'venue', version: form.version, base: form.base, end: '1' }
    const before = (await venueOf(eventId))!
    await limited.call('save_event', { ...sent, f: { 'place.town': 'Elsewhere' } })
    expect(await venueOf(eventId)).toMatchObject({ town: 'Elsewhere' })
    expect((await venueOf(eventId))!.id).not.toBe(before.id)
  })

  it('is replaced on request, and removed when the event goes online', async () => {
    const { manager, eventId } = await createFullOrganiser(shop)
    const { open, send } = await manager()
    const before = (await venueOf(eventId))!
    await send(await open('venue'), { venue: '+', 'place.name': 'The Barn', 'place.full_address': '' })
    expect(await venueOf(eventId)).toMatchObject({ name: 'The Barn', full_address: null })
    const nameless = await send(await open('venue'), { venue: '+', 'place.name': '' })
    expect(nameless.body.problems).toHaveProperty(['f[place.name]'])
    const other = await send(await open('venue'), { venue: before.slug, 'place.name': 'Typed for the barn' })
    expect(other.body).toMatchObject({ code: 'event_refused' })
    await send(await open('venue'), { venue: '' })
    expect(await venueOf(eventId)).toBeUndefined()
    await send(await open('venue'), { 'place.name': 'The Shed' })
    expect(await venueOf(eventId)).toMatchObject({ name: 'The Shed' })
  })

  it('changed by two people through two events is shown to the second', async () => {
    const { manager } = await createFullOrganiser(shop)
    const { browser, about, open, send } = await manager()
    const mine = await open('venue')
    const copy = await browser.call('duplicate_event', { ...about, title: 'Copy', first_day: '2028-01-01' })
    const event_id = /event_id=(\d+)/.exec(String(copy.body.next))![1]
    const form = (await browser.call('office_event_form', { ...about, event_id, section: 'venue' })).body
    await browser.call('save_event', {
      ...about,
      event_id,
      section: 'venue',
      version: form.version,
      base: form.base,
      end: '1',
      f: { 'place.town': 'Theirs' },
    })
    const { body } = await send(mine, { 'place.town': 'Mine' })
    expect(body).toMatchObject({ code: 'changed_meanwhile', problems: { 'f[place.town]': 'Town, saved now: Theirs' } })
  })
})

describe('access codes', () => {
  it('are created, changed and ended by the form, with their sales', async () => {
    const { manager, file } = await createFullOrganiser(shop)
    const { open, send } = await manager()
    const form = await open('codes')
    const rows = form.parts.find(({ list }) => list === 'access_codes')!.rows
    expect(rows.map(({ title, was }) => [title, was])).toEqual([['FRIENDS-1 and 1 more', 'FRIENDS-1']])
    const changed = await send(form, {
      'access_codes.0.codes': 'friends-1\nFRIENDS-3',
      'access_codes.1.was': '',
      'access_codes.1.codes': 'PRESS-1',
      'access_codes.1.tickets': ['', 'Stalls'],
    })
    expect(changed.body).toMatchObject({ success: true })
    expect((await file()).events![0]!.access_codes).toMatchObject([
      { codes: ['FRIENDS-1', 'FRIENDS-3'], max_tickets: 4 },
      { codes: ['PRESS-1'], tickets: ['Stalls'] },
    ])
    const short = await send(await open('codes'), { 'access_codes.0.codes': 'AB' })
    expect(Object.keys(short.body.problems as object)).toEqual(['f[access_codes.0.codes]'])
    await send(await open('codes'), { 'access_codes.0.remove': '1' })
    expect((await file()).events![0]!.access_codes).toMatchObject([{ codes: ['PRESS-1'] }])
  })
})

describe('an amount off', () => {
  it('is in the event’s currency', async () => {
    const { manager, file, n } = await createFullOrganiser(shop)
    const { open, send } = await manager()
    await send(await open('codes'), {
      'discount_codes.1.was': '',
      'discount_codes.1.code': `OFF-${n}`,
      'discount_codes.1.amount': '3',
    })
    expect((await file()).discount_codes!.find(({ code }) => code === `OFF-${n}`)).toMatchObject({
      amount: 3,
      currency: 'EUR',
    })
  })
})
