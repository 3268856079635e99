import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { SELLER } from '../../testing/fixtures/catalogue.ts'
import type { CatalogueInput, EventInput } from '../format/format.ts'
import { importText } from './import.ts'

/** A venue with a hall for adults, children and families, and stalls with two prices per seat. */
const event = (change: (event: EventInput) => void = () => {}): EventInput => {
  const made: EventInput = {
    slug: 'tempest',
    organiser: 'globe',
    title: 'The Tempest',
    dates: [
      { key: 'fri', starts: '2027-03-05T19:00' },
      { key: 'sat', starts: '2027-03-06T19:00' },
    ],
    pools: [
      { name: 'Hall', capacity: 60, kept: [{ reason: 'Press', places: 4 }] },
      {
        name: 'Stalls',
        dates: ['sat'],
        seats: ['A1', 'A2', 'A3', 'B1'],
        kept: [{ reason: 'House', seats: ['A1'] }],
      },
    ],
    ticket_types: [
      { name: 'Adult', price: 10, pool: 'Hall' },
      { name: 'Child', price: 5, pool: 'Hall', capacity: 20 },
      { name: 'Family', price: 25, pool: 'Hall', places: 4 },
      { name: 'Stalls', price: 30, pool: 'Stalls', dates: ['sat'] },
      { name: 'Stalls, child', price: 15, pool: 'Stalls', dates: ['sat'] },
    ],
  }
  change(made)
  return made
}

describeOnBoth('importing pools', (kind) => {
  const database = useTestDatabase(kind)
  const load = (change?: (event: EventInput) => void) => {
    const file: CatalogueInput = {
      format: 'foyer-catalogue-1',
      organisers: [{ slug: 'globe', name: 'The Globe', ...SELLER }],
      events: [event(change)],
    }
    return importText(database().db, 'file.json', JSON.stringify(file, null, 1), new Date('2027-01-10T12:00:00Z'))
  }
  const rows = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(database().db)).rows
  const pools = () =>
    rows(`select p.name, d.starts_at::date::text as day, p.capacity, p.held, p.sold, p.kept, p.kept_reason, p.closed
      from pools p join event_dates d on d.id = p.event_date_id order by p.name, d.starts_at`)
  const seats = () =>
    rows(`select seats.label, status, allocation.name as allocation, ticket_type_id
      from seats left join seat_allocations allocation on allocation.id = allocation_id order by label`)
  const allocations = () => rows(`select id, name, released_at is null as open from seat_allocations order by id`)
  const types = () =>
    rows(`select t.name, p.name as pool, s.capacity, s.places, t.seated from ticket_types t join stock s on s.ticket_type_id = t.id
      left join pools p on p.id = s.pool_id join event_dates d on d.id = t.date_id where d.starts_at::date = '2027-03-06'
      order by t.sort`)
  const whys = async (change: (event: EventInput) => void) => (await load(change)).refused.map(({ why }) => why)

  it('writes a pool per date, with its types, seats and kept places', async () => {
    expect((await load()).refused).toEqual([])
    const hall = { name: 'Hall', capacity: 60, held: 0, sold: 0, kept: 4, kept_reason: 'Press', closed: false }
    expect(await pools()).toEqual([
      { ...hall, day: '2027-03-05' },
      { ...hall, day: '2027-03-06' },
      { ...hall, name: 'Stalls', day: '2027-03-06', capacity: 4, kept: 1, kept_reason: 'House' },
    ])
    expect(await types()).toEqual([
      { name: 'Adult', pool: 'Hall', capacity: null, places: 1, seated: false },
      { name: 'Child', pool: 'Hall', capacity: 20, places: 1, seated: false },
      { name: 'Family', pool: 'Hall', capacity: null, places: 4, seated: false },
      { name: 'Stalls', pool: 'Stalls', capacity: null, places: 1, seated: true },
      { name: 'Stalls, child', pool: 'Stalls', capacity: null, places: 1, seated: true },
    ])
    expect(await seats()).toEqual([
      { label: 'A1', status: 'kept', allocation: 'House', ticket_type_id: null },
      ...['A2', 'A3', 'B1'].map((label) => ({ label, status: 'free', allocation: null, ticket_type_id: null })),
    ])
  })

  it('changes nothing when imported again', async () => {
    const before = [await pools(), await types()]
    expect(await load()).toMatchObject({ kept: true, refused: [] })
    expect([await pools(), await types()]).toEqual(before)
  })

  it('refuses a capacity below what is sold, reserved and kept, with the numbers and the lowest possible', async () => {
    await sql`update stock set sold = 10, held = 1 where ticket_type_id in (
      select t.id from ticket_types t join event_dates d on d.id = t.date_id
      where t.name in ('Adult', 'Family') and d.starts_at::date = '2027-03-05')`.execute(database().db)
    expect(await pools()).toMatchObject([{ sold: 50, held: 5 }, { sold: 0 }, {}])
    const words =
      'the capacity of "Hall" cannot become 50: 50 are sold, 5 reserved and 4 kept; the lowest possible is 59'
    expect(
      await whys((edited) => {
        edited.pools![0]!.capacity = 50
      }),
    ).toEqual([words])
    expect(
      await load((edited) => {
        edited.pools![0]!.capacity = 59
      }),
    ).toMatchObject({ kept: true })
    expect(await pools()).toMatchObject([{ capacity: 59, kept: 4 }, { capacity: 59 }, { capacity: 4 }])
    // More places for a family are counted for those that are sold.
    expect(
      await whys((edited) => {
        edited.ticket_types![2]!.places = 5
      }),
    ).toEqual([
      'the capacity of "Hall" cannot become 60: 60 are sold, 6 reserved and 4 kept; the lowest possible is 70',
    ])
  })

  it('keeps sold and reserved seats when seats change', async () => {
    const keep = (seats: string[]) => (edited: EventInput) => {
      edited.pools![1]!.kept = [{ reason: 'Press', seats }]
    }
    expect(await load(keep(['A2', 'A3']))).toMatchObject({ kept: true })
    expect(await rows(`select label from seats where status = 'kept' order by label`)).toEqual([
      { label: 'A2' },
      { label: 'A3' },
    ])
    expect(await pools()).toMatchObject([{}, {}, { kept: 2 }])
    const [sale] = await rows(`insert into sales (reference, created_at, updated_at) values ('kept-seats', now(), now())
      returning id`)
    await rows(`update seats set status = 'sold', sale_id = ${sale!.id},
      ticket_type_id = (select max(id) from ticket_types where name = 'Stalls') where label = 'B1'`)
    expect(await whys(keep(['B1']))).toEqual(['seats that are sold or reserved cannot be kept for the house: B1'])
    expect(
      await whys((edited) => {
        edited.pools![1]!.seats = ['A1', 'A2', 'A3']
      }),
    ).toEqual(['"Stalls" must keep the seats that are sold or reserved: B1'])
  })

  it('keeps seats in open allocations, and releases those of which the file keeps nothing any more', async () => {
    const keep = (...kept: [string, string[]][]) =>
      load((edited) => {
        edited.pools![1]!.kept = kept.map(([reason, seats]) => ({ reason, seats }))
      })
    expect(await keep(['Press', ['A1', 'A2']], ['House', ['A3']])).toMatchObject({ kept: true })
    const [press, house] = (await allocations()).slice(-2)
    expect([press, house]).toMatchObject([
      { name: 'Press', open: true },
      { name: 'House', open: true },
    ])
    // What is in an allocation may change, and it stays the same one.
    await keep(['Press', ['A1']], ['House', ['A2', 'A3']])
    expect((await allocations()).slice(-2)).toEqual([press, house])
    // The press's only seat is sold, so it may come back.
    await rows(`update seats set status = 'sold', ticket_type_id = (select max(id) from ticket_types where name = 'Stalls'),
      sale_id = (select max(id) from sales) where label = 'A1'`)
    await rows(`update pools set kept = 2 where name = 'Stalls'`)
    await keep(['House', ['A2', 'A3']])
    expect((await allocations()).slice(-2)).toEqual([press, house])
    await keep()
    expect((await allocations()).slice(-2)).toEqual([press, { ...house, open: false }])
    await keep(['House', ['A3']])
    expect((await allocations()).slice(-2)).toMatchObject([
      { ...house, open: false },
      { name: 'House', open: true },
    ])
    await rows(`update seats set status = 'free', allocation_id = null, sale_id = null where label = 'A1'`)
  })

  it('keeps no seat of which the file says nothing any more, and takes a type’s own limit away', async () => {
    const limit = async () => (await types()).find(({ name }) => name === 'Child')!.capacity
    expect(await load()).toMatchObject({ kept: true })
    expect(await limit()).toBe(20)
    const without = await load((edited) => {
      for (const pool of edited.pools!) pool.kept = []
      delete edited.ticket_types![1]!.capacity
    })
    expect(without).toMatchObject({ kept: true })
    expect((await seats()).filter(({ status }) => status === 'kept')).toEqual([])
    expect(await limit()).toBeNull()
  })

  it('reads reasons that the version before writes while both are running', async () => {
    expect(await load()).toMatchObject({ kept: true })
    await rows(`update seats set status = 'free', kept_reason = '' where status = 'kept'`)
    expect(await seats()).toMatchObject([{ status: 'free', allocation: null }, {}, {}, {}])
    await rows(`update seats set status = 'kept', kept_reason = 'Critics' where label in ('A1', 'A2')`)
    expect(await seats()).toMatchObject([
      { status: 'kept', allocation: 'Critics' },
      { status: 'kept', allocation: 'Critics' },
      { status: 'free', allocation: null },
      {},
    ])
    await rows(`update pools set kept = 2 where name = 'Stalls'`)
  })

  it('closes an omitted pool with sales, and removes it otherwise', async () => {
    await rows(`insert into sale_lines (sale_id, ticket_type_id, qty, added_at)
      select (select max(id) from sales), t.id, 1, now() from ticket_types t join event_dates d on d.id = t.date_id
      where t.name = 'Family' and d.starts_at::date = '2027-03-05'`)
    const { kept, notes } = await load((edited) => {
      edited.pools = []
      edited.ticket_types = [{ name: 'Adult', price: 10, capacity: 30 }]
    })
    expect(kept).toBe(true)
    expect(notes.map(({ why }) => why)).toEqual([
      '"Family" is not in the file any more: it is closed, and stays for those who have it in a basket or a sale',
      'the pool "Hall" is not in the file any more: it is closed, and stays for what was sold of it',
    ])
    const closed = { name: 'Hall', day: '2027-03-05', capacity: 48, held: 4, sold: 40, kept: 4, closed: true }
    expect(await pools()).toMatchObject([closed])
    // Returned places are not sold again.
    await rows('update stock set held = 0 where pool_id is not null')
    expect(await pools()).toMatchObject([{ ...closed, held: 0, capacity: 44 }])
    expect(await load()).toMatchObject({ kept: true })
    expect((await pools())[0]).toMatchObject({ capacity: 60, closed: false })
  })

  it('reports what is wrong with a pool', async () => {
    const wrong = (change: (event: EventInput) => void) => whys(change)
    expect(await wrong((edited) => Object.assign(edited.ticket_types![0]!, { pool: 'Balcony' }))).toEqual([
      'this event has no pool "Balcony"',
    ])
    expect(await wrong((edited) => Object.assign(edited.ticket_types![3]!, { dates: undefined }))).toEqual([
      'the pool "Stalls" is not there on every date of it',
    ])
    expect(await wrong((edited) => Object.assign(edited.ticket_types![3]!, { places: 2 }))).toEqual([])
    expect(await wrong((edited) => Object.assign(edited.ticket_types![3]!, { seats: ['Z1'] }))).toEqual([
      '"Stalls" has the seats of its pool "Stalls", so leave its own out',
    ])
    expect(await wrong((edited) => Object.assign(edited.ticket_types![2]!, { pool: undefined, capacity: 5 }))).toEqual([
      '"Family" has no pool to take 4 places from',
    ])
    expect(await wrong((edited) => Object.assign(edited.pools![0]!, { capacity: undefined }))).toEqual([
      'the pool "Hall" needs a capacity: how many places there are',
      '4 places cannot be kept of a pool of 0',
    ])
    expect(await wrong((edited) => edited.pools!.push({ name: 'Hall', capacity: 5, dates: ['fri'] }))).toEqual([
      'the pool "Hall" is there twice on the same date',
    ])
    expect(
      await wrong((edited) => Object.assign(edited.pools![1]!, { kept: [{ reason: 'House', places: 1 }] })),
    ).toEqual(['write "seats": their labels'])
    expect(
      await wrong((edited) => Object.assign(edited.pools![1]!, { kept: [{ reason: 'House', seats: ['Z9'] }] })),
    ).toEqual(['the pool has no seat "Z9"'])
  })

  it('says what seats are, and later says otherwise of a sold one, which changes no sale', async () => {
    const marked = (seat_marks: NonNullable<EventInput['pools']>[number]['seat_marks']) =>
      load((edited) => Object.assign(edited.pools![1]!, { seat_marks }))
    const facts = () =>
      rows(
        `select label, kind, view_note, aisle, step_free, status, sale_id is not null as sold from seats order by label`,
      )
    expect(
      await marked({
        wheelchair: ['A2'],
        companion: ['A3'],
        step_free: ['A2', 'A3'],
        restricted_view: [{ note: 'pillar to the left', seats: ['B1'] }],
        aisle: ['B1'],
      }),
    ).toMatchObject({ kept: true })
    const plain = { kind: 'standard', view_note: '', aisle: false, step_free: false }
    expect(await facts()).toMatchObject([
      { label: 'A1', ...plain },
      { label: 'A2', kind: 'wheelchair', step_free: true, view_note: '' },
      { label: 'A3', kind: 'companion', step_free: true },
      { label: 'B1', kind: 'standard', view_note: 'pillar to the left', aisle: true, step_free: false },
    ])
    const before = await rows(`update seats set status = 'sold', ticket_type_id = (select max(id) from ticket_types),
      sale_id = (select max(id) from sales) where label = 'A2' and status = 'free' returning id`)
    expect(before).toHaveLength(1)
    expect(await marked({ companion: ['A2'] })).toMatchObject({ kept: true })
    expect(await facts()).toMatchObject([
      plain,
      { kind: 'companion', step_free: false, status: 'sold', sold: true },
      { ...plain, status: 'free' },
      plain,
    ])
  })

  it('reports what is wrong with what seats are', async () => {
    const wrong = (seat_marks: NonNullable<EventInput['pools']>[number]['seat_marks'], pool = 1) =>
      whys((edited) => Object.assign(edited.pools![pool]!, { seat_marks }))
    expect(await wrong({ wheelchair: ['Z9'] })).toEqual(['there is no seat "Z9"'])
    expect(await wrong({ wheelchair: ['A1'] }, 0)).toEqual(['there is no seat "A1"'])
    expect(await wrong({ wheelchair: ['A2'], companion: ['A2'] })).toEqual(['the seat "A2" has two kinds'])
    expect(
      await wrong({
        restricted_view: [
          { note: 'pillar', seats: ['A2'] },
          { note: 'rail', seats: ['A2'] },
        ],
      }),
    ).toEqual(['the view of the seat "A2" is there twice'])
  })

  it('accepts no reasons for kept places that the export could not write again', async () => {
    const kept = ['a', 'b', 'c'].map((letter) => ({ reason: letter.repeat(80), places: 1 }))
    expect(await whys((edited) => Object.assign(edited.pools![0]!, { capacity: 200, kept }))).toEqual([
      'its reasons are longer than 200 characters together',
    ])
  })
})
