import { expect, it } from 'vitest'
import { formOf } from './form.ts'

const pairs = (body: object) => [...formOf(body)]

it('[API-01] encodes nested values with brackets', () => {
  expect(pairs({ address: { town: 'York', state: '' }, transfers: [{ ticket_id: 4 }, { ticket_id: 5 }] })).toEqual([
    ['address[town]', 'York'],
    ['address[state]', ''],
    ['transfers[0][ticket_id]', '4'],
    ['transfers[1][ticket_id]', '5'],
  ])
})

it('encodes booleans as 1 and 0, also in a map by id', () => {
  expect(pairs({ is_gift_aid: true, subscribe: false, organiser_subscribed_marketing: { 12: true } })).toEqual([
    ['is_gift_aid', '1'],
    ['subscribe', '0'],
    ['organiser_subscribed_marketing[12]', '1'],
  ])
})

it('omits undefined values', () => {
  expect(pairs({ code: undefined, email: null, seats: [], name: '' })).toEqual([['name', '']])
})
