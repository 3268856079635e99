import { afterAll, beforeAll, expect, it } from 'vitest'
import { bought, vendor } from '../../payment/refund/bought.testing.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { stockOf } from '../../testing/fixtures/sale.ts'
import { openShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded', { providers: { stripe: vendor.provider } })
})
afterAll(() => shop.close())

/** A sold ticket, types that cost less, the same and more, and someone who may change it. */
async function createOrderToChange() {
  const { organiserId, ticketIds } = await createEvent(shop.db, {
    title: 'The Show',
    tickets: [2000, 1500, 2000, 2600].map((price_minor, i) => ({ name: `Type ${i}`, price_minor, capacity: 5 })),
  })
  const [own, cheaper, same, dearer] = ticketIds as [number, number, number, number]
  const sale = await bought(shop.deps, { ticketId: own, qty: 1 })
  const { id: ticket_id } = await shop.db
    .selectFrom('tickets')
    .select('id')
    .where('sale_id', '=', sale.saleId)
    .executeTakeFirstOrThrow()
  const { id: staffId, email } = await createStaff(shop, organiserId, 'owner')
  const browser = await inSession(shop, { staffId, email })
  const about = { organiser_id: organiserId, order_id: sale.saleId, ticket_id }
  const review = async (ticket_type_id: number, more: object = {}) =>
    (await browser.call('office_change', { ...about, ticket_type_id, ...more })).body.review
  return { own, cheaper, same, dearer, sale, browser, about, review }
}

it('a chosen change is reviewed: what it becomes, who pays or gets back what, and who is emailed', async () => {
  const { cheaper, same, dearer, sale, review } = await createOrderToChange()
  const { email } = sale
  const becomes = (n: number) => expect.stringContaining(`The Show, Type ${n}, `)
  expect(await review(cheaper, { returns: '1' })).toMatchObject({
    becomes: becomes(1),
    difference: '£5.00',
    money: 'returned',
    email,
  })
  expect(await review(cheaper)).toMatchObject({ difference: '£5.00', money: 'kept', email })
  expect(await review(same)).toMatchObject({ becomes: becomes(2), difference: '', money: 'none', email })
  expect(await review(dearer, { charges: '1' })).toMatchObject({
    becomes: becomes(3),
    difference: '£6.00',
    money: 'asked',
    email,
  })
  expect(await review(dearer)).toMatchObject({ difference: '£6.00', money: 'waived', email })
  expect(await review(999_999)).toBeNull()
})

it('a review of a chosen seat names it; one that is taken can’t be reviewed', async () => {
  const { organiserId, ticketId, poolIds } = await createEvent(shop.db, {
    title: 'The Play',
    pools: [{ seats: ['A1', 'A2'] }],
    tickets: [{ name: 'Adult', pool: 0 }],
  })
  const sale = await bought(shop.deps, { ticketId, qty: 1 })
  const { id: ticket_id, seat_id: own } = await shop.db
    .selectFrom('tickets')
    .select(['id', 'seat_id'])
    .where('sale_id', '=', sale.saleId)
    .executeTakeFirstOrThrow()
  const { id: free, label } = await shop.db
    .selectFrom('seats')
    .select(['id', 'label'])
    .where('pool_id', '=', poolIds[0]!)
    .where('id', '<>', own)
    .executeTakeFirstOrThrow()
  const { id: staffId, email } = await createStaff(shop, organiserId, 'owner')
  const { call } = await inSession(shop, { staffId, email })
  const about = { organiser_id: organiserId, order_id: sale.saleId, ticket_id, ticket_type_id: ticketId }
  const review = async (seat_id: number) => (await call('office_change', { ...about, seat_id })).body.review
  expect(await review(free)).toMatchObject({
    seat_ids: [free],
    becomes: expect.stringMatching(new RegExp(`, ${label}$`)),
  })
  expect(await review(own!)).toBeNull()
})

it('a review changes nothing', async () => {
  const { own, cheaper, review } = await createOrderToChange()
  await review(cheaper, { returns: '1' })
  expect([await stockOf(shop.db, own), await stockOf(shop.db, cheaper)]).toMatchObject([{ sold: 1 }, { sold: 0 }])
})

it('a price that changed after the review is reviewed again, and nothing changes until the new difference is confirmed', async () => {
  const { own, cheaper, dearer, sale, browser, about, review } = await createOrderToChange()
  const setPrice = (id: number, price_minor: number) =>
    shop.db.updateTable('ticket_types').set({ price_minor }).where('id', '=', id).execute()
  const state = async () => ({
    stock: await Promise.all([own, cheaper, dearer].map(async (id) => (await stockOf(shop.db, id)).sold)),
    mails: (await shop.db.selectFrom('mails').select('id').where('sale_id', '=', sale.saleId).execute()).length,
    waiting: (await shop.db.selectFrom('ticket_changes').select('id').where('sale_id', '=', sale.saleId).execute())
      .length,
  })
  const untouched = await state()
  const cases = [
    // The buyer is asked for more, would get back less, and would pay instead of getting money back.
    { type: dearer, how: { charges: '1' }, price: 2700, becomes: { difference: '£7.00', money: 'asked' } },
    { type: cheaper, how: { returns: '1' }, price: 1800, becomes: { difference: '£2.00', money: 'returned' } },
    { type: cheaper, how: {}, price: 2300, becomes: { difference: '£3.00', money: 'waived' } },
  ]
  for (const { type, how, price, becomes } of cases) {
    const { difference_minor: difference } = (await review(type, how)) as { difference_minor: number }
    await setPrice(type, price)
    const body = { ...about, ticket_type_id: type, ...how, difference, form_key: `${type}-${price}` }
    const again = await browser.call('change_ticket', body)
    expect([again.status, again.body.code]).toEqual([409, 'difference_changed'])
    expect(await review(type, how)).toMatchObject(becomes)
    expect(await state()).toEqual(untouched)
  }
  const { difference_minor: difference } = (await review(cheaper)) as { difference_minor: number }
  const confirmed = { ...about, ticket_type_id: cheaper, difference, form_key: 'confirmed' }
  expect((await browser.call('change_ticket', confirmed)).status).toBe(200)
  expect((await state()).stock).toEqual([0, 1, 0])
})

it('of a price that changes while a change is confirmed, only the reviewed one is used', async () => {
  const { own, cheaper, sale, browser, about, review } = await createOrderToChange()
  const { difference_minor: difference } = (await review(cheaper, { returns: '1' })) as { difference_minor: number }
  const body = { ...about, ticket_type_id: cheaper, returns: '1', difference, form_key: 'race' }
  const [answer] = await Promise.all([
    browser.call('change_ticket', body),
    shop.db.updateTable('ticket_types').set({ price_minor: 1900 }).where('id', '=', cheaper).execute(),
  ])
  const refunds = await shop.db
    .selectFrom('refunds')
    .select('amount_minor')
    .where('sale_id', '=', sale.saleId)
    .execute()
  const sold = [(await stockOf(shop.db, own)).sold, (await stockOf(shop.db, cheaper)).sold]
  if (answer.status === 200) expect([refunds, sold]).toEqual([[{ amount_minor: 500 }], [0, 1]])
  else expect([answer.body.code, refunds, sold]).toEqual(['difference_changed', [], [1, 0]])
})
