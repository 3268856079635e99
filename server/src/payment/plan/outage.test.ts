import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SaleAt } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { ProviderDown } from '../provider/provider.ts'
import { queuePaymentChecks } from '../settle/workers.ts'
import { planBuyers } from './buyers.testing.ts'
import { queuePlanWork } from './charge.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded', { start: '2026-01-31T12:00:00Z' })
})
afterAll(() => shop.close())
// The plans of one test must not come due in the next.
beforeEach(async () => {
  shop.sandbox.switches.clear()
  shop.clock.set('2026-01-31T12:00:00Z')
  await shop.db
    .updateTable('payment_plans')
    .set({ status: 'cancelled' })
    .where('status', 'in', ['active', 'overdue'])
    .execute()
  await shop.db.updateTable('jobs').set({ done_at: shop.clock.now() }).where('done_at', 'is', null).execute()
})

const { call, saleWithPlan, typedCard, newCard, agree } = planBuyers(() => shop)

const instalments = (sale: SaleAt) =>
  shop.db.selectFrom('plan_instalments').selectAll().where('sale_id', '=', sale.saleId).orderBy('seq').execute()
const planOf = (sale: SaleAt) =>
  shop.db.selectFrom('payment_plans').selectAll().where('sale_id', '=', sale.saleId).executeTakeFirst()
const subjects = async (sale: SaleAt) => (await sale.mails()).map(({ subject }) => subject)

/** Sets the clock to noon of that day and does all its work. */
async function runDay(day: string) {
  shop.clock.set(`${day}T12:00:00Z`)
  for (let round = 0; round < 2; round++) {
    await queuePlanWork(shop.deps)
    await shop.pass()
  }
}

describe('a payment plan during vendor faults', () => {
  it('an outage of hours uses up no attempt, and a declined charge is not repeated for three days', async () => {
    const sale = await saleWithPlan()
    await agree(sale)
    await shop.pass(60)
    await runDay('2026-02-25')
    const mailsBefore = (await subjects(sale)).length
    shop.fault('stripe', 'error', 'before', null)
    shop.clock.set('2026-02-28T12:00:00Z')
    for (let minutes = 0; minutes < 120; minutes += 4) {
      await queuePlanWork(shop.deps)
      await queuePaymentChecks(shop.deps)
      await shop.pass(240)
    }
    expect((await instalments(sale))[1]!.attempts).toBeLessThanOrEqual(1)
    expect(await subjects(sale), 'no mail about a failure').toHaveLength(mailsBefore)
    shop.sandbox.switches.clear()
    shop.fault('stripe', 'decline', '', null)
    for (let hours = 0; hours < 60; hours += 2) {
      await queuePlanWork(shop.deps)
      await shop.pass(7200)
    }
    expect((await instalments(sale))[1]).toMatchObject({ status: 'failed', attempts: 1 })
    expect(await subjects(sale), 'one failure, one mail').toHaveLength(mailsBefore + 1)
    shop.sandbox.switches.clear()
    await runDay('2026-03-04')
    expect((await instalments(sale))[1]!.status).toBe('paid')
  }, 120_000)

  it('[INS-06] the vendor acts and then returns 500: the first payment is charged once, and the plan begins', async () => {
    const sale = await saleWithPlan()
    const id = await typedCard('4242424242424242')
    const pay = () =>
      call(sale, 'pay_with_instalment', {
        instalment_option: '3',
        contact_number: '020 7946 0000',
        new_payment_method: newCard(id),
      })
    // The vendor's own client makes each call three times: the one for the customer's record, then the one for the payment.
    shop.fault('stripe', 'error', 'after', 6)
    expect((await pay()).status).toBe(503)
    expect((await pay()).body.status).toBe('success')
    await shop.pass()
    const charged = shop.sandbox.stripe.intents
      .values()
      .filter((i) => i.metadata.sale_reference === sale.reference && i.status === 'succeeded')
    expect(charged).toHaveLength(1)
    expect(await planOf(sale)).toMatchObject({ status: 'active' })
  })
  it('the vendor returns 500 to both charges and acted on the second: what it says of the payment then decides', async () => {
    const sale = await saleWithPlan()
    const cards = shop.deps.providers.stripe!.cardsOnFile!
    const { confirmCharge } = cards
    const fault = new ProviderDown('stripe', new Error('HTTP 500'), { answered: true })
    const charges = vi
      .spyOn(cards, 'confirmCharge')
      .mockRejectedValueOnce(fault)
      .mockImplementationOnce(async (...charge) => {
        await confirmCharge(...charge)
        throw fault
      })
    expect((await agree(sale)).body.status).toBe('success')
    expect(charges).toHaveBeenCalledTimes(2)
    charges.mockRestore()
    expect(await planOf(sale)).toMatchObject({ status: 'active' })
  })
})
