import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../testing/database/databases.ts'
import { SELLER } from '../testing/fixtures/catalogue.ts'
import { importText } from './import/import.ts'
import { eventJsonLd } from './json-ld.ts'
import { eventPage } from './read/event-page.ts'

const NOW = new Date('2027-01-10T12:00:00Z')

describeOnBoth('the listing of an event', (kind) => {
  const database = useTestDatabase(kind)

  it('gives the total of the cheapest order and the price of one ticket, and is imported with the same prices', async () => {
    const { db } = database()
    const file = {
      format: 'foyer-catalogue-1',
      organisers: [{ slug: 'house', name: 'House', ...SELLER, small_total: 'round_up' }],
      venues: [{ slug: 'hall', name: 'Hall', town: 'Leeds' }],
      events: [
        {
          slug: 'fair',
          organiser: 'house',
          venue: 'hall',
          title: 'Fair',
          description_html: '<p>Stalls and <b>music</b></p>',
          dates: [{ starts: '2027-03-01T19:00' }],
          ticket_types: [
            { name: 'Plain', price: 10, booking_fee: '1.50', capacity: 9 },
            { name: 'Pair', price: 10, capacity: 9, min_per_customer: 2 },
            { name: 'Posted', price: 10, capacity: 9, delivered_by_post: true, delivery_cost: '4.95' },
            { name: 'Child', price: 5, capacity: 9, requires: [{ title: 'an adult', any_of: ['Plain'] }] },
            { name: 'Tiny', price: '0.20', capacity: 9 },
          ],
        },
      ],
    }
    expect((await importText(db, 'fair.json', JSON.stringify(file), NOW)).refused).toEqual([])
    const listing = eventJsonLd((await eventPage(db, 'fair', NOW))!, 'https://shop.example')
    expect(listing).toMatchObject([{ description: 'Stalls and music' }])
    const [{ offers }] = listing as [{ offers: { name: string; price: string; priceSpecification?: object[] }[] }]
    expect(offers.map(({ name, price }) => `${name} ${price}`)).toEqual([
      'Plain 11.50',
      'Pair 20.00',
      'Posted 14.95',
      'Child 16.50',
      'Tiny 0.30',
    ])
    expect(offers[0]).not.toHaveProperty('priceSpecification')
    expect(offers[2]!.priceSpecification).toMatchObject([
      { '@type': 'UnitPriceSpecification', price: '10.00', referenceQuantity: { value: 1 } },
      { '@type': 'DeliveryChargeSpecification', price: '4.95' },
    ])

    expect((await importText(db, 'back.json', JSON.stringify(listing), NOW)).refused).toEqual([])
    const [back] = (await eventPage(db, 'fair-2027-03-01', NOW))!.dates
    expect(
      back!.tickets.map(({ name, all_in_price, min_per_customer, delivery_cost }) =>
        [name, all_in_price, min_per_customer, delivery_cost].join(' '),
      ),
    ).toEqual(['Plain 11.5 1 0', 'Pair 10 2 0', 'Posted 10 1 4.95', 'Child 5 1 0', 'Tiny 0.2 1 0'])
  })
})
