import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readListing } from './reading.testing.ts'

/** The listings that were once read wrongly, each with the right values. */

const given = (name: string) => readListing(readFileSync(new URL(`../listings/${name}.json`, import.meta.url), 'utf8'))

const WITHOUT_ONE_PRICE = /"Ticket" was left out: it costs from 15\.00 without saying which ticket costs what/

type Expected = { events: object[]; notes?: RegExp; without?: RegExp }
const tickets = (...names: string[]) => ({ tickets: names })

const ROWS: Record<string, Expected> = {
  'p01-from': { events: [tickets()], notes: WITHOUT_ONE_PRICE },
  'p02-plus': { events: [tickets()], notes: WITHOUT_ONE_PRICE },
  'p03-ab': { events: [{ ...tickets(), zone: 'Europe/Berlin', country: 'DE' }], notes: WITHOUT_ONE_PRICE },
  'p04-cap3': {
    events: [
      {
        pools: ['All tickets 200'],
        tickets: ['Adult GBP 20, in All tickets', 'Concession GBP 15, in All tickets', 'Child GBP 10, in All tickets'],
      },
    ],
    without: /assumed/,
  },
  'p05-early': {
    events: [tickets('Early bird GBP 20, of 100, - 2027-01-31 23:59', 'Regular GBP 28, of 100, 2027-02-01 00:00 -')],
  },
  'p06-aggsold': { events: [tickets('A EUR 20, of 0', 'B EUR 10, of 0')], without: /assumed/ },
  'p07-sym': { events: [tickets('Ticket GBP 9, of 100')] },
  'p08-california': {
    events: [
      { zone: 'America/Los_Angeles', country: 'US', dates: ['2027-06-01 19:30'], tickets: ['Ticket USD 45, of 100'] },
    ],
  },
  'p10-zoom': {
    events: [{ venue: 'Zoom', town: 'Frankfurt am Main', country: 'DE', online: null, zone: 'Europe/Berlin' }],
  },
  'p12-multistatus': {
    events: [
      { title: 'P12 rescheduled and cancelled', venue: null },
      { title: 'P12b canceled us', status: 'cancelled' },
      { title: 'P12c postponed http', ...tickets('Ticket GBP 5, of 100') },
      { title: 'P12d CANCELLED caps', status: 'cancelled' },
      { title: 'CANCELLED: P12e in name', ...tickets() },
      { title: 'P12f slash', status: 'cancelled' },
      { title: 'P12g soldout offers', ...tickets('Ticket GBP 5, of 0') },
      { title: 'P12h soldout word', ...tickets('Ticket GBP 5, of 0') },
      { title: 'P12i soldoutupper', ...tickets('Ticket GBP 5, of 0') },
    ],
    notes: /moved online: its place, "Old Hall", is left out.*its name says "CANCELLED": listed, not on sale/,
  },
  'p14-mid': {
    events: [
      { dates: ['2027-06-01 22:00 to 2027-06-02 02:00'] },
      { dates: ['2027-06-01 22:00 to 2027-06-01 23:59'] },
      { dates: ['2027-06-01 00:00 to 2027-06-01 23:59 all day'] },
      { dates: ['2027-06-01 19:30, doors 18:30'] },
      { dates: ['2027-06-01 19:30 to 2027-06-01 22:00'] },
    ],
    notes: /its end \(2027-06-01T02:00\) is before its start \(2027-06-01T22:00\): it is taken as that of the next day/,
  },
  'p16-img': {
    events: [
      { picture: 'https://img.example.org/a.jpg' },
      { picture: 'https://example.org/img/a.jpg' },
      { picture: 'https://img.example.org/My%20Poster%201.jpg' },
      { picture: 'https://img.example.org/b.jpg' },
    ],
  },
  'p17-names': {
    events: [
      { title: 'P17 Tom ’n’ Jerry – Live', venue: 'Queen’s Hall', description: '<p>Hello &amp; welcome</p>' },
      { title: 'P17b 🎷 Jazz & Ünïcödé مرحبا', description: '<p>Hi</p>' },
    ],
    notes: /shortcodes in its description were left out/,
  },
  'p20-cat': { events: [tickets('Ticket GBP 35, of 100')], notes: /"Ticket" is resale and was left out/ },
  'p24-ps': { events: [tickets('Ticket GBP 22, of 100')], notes: /the price of "Ticket", 22\.00, is without tax/ },
  'p25-ends': { events: [tickets('Ticket GBP 5, of 100, - 2027-05-01 12:00')] },
}

describe('a given listing', () => {
  it.each(Object.entries(ROWS))('%s is read right', (name, { events, notes = /./, without = /never$/ }) => {
    const found = given(name)
    expect(found.refused).toEqual([])
    expect(found.events).toMatchObject(events)
    expect(found.notes).toMatch(notes)
    expect(found.notes).not.toMatch(without)
    for (const line of found.lines) expect(line).toBeGreaterThan(0)
  })

  it('p21-country names each country as people write it', () => {
    const found = given('p21-country')
    const countries = 'DE ES NL NL AT CH IT PL IE IE GB GB GB US US DE BR JP GB GB CZ CZ MX'.split(' ')
    expect(found.events.map(({ country }) => country)).toEqual(countries)
    expect(found.events.map(({ zone }) => zone)).toMatchObject(
      'Berlin Madrid Amsterdam Amsterdam Vienna Zurich Rome Warsaw Dublin Dublin London London London New_York New_York Berlin Sao_Paulo Tokyo London London Prague Prague Mexico_City'
        .split(' ')
        .map((city) => expect.stringContaining(`/${city}`)),
    )
    for (const name of ['United States', 'Brazil', 'Mexico'])
      expect(found.notes).toContain(`${name} has several time zones, and its state is not given`)
    expect(found.notes).not.toContain('is assumed to be')
  })

  it('the two performances of a day have a page each', () => {
    expect(given('two-shows-3').events.map(({ slug }) => slug)).toEqual([
      'm02-macbeth-2027-03-06',
      'm02-macbeth-2027-03-06-1400',
    ])
  })
})
