import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bought, vendor } from '../../payment/refund/bought.testing.ts'
import { SUPERSEDED } from '../../payment/refund/queue.ts'
import { openShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded', { providers: { stripe: vendor.provider } })
})
afterAll(() => shop.close())

it('a refund that was made at the provider, or charged back, is not listed as failed, and another one is', async () => {
  const { db, clock, deps } = shop
  const sale = await bought(deps, { startsAt: new Date('2027-09-01T18:00:00Z') })
  const { organiserId } = sale.event!
  const [payment] = await sale.payments()
  const owner = await createStaff(shop, organiserId, 'owner')
  const browser = await inSession(shop, { staffId: owner.id, email: owner.email })
  const seen = async () => {
    const order = (await browser.call('office_order', { organiser_id: organiserId, order_id: sale.saleId }))
      .body as unknown as OfficeReply<'office_order'>
    const home = (await browser.call('office_home', { organiser_id: organiserId }))
      .body as unknown as OfficeReply<'office_home'>
    return {
      states: order.payments.slice(1).map(({ state }) => state),
      needs: home.needs.filter(({ kind }) => kind === 'refunds').map(({ n }) => n),
    }
  }
  const add = (failure_text: string) =>
    db
      .insertInto('refunds')
      .values({
        payment_id: payment!.id,
        sale_id: sale.saleId,
        amount_minor: 100,
        reason: 'refunded',
        status: 'failed',
        failure_text,
        idempotency_key: failure_text,
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute()
  for (const text of Object.values(SUPERSEDED)) await add(text)
  expect(await seen()).toEqual({
    states: ['made at the payment provider instead', 'not needed: the bank has taken the money back'],
    needs: [],
  })
  await add('account closed')
  const { states, needs } = await seen()
  expect([states.at(-1), needs]).toEqual(['failed: account closed', [1]])
})
