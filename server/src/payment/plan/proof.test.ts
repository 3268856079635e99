import type { CallName } from '@foyer/contract/paths.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeMailedTo, newEmail } from '../../testing/fixtures/buyers.ts'
import type { SaleAt } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { planBuyers } from './buyers.testing.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded', { start: '2026-01-31T12:00:00Z' })
})
afterAll(() => shop.close())

const { call, saleWithPlan, agree } = planBuyers(() => shop)

/** A browser whose user signed in more than ten minutes ago, with a running plan and another sale to pay for. */
async function longSignedIn() {
  const email = newEmail()
  const { id } = await shop.db
    .insertInto('users')
    .values({ email, first_name: 'Grace', last_name: 'Hopper', created_at: shop.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const earlier = await saleWithPlan({ userId: id })
  expect((await agree(earlier)).body.status).toBe('success')
  const sale = await saleWithPlan({ userId: id })
  const { payment_method_id } = (await call(sale, 'get_opoa_users')).body.opoa_users[0]
  const setProofAge = (seconds: number | null) =>
    shop.db
      .updateTable('sessions')
      .set({ proved_at: seconds === null ? null : new Date(shop.clock.now().getTime() - seconds * 1000) })
      .where('user_id', '=', id)
      .execute()
  return { email, earlier, sale, card: payment_method_id as string, setProofAge }
}
const intents = () => [...shop.sandbox.stripe.intents.values()].length
const withSaved = (card: string) => ({ new_payment_method: undefined, selected_payment_method_id: card })

it('a saved card is refused in a browser confirmed more than ten minutes ago, and the tickets stay held', async () => {
  const { earlier, sale, card, setProofAge } = await longSignedIn()
  const before = intents()
  const uses: [SaleAt, CallName, Record<string, unknown>][] = [
    [earlier, 'pay_instalment', { sale_reference: earlier.reference, seq: 2 }],
    [earlier, 'pay_instalment', { sale_reference: earlier.reference, seq: 2, payment_method_id: card }],
    [earlier, 'set_plan_card', { sale_reference: earlier.reference, payment_method_id: card }],
  ]
  for (const age of [601, null]) {
    await setProofAge(age)
    for (const [by, name, body] of uses)
      expect(await call(by, name, body), name).toMatchObject({ status: 401, body: { code: 'proof_too_old' } })
    expect((await agree(sale, undefined, withSaved(card))).body.code).toBe('proof_too_old')
  }
  expect(intents()).toBe(before)
  expect(await sale.payments()).toEqual([])
  expect(await sale.read()).toMatchObject({ state: 'payment', paid_at: null })
  expect((await sale.read()).held_until).not.toBeNull()
})

it('no confirmation is needed within ten minutes, or for a new card', async () => {
  const { earlier, sale, card, setProofAge } = await longSignedIn()
  await setProofAge(599)
  const pay = { sale_reference: earlier.reference, seq: 2 }
  expect((await call(earlier, 'pay_instalment', pay)).body).toEqual({ status: 'success' })
  await setProofAge(601)
  expect((await agree(sale)).body.status).toBe('success')
  expect((await agree(await saleWithPlan(), undefined, withSaved(card))).body.code).toBe('not_signed_in')
})

it('a code entered in the payment step confirms, and the hold is unchanged', async () => {
  const { email, sale, card, setProofAge } = await longSignedIn()
  await setProofAge(3600)
  const { held_until } = await sale.read()
  expect((await agree(sale, undefined, withSaved(card))).body.code).toBe('proof_too_old')
  const browser = shop.browser()
  browser.use(sale.cookie.slice('foyer_session='.length))
  await browser.call('send_one_time_code', { email })
  const code = await codeMailedTo(shop, email)
  expect(await browser.call('check_one_time_code', { email, code, context: 'checkout' })).toMatchObject({ status: 200 })
  expect(await sale.read()).toMatchObject({ state: 'payment', held_until })
  const paid = await browser.call('pay_with_instalment', {
    instalment_option: '3',
    contact_number: '020 7946 0000',
    selected_payment_method_id: card,
  })
  expect(paid.body).toMatchObject({ status: 'success' })
})
