import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueInput } from '../../catalogue/format/format.ts'
import { importText } from '../../catalogue/import/import.ts'
import { SELLER } from '../../testing/fixtures/catalogue.ts'
import { openShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

const TAX = { number: 'GB123456789', address: '1 High Street', percent: 20 }

/** Imports an event with two ticket types, one with a rate of its own, and returns the report's notes and what the office shows. */
async function setUp(slug: string, tax?: typeof TAX, rate = 5) {
  const file: CatalogueInput = {
    format: 'foyer-catalogue-1',
    organisers: [{ slug, name: slug, ...SELLER, ...(tax && { tax }) }],
    events: [
      {
        slug: `${slug}-recital`,
        organiser: slug,
        venue: null,
        title: 'Recital',
        dates: [{ starts: '2027-03-01T19:00' }],
        ticket_types: [
          { name: 'Adult', price: 10, capacity: 20, tax_percent: rate },
          { name: 'Child', price: 5, capacity: 20 },
        ],
      },
    ],
  }
  const report = await importText(shop.db, 'file.json', JSON.stringify(file), shop.clock.now())
  expect(report).toMatchObject({ kept: true, refused: [] })
  const { id: organiser_id } = await shop.db
    .selectFrom('organisers')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  const { id: event_id } = await shop.db
    .selectFrom('events')
    .select('id')
    .where('slug', '=', `${slug}-recital`)
    .executeTakeFirstOrThrow()
  const owner = await createStaff(shop, organiser_id, 'owner')
  const browser = await inSession(shop, { staffId: owner.id, email: owner.email })
  const form = (await browser.call('office_event_form', { organiser_id, event_id, section: 'tickets', row: 'all' }))
    .body as unknown as OfficeReply<'office_event_form'>
  const settings = (await browser.call('office_settings', { organiser_id, section: 'tax' }))
    .body as unknown as OfficeReply<'office_settings'>
  const list = form.parts.find((part) => part.list === 'ticket_types')!
  const rates = [...list.rows.flatMap(({ fields }) => fields), ...list.blank!].filter(({ name }) =>
    name.endsWith('.tax_percent'),
  )
  const number = settings.parts[0]!.rows[0]!.fields.find(({ name }) => name === 'tax.number')!
  return { notes: report.notes.map(({ why }) => why), rates: rates.map(({ effect }) => effect), number: number.effect }
}

describe('a tax rate of a ticket type', () => {
  it('that isn’t used, because the organiser has no tax number, says so in the import, the form and the settings', async () => {
    const { notes, rates, number } = await setUp('unregistered')
    expect(notes).toEqual(['the tax of "Adult" is not used, because the organiser has no tax number'])
    expect(rates).toHaveLength(3)
    for (const effect of rates) expect(effect).toContain('You have no tax number')
    expect(number).toContain('Ticket types with a rate of their own: 1.')
  })

  it('that is used says nothing', async () => {
    expect(await setUp('registered', TAX)).toEqual({ notes: [], rates: ['', '', ''], number: '' })
  })

  it('of nothing says nothing in the import and the settings', async () => {
    expect(await setUp('free-of-tax', undefined, 0)).toMatchObject({ notes: [], number: '' })
  })
})
