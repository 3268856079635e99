import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { catalogueJsonSchema } from '../format/format.ts'
import { SCHEMA_FILE } from '../format/write-schema.ts'
import { readFoyer, seatsOf } from './foyer.ts'
import { readJson } from './read-file.ts'

const FULL = readFileSync(new URL('./full-catalogue.testing.json', import.meta.url), 'utf8')

function read(text: string) {
  const file = readJson(text)
  if (!file.ok) throw new Error(`${file.line}: ${file.text}`)
  return readFoyer(file.value, file.lineOf)
}

/** Returns what is refused after replacing one part of the full catalogue, as "line what: why". */
function refusedAfter(piece: string, by: string): string[] {
  if (!FULL.includes(piece)) throw new Error(`not in the fixture: ${piece}`)
  const result = read(FULL.replace(piece, by))
  return result.ok ? [] : result.refused.map(({ line, what, why }) => `${line} ${what}: ${why}`)
}

const lineOf = (piece: string) => FULL.slice(0, FULL.indexOf(piece)).split('\n').length

describe('the published schema', () => {
  const published = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'))

  it('is the one the program reads by (npm run catalogue:schema writes it)', () => {
    expect(published).toEqual(JSON.parse(JSON.stringify(catalogueJsonSchema())))
  })

  it('takes the full catalogue, and refuses what the program refuses', () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(published)
    expect(validate(JSON.parse(FULL)), JSON.stringify(validate.errors)).toBe(true)
    for (const [piece, by] of [
      ['"price": 10,', '"price": "ten",'],
      ['"slug": "the-show"', '"slug": "The Show"'],
      ['"category": "Theatre"', '"categorie": "Theatre"'],
    ] as const) {
      expect(validate(JSON.parse(FULL.replace(piece, by)))).toBe(false)
      expect(refusedAfter(piece, by)).not.toEqual([])
    }
  })
})

describe('readFoyer', () => {
  it('reads pounds into pence, percents into hundredths, and fills in what was left out', () => {
    const result = read(FULL)
    if (!result.ok) throw new Error(JSON.stringify(result.refused))
    const [event] = result.plan.events
    expect(event!.value).toMatchObject({ refund_protection_percent: 650, currency: 'EUR' })
    expect(event!.value.ticket_types[0]).toMatchObject({ price: 2000, booking_fee: 200, delivery_cost: 350 })
    expect(event!.value.ticket_types[1]).toMatchObject({
      min_per_customer: 1,
      max_can_reserve: null,
      absorb_fee: false,
      price: 1000,
      min_price: 250,
    })
    expect(event!.value.ticket_types[2]).toMatchObject({ min_price: null })
    expect(result.plan.charities[0]!.value.donation_options).toEqual([500, 1050, 2000])
  })

  it.each([
    [
      '"price": 10,',
      '"price": "£10",',
      'price',
      'should be an amount like 12.50, without a currency sign, but is "£10"',
    ],
    ['"price": 10,', '"price": 10.005,', 'price', '10.005 has more than two decimals'],
    [
      '"currency": "EUR",\n      "timezone"',
      '"currency": "SEK",\n      "timezone"',
      'currency',
      'should be "GBP" or "EUR" or "USD" or "JPY", but is "SEK"',
    ],
    [
      '"timezone": "Europe/Dublin"',
      '"timezone": "Dublin"',
      'timezone',
      '"Dublin" is not a time zone; write one like Europe/London',
    ],
    [
      '"starts": "2027-07-02T19:30"',
      '"starts": "2 July"',
      'starts',
      'should be a time like "2027-03-05T19:30" or a date like "2027-03-05", but is "2 July"',
    ],
    [
      '"starts": "2027-07-02T19:30"',
      '"starts": "2027-02-30T19:30"',
      'starts',
      '"2027-02-30T19:30" is not a date of the calendar',
    ],
    ['"ends": "2027-07-02T22:00"', '"ends": "2027-07-02T12:00"', 'ends', 'it ends before it starts'],
    ['"capacity": 50', '"capacity": -1', 'capacity', 'should be at least 0'],
    ['"dates": ["first"]', '"dates": ["third"]', 'dates', 'no date of this event has the key "third"'],
    ['"tickets": ["Stalls"]', '"tickets": ["Circle"]', 'tickets', 'this event has no ticket type "Circle"'],
    ['"options": ["Fish", "No fish"]', '"options": []', 'options', 'a dropdown needs options'],
    [
      '"name": "Programme", "price"',
      '"name": "Standing", "price"',
      'name',
      'the name "Standing" is used twice on the same date',
    ],
    [
      '"online_url": "https://watch.example/room"',
      '"online_url": "javascript:alert(1)"',
      'online_url',
      'should be an address that begins with https:// or http://, or a path that begins with /, but is "javascript:alert(1)"',
    ],
    [
      '"percent": 10, "max_uses": 5',
      '"max_uses": 5',
      'discount code "TEN"',
      'needs either percent or amount, not both',
    ],
    ['"title": "The Show"', '"title": ""', 'title', 'must not be empty'],
    ['"title": "The Show"', '"title": 7', 'title', 'should be a text, but is a number'],
  ])('%s as %s is refused on its line in plain words', (piece, by, what, why) => {
    const [refused, ...others] = refusedAfter(piece, by)
    expect(others).toEqual([])
    expect(refused).toMatch(new RegExp(`^${lineOf(piece)} `))
    expect(refused).toContain(what)
    expect(refused!.endsWith(`: ${why}`), `${refused}`).toBe(true)
  })

  it('says on the line of the thing what is missing from it', () => {
    expect(refusedAfter('"price": 10,', '')).toEqual([
      `${lineOf('"name": "Standing"') - 1} event "The Show", ticket type "Standing", price: "price" is missing`,
    ])
    expect(refusedAfter('"price": 10,', '"prise": 10,')).toEqual([
      expect.stringContaining('"price" is missing'),
      `${lineOf('"price": 10,')} event "The Show", ticket type "Standing", prise: there is no field "prise" here`,
    ])
    expect(refusedAfter('"min_price": "2.50"', '"min_price": "10.01"')[0]).toMatch(
      /more than the price that is suggested/,
    )
    expect(refusedAfter('"capacity": 50,', '')[0]).toMatch(/"Standing" needs a capacity: how many there are to sell$/)
  })

  it('finds every mistake at once', () => {
    const text = FULL.replace('"price": 10,', '"price": "x",').replace('"town": "Town"', '"town": 5')
    const result = read(text)
    expect(!result.ok && result.refused.map(({ line }) => line)).toEqual([
      lineOf('"town": "Town"'),
      lineOf('"price": 10,'),
    ])
  })
})

it('reads the examples of the documentation', () => {
  const doc = readFileSync(new URL('../../../../docs/catalogue.md', import.meta.url), 'utf8')
  const examples = [...doc.matchAll(/```json\n([\s\S]*?)```/g)].map((match) => match[1]!)
  expect(examples.length).toBeGreaterThan(0)
  for (const example of examples) expect(read(example)).toMatchObject({ ok: true })
})

describe('seatsOf', () => {
  it('names seats as the house does', () => {
    expect(seatsOf(['A1', 'Box 12', 'Throne'])).toEqual([
      { label: 'A1', section: '', row: 'A', number: 1 },
      { label: 'Box 12', section: '', row: 'Box', number: 12 },
      { label: 'Throne', section: '', row: '', number: 0 },
    ])
    const seats = seatsOf({ sections: [{ name: 'Circle', rows: [{ row: 'B', from: 3, to: 6, without: [5] }] }] })
    expect(seats.map(({ label }) => label)).toEqual(['Circle B3', 'Circle B4', 'Circle B6'])
  })
})
