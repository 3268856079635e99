import { ERRORS } from '@foyer/contract/errors.ts'
import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { OFFICE_PAGES, type OfficePageName, type OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { buildApp } from '../app.ts'
import { makeMetrics } from '../metrics.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { plainDocuments } from '../testing/pages.ts'
import { openShop } from '../testing/shop.ts'
import { bodiesOf } from './testing/bodies.ts'
import { createStaff, inSession, logOf, type OfficeBrowser } from './testing/office.ts'

/**
 * Every field of every call of the office that takes a day, a month or a number. A value that can't be one is refused with a
 * sentence, and nothing is shown, downloaded or saved. The fields are found in the contract by what they accept.
 */

let shop: Awaited<ReturnType<typeof openShop>>
let app: FastifyInstance
let own: number
let owner: OfficeBrowser & { id: number; email: string }
beforeAll(async () => {
  shop = await openShop('postgres')
  app = await buildApp({ ...shop.deps, metrics: makeMetrics() }, plainDocuments())
  own = (await createEvent(shop.db)).organiserId
  const { id, email } = await createStaff(shop, own, 'owner')
  owner = { ...(await inSession({ ...shop, app }, { staffId: id, email })), id, email }
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const NAMES = Object.keys(OFFICE_CALLS) as OfficeCallName[]
const fieldsOf = (name: OfficeCallName): [string, z.ZodType][] => {
  const { body } = OFFICE_CALLS[name]
  return 'shape' in body ? Object.entries(body.shape as Record<string, z.ZodType>) : []
}
const accepts = (field: z.ZodType, value: string) => field.safeParse(value).success
const FIELDS = NAMES.flatMap((name) => fieldsOf(name).map(([key, field]) => ({ name, key, field })))
const only = (good: string) =>
  FIELDS.filter(({ field }) => accepts(field, good) && !accepts(field, 'soon')).map(
    (found) => [`${found.name}.${found.key}`, found] as const,
  )

const DAYS = only('2026-06-15').filter(([, { field }]) => !accepts(field, '2026-06'))
const MONTHS = only('2026-06')
const NUMBERS = only('7')
const NO_DAYS = ['2026-02-30', '2027-02-29', '2026-13-01', '2026-00-10', '2026-06-31', '0000-01-01', '9999-12-31']
const NO_MONTHS = ['2026-13', '2026-00', '0000-01', '9999-12']
const NO_NUMBERS = ['seven', '7.5', '1e400', '99999999999999999999', '7; drop', '-7.5']

/** Fields of forms that take a day as text, which is checked together with a time of day. */
const CHECKED_BY_HANDLER = [
  'create_event.day',
  'duplicate_event.first_day',
  'add_dates.from',
  'add_dates.until',
  'office_move.day',
  'office_move.refund_until',
  'move_date.day',
  'move_date.refund_until',
  'make_codes.valid_until',
]
const isNamedLikeADay = (key: string) => /(^|_)(day|from|until|month|since)$/.test(key)

const BODIES = bodiesOf(() => shop)
const bodyOf = (name: OfficeCallName) =>
  BODIES[name]({ organiser_id: own, ids: own }, { staffId: owner.id, email: owner.email })

describe('the fields', () => {
  it('include those of every filter', () => {
    expect(DAYS.map(([at]) => at).filter((at) => /^office_|^export_/.test(at))).toEqual(
      [
        'office_log.from',
        'office_log.until',
        'export_log.from',
        'export_log.until',
        ...['orders', 'people'].flatMap((list) => [`office_${list}.from`, `office_${list}.until`]),
        ...['orders', 'people'].flatMap((list) => [`export_${list}.from`, `export_${list}.until`]),
        'office_money.from',
        'office_money.until',
        'export_money.from',
        'export_money.until',
        'office_mailing.from',
        'office_mailing.until',
      ].toSorted((a, b) => order(a) - order(b)),
    )
    expect(MONTHS.map(([at]) => at)).toEqual(['money_statement.month'])
    expect(NUMBERS.length).toBeGreaterThan(100)
  })
  const order = (at: string) => FIELDS.findIndex(({ name, key }) => `${name}.${key}` === at)

  it('that are named like a day and take any text are checked by their handlers', () => {
    const named = FIELDS.filter(({ key, field }) => isNamedLikeADay(key) && accepts(field, 'soon'))
    expect(named.map(({ name, key }) => `${name}.${key}`).toSorted()).toEqual(CHECKED_BY_HANDLER.toSorted())
  })
})

describe('a day or month that does not exist', () => {
  const cases = [
    ...DAYS.map(([at, { name, key }]) => [at, name, key, NO_DAYS] as const),
    ...MONTHS.map(([at, { name, key }]) => [at, name, key, NO_MONTHS] as const),
  ]
  it.each(cases)('in %s is refused with its reason', async (_, name, key, values) => {
    const sent = await bodyOf(name)
    for (const value of values) {
      const { status, body, raw } = await owner.call(name, { ...sent, [key]: value })
      expect([value, status, body]).toEqual([value, 400, { code: 'bad_day', error: ERRORS.bad_day[1] }])
      expect(raw.headers['content-disposition']).toBeUndefined()
    }
    expect(
      (await logOf(shop, owner.id)).filter(({ action, outcome }) => action === name && outcome === 'done'),
    ).toEqual([])
  })

  it.each(CHECKED_BY_HANDLER)('in %s is refused', async (at) => {
    const [name, key] = at.split('.') as [OfficeCallName, string]
    const dates = { day: '2027-03-03', starts: '19:00' }
    const sent = { ...(await bodyOf(name)), ...(name === 'office_move' && dates) }
    for (const value of ['2027-02-30', '2027-13-01', 'soon']) {
      const { status, body } = await owner.call(name, { ...sent, [key]: value })
      if (name === 'office_move')
        expect([value, status, body.problem]).toEqual([value, 200, expect.stringMatching(/./)])
      else expect([value, Math.floor(status / 100), body.error]).toEqual([value, 4, expect.stringMatching(/./)])
    }
  })
})

it('what is no number is refused by every field that takes one', () => {
  expect(
    NUMBERS.flatMap(([at, { field }]) =>
      NO_NUMBERS.filter((value) => accepts(field, value)).map((value) => [at, value]),
    ),
  ).toEqual([])
})

describe('the pages', () => {
  type Shown = { page: string; data: object; shell: OfficeShell }
  const pages = (Object.entries(OFFICE_PAGES) as [OfficePageName, { path: string; call: OfficeCallName }][]).flatMap(
    ([page, { path, call }]) =>
      DAYS.filter(([, { name }]) => name === call).map(([, { key }]) => [page, key, path] as const),
  )

  it('with such a filter are those of the log, orders, people, money and mailings', () => {
    expect([...new Set(pages.map(([page]) => page))].toSorted()).toEqual([
      'log',
      'mailing',
      'money',
      'orders',
      'people',
    ])
  })

  it.each(pages)('%s says that the day of “%s” does not exist, and shows nothing', async (_, key, path) => {
    const answer = await owner.get(`${path}?organiser_id=${own}&${key}=2026-02-30`)
    const { page, data } = JSON.parse(answer.body) as Shown
    expect([answer.statusCode, page, data]).toEqual([400, 'refused', { error: ERRORS.bad_day[1] }])
  })

  it.each([
    ['log', 'export_log', { from: '2026-02-30' }],
    ['orders', 'export_orders', { until: '2026-02-30' }],
    ['people', 'export_people', { from: '2026-02-30' }],
    ['money', 'export_money', { until: '2026-02-30' }],
    ['money', 'money_statement', { month: '2026-13' }],
  ] as const)('%s sends no file by %s for a day that does not exist, and says why', async (page, call, sent) => {
    const answer = await owner.post(OFFICE_PAGES[page].path, { call, organiser_id: own, ...sent })
    expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([
      400,
      expect.objectContaining({ page: 'refused', data: { error: ERRORS.bad_day[1] } }),
    ])
  })
})
