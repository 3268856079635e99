import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockChangeAt } from '../../../catalogue/wall-clock.ts'
import { openShop } from '../../../testing/shop.ts'
import { createFullOrganiser } from '../../testing/full-organiser.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

/** A venue whose show has four more dates, all at 18:00. */
async function manyDates() {
  const organiser = await createFullOrganiser(shop)
  const { browser, about, open, send } = await organiser.manager()
  const rule = { weekdays: [2], from: '2027-08-03', until: '2027-08-24', starts: '18:00', ends: '20:00' }
  expect((await browser.call('add_dates', { ...about, ...rule })).status).toBe(200)
  const list = async () => (await browser.call('office_dates', about)).body as unknown as OfficeReply<'office_dates'>
  const change = (what: object) => browser.call('change_dates', { ...about, ...what })
  const event = async () => (await organiser.file()).events![0]!
  const idsOf = async (name: string) =>
    (
      await shop.db
        .selectFrom('ticket_types')
        .select('id')
        .where('event_id', '=', organiser.eventId)
        .where('name', '=', name)
        .orderBy('id')
        .execute()
    ).map(({ id }) => id)
  return { ...organiser, browser, about, open, send, list, change, event, idsOf }
}

describe('several dates', () => {
  it('get new times together, and dependent times move along', async () => {
    const { list, change, event } = await manyDates()
    const { dates } = await list()
    expect(dates).toHaveLength(6)
    const [, , one, , three] = dates
    expect(
      (await change({ dates: [one!.date_id, three!.date_id], starts: '23:00', doors: '22:30' })).body,
    ).toMatchObject({ success: true })
    const after = (await event()).dates.slice(2)
    expect(after.map(({ starts, ends, doors }) => [starts, ends, doors])).toEqual([
      ['2027-08-03T23:00', '2027-08-04T01:00', '2027-08-03T22:30'],
      ['2027-08-10T18:00', '2027-08-10T20:00', undefined],
      ['2027-08-17T23:00', '2027-08-18T01:00', '2027-08-17T22:30'],
      ['2027-08-24T18:00', '2027-08-24T20:00', undefined],
    ])
  })

  it('that start after midnight open their doors the evening before', async () => {
    const { list, change, event } = await manyDates()
    const { dates } = await list()
    const late = { dates: [dates[2]!.date_id], starts: '00:30', ends: '04:00', doors: '23:30' }
    expect((await change(late)).body).toMatchObject({ success: true })
    expect((await event()).dates[2]).toMatchObject({
      starts: '2027-08-03T00:30',
      ends: '2027-08-03T04:00',
      doors: '2027-08-02T23:30',
    })
  })

  it('get another price and capacity from one date on, keeping their ticket types', async () => {
    const { list, change, event, idsOf, open, send } = await manyDates()
    const before = await idsOf('Standing')
    const { dates, targets } = await list()
    expect(targets.map(({ value }) => value)).toContain('type:Standing')
    const change3 = {
      scope: 'from',
      dates: [dates[4]!.date_id],
      target: 'type:Standing',
      price: '12.50',
      capacity: '60',
    }
    expect((await change(change3)).body).toMatchObject({ success: true })
    const standing = (await event()).ticket_types!.filter(({ name }) => name === 'Standing')
    expect(standing.map((type) => [type.price, type.capacity, type.dates!.length])).toEqual([
      [10, 50, 4],
      [12.5, 60, 2],
    ])
    expect(await idsOf('Standing')).toEqual(before)
    // The form shows two rows with their dates. Saved unchanged, it changes nothing.
    const form = await open('tickets')
    const rows = form.parts[0]!.rows.filter(({ title }) => title === 'Standing')
    expect(rows.map(({ note }) => note)).toEqual(['On 4 of 6 dates', 'On 2 of 6 dates'])
    const file = await event()
    expect((await send(form, {})).body).toMatchObject({ success: true })
    expect(await event()).toEqual(file)
    // When both are the same again, they are one ticket type.
    await change({ scope: 'all', target: 'type:Standing', price: '11', capacity: '60' })
    expect((await event()).ticket_types!.filter(({ name }) => name === 'Standing')).toMatchObject([{ price: 11 }])
  })

  it('close relative to each start', async () => {
    const { list, change, event } = await manyDates()
    const { dates } = await list()
    await change({ dates: dates.slice(2, 4).map(({ date_id }) => date_id), target: 'type:Programme', closes: '2' })
    expect((await change({ scope: 'all', target: 'type:Shirt, M', price: '16' })).body).toMatchObject({ success: true })
    expect((await event()).ticket_types!.filter(({ name }) => name === 'Shirt, M')).toMatchObject([{ price: 16 }])
    const programme = (await event()).ticket_types!.filter(({ name }) => name === 'Programme')
    expect(programme.flatMap(({ sale_until }) => sale_until ?? [])).toEqual(['2027-08-03T16:00', '2027-08-10T16:00'])
  })

  it('are refused below the number sold, and nothing changes', async () => {
    const { list, change, event, eventId } = await manyDates()
    const { dates } = await list()
    await sql`update stock set sold = 30, held = 4 where ticket_type_id in (select id from ticket_types
      where event_id = ${eventId} and name = 'Standing' and date_id = ${dates[3]!.date_id})`.execute(shop.db)
    expect((await list()).dates[3]).toMatchObject({ sold: 30, held: 4 })
    const before = await event()
    const wanted = { scope: 'all', target: 'type:Standing', starts: '19:00' }
    const { body } = await change({ ...wanted, capacity: '20' })
    expect(body).toMatchObject({ code: 'dates_refused', error: expect.stringContaining('the lowest possible is 34') })
    expect(await event()).toEqual(before)
    for (const wrong of [
      { price: '3', target: 'all' },
      { capacity: 'x', target: 'type:Standing' },
      { starts: '25:00' },
    ])
      expect((await change({ scope: 'all', ...wrong })).body.code).toBe('dates_refused')
    for (const nothing of [{ scope: 'all' }, { starts: '19:00' }, { starts: '19:00', dates: [999_999_999] }])
      expect((await change(nothing)).body.code).toBe('no_dates_chosen')
  })
})

describe('during a change of the clocks', () => {
  it.each([
    ['2027-03-28T01:30', { how: 'never', instead: '02:30' }],
    ['2027-10-31T01:30', { how: 'twice' }],
    ['2027-10-31T01:30:00+00:00', null],
    ['2027-10-31', null],
    ['2027-07-02T01:30', null],
    ['2027-3-28T1:30', { how: 'never', instead: '02:30' }],
    ['20270328T01:30', { how: 'never', instead: '02:30' }],
    ['no time', null],
  ])('%s', (local, how) => expect(clockChangeAt(local, 'Europe/London')).toEqual(how))

  it('the form refuses a date typed without zeros at its field', async () => {
    const { manager } = await createFullOrganiser(shop)
    const { open, send } = await manager()
    const { status, body } = await send(await open('dates'), { 'dates.0.starts': '2027-7-2T19:30' })
    expect([status, Object.keys(body.problems as object)]).toEqual([400, ['f[dates.0.starts]']])
  })

  it('the form reports a skipped time, and asks which of a repeated time is meant', async () => {
    const { manager, file } = await createFullOrganiser(shop)
    const { open, send } = await manager()
    const never = await send(await open('dates'), { 'dates.0.starts': '2027-03-28T01:30' })
    expect(never.body.problems).toEqual({
      'f[dates.0.starts]': 'The clocks go forward that night, so there is no 01:30. Enter 02:30 or another time.',
    })
    await send(await open('dates'), { 'dates.0.starts': '2027-10-31T01:30', 'dates.0.ends': '', 'dates.0.doors': '' })
    const form = await open('dates')
    const row = form.parts[0]!.rows.find(({ title }) => title.startsWith('2027-10-31'))!
    expect(row.note).toBe('01:30 comes twice that night, because the clocks go back. This is the first one.')
    const before = await file()
    await send(form, {})
    expect(await file()).toEqual(before)
  })

  it('a new event, recurring dates and a moved date report a skipped time too', async () => {
    const { manager, file } = await createFullOrganiser(shop)
    const { browser, about } = await manager()
    const before = await file()
    const report = 'The clocks go forward that night, so there is no 01:30. Enter 02:30 or another time.'
    const rule = { weekdays: [7], from: '2027-03-21', until: '2027-04-04', starts: '01:30' }
    expect((await browser.call('add_dates', { ...about, ...rule })).body.error).toContain(report)
    const { dates } = (await browser.call('office_dates', about)).body as unknown as OfficeReply<'office_dates'>
    const to = { ...about, date_id: dates[0]!.date_id, day: '2027-03-28', starts: '1:30' }
    expect((await browser.call('office_move', to)).body.problem).toBe(report)
    expect((await browser.call('move_date', to)).body.error).toContain(report)
    const club = { title: 'Club night', day: '2027-03-27', starts: '22:00', ends: '1:30', how_many: '80', price: '6' }
    const { organiser_id } = about
    expect((await browser.call('create_event', { organiser_id, ...club })).body.problems).toEqual({ ends: report })
    expect(await file()).toEqual(before)
  })
})
