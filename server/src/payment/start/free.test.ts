import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded')
})
afterAll(() => shop.close())

const call = async (sale: SaleAt, name: string, body: Record<string, string> = {}) => {
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/ajax/checkout/checkout/${name}/`,
    headers: { cookie: sale.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(body).toString(),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const FREE = { price_minor: 0, booking_fee_minor: 0 }
const DETAILS = { fullname: 'Ada Lovelace', email: 'ada@example.org', contact_number: '' }

it('[FRE-01, PAY-18, API-45] accepts the required phone number with the claim, and stores it with the sale', async () => {
  const sale = await saleAt(shop.deps, 'payment', { require_phone_number: true, tickets: [FREE] })
  expect((await call(sale, 'claim_free_tickets')).body.code).toBe('bad_phone')
  expect((await call(sale, 'claim_free_tickets', { contact_number: 'soon' })).body.code).toBe('bad_phone')
  expect((await call(sale, 'claim_free_tickets', { contact_number: '0113 496 0000' })).body).toEqual({ success: true })
  expect(await sale.read()).toMatchObject({ contact_number: '0113 496 0000', state: 'deliver_tickets' })
})

it('[EXP-01] [FRE-01] an express buyer can claim a free order only once they are identified', async () => {
  const sale = await saleAt(shop.deps, 'payment', { express: true, guest: null, tickets: [FREE] })
  expect((await call(sale, 'claim_free_tickets')).body.code).toBe('step_incomplete')
  expect((await call(sale, 'set_account_details', DETAILS)).body).toEqual({ success: true })
  expect((await call(sale, 'claim_free_tickets', { email: DETAILS.email })).body).toEqual({ success: true })
  expect(await sale.read()).toMatchObject({ guest_email: 'ada@example.org', state: 'deliver_tickets' })
})

it('[EXP-01] [API-39] an express buyer’s billing address is stored once they are identified', async () => {
  const sale = await saleAt(shop.deps, 'payment', { express: true, guest: null })
  const billing = { 'address[postcode]': 'LS1 6LW', contact_number: '' }
  expect((await call(sale, 'set_billing_address', billing)).body.code).toBe('wrong_step')
  await call(sale, 'set_account_details', DETAILS)
  // The typed name stays hidden until the email address is proved.
  expect((await call(sale, 'set_billing_address', billing)).body).toMatchObject({
    address: { postcode: 'LS1 6LW', first_name: '', country_code: 'GB' },
  })
})

it('[FRE-01] free orders claimed at the same moment, each by two tabs, are sold once and exactly', async () => {
  const first = await saleAt(shop.deps, 'payment', { tickets: [{ ...FREE, capacity: 12 }], qty: 2 })
  const more = await Promise.all(
    Array.from({ length: 5 }, () => saleAt(shop.deps, 'payment', { ticketId: first.ticketId, qty: 2 })),
  )
  const sales = [first, ...more]
  const answers = await Promise.all([...sales, ...sales].map((sale) => call(sale, 'claim_free_tickets')))
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ success: true })))
  const ids = sales.map(({ saleId }) => saleId)
  const { db } = shop.deps
  const stock = await db.selectFrom('stock').selectAll().where('ticket_type_id', '=', first.ticketId).execute()
  expect(stock).toMatchObject([{ capacity: 12, held: 0, sold: 12 }])
  for (const table of ['orders', 'payments'] as const)
    expect(await db.selectFrom(table).select('sale_id').where('sale_id', 'in', ids).execute()).toHaveLength(6)
  expect(await db.selectFrom('holds').select('sale_id').where('sale_id', 'in', ids).execute()).toEqual([])
})
