import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { SELLER } from '../../testing/fixtures/catalogue.ts'
import type { CatalogueInput, EventInput, TicketTypeInput } from '../format/format.ts'
import { importText } from './import.ts'

const NOW = new Date('2027-01-01T12:00:00Z')

describeOnBoth('importing access codes', (kind) => {
  const database = useTestDatabase(kind)
  const read = (event: Partial<EventInput>) => {
    const file: CatalogueInput = {
      format: 'foyer-catalogue-1',
      organisers: [{ slug: 'house', name: 'House', ...SELLER }],
      events: [
        {
          slug: 'gala',
          organiser: 'house',
          title: 'Gala',
          dates: [{ starts: '2027-03-01T19:00' }, { starts: '2027-03-02T19:00' }],
          ticket_types: [
            { name: 'Member', price: 10, capacity: 20, visibility: 'code' },
            { name: 'Adult', price: 15, capacity: 20 },
          ],
          ...event,
        },
      ],
    }
    return importText(database().db, 'gala.json', JSON.stringify(file, null, 1), NOW)
  }
  const codes = () =>
    database()
      .db.selectFrom('access_codes as code')
      .leftJoin('quotas as quota', 'quota.id', 'code.quota_id')
      .select(['code.code', 'code.ended', 'code.max_per_order', 'code.valid_until', 'quota.max_tickets', 'quota.id'])
      .select((eb) =>
        eb
          .selectFrom('access_code_types')
          .select((inner) => inner.fn.countAll<number>().as('n'))
          .whereRef('access_code_id', '=', 'code.id')
          .as('types'),
      )
      .orderBy('code.code')
      .execute()

  it('writes a batch with its terms for all dates of its types, and ends what is no longer listed', async () => {
    const batch = { codes: ['PRESS-1', 'PRESS-2'], tickets: ['Member'], max_tickets: 2, valid_until: '2027-02-01' }
    const report = await read({ access_codes: [batch, { codes: ['FRIENDS'], tickets: ['Member'], max_per_order: 4 }] })
    expect(report.refused).toEqual([])
    const until = new Date('2027-02-01T23:59:59Z')
    const written = await codes()
    expect(written).toMatchObject([
      { code: 'FRIENDS', max_per_order: 4, max_tickets: null, types: 2, ended: false, valid_until: null },
      { code: 'PRESS-1', max_per_order: null, max_tickets: 2, types: 2, valid_until: until },
      { code: 'PRESS-2', max_per_order: null, max_tickets: 2, types: 2, valid_until: until },
    ])
    expect(written[1]!.id).not.toBe(written[2]!.id)
    await read({ access_codes: [{ ...batch, codes: ['PRESS-2'], max_tickets: 5 }] })
    expect((await codes()).map(({ code, ended, max_tickets }) => [code, ended, max_tickets])).toEqual([
      ['FRIENDS', true, null],
      ['PRESS-1', true, 2],
      ['PRESS-2', false, 5],
    ])
  })

  it('refuses a limit below what was sold with the code', async () => {
    const batch = { codes: ['PRESS-2'], tickets: ['Member'], max_tickets: 5 }
    await read({ access_codes: [batch] })
    await database().db.updateTable('quotas').set({ used: 3 }).where('max_tickets', '=', 5).execute()
    const { refused } = await read({ access_codes: [{ ...batch, max_tickets: 2 }] })
    expect(refused).toMatchObject([
      { why: 'the access code "PRESS-2" cannot be for 2 tickets: 3 are sold or reserved with it' },
    ])
  })

  it('refuses codes that open nothing, duplicates, and a period that ends before it begins', async () => {
    const { refused } = await read({
      access_codes: [
        { codes: ['SAME'], tickets: ['Nobody'] },
        { codes: ['SAME'], tickets: ['Adult'], valid_from: '2027-02-02', valid_until: '2027-02-01' },
        { codes: ['Lower'], tickets: ['Member'] },
      ],
    })
    expect(refused.map(({ why }) => why)).toEqual([
      'should be capital letters, digits and hyphens, at least four, like "FRIENDS-2027", but is "Lower"',
    ])
    const again = await read({
      access_codes: [
        { codes: ['SAME'], tickets: ['Nobody'] },
        { codes: ['SAME'], tickets: ['Adult'], valid_from: '2027-02-02', valid_until: '2027-02-01' },
      ],
    })
    expect(again.refused.map(({ why }) => why)).toEqual([
      'this event has no ticket type "Nobody"',
      '"Adult" needs no access code: its visibility is not "code"',
      'it ends before it begins',
      'the access code "SAME" is in this event twice',
    ])
  })
})

describeOnBoth('importing price tiers', (kind) => {
  const database = useTestDatabase(kind)
  type Tiers = NonNullable<TicketTypeInput['price_tiers']>
  const read = (price_tiers: Tiers, more: object = {}) => {
    const file: CatalogueInput = {
      format: 'foyer-catalogue-1',
      organisers: [{ slug: 'house', name: 'House', ...SELLER }],
      events: [
        {
          slug: 'ball',
          organiser: 'house',
          title: 'Ball',
          dates: [{ starts: '2027-03-01T19:00' }],
          max_places: 6,
          ticket_types: [{ name: 'Adult', price: 12, capacity: 100, price_tiers, ...more }],
        },
      ],
    }
    return importText(database().db, 'ball.json', JSON.stringify(file, null, 1), NOW)
  }
  const tiers = () =>
    database()
      .db.selectFrom('price_tiers as tier')
      .innerJoin('ticket_types as type', 'type.id', 'tier.ticket_type_id')
      .leftJoin('quotas as quota', 'quota.id', 'tier.quota_id')
      .select(['tier.price_minor', 'tier.until', 'quota.max_tickets', 'quota.used', 'type.tiered'])
      .orderBy('tier.position')
      .execute()

  it('writes them in order, keeps sales per price, and deletes those no longer listed', async () => {
    expect(
      (
        await read([
          { price: 8, tickets: 5 },
          { price: 10, until: '2027-02-01' },
        ])
      ).refused,
    ).toEqual([])
    const until = new Date('2027-02-01T23:59:59Z')
    expect(await tiers()).toEqual([
      { price_minor: 800, until: null, max_tickets: 5, used: 0, tiered: true },
      { price_minor: 1000, until, max_tickets: null, used: null, tiered: true },
    ])
    expect(await database().db.selectFrom('events').select('max_places').execute()).toEqual([{ max_places: 6 }])
    await database().db.updateTable('quotas').set({ used: 3 }).execute()
    await read([
      { price: 7, tickets: 1 },
      { price: 8, tickets: 4 },
    ])
    expect((await tiers()).map(({ price_minor, used }) => [price_minor, used])).toEqual([
      [700, 0],
      [800, 3],
    ])
    const { refused } = await read([{ price: 8, tickets: 2 }])
    expect(refused).toMatchObject([{ why: 'this tier cannot be for 2 tickets: 3 are sold or reserved at its price' }])
    await read([])
    expect(await tiers()).toEqual([])
    const types = await database().db.selectFrom('ticket_types').select('tiered').execute()
    expect(types).toEqual([{ tiered: false }])
  })

  it('refuses an endless tier, duplicate prices, a tier that ends before the previous one, and a chosen price', async () => {
    const whys = async (...given: Parameters<typeof read>) => (await read(...given)).refused.map(({ why }) => why)
    expect(await whys([{ price: 10 }])).toEqual(['a tier needs an end: "until" a time, or a number of "tickets"'])
    expect(await whys([{ price: 12, tickets: 1 }])).toEqual(['two tiers have the same price'])
    expect(
      await whys([
        { price: 8, until: '2027-02-01' },
        { price: 10, until: '2027-01-20' },
      ]),
    ).toEqual(['it ends before the tier above it'])
    expect(await whys([{ price: 8, tickets: 5 }], { min_price: 1 })).toEqual([
      'a price that buyers choose has no tiers',
    ])
    expect(await whys([{ price: 8, until: '2027-02-30' }])).toHaveLength(1)
  })
})

describeOnBoth('importing a type that another event requires', (kind) => {
  const database = useTestDatabase(kind)
  const read = (...events: EventInput[]) =>
    importText(
      database().db,
      'events.json',
      JSON.stringify({
        format: 'foyer-catalogue-1',
        organisers: [{ slug: 'fields', name: 'Fields', ...SELLER }],
        events,
      }),
      NOW,
    )
  const festival = (days: number[], names: string[]): EventInput => ({
    slug: 'festival',
    organiser: 'fields',
    title: 'Festival',
    dates: days.map((day) => ({ starts: `2027-03-0${day}T19:00` })),
    ticket_types: names.map((name) => ({ name, price: 10, capacity: 20 })),
  })
  const camping = (ticket: string): EventInput => ({
    slug: 'camping',
    organiser: 'fields',
    title: 'Camping',
    dates: [{ starts: '2027-03-01T12:00' }],
    ticket_types: [
      { name: 'Pitch', price: 5, capacity: 9, requires: [{ title: ticket, any_of: [{ event: 'festival', ticket }] }] },
    ],
  })
  /** The dates of the types that a pitch requires. */
  const required = async () => {
    const { db } = database()
    const [need] = await db.selectFrom('ticket_requirements').select('any_of').execute()
    const types = await db
      .selectFrom('ticket_types as type')
      .innerJoin('event_dates as date', 'date.id', 'type.date_id')
      .select('date.starts_at')
      .where('type.id', 'in', need!.any_of)
      .orderBy('date.starts_at')
      .execute()
    expect(types).toHaveLength(need!.any_of.length)
    return types.map(({ starts_at }) => starts_at.getUTCDate())
  }

  it('refuses its removal unless the other event stops requiring it, and follows it to other dates', async () => {
    await read(festival([1, 2], ['Weekend', 'Day']), camping('Weekend'))
    expect(await required()).toEqual([1, 2])
    expect((await read(festival([2], ['Weekend', 'Day']))).refused).toEqual([])
    expect(await required()).toEqual([2])
    expect((await read(festival([3], ['Weekend', 'Day']))).refused).toEqual([])
    expect(await required()).toEqual([3])
    expect((await read(festival([3], ['Day']))).refused).toMatchObject([
      { what: 'event "Festival"', why: '"Weekend" cannot be removed: the event "Camping" requires it' },
    ])
    expect((await read(festival([3], ['Day']), camping('Day'))).refused).toEqual([])
    expect(await required()).toEqual([3])
  })

  it('requires it on dates that are added later too, and nothing else that is added', async () => {
    await read(festival([1], ['Weekend', 'Day']), camping('Weekend'))
    expect((await read(festival([1, 4], ['Weekend', 'Day', 'Evening']))).refused).toEqual([])
    expect(await required()).toEqual([1, 4])
    expect((await read(festival([1, 4, 5], ['Weekend', 'Day', 'Evening']))).refused).toEqual([])
    expect(await required()).toEqual([1, 4, 5])
  })
})
