import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import { createFullOrganiser } from '../testing/full-organiser.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

type Listed = { code_id: number; code: string; kind: string; terms: string; is_ended: boolean; max_uses: number }

it('discount codes are created in batches, searched, downloaded and ended individually', async () => {
  const { manager } = await createFullOrganiser(shop)
  const { browser, about, open } = await manager()
  const batch = { ...about, kind: 'discount', count: '30', prefix: 'flyer', amount: '2.50', max_uses: '1' }
  expect((await browser.call('make_codes', { ...batch, valid_until: '2027-06-30' })).body).toMatchObject({
    success: true,
  })
  const list = async (q = 'flyer-') =>
    (await browser.call('office_codes', { ...about, q })).body as unknown as { codes: Listed[]; batches: object[] }
  const { codes, batches } = await list()
  expect(codes).toHaveLength(30)
  expect(new Set(codes.map(({ code }) => code)).size).toBe(30)
  expect(codes[0]).toMatchObject({ terms: '€2.50 off', max_uses: 1, is_ended: false })
  expect(batches).toEqual([{ kind: 'discount', prefix: 'FLYER', codes: 30, uses: 0 }])
  const [first] = codes
  const ended = { ...about, kind: 'discount', code_id: first!.code_id }
  expect((await browser.call('stop_code', ended)).status).toBe(200)
  shop.clock.advance(1)
  expect((await list(first!.code)).codes).toMatchObject([{ is_ended: true }])
  const { text, filename } = (await browser.call('export_codes', { ...about, kind: 'discount', prefix: 'FLYER' }))
    .body as { text: string; filename: string }
  expect(filename).toMatch(/^codes-flyer-\d{4}-\d\d-\d\d\.csv$/)
  expect(text.split('\r\n')).toHaveLength(32)
  expect(text).toMatch(
    /^\ufeffcode,percent off,amount off,currency,opens,used,limit,until \([^)]+\),ended\r\nFLYER-\S{8},,2\.5,EUR,,0,1,/,
  )
  // The form of the event has the single codes only, and saving it leaves the batch as it is.
  const form = await open('codes')
  expect(form.parts.find(({ list }) => list === 'discount_codes')!.rows).toHaveLength(1)
})

it('access codes are created in batches for their types only', async () => {
  const { manager, file } = await createFullOrganiser(shop)
  const { browser, about } = await manager()
  const batch = { ...about, kind: 'access', count: '3', prefix: 'PRESS', max_uses: '2', tickets: ['Stalls'] }
  expect((await browser.call('make_codes', batch)).body).toMatchObject({ success: true })
  const codes = (await file()).events![0]!.access_codes!
  expect(codes).toMatchObject([{}, { tickets: ['Stalls'], max_tickets: 2 }])
  expect(codes[1]!.codes).toHaveLength(3)
  expect((await browser.call('make_codes', { ...batch, tickets: ['Programme'] })).body.code).toBe('bad_batch')
  for (const wrong of [{ count: '0' }, { count: '501' }, { prefix: 'A B' }, { tickets: [] }, { max_uses: 'many' }])
    expect((await browser.call('make_codes', { ...batch, ...wrong })).body.code).toBe('bad_batch')
  const stopped = (await browser.call('office_codes', { ...about, q: 'PRESS-' })).body.codes as Listed[]
  await browser.call('stop_code', { ...about, kind: 'access', code_id: stopped[0]!.code_id })
  expect((await file()).events![0]!.access_codes![1]!.codes).toHaveLength(2)
})

it('a code lists the orders that used it and their discounts', async () => {
  const { manager, eventId, n } = await createFullOrganiser(shop)
  const { browser, about } = await manager()
  const now = shop.clock.now()
  const { rows } = await sql<{ id: number; code_id: number }>`
    with sale as (insert into sales (reference, currency, created_at, updated_at) values (${`CODE-${n}`}, 'EUR', ${now}, ${now}) returning id),
      ordered as (insert into orders (sale_id, number, name, currency, total_minor, paid_at)
        select id, ${`9000000${n}`}, 'Ann', 'EUR', 3600, ${now} from sale returning sale_id),
      line as (insert into order_lines (sale_id, line, kind, organiser_id, event_id, qty, list_minor, discount_minor, net_minor, paid_at)
        select sale_id, 1, 'ticket', ${about.organiser_id}, ${eventId}, 2, 4000, 400, 3600, ${now} from ordered),
      used as (insert into sale_codes (sale_id, code, discount_id, applied_at)
        select sale.id, code.code, code.id, ${now} from sale, discount_codes code where code.code = ${`TEN-${n}`})
    select sale.id, code.id as code_id from sale, discount_codes code where code.code = ${`TEN-${n}`}`.execute(shop.db)
  const code = { ...about, kind: 'discount', code_id: rows[0]!.code_id }
  expect((await browser.call('office_code', code)).body).toMatchObject({
    given: '€4.00',
    uses: [{ name: 'Ann', tickets: 2, given: '€4.00' }],
  })
})

it('the last day of a discount code is one of its event, wherever that is', async () => {
  const { manager, eventId, n } = await createFullOrganiser(shop)
  await shop.db.updateTable('events').set({ timezone: 'America/New_York' }).where('id', '=', eventId).execute()
  const { browser, about, open, send } = await manager()
  const batch = { ...about, kind: 'discount', count: '1', prefix: 'FAR', percent: '5', valid_until: '2027-06-30' }
  expect((await browser.call('make_codes', batch)).body).toMatchObject({ success: true })
  const typed = {
    'discount_codes.0.valid_from': '2027-06-01T09:00',
    'discount_codes.0.valid_until': '2027-06-30T12:00',
  }
  expect((await send(await open('codes'), typed)).body).toMatchObject({ success: true })
  const form = await open('codes')
  expect((await send(form, {})).body).toMatchObject({ success: true })
  const rows = await shop.db
    .selectFrom('discount_codes')
    .select(['valid_from', 'valid_until'])
    .where('event_id', '=', eventId)
    .where((eb) => eb.or([eb('code', '=', `TEN-${n}`), eb('code', 'like', 'FAR-%')]))
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { valid_from: new Date('2027-06-01T13:00:00Z'), valid_until: new Date('2027-06-30T16:00:00Z') },
    { valid_from: null, valid_until: new Date('2027-07-01T03:59:59Z') },
  ])
})
