import { expect, it } from 'vitest'
import { bought, vendor } from '../../payment/refund/bought.testing.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'

describeOnBoth('the refund limit of the box office', (kind) => {
  const shop = useShop(kind, { providers: { stripe: vendor.provider } })

  it.each([
    ['GBP', '£500.00'],
    ['JPY', '¥500'],
  ])('is the typed number in the currency of the order: %s', async (currency, shown) => {
    const { organiserId, ticketId } = await createEvent(shop().db)
    const sale = await bought(shop().deps, { ticketId, qty: 1 })
    for (const [table, id] of [
      ['sales', 'id'],
      ['orders', 'sale_id'],
    ] as const)
      await shop()
        .db.updateTable(table)
        .set({ currency })
        .where(id as 'id', '=', sale.saleId)
        .execute()
    const staffOf = async (role: 'owner' | 'box_office') => {
      const { id, email } = await createStaff(shop(), organiserId, role, null)
      return inSession(shop(), { staffId: id, email, provedAt: shop().clock.now() })
    }
    const owner = await staffOf('owner')
    const box = await staffOf('box_office')
    expect(await owner.call('set_refund_limit', { organiser_id: organiserId, limit: '500' })).toMatchObject({
      status: 200,
    })
    const { body } = await box.call('office_order', { organiser_id: organiserId, order_id: sale.saleId })
    expect(body.refund_limit).toBe(shown)
  })
})
