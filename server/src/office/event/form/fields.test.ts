import { readFileSync } from 'node:fs'
import { type FieldRow, SECTIONS, type Section } from '@foyer/contract/office/events/fields.en.ts'
import { ORGANISER_SECTIONS } from '@foyer/contract/office/events/organiser-fields.en.ts'
import { describe, expect, it } from 'vitest'
import { catalogueJsonSchema } from '../../../catalogue/format/format.ts'

type Definition = { properties?: Record<string, unknown> }
const { $defs } = catalogueJsonSchema() as { $defs: Record<string, Definition> }
const ofFormat = (name: string) => Object.keys($defs[name]!.properties!)

const names = (fields: readonly FieldRow[] = []) => fields.map(({ path }) => path)
const lists = (sections: readonly Section[]) => sections.flatMap(({ lists: own = [] }) => own)
const own = (sections: readonly Section[]) => sections.flatMap(({ fields }) => names(fields))
const inList = (sections: readonly Section[], list: string) =>
  names(lists(sections).find((one) => one.list === list)!.fields)
const under = (paths: readonly string[], prefix: string) =>
  paths.flatMap((path) => (path.startsWith(`${prefix}.`) ? [path.slice(prefix.length + 1)] : []))

/** Each part of the format: where the forms have it, and which of its fields need none, with the reason. */
const PARTS: [name: string, fields: readonly string[], without: Record<string, string>][] = [
  [
    'Event',
    [...own(SECTIONS), ...lists(SECTIONS).map(({ list }) => list)],
    {
      slug: 'made from the title',
      organiser: 'the one whose office it is',
      status: 'put on sale, taken off, cancelled: buttons of the overview',
      picture: 'a file, which has a page of its own',
    },
  ],
  ['Venue', under(own(SECTIONS), 'place'), { slug: 'made from the name' }],
  [
    'EventDate',
    inList(SECTIONS, 'dates'),
    {
      key: 'made from the start',
      all_day: 'stays as it was imported',
      cancelled: 'a button of the overview, because it refunds people',
      postponed: 'a choice of moving it, because holders are emailed',
    },
  ],
  ['Pool', inList(SECTIONS, 'pools'), {}],
  ['TicketType', inList(SECTIONS, 'ticket_types'), {}],
  ['AccessCodes', inList(SECTIONS, 'access_codes'), {}],
  ['Question', inList(SECTIONS, 'questions'), {}],
  [
    'DiscountCode',
    inList(SECTIONS, 'discount_codes'),
    { organiser: 'a code belongs to its event', event: 'the same', currency: 'the event’s' },
  ],
  ['Offer', inList(SECTIONS, 'offers'), { organiser: 'the event’s', event: 'the form’s' }],
  ['Offer', inList(ORGANISER_SECTIONS, 'offers'), { organiser: 'the form’s', event: 'none' }],
  [
    'Organiser',
    own(ORGANISER_SECTIONS),
    {
      slug: 'made with the organiser',
      is_saas: 'seen under Settings: Payments; the operator sets it, because it says whose account is paid',
      payment_provider: 'the same',
      logo: 'a file: on the page of pictures and colour',
      cover: 'the same',
      accent: 'the same',
    },
  ],
  ['Charity', under(own(ORGANISER_SECTIONS), 'charity'), { slug: 'made from the name' }],
  [
    'GiftVoucher',
    inList(ORGANISER_SECTIONS, 'gift_vouchers'),
    { slug: 'made from the name', organiser: 'the form’s', currency: 'the organiser’s', issued: 'sold by the shop' },
  ],
]

describe('office forms', () => {
  it.each(PARTS)('have every field of the format: %s', (name, fields, without) => {
    const top = new Set(fields.map((path) => path.split('.')[0]!))
    const missing = ofFormat(name).filter((field) => !top.has(field) && !Object.hasOwn(without, field))
    expect(missing).toEqual([])
    expect(Object.keys(without).filter((field) => top.has(field) || !ofFormat(name).includes(field))).toEqual([])
  })

  it('have only fields of the format, except those of the venue', () => {
    const known = new Set(['place', ...ofFormat('Event')])
    expect(own(SECTIONS).filter((path) => !known.has(path.split('.')[0]!))).toEqual([])
  })

  it('are all in docs/organiser-settings.md, whose 44 settings name existing screens', () => {
    const page = readFileSync(new URL('../../../../../docs/organiser-settings.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| (\d+) \|([^|]+)\|([^|]*)\|([^|]*)\|$/gm)].map(([, n, what, set, seen]) => ({
      n: Number(n),
      what: what!.trim(),
      on: `${set!.trim()} ${seen!.trim()}`.trim(),
    }))
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 44 }, (_, i) => i + 1))
    expect(rows.filter(({ on }) => on === '')).toEqual([])
    const screens = {
      Event: ['Overview', 'All codes', 'Preview', ...SECTIONS.map(({ label }) => label)],
      Settings: ['Payments', 'Terms', ...ORGANISER_SECTIONS.map(({ label }) => label)],
    }
    const named = rows.flatMap(({ on }) => [
      ...on.matchAll(/\b(Event|Settings): ([A-Z][a-z]+(?: (?:and [a-z]+|vouchers|codes))?)/g),
    ])
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter(([, page, name]) => !screens[page as 'Event'].includes(name!)).map(([all]) => all)).toEqual([])
  })
})
