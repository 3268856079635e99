import { API_CALLS } from '@foyer/contract/api/calls.ts'
import { CALLS } from '@foyer/contract/calls.ts'
import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { SECTIONS } from '@foyer/contract/office/events/fields.en.ts'
import { ORGANISER_SECTIONS } from '@foyer/contract/office/events/organiser-fields.en.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { FORMAT_NAME } from '../../../catalogue/format/format.ts'
import { importText } from '../../../catalogue/import/import.ts'
import { describeOnBoth } from '../../../testing/database/databases.ts'
import { createEvent } from '../../../testing/fixtures/catalogue.ts'
import { useShop } from '../../../testing/shop.ts'
import { createFullOrganiser, sentBy } from '../../testing/full-organiser.ts'

/** Whatever saves a code answers the same for one that another organiser has as for one that nobody has, and leaves theirs alone. */

/** Lists of forms with codes, and what a new row of each is. Any other field for a code fails the test until it is listed. */
const LISTS: Record<string, (code: string) => Record<string, string>> = {
  discount_codes: (code) => ({ code, percent: '90', amount: '' }),
  access_codes: (code) => ({ codes: code }),
}

/** Calls that write something and have a field for a code, which is one that is looked up. */
const LOOKED_UP = [
  'add_to_basket: code',
  'set_code: code',
  'set_account_details: postcode',
  'set_delivery_address: postcode',
  'set_billing_address: postcode',
  'save_view: code',
  'save_mailing: code',
]

describeOnBoth('codes of another organiser', (kind) => {
  const shop = useShop(kind)

  it('are in forms that are known', () => {
    const parts = [...SECTIONS, ...ORGANISER_SECTIONS].flatMap(({ fields = [], lists = [] }) => [
      { list: '', fields },
      ...lists,
    ])
    const lists = parts.flatMap(({ list, fields }) =>
      fields.flatMap(({ path }) => (/^codes?$/.test(path) ? [list] : [])),
    )
    expect([...new Set(lists)].sort()).toEqual(Object.keys(LISTS).sort())
  })

  it('get the same answer from each form as a code that nobody has', async () => {
    const [own, other] = [await createFullOrganiser(shop()), await createFullOrganiser(shop())]
    const theirs = (await other.file()).discount_codes
    const { open, send } = await own.manager()
    for (const [list, row] of Object.entries(LISTS)) {
      const answers = []
      for (const code of [`TEN-${other.n}`, `NEVER-${other.n}`]) {
        const form = await open('codes')
        const n = form.parts.find((part) => part.list === list)!.rows.length
        const typed = Object.entries({ ...rowOf(form, list), ...row(code) }).map(([field, value]) => [
          `${list}.${n}.${field}`,
          value,
        ])
        const { status, body } = await send(form, { ...Object.fromEntries(typed), [`${list}.${n}.was`]: '' })
        answers.push({ status, body: JSON.stringify({ ...body, done: '' }).replaceAll(code, 'CODE') })
      }
      expect(answers[0], list).toEqual(answers[1])
    }
    const { discount_codes } = await own.file()
    expect(discount_codes).toContainEqual(expect.objectContaining({ code: `TEN-${other.n}`, percent: 90 }))
    expect((await other.file()).discount_codes).toEqual(theirs)
  })

  it('get the same report from an import', async () => {
    const [own, other] = [await createFullOrganiser(shop()), await createFullOrganiser(shop())]
    const theirs = (await other.file()).discount_codes
    const reportOf = async (code: string) => {
      const discount_codes = [{ code, event: `the-show-${own.n}`, percent: 90 }]
      const text = JSON.stringify({ format: FORMAT_NAME, discount_codes })
      const report = await importText(shop().db, 'codes.json', text, shop().clock.now())
      return JSON.stringify(report).replaceAll(code, 'CODE')
    }
    expect(await reportOf(`FIVE-${other.n}`)).toEqual(await reportOf(`NEVER-AGAIN-${other.n}`))
    expect((await other.file()).discount_codes).toEqual(theirs)
  })

  it('can be saved by the previous version during an upgrade, and then belong to their organiser', async () => {
    const { db } = shop()
    const [first, second] = [await createEvent(db), await createEvent(db)]
    const code = `UPGRADE-${first.eventId}`
    // Its statement: a global unique code, and an event's code without its organiser.
    const save = (event_id: number, percent_bp: number) => {
      const columns = { organiser_id: null, event_id, kind: 'percent' as const, percent_bp }
      return db
        .insertInto('discount_codes')
        .values({ code, ...columns })
        .onConflict((conflict) => conflict.column('code').doUpdateSet(columns))
        .execute()
    }
    await save(first.eventId, 1000)
    await save(second.eventId, 2000)
    await save(second.eventId, 3000)
    const saved = await db
      .selectFrom('discount_codes')
      .select(['typed_code', 'owner_id', 'percent_bp'])
      .where('typed_code', '=', code)
      .orderBy('id')
      .execute()
    expect(saved).toEqual([
      { typed_code: code, owner_id: first.organiserId, percent_bp: 1000 },
      { typed_code: code, owner_id: second.organiserId, percent_bp: 3000 },
    ])
  })
})

/** What a browser sends for the first row of a list, by field. */
const rowOf = (form: Parameters<typeof sentBy>[0], list: string) =>
  Object.fromEntries(
    Object.entries(sentBy(form)).flatMap(([name, value]) => {
      const start = `${list}.0.`
      return name.startsWith(start) ? [[name.slice(start.length), value]] : []
    }),
  )

it('codes are in bodies of calls that are known', () => {
  const fields = Object.entries({ ...CALLS, ...OFFICE_CALLS, ...API_CALLS }).flatMap(([name, { body }]) => {
    const schema = JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
    return [...schema.matchAll(/"(\w*codes?(?:_id)?)":\{/g)].map(([, field]) => `${name}: ${field}`)
  })
  expect(fields.filter((field) => /^(save|make|create|add|set|change)_/.test(field))).toEqual(LOOKED_UP)
})
