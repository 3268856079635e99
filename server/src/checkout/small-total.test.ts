import { canChargeCard } from '@foyer/domain/payment/methods.ts'
import { expect, it } from 'vitest'
import { payable } from '../payment/start/open-payment.ts'
import { putInBasket } from '../testing/buyers.ts'
import { anEvent } from '../testing/catalogue.ts'
import { describeOnBoth } from '../testing/databases.ts'
import { saleAt } from '../testing/sale.ts'
import { useShop } from '../testing/shop.ts'

describeOnBoth('a total too small for a card', (kind) => {
  const shop = useShop(kind)
  const price = (price_minor: number) => ({ tickets: [{ price_minor, booking_fee_minor: 0 }] })

  it('is said in the basket, before anything is held, and no longer when it is enough', async () => {
    const browser = shop().browser()
    const { ticketId } = await anEvent(shop().db, price(20))
    await putInBasket(browser, ticketId)
    expect((await browser.checkout()).basket_errors).toEqual([
      'Card payments must be at least £0.30, and £0.20 is less. Please add something to your basket or a donation, or take off a code.',
    ])
    await putInBasket(browser, ticketId)
    expect((await browser.checkout()).basket_errors).toEqual([])
  })

  it('cannot be paid by card, whatever a browser sends', async () => {
    const sale = await saleAt(shop().deps, 'payment', price(29))
    const byCard = { method: canChargeCard }
    expect(await payable(sale.ctx(), byCard)).toMatchObject({ ok: false, code: 'method_not_available' })
    const enough = await saleAt(shop().deps, 'payment', price(30))
    expect(await payable(enough.ctx(), byCard)).toMatchObject({ ok: true, amountMinor: 30 })
  })
})
