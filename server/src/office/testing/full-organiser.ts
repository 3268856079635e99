import { readFileSync } from 'node:fs'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { expect } from 'vitest'
import { exportCatalogue } from '../../catalogue/export/export.ts'
import { importText } from '../../catalogue/import/import.ts'
import { inTx } from '../../db/transaction/tx.ts'
import type { TestShop } from '../../testing/shop.ts'
import { createStaff, inSession } from './office.ts'

type Form = OfficeReply<'office_event_form'>

const FULL = readFileSync(new URL('../../catalogue/import/full-catalogue.testing.json', import.meta.url), 'utf8')

let count = 0
/** A new organiser with a full catalogue, and a manager. */
export async function createFullOrganiser(shop: TestShop) {
  const n = ++count
  const text = FULL.replaceAll(/"(the-house|the-trust|great-hall|the-show|an-evening)"/g, `"$1-${n}"`)
    .replaceAll(/"(TEN|FIVE|GIFT-1)"/g, `"$1-${n}"`)
    .replaceAll('"The House"', `"House ${n}"`)
  const report = await importText(shop.db, 'full.json', text, shop.clock.now())
  expect(report.refused).toEqual([])
  const event = await shop.db
    .selectFrom('events')
    .select(['id', 'organiser_id'])
    .where('slug', '=', `the-show-${n}`)
    .executeTakeFirstOrThrow()
  const manager = () => managerOf(shop, event.organiser_id, event.id)
  const file = () => inTx(shop.db, (tx) => exportCatalogue(tx, { organiserId: event.organiser_id }))
  return { eventId: event.id, organiserId: event.organiser_id, manager, file, n }
}

/** A new manager of an organiser, and the forms of one of its events. */
export async function managerOf(shop: TestShop, organiserId: number, eventId: number) {
  const { id, email } = await createStaff(shop, organiserId, 'manager')
  const browser = await inSession(shop, { staffId: id, email })
  const about = { organiser_id: organiserId, event_id: eventId }
  const open = async (section: string, row = 'all') =>
    (await browser.call('office_event_form', { ...about, section, row })).body as unknown as Form
  const send = (form: Form, changed: Record<string, string | string[]>, more: object = {}) =>
    browser.call('save_event', {
      ...about,
      section: form.section,
      version: form.version,
      base: form.base,
      end: '1',
      f: { ...sentBy(form), ...changed },
      ...more,
    })
  return { id, open, send, browser, about }
}

/** What a browser sends for an unchanged form. */
export function sentBy({ parts }: Pick<Form, 'parts'>): Record<string, string | string[]> {
  const sent: Record<string, string | string[]> = {}
  for (const { list, rows: existing, blank } of parts) {
    const newFields = (blank ?? []).map((field) => ({
      ...field,
      name: field.name.replace('.N.', `.${existing.length}.`),
    }))
    const rows = blank === null ? existing : [...existing, { was: '', fields: newFields }]
    for (const [i, { was, fields }] of rows.entries()) {
      if (list !== '') sent[`${list}.${i}.was`] = was
      for (const { name, control, value, options } of fields)
        sent[name] =
          control === 'choice' && value === ''
            ? options[0]!.value
            : control === 'many'
              ? ['', ...value.split('\n')]
              : control === 'flag' && value === '1'
                ? ['0', '1']
                : value
    }
  }
  return sent
}
