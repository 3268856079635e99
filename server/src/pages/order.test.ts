import { expect, it } from 'vitest'
import { aPaidBuyer } from '../after-sale/fixture.ts'
import { inTx } from '../db/transaction/tx.ts'
import { record } from '../sale/sale.ts'
import { describeOnBoth } from '../testing/databases.ts'
import { withPages } from '../testing/pages.ts'
import { useShop } from '../testing/shop.ts'

describeOnBoth('what happened to an order', (kind) => {
  const shop = useShop(kind)

  const told = async (...happened: [kind: string, facts: Record<string, string | number>][]) => {
    const { browser, reference, saleId } = await aPaidBuyer(shop())
    const { db, clock } = shop()
    await db.deleteFrom('sale_events').where('sale_id', '=', saleId).execute()
    await inTx(db, async (tx) => {
      for (const [kind, facts] of happened) await record(tx, saleId, kind, clock.now(), facts)
    })
    const pages = await withPages(shop())
    const order = await pages.data(pages.browser(browser), 'order', `/orders/${reference}/`)
    return order!.timeline.map(({ text }) => text)
  }

  it('does not frighten with another way to pay that was called off once it was paid', async () => {
    const cancelled = ['payment_cancelled', { provider: 'truelayer' }] as const
    expect(await told([...cancelled], ['paid', { amount: 44 }], [...cancelled])).toEqual([
      'A payment was cancelled.',
      'We received your payment of £44.00.',
    ])
  })

  it('says that a plan is running until its last payment', async () => {
    const { browser, reference, saleId } = await aPaidBuyer(shop())
    const pages = await withPages(shop())
    const outcome = async () => (await pages.data(pages.browser(browser), 'order', `/orders/${reference}/`))!.outcome
    const { db, clock } = shop()
    await db
      .insertInto('payment_plans')
      .values({ sale_id: saleId, option_key: '3', status: 'active', terms_version: '1', agreed_at: clock.now() })
      .execute()
    expect(await outcome()).toBe('plan')
    await db.updateTable('payment_plans').set({ status: 'completed' }).where('sale_id', '=', saleId).execute()
    expect(await outcome()).toBe('fulfilled')
  })

  it('thanks nobody for a payment of nothing', async () => {
    expect(await told(['paid', { amount: 0 }])).toEqual(['Order confirmed. Nothing to pay.'])
  })
})
