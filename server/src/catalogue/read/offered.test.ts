import { isDateOver, isOffered, isOnSale, saleState } from '@foyer/domain/basket/on-sale.ts'
import { ticketsLeft } from '@foyer/domain/basket/tickets-left.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { dateNotOver, FREE, OFFERED_TO_ALL, onSaleToAll, openedByCode, saleNotOver } from './offered.ts'

const NOW = new Date('2027-01-10T12:00:00Z')
/** A moment before, at or after now; often exactly now. */
const moment = fc
  .constantFrom(-86_400_000, -1000, -1, 0, 1, 1000, 86_400_000)
  .map((ms) => new Date(NOW.getTime() + ms).toISOString())
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const count = fc.nat(12)

/** Everything that decides whether a type is offered and how many tickets are free, including counters that should never occur. */
const types = fc.record({
  id: fc.nat(3),
  visibility: fc.constantFrom('all' as const, 'code' as const, 'staff' as const),
  archived: fc.boolean(),
  sale_from: maybe(moment),
  sale_until: maybe(moment),
  status: fc.constantFrom('draft', 'published', 'published', 'cancelled'),
  /** The second one is closed. */
  organiser_id: fc.constantFrom(1, 1, 2),
  on_sale_from: maybe(moment),
  starts_at: moment,
  ends_at: maybe(moment),
  capacity: maybe(count),
  held: count,
  sold: count,
  places: fc.integer({ min: 1, max: 4 }),
  pool: maybe(fc.record({ capacity: fc.nat(40), held: count, sold: count, kept: count })),
})

describeOnBoth('the SQL of a ticket type’s state in lists', (kind) => {
  const database = useTestDatabase(kind)

  it('agrees with the domain’s rules for random types', async () => {
    const { db } = database()
    await fc.assert(
      fc.asyncProperty(fc.array(types, { minLength: 50, maxLength: 50 }), async (drawn) => {
        const given = drawn.map(({ pool, ...type }, n) => ({
          ...type,
          n,
          capacity: type.capacity === null && pool === null ? 5 : type.capacity,
          pool_capacity: pool?.capacity ?? null,
          pool_held: pool?.held ?? null,
          pool_sold: pool?.sold ?? null,
          pool_kept: pool?.kept ?? null,
        }))
        const { rows } = await sql<
          Record<'all' | 'opened' | 'selling' | 'to_come' | 'on_sale', boolean> & { free: number }
        >`
          with given as (
            select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as one(n int, id bigint, visibility text,
              archived boolean, status text, organiser_id bigint, on_sale_from timestamptz, sale_from timestamptz, sale_until timestamptz, starts_at timestamptz, ends_at timestamptz, capacity int, held int,
              sold int, places int, pool_capacity int, pool_held int, pool_sold int, pool_kept int)
          ), organisers as (select 1::bigint as id, null::timestamptz as closed_at union select 2, now()),
          access_code_types as (select 1::bigint as ticket_type_id, 7::bigint as access_code_id)
          select ${OFFERED_TO_ALL} as all, ${openedByCode(7)} as opened, ${saleNotOver(NOW)} as selling,
            ${dateNotOver(NOW)} as to_come, ${onSaleToAll(NOW)} as on_sale, ${FREE}::int as free
          from given as type join given as event on event.n = type.n join given as date on date.n = type.n join given as stock on stock.n = type.n
          left join (select n, pool_capacity as capacity, pool_held as held, pool_sold as sold, pool_kept as kept
            from given) pool on pool.n = type.n and pool.capacity is not null
          order by type.n`.execute(db)
        const at = (iso: string | null) => (iso === null ? null : new Date(iso))
        const expected = given.map((type, n) => {
          const { pool } = drawn[n]!
          const dates = { startsAt: new Date(type.starts_at), endsAt: at(type.ends_at) }
          return {
            all: isOffered(type),
            opened: isOffered({ ...type, unlocked: type.id === 1 }) && type.visibility === 'code',
            selling: saleState({ saleFrom: null, saleUntil: at(type.sale_until) }, NOW) !== 'over',
            to_come: !isDateOver(dates, NOW),
            on_sale: isOnSale(
              {
                ...dates,
                eventStatus: type.status === 'published' && type.organiser_id === 2 ? 'closed' : type.status,
                onSaleFrom: at(type.on_sale_from),
                visibility: type.visibility,
                archived: type.archived,
                saleFrom: at(type.sale_from),
                saleUntil: at(type.sale_until),
              },
              NOW,
            ),
            free: ticketsLeft(type, pool && { pool, places: type.places }).free,
          }
        })
        expect(rows).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })
})
