import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { SECTIONS } from '@foyer/contract/office/events/fields.en.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { createFullOrganiser } from '../../testing/full-organiser.ts'
import { logOf } from '../../testing/office.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

const createOrganiser = () => createFullOrganiser(shop)

describe('the event form', () => {
  it.each(SECTIONS.map(({ name }) => name))('changes nothing when %s is saved unchanged', async (section) => {
    const { manager, file } = await createOrganiser()
    const { open, send } = await manager()
    const before = await file()
    const form = await open(section)
    expect((await send(form, {})).body).toMatchObject({ success: true })
    expect(await file()).toEqual(before)
  })

  it('writes changes through the import, and logs old and new values', async () => {
    const { manager, file } = await createOrganiser()
    const { id, open, send } = await manager()
    const details = await open('details')
    expect((await send(details, { title: 'A new show', description_html: 'Two acts.\n\nOne break.' })).status).toBe(200)
    const { events } = await file()
    expect(events![0]).toMatchObject({ title: 'A new show', description_html: '<p>Two acts.</p><p>One break.</p>' })
    expect((await logOf(shop, id)).at(-1)).toMatchObject({
      action: 'save_event',
      outcome: 'done',
      before: expect.objectContaining({ title: 'The Show' }),
      after: { title: 'A new show', description_html: 'Two acts.\n\nOne break.' },
    })
  })

  it('renames, reprices and adds ticket types, which keep their identity', async () => {
    const { manager, eventId, file } = await createOrganiser()
    const { open, send } = await manager()
    const typesOf = () =>
      shop.db.selectFrom('ticket_types').select(['id', 'name', 'price_minor']).where('event_id', '=', eventId).execute()
    const before = await typesOf()
    const form = await open('tickets')
    const row = form.parts[0]!.rows.findIndex(({ was }) => was.startsWith('Programme'))
    const answer = await send(form, {
      [`ticket_types.${row}.name`]: 'Booklet',
      [`ticket_types.${row}.price`]: '€6.5',
      'ticket_types.7.was': '',
      'ticket_types.7.name': 'Pram',
      'ticket_types.7.price': '1',
      'ticket_types.7.capacity': '5',
    })
    expect(answer.body).toMatchObject({ success: true })
    const after = await typesOf()
    const ids = (name: string, rows: typeof before) => rows.filter((row) => row.name === name).map((row) => row.id)
    expect(ids('Booklet', after)).toEqual(ids('Programme', before))
    expect(after.find(({ name }) => name === 'Booklet')!.price_minor).toBe(650)
    expect(ids('Pram', after)).toHaveLength(2)
    const standing = (await file()).events![0]!.ticket_types!.find(({ name }) => name === 'Standing')!
    expect(standing.requires).toEqual([{ title: 'a programme', any_of: ['Booklet'] }])
  })

  it('keeps access codes when their type is renamed, and ends them when it needs none', async () => {
    const { manager, file } = await createOrganiser()
    const { open, send } = await manager()
    const stalls = async () => {
      const form = await open('tickets')
      return { form, row: form.parts[0]!.rows.findIndex(({ was }) => /^(?:Stalls|Front)/.test(was)) }
    }
    const first = await stalls()
    const choice = first.form.parts[0]!.rows[first.row]!.fields.find(({ name }) => name.endsWith('.visibility'))!
    expect(choice.value).toBe('code')
    expect(JSON.stringify(SECTIONS)).toContain('Buyers with an access code')
    expect((await send(first.form, { [`ticket_types.${first.row}.name`]: 'Front' })).body).toMatchObject({
      success: true,
    })
    expect((await file()).events![0]!.access_codes).toMatchObject([
      { codes: ['FRIENDS-1', 'FRIENDS-2'], tickets: ['Front'], max_tickets: 4 },
    ])
    const second = await stalls()
    const opened = await send(second.form, { [`ticket_types.${second.row}.visibility`]: 'all' })
    expect(opened.body).toMatchObject({ success: true })
    expect((await file()).events![0]!.access_codes).toBeUndefined()
  })

  it('refuses a capacity below the number sold at its field, and changes nothing', async () => {
    const { manager, eventId, file } = await createOrganiser()
    const { open, send } = await manager()
    await sql`update stock set sold = 30, held = 4 where ticket_type_id in
      (select id from ticket_types where event_id = ${eventId} and name = 'Standing')`.execute(shop.db)
    const form = await open('tickets')
    const row = form.parts[0]!.rows.findIndex(({ was }) => was.startsWith('Standing'))
    const field = form.parts[0]!.rows[row]!.fields.find(({ name }) => name.endsWith('.capacity'))!
    expect(field.effect).toBe(
      'On all dates together 60 sold and 8 in baskets: the lowest possible for each date is 34.',
    )
    const before = await file()
    const { status, body } = await send(form, { [field.name]: '20', 'ticket_types.0.description': 'Else' })
    expect([status, body.code, body.problems]).toEqual([
      400,
      'event_refused',
      {
        [`f[${field.name}]`]:
          'The capacity of "Standing" cannot become 20: 30 are sold, 4 reserved; the lowest possible is 34.',
      },
    ])
    expect(await file()).toEqual(before)
    expect((await send(form, { [field.name]: '34' })).status).toBe(200)
  })

  it('says what is sold, in baskets and kept of shared places beside their number', async () => {
    const { manager, eventId } = await createOrganiser()
    const { open } = await manager()
    await sql`update pools set capacity = capacity + 10, sold = 7, held = 3 where event_id = ${eventId}`.execute(
      shop.db,
    )
    const fields = (await open('tickets')).parts.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields))
    expect(fields.filter(({ name }) => /^pools\.\d+\.capacity$/.test(name)).map(({ effect }) => effect)).toEqual([
      'On all dates together 14 sold and 6 in baskets, up to 5 kept on a date: the lowest possible for each date is 15.',
      '7 sold and 3 in baskets, 1 kept: the lowest possible is 11.',
    ])
  })

  it('names a missing field as the form does', async () => {
    const { manager } = await createOrganiser()
    const { open, send } = await manager()
    const typed = { 'ticket_types.0.refund_policy.text': 'Refunds until 7 days before' }
    expect((await send(await open('tickets'), typed)).body.problems).toEqual({
      'f[ticket_types.0.refund_policy.title]': '“Refund policy, title” is missing.',
      'f[ticket_types.0.refund_policy.description]': '“Refund policy, in full” is missing.',
    })
  })

  it('moves two dates at once, each with its sales', async () => {
    const { manager, eventId } = await createOrganiser()
    const { open, send } = await manager()
    const datesOf = () =>
      shop.db
        .selectFrom('event_dates')
        .select(['id', 'starts_at'])
        .where('event_id', '=', eventId)
        .orderBy('id')
        .execute()
    const before = await datesOf()
    const form = await open('dates')
    const answer = await send(form, {
      'dates.0.starts': '2027-07-09T20:00',
      'dates.0.ends': '',
      'dates.0.doors': '',
      'dates.1.starts': '2027-07-10T20:00',
      'dates.1.ends': '',
    })
    expect(answer.body).toMatchObject({ success: true })
    expect(await datesOf()).toEqual([
      { id: before[0]!.id, starts_at: new Date('2027-07-09T19:00:00Z') },
      { id: before[1]!.id, starts_at: new Date('2027-07-10T19:00:00Z') },
    ])
  })

  it('removes a date that has prices of its own', async () => {
    const { manager, file } = await createOrganiser()
    const { browser, about, open, send } = await manager()
    const { dates } = (await browser.call('office_dates', about)).body as unknown as OfficeReply<'office_dates'>
    const higher = { ...about, dates: [dates[1]!.date_id], target: 'type:Standing', price: '14' }
    expect((await browser.call('change_dates', higher)).body).toMatchObject({ success: true })
    expect((await send(await open('dates'), { 'dates.1.remove': '1' })).body).toMatchObject({ success: true })
    const [event] = (await file()).events!
    expect(event!.dates.map(({ starts }) => starts)).toEqual(['2027-07-02T19:30'])
    expect(event!.ticket_types!.flatMap(({ name, price }) => (name === 'Standing' ? [price] : []))).toEqual([10])
  })

  it('offers what is limited to some dates on a new one too, and still on the others when one of them is removed', async () => {
    const { manager, file } = await createOrganiser()
    const { open, send } = await manager()
    const more = { 'dates.2.was': '', 'dates.2.starts': '2027-07-05T19:30' }
    expect((await send(await open('dates'), more)).body).toMatchObject({ success: true })
    const offered = async () => {
      const { ticket_types: types, pools, dates } = (await file()).events![0]!
      const startOf = (key: string) => dates.find((date) => date.key === key)?.starts ?? key
      const limited = [...types!, ...pools!].filter(({ name }) => ['Stalls', 'Boxes'].includes(name))
      return limited.map(({ name, dates }) => [name, dates?.map(startOf)])
    }
    const both = ['2027-07-02T19:30', '2027-07-05T19:30']
    expect(await offered()).toEqual([
      ['Stalls', both],
      ['Boxes', both],
    ])
    // They can be chosen by their starts.
    const fields = (await open('tickets')).parts.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields))
    const labels = fields.find(({ name }) => name.endsWith('.dates'))!.options!.map(({ label }) => label)
    expect(labels).toEqual(['2027-07-02 19:30', '2027-07-03', '2027-07-05 19:30'])
    expect((await send(await open('dates'), { 'dates.0.remove': '1' })).body).toMatchObject({ success: true })
    expect(await offered()).toEqual([
      ['Stalls', both.slice(1)],
      ['Boxes', both.slice(1)],
    ])
  })

  it('merges different changes of two people, and shows the second a conflicting one', async () => {
    const { manager, file } = await createOrganiser()
    const [ann, bob] = [await manager(), await manager()]
    const [hers, his] = [await ann.open('details'), await bob.open('details')]
    expect((await ann.send(hers, { title: 'Ann’s title', summary: 'Ann’s' })).status).toBe(200)
    const { status, body } = await bob.send(his, { title: 'Bob’s title', category: 'Opera' })
    expect([status, body.code]).toEqual([409, 'changed_meanwhile'])
    expect(body.error).toContain('Staff staff-')
    expect(body.problems).toEqual({ 'f[title]': 'Title, saved now: Ann’s title' })
    expect(body.untouched).toContain('f[summary]')
    expect((await file()).events![0]).toMatchObject({ title: 'Ann’s title', category: 'Theatre' })
    const again = await bob.open('details')
    expect((await bob.send(again, { title: 'Bob’s title', category: 'Opera' })).status).toBe(200)
    expect((await file()).events![0]).toMatchObject({ title: 'Bob’s title', category: 'Opera', summary: 'Ann’s' })
    const [first, second] = [await ann.open('details'), await bob.open('details')]
    await ann.send(first, { summary: 'Again' })
    expect((await bob.send(second, { category: 'Play' })).status).toBe(200)
    expect((await file()).events![0]).toMatchObject({ category: 'Play', summary: 'Again' })
  })

  it('refuses the organiser’s own codes again, other organisers’ venues, and incomplete forms', async () => {
    const [first, second] = [await createOrganiser(), await createOrganiser()]
    const { open, send } = await first.manager()
    const codes = await open('codes')
    const taken = await send(codes, {
      'discount_codes.5.was': '',
      'discount_codes.5.code': `TEN-${first.n}`,
      'discount_codes.5.percent': '90',
    })
    expect(taken.body).toMatchObject({
      code: 'event_refused',
      problems: { 'f[discount_codes.5.code]': 'This code exists already. Choose another one.' },
    })
    const venue = await open('venue')
    expect((await send(venue, { venue: `great-hall-${second.n}` })).body).toMatchObject({ code: 'event_refused' })
    const details = await open('details')
    expect((await send(details, { title: 'X' }, { end: '' })).body).toMatchObject({ code: 'form_too_long' })
    expect((await send(details, { title: 'X' }, { section: 'nothing' })).status).toBe(404)
  })

  it('keeps offers when other fields are saved, and ends removed ones', async () => {
    const { manager, file } = await createOrganiser()
    const { open, send } = await manager()
    await send(await open('details'), { title: 'Else' })
    expect((await file()).offers).toHaveLength(2)
    await send(await open('codes'), { 'offers.0.remove': '1' })
    expect((await file()).offers!.map(({ title }) => title)).toEqual(['A tenth off'])
  })
})

it('a code whose percentage becomes an amount takes off the currency of its event', async () => {
  const { manager, file, n } = await createOrganiser()
  const { open, send } = await manager()
  const typed = { 'discount_codes.0.percent': '', 'discount_codes.0.amount': '5' }
  expect((await send(await open('codes'), typed)).body).toMatchObject({ success: true })
  expect((await file()).discount_codes!.find(({ code }) => code === `TEN-${n}`)).toMatchObject({
    amount: 5,
    currency: 'EUR',
  })
})

describe('an event', () => {
  it('gets recurring dates at the same hour across the clock change', async () => {
    const { manager, eventId, file } = await createOrganiser()
    const { browser, about } = await manager()
    const rule = { weekdays: [2, 4], from: '2027-02-02', until: '2027-04-25', starts: '18:00', ends: '19:00' }
    expect((await browser.call('add_dates', { ...about, ...rule, except: '2027-03-11' })).status).toBe(200)
    const { rows } = await sql<{ hour: string; utc: string; n: number }>`
      select to_char(starts_at at time zone 'Europe/Dublin', 'HH24:MI') as hour,
        to_char(starts_at at time zone 'UTC', 'HH24:MI') as utc, count(*)::int as n
      from event_dates where event_id = ${eventId} and starts_at < '2027-05-01' group by 1, 2 order by 2`.execute(
      shop.db,
    )
    expect(rows.map(({ hour, utc }) => `${hour} ${utc}`)).toEqual(['18:00 17:00', '18:00 18:00'])
    expect(rows.reduce((all, { n }) => all + n, 0)).toBe(23)
    const programme = (await file()).events![0]!.ticket_types!.find(({ name }) => name === 'Programme')!
    expect(programme.dates).toBeUndefined()
    expect((await browser.call('add_dates', { ...about, ...rule, weekdays: [] })).body.code).toBe('bad_rule')
  })

  it('is copied as a draft with new dates, without sales and codes', async () => {
    const { manager, eventId, file } = await createOrganiser()
    const { browser, about } = await manager()
    await sql`update stock set sold = 5 where ticket_type_id in
      (select id from ticket_types where event_id = ${eventId} and name = 'Standing')`.execute(shop.db)
    const copy = { ...about, title: 'The Show again', first_day: '2028-07-02' }
    expect((await browser.call('duplicate_event', copy)).status).toBe(200)
    const { events, discount_codes, offers } = await file()
    expect(events).toHaveLength(2)
    expect(events![1]).toMatchObject({ title: 'The Show again', status: 'draft' })
    expect(events![1]!.dates.map(({ starts }) => starts)).toEqual(['2028-07-02T19:30', '2028-07-03'])
    expect(discount_codes!.filter(({ event }) => event === events![1]!.slug)).toEqual([])
    expect(events![1]!.access_codes).toBeUndefined()
    expect(offers!.filter(({ event }) => event === events![1]!.slug)).toHaveLength(1)
    expect((await browser.call('duplicate_event', copy)).body.code).toBe('event_exists')
  })

  it('is copied with its early prices, which end as long before the new date as before the old one', async () => {
    const { manager, file } = await createOrganiser()
    const { browser, about } = await manager()
    const copy = { ...about, title: 'The Show once more', first_day: '2028-07-02' }
    expect((await browser.call('duplicate_event', copy)).status).toBe(200)
    const untilOf = ({ ticket_types }: { ticket_types?: { price_tiers?: { until?: string | null }[] }[] }) =>
      ticket_types!.flatMap(({ price_tiers }) => price_tiers ?? []).map(({ until }) => until)
    const { events } = await file()
    expect(events!.map(untilOf)).toEqual([
      ['2027-05-01', '2027-06-01T12:00'],
      ['2028-05-01', '2028-06-01T12:00'],
    ])
  })

  it('whose tickets have sold out says so on its page as in the list, also with shirts left', async () => {
    const { manager, eventId } = await createOrganiser()
    const { browser, about } = await manager()
    await shop.db.updateTable('events').set({ on_sale_from: null }).where('id', '=', eventId).execute()
    await sql`update pools set sold = capacity - kept where event_id = ${eventId}`.execute(shop.db)
    await sql`update stock set sold = capacity where ticket_type_id in
      (select id from ticket_types where event_id = ${eventId} and pool_id is null and not extra)`.execute(shop.db)
    const { body } = await browser.call('office_events', about)
    const [listed] = body.events as { state: string }[]
    expect([listed!.state, (await browser.call('office_event', about)).body.state]).toEqual(['sold_out', 'sold_out'])
  })

  it('is unpublished, republished and archived; an event on sale cannot be archived', async () => {
    const { manager, file } = await createOrganiser()
    const { id, browser, about } = await manager()
    // It is on sale already, as on a page that is open twice.
    expect((await browser.call('set_event_status', { ...about, status: 'published' })).status).toBe(200)
    expect(await logOf(shop, id)).toEqual([])
    expect((await browser.call('archive_event', { ...about, archived: '1' })).body.code).toBe('event_on_sale')
    await browser.call('set_event_status', { ...about, status: 'draft' })
    expect((await file()).events![0]!.status).toBe('draft')
    expect((await browser.call('archive_event', { ...about, archived: '1' })).status).toBe(200)
    const listed = async (show: string) =>
      ((await browser.call('office_events', { ...about, show })).body.events as unknown[]).length
    expect([await listed('current'), await listed('archived')]).toEqual([0, 1])
    await browser.call('set_event_status', { ...about, status: 'published' })
    expect((await file()).events![0]!.status).toBeUndefined()
  })

  it('loses one of its dates, which then stays out of its form', async () => {
    const { manager, file } = await createOrganiser()
    const { browser, about, open, send } = await manager()
    const overview = (await browser.call('office_event', about)).body as unknown as OfficeReply<'office_event'>
    const { date_id } = overview.dates[0]!
    expect((await browser.call('cancel_date', { ...about, date_id })).status).toBe(200)
    const form = await open('dates')
    expect(form.parts[0]!.rows[0]!.note).toBe('Cancelled')
    await send(form, { 'dates.0.starts': '2027-09-09T20:00' })
    expect((await file()).events![0]!.dates[0]).toMatchObject({ starts: '2027-07-02T19:30', cancelled: true })
  })
})
