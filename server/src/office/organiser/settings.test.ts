import { readFileSync } from 'node:fs'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { ORGANISER_SECTIONS } from '@foyer/contract/office/events/organiser-fields.en.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportCatalogue } from '../../catalogue/export/export.ts'
import { importText } from '../../catalogue/import/import.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { openShop } from '../../testing/shop.ts'
import { sentBy } from '../testing/full-organiser.ts'
import { createStaff, inSession, logOf } from '../testing/office.ts'

type Form = OfficeReply<'office_settings'>

let shop: Awaited<ReturnType<typeof openShop>>
let firstOrganiserId: number
beforeAll(async () => {
  shop = await openShop('embedded')
  const file = readFileSync(new URL('../../catalogue/import/full-catalogue.testing.json', import.meta.url), 'utf8')
  expect((await importText(shop.db, 'full.json', file, shop.clock.now())).refused).toEqual([])
  firstOrganiserId = (await shop.db.selectFrom('organisers').select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => shop.close())

async function owner(organiser_id: number) {
  const { id, email } = await createStaff(shop, organiser_id, 'owner')
  const browser = await inSession(shop, { staffId: id, email })
  const open = async (section: string) =>
    (await browser.call('office_settings', { organiser_id, section })).body as unknown as Form
  const send = (form: Form, f: Record<string, string | string[]>) =>
    browser.call('save_settings', { organiser_id, section: form.section, base: form.base, end: '1', f })
  const file = () => inTx(shop.db, (tx) => exportCatalogue(tx, { organiserId: organiser_id }))
  return { id, open, send, file }
}

describe('organiser settings', () => {
  it.each(ORGANISER_SECTIONS.map(({ name }) => name))('change nothing when %s is saved unchanged', async (section) => {
    const { open, send, file } = await owner(firstOrganiserId)
    const before = await file()
    const form = await open(section)
    expect((await send(form, sentBy(form))).body).toMatchObject({ success: true })
    expect(await file()).toEqual(before)
  })

  it('store changes with a log entry, and leave events and their offers alone', async () => {
    const { id, open, send, file } = await owner(firstOrganiserId)
    const before = await file()
    await send(await open('organiser'), { 'refund_policy.title': 'Ours' })
    await send(await open('legal'), {
      contact_email: 'desk@house.example',
      'legal.kind': 'company',
      'legal.name': 'House Ltd',
    })
    await send(await open('donations'), { 'charity.donation_options': '3\n7.50' })
    await send(await open('vouchers'), {
      'gift_vouchers.4.was': '',
      'gift_vouchers.4.name': 'A drink',
      'gift_vouchers.4.values': '10',
    })
    await send(await open('offers'), { 'offers.0.was': 'A tenth off', 'offers.0.remove': '1' })
    const after = await file()
    expect(after.organisers![0]).toMatchObject({
      contact_email: 'desk@house.example',
      legal: { kind: 'company', name: 'House Ltd', number: '01234567' },
      refund_policy: { text: 'Refunds', title: 'Ours' },
    })
    expect(after.charities![0]!.donation_options).toEqual([3, 7.5])
    expect(after.gift_vouchers!.map(({ slug }) => slug)).toEqual(['an-evening', 'a-drink'])
    expect(after.offers!.map(({ title }) => title)).toEqual(['Four for three'])
    expect(after.events).toEqual(before.events)
    expect((await logOf(shop, id)).filter(({ action }) => action === 'save_settings')).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          after: { contact_email: 'desk@house.example', 'legal.kind': 'company', 'legal.name': 'House Ltd' },
        }),
      ]),
    )
  })

  it('add two gift vouchers of one name at once', async () => {
    const { open, send, file } = await owner((await createEvent(shop.db)).organiserId)
    const two = ['20', '50'].flatMap((values, i) =>
      Object.entries({ was: '', name: 'Treat', values }).map(([field, value]) => [
        `gift_vouchers.${i}.${field}`,
        value,
      ]),
    )
    expect((await send(await open('vouchers'), Object.fromEntries(two))).body).toMatchObject({ success: true })
    expect((await file()).gift_vouchers!.map(({ slug }) => slug)).toEqual(['treat', 'treat-2'])
  })

  it('make an organiser a charity, report missing fields, and detect concurrent changes', async () => {
    const { organiserId } = await createEvent(shop.db)
    const { open, send, file } = await owner(organiserId)
    const form = await open('donations')
    const lacking = await send(form, { 'charity.donation_checkout_title': 'Help us?' })
    expect([lacking.status, Object.keys(lacking.body.problems as object)]).toEqual([400, ['f[charity.name]']])
    const given = { 'charity.name': 'The Roof', 'charity.donation_checkout_title': 'Help us?' }
    expect((await send(form, given)).status).toBe(200)
    expect((await file()).charities).toEqual([
      expect.objectContaining({ name: 'The Roof', donation_checkout_title: 'Help us?' }),
    ])
    const { body } = await send(form, { 'charity.name': 'Another' })
    expect(body.code).toBe('changed_meanwhile')
    expect(body.error).toMatch(/^While you were editing, Staff \S+ changed this too \(/)
  })

  it('do not edit a charity shared with another organiser', async () => {
    const { organiserId } = await createEvent(shop.db, { currency: 'EUR' })
    const { charity_id } = await shop.db
      .selectFrom('organisers')
      .select('charity_id')
      .where('id', '=', firstOrganiserId)
      .executeTakeFirstOrThrow()
    await shop.db.updateTable('organisers').set({ charity_id }).where('id', '=', organiserId).execute()
    const { open, send, file } = await owner(organiserId)
    const { body } = await send(await open('donations'), { 'charity.name': 'Mine now' })
    expect(body.code).toBe('event_refused')
    expect((await file()).charities![0]!.name).toBe('The Trust')
  })
})

describe('the number of statements of a section', () => {
  it.each(ORGANISER_SECTIONS.map(({ name }) => name))(
    'of settings, %s, does not grow with events, shown or saved',
    async (section) => {
      const { organiserId } = await createEvent(shop.db)
      const { open, send } = await owner(organiserId)
      const counts: { shown: number; saved: number }[] = []
      for (const more of [0, 9, 90]) {
        for (let n = 0; n < more; n++) await createEvent(shop.db, { organiser_id: organiserId })
        const form = await open(section)
        const shown = await countStatements(() => open(section))
        const saved = await countStatements(() => send(form, sentBy(form)))
        counts.push({ shown, saved })
      }
      expect(counts).toEqual([counts[0], counts[0], counts[0]])
    },
  )
})
