import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { importText } from './import.ts'

const NOW = new Date('2027-01-10T12:00:00Z')

const given = (name: string) => readFileSync(new URL(`./listings/${name}.json`, import.meta.url), 'utf8')

type Listed = { [field: string]: unknown }

const show = (name: string, start: string, more: Listed = {}): Listed => ({
  '@type': 'TheaterEvent',
  name,
  startDate: `2027-03-${start}`,
  location: { '@type': 'Place', name: 'Old Hall', address: { addressLocality: 'Leeds', addressCountry: 'GB' } },
  organizer: 'The Players',
  offers: { price: 20, priceCurrency: 'GBP', inventoryLevel: 50 },
  ...more,
})

describeOnBoth('a listed performance', (kind) => {
  const database = useTestDatabase(kind)
  const load = async (...listed: (Listed | string)[]) => {
    const text = typeof listed[0] === 'string' ? listed[0] : JSON.stringify(listed, null, 1)
    return importText(database().db, 'listing.json', text, NOW)
  }
  const rowsOf = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(database().db)).rows

  /** The dates of the events with a title: start, whether it moved and is told, whether on sale, and what is sold. */
  const datesOf = async (title: string) =>
    (
      await rowsOf(`select to_char(date.starts_at at time zone event.timezone, 'DD HH24:MI') as start,
          date.tell_move, type.price_minor, stock.sold, stock.closed, event.id, event.slug
        from events event join event_dates date on date.event_id = event.id
        left join ticket_types type on type.date_id = date.id left join stock on stock.ticket_type_id = type.id
        where event.title = '${title}' order by date.starts_at, type.sort`)
    ).map(
      ({ start, price_minor, sold, closed, tell_move }) =>
        `${start}: ${price_minor}, ${sold} sold${closed ? ', closed' : ''}${tell_move === null ? '' : ', told'}`,
    )

  /** Sells tickets of the date of an event that starts at a time of day. */
  const sell = async (title: string, time: string, n = 3) => {
    const { length } = await rowsOf(`update stock set sold = ${n} where ticket_type_id in (
      select type.id from ticket_types type join event_dates date on date.id = type.date_id
      join events event on event.id = date.event_id
      where event.title = '${title}' and to_char(date.starts_at at time zone event.timezone, 'HH24:MI') = '${time}'
    ) returning *`)
    expect(length).toBe(1)
    // Somebody has them in a sale, so that the type cannot be deleted.
    await rowsOf(`insert into sales (reference, created_at, updated_at) values ('${title} ${time}', now(), now())`)
    await rowsOf(`insert into sale_lines (sale_id, ticket_type_id, qty, added_at)
      select sale.id, type.id, 1, sale.created_at from sales sale, ticket_types type join event_dates date on date.id = type.date_id
      join events event on event.id = date.event_id
      where sale.reference = '${title} ${time}' and event.title = '${title}'
        and to_char(date.starts_at at time zone event.timezone, 'HH24:MI') = '${time}'`)
  }

  it('is not another one of its name on its day: sold matinee tickets stay, in whatever order they are listed', async () => {
    await load(given('matinee'))
    await sell('M01 Hamlet', '14:00')
    await load(given('evening'))
    const both = ['06 14:00: 2000, 3 sold', '06 19:30: 3000, 0 sold']
    expect(await datesOf('M01 Hamlet')).toEqual(both)
    for (const name of ['matinee', 'evening', 'matinee']) {
      expect((await load(given(name))).refused).toEqual([])
      expect(await datesOf('M01 Hamlet')).toEqual(both)
    }
    await load(given('p15a-mat'))
    await sell('P15 Hamlet', '14:00')
    await load(given('p15b-eve'))
    expect(await datesOf('P15 Hamlet')).toEqual(['06 14:00: 2000, 3 sold', '06 19:30: 3000, 0 sold'])
  })

  it('keeps its tickets when the other is left out, or listed first', async () => {
    await load(given('two-shows-1'))
    await sell('M02 Macbeth', '14:00')
    const both = ['06 14:00: 2000, 3 sold', '06 19:30: 3000, 0 sold']
    expect(await datesOf('M02 Macbeth')).toEqual(both)
    for (const name of ['two-shows-2', 'two-shows-3', 'two-shows-1', 'two-shows-3']) {
      const report = await load(given(name))
      expect([report.refused, report.notes.filter(({ why }) => why.includes('moved'))]).toEqual([[], []])
      expect(await datesOf('M02 Macbeth')).toEqual(both)
    }
    const slugs = await rowsOf(`select slug from events where title = 'M02 Macbeth' order by slug`)
    expect(slugs).toEqual([{ slug: 'm02-macbeth-2027-03-06' }, { slug: 'm02-macbeth-2027-03-06-1930' }])
  })

  it.each([
    ['previousStartDate', { previousStartDate: '2027-03-06T14:00' }],
    ['previousStartDate with an offset', { previousStartDate: '2027-03-06T14:00:00+00:00' }],
    ['several earlier ones', { previousStartDate: ['2027-02-01T10:00', '2027-03-06T14:00'] }],
    ['EventRescheduled', { eventStatus: 'https://schema.org/EventRescheduled' }],
    ['both', { eventStatus: 'EventRescheduled', previousStartDate: '2027-03-06T14:00' }],
  ])('moves where the listing says so (%s), once, and its holders are told', async (how, said) => {
    const name = `Moved by ${how}`
    await load(show(name, '06T14:00'))
    await sell(name, '14:00')
    const moved = await load(show(name, '09T15:30', said))
    expect(moved.notes.map(({ why }) => why).join()).toContain(
      'moved from 2027-03-06T14:00:00.000Z to 2027-03-09T15:30:00.000Z',
    )
    const after = ['09 15:30: 2000, 3 sold, told']
    expect(await datesOf(name)).toEqual(after)
    const again = await load(show(name, '09T15:30', said))
    expect([again.refused, again.notes.filter(({ why }) => why.includes('moved'))]).toEqual([[], []])
    expect(await datesOf(name)).toEqual(after)
    expect(
      await rowsOf(`select moves from event_dates where moved_from = '2027-03-06T14:00Z'
      and event_id in (select id from events where title = '${name}')`),
    ).toEqual([{ moves: 1 }])
  })

  it.each([
    ['@id', { '@id': 'https://old-hall.example/shows/7#event' }],
    ['url', { url: 'https://old-hall.example/shows/8' }],
  ])(
    'is its %s, under another name and at another time, and yet moves only where the listing says so',
    async (key, id) => {
      const name = `Known by ${key}`
      await load(show(name, '06T14:00', id))
      await sell(name, '14:00')
      const unsaid = await load(show(name, '06T19:30', id))
      expect(unsaid.refused).toEqual([])
      expect(unsaid.notes.map(({ why }) => why).join()).toMatch(/2027-03-06T14:00.* previousStartDate/)
      expect(await datesOf(name)).toEqual(['06 14:00: 2000, 3 sold, closed', '06 19:30: 2000, 0 sold'])
      await load(show(name, '06T14:00', id))
      expect(await datesOf(name)).toEqual(['06 14:00: 2000, 3 sold'])
      await load(show(name, '07T20:00', { ...id, eventStatus: 'EventRescheduled' }))
      expect(await datesOf(name)).toEqual(['07 20:00: 2000, 3 sold, told'])
      await load(show(`${name}, the musical`, '07T20:00', id))
      expect(await datesOf(`${name}, the musical`)).toEqual(['07 20:00: 2000, 3 sold, told'])
      expect(await rowsOf(`select count(*)::int as n from events where title like '${name}%'`)).toEqual([{ n: 1 }])
    },
  )

  it('is not its url where the file has it twice, as the page of a production', async () => {
    const url = 'https://old-hall.example/othello'
    const [matinee, evening] = [show('Othello', '06T14:00', { url }), show('Othello', '06T19:30', { url })]
    await load(matinee)
    await sell('Othello', '14:00')
    await load(evening, matinee)
    const both = ['06 14:00: 2000, 3 sold', '06 19:30: 2000, 0 sold']
    expect(await datesOf('Othello')).toEqual(both)
    await load(evening)
    await load(matinee)
    expect(await datesOf('Othello')).toEqual(both)
    // Nor is the page of the whole house another show.
    const house = { url: 'https://old-hall.example/' }
    await load(show('Lear', '06T14:00', house))
    await load(show('Cymbeline', '07T14:00', house))
    expect([await datesOf('Lear'), await datesOf('Cymbeline')]).toEqual([
      ['06 14:00: 2000, 0 sold'],
      ['07 14:00: 2000, 0 sold'],
    ])
  })

  it('is not one of the same name and time in another house, nor one with another @id', async () => {
    const at = (town: string, organizer: string) => ({
      location: { name: 'The Crown', address: { addressLocality: town, addressCountry: 'GB' } },
      organizer,
    })
    const [leeds, york, hull] = [
      show('Quiz Night', '06T20:00', at('Leeds', 'Crown Inns')),
      show('Quiz Night', '06T20:00', at('York', 'Crown Inns')),
      show('Quiz Night', '06T20:00', at('Hull', 'Another House')),
    ]
    expect((await load(leeds, york)).refused).toEqual([])
    await load(hull)
    await load(york, leeds, hull)
    expect(await datesOf('Quiz Night')).toHaveLength(3)
    const screens = [1, 2].map((n) => show('Film', '06T20:00', { '@id': `https://cinema.example/${n}` }))
    await load(...screens)
    await load(...screens.toReversed())
    await load(screens[1]!)
    expect(await datesOf('Film')).toHaveLength(2)
    // Its first listing had no `@id`, so it is found by name and time, and stays the same with one.
    await load(show('Talk', '06T20:00'))
    const known = show('Talk', '06T20:00', { '@id': 'https://hall.example/talk' })
    await load(known)
    await load({ ...known, startDate: '2027-03-06T21:00' })
    expect(await datesOf('Talk')).toEqual(['06 21:00: 2000, 0 sold'])
  })

  it('exchanges its time with another only as the listing says', async () => {
    const [early, late] = [show('Duo', '06T14:00'), show('Duo', '06T15:00')]
    await load(early, late)
    await sell('Duo', '14:00', 1)
    await sell('Duo', '15:00', 2)
    const later = [
      show('Duo', '06T15:00', { previousStartDate: '2027-03-06T14:00' }),
      show('Duo', '06T16:00', { previousStartDate: '2027-03-06T15:00' }),
    ]
    for (const file of [later, later.toReversed(), later]) {
      await load(...file)
      expect(await datesOf('Duo')).toEqual(['06 15:00: 2000, 1 sold, told', '06 16:00: 2000, 2 sold, told'])
    }
    // The same, first imported after the change.
    const fresh = later.map((one) => ({ ...one, name: 'Late duo' }))
    await load(...fresh)
    await load(...fresh)
    expect(await datesOf('Late duo')).toEqual(['06 15:00: 2000, 0 sold', '06 16:00: 2000, 0 sold'])
  })

  it('that was rescheduled from an unknown time is refused where it could be either', async () => {
    await load(show('Twins', '06T14:00'), show('Twins', '06T19:30'))
    await sell('Twins', '14:00')
    const report = await load(show('Twins', '08T14:00', { eventStatus: 'EventRescheduled' }))
    expect(report.refused.map(({ why }) => why).join()).toMatch(/was rescheduled, but not from when.*previousStartDate/)
    expect(await datesOf('Twins')).toEqual(['06 14:00: 2000, 3 sold', '06 19:30: 2000, 0 sold'])
  })

  it('of several dates: one is removed, added, moved, and what is sold stays with its date', async () => {
    const run = (...dates: (string | Listed)[]): Listed => ({
      ...show('Run', '01T00:00'),
      startDate: undefined,
      subEvent: dates.map((date) => (typeof date === 'string' ? { startDate: `2027-03-${date}` } : date)),
    })
    await load(run('06T14:00', '06T19:30', '07T14:00'))
    await sell('Run', '14:00'.replace('14:00', '19:30'))
    await load(run('06T14:00', '07T14:00', '08T14:00'))
    expect(await datesOf('Run')).toEqual([
      '06 14:00: 2000, 0 sold',
      '06 19:30: 2000, 3 sold, closed',
      '07 14:00: 2000, 0 sold',
      '08 14:00: 2000, 0 sold',
    ])
    const moved = run('06T14:00', '07T14:00', '08T14:00', {
      startDate: '2027-03-09T20:00',
      previousStartDate: '2027-03-06T19:30',
    })
    const after = [
      '06 14:00: 2000, 0 sold',
      '07 14:00: 2000, 0 sold',
      '08 14:00: 2000, 0 sold',
      '09 20:00: 2000, 3 sold, told',
    ]
    for (const file of [moved, moved]) {
      await load(file)
      expect(await datesOf('Run')).toEqual(after)
    }
    // Its first date is over or gone: it is the same event.
    await load(run('07T14:00', '08T14:00', '09T20:00'))
    expect(await datesOf('Run')).toEqual(after.slice(1))
  })

  it('keeps a hold that is running, also when it moves', async () => {
    await load(show('Held', '06T14:00'))
    await rowsOf(`update stock set held = 4 where ticket_type_id in (select type.id from ticket_types type
      join events event on event.id = type.event_id where event.title = 'Held')`)
    const fewer = await load(
      show('Held', '06T14:00', { offers: { price: 20, priceCurrency: 'GBP', inventoryLevel: 3 } }),
    )
    expect(fewer.refused.map(({ why }) => why)).toEqual([
      'the capacity of "Ticket" cannot become 3: 0 are sold, 4 reserved; the lowest possible is 4',
    ])
    await load(show('Held', '08T14:00', { previousStartDate: '2027-03-06T14:00' }))
    expect(
      await rowsOf(`select held, to_char(starts_at, 'DD') as day from stock join ticket_types type on type.id = ticket_type_id
      join event_dates date on date.id = type.date_id join events event on event.id = type.event_id where title = 'Held'`),
    ).toEqual([{ held: 4, day: '08' }])
  })

  it('that was edited in the office stays the office’s, under whatever name', async () => {
    await load(show('Edited', '06T14:00'))
    await rowsOf(`update events set imported_from = 'foyer', title = 'Edited here' where title = 'Edited'`)
    const report = await load(show('Edited', '06T14:00'), show('Edited', '06T19:30'))
    expect(report.refused.map(({ why }) => why)).toEqual([
      'the shop has an event "edited-2027-03-06" of its own, which a listing may not change',
    ])
    expect([await datesOf('Edited here'), await datesOf('Edited')]).toEqual([
      ['06 14:00: 2000, 0 sold'],
      ['06 19:30: 2000, 0 sold'],
    ])
  })

  it('that an earlier version imported is found by its name and time, also where its zone or name was read wrongly', async () => {
    const legacy = (title: string) => rowsOf(`update events set listing_key = null where title = '${title}'`)
    await load(show('Legacy', '06T14:00'))
    await legacy('Legacy')
    await load(show('Legacy', '06T19:30'), show('Legacy', '06T14:00'))
    expect(await datesOf('Legacy')).toHaveLength(2)

    await load(show('Zone', '06T14:00'))
    await sell('Zone', '14:00')
    await legacy('Zone')
    const berlin = { location: { name: 'Halle', address: { addressLocality: 'Berlin', addressCountry: 'DE' } } }
    const report = await load(show('Zone', '06T14:00', berlin))
    expect(report.notes.map(({ why }) => why).join()).toContain('its time zone is Europe/Berlin, not Europe/London')
    expect(await datesOf('Zone')).toEqual(['06 14:00: 2000, 3 sold'])
  })
})
