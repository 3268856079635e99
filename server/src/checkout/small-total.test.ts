import { canChargeCard } from '@foyer/domain/payment/methods.ts'
import { expect, it } from 'vitest'
import { payable } from '../payment/start/open-payment.ts'
import { sessionSaleOf } from '../sale/session/session-sale.ts'
import { readSnapshot } from '../sale/snapshot/snapshot.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { putInBasket } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { issueVoucher } from '../testing/fixtures/voucher.ts'
import { useShop } from '../testing/shop.ts'
import { smallTotalWarnings } from './small-total.ts'

describeOnBoth('a total too small for a card', (kind) => {
  const shop = useShop(kind)
  const price = (price_minor: number) => ({ tickets: [{ price_minor, booking_fee_minor: 0 }] })

  it('is shown in the basket before the reserve, until the total is enough', async () => {
    const browser = shop().browser()
    const { ticketId } = await createEvent(shop().db, price(20))
    await putInBasket(browser, ticketId)
    expect((await browser.checkout()).basket_errors).toEqual([
      'Card payments must be at least £0.30, and £0.20 is less. Add something to your basket, add a donation or remove a code.',
    ])
    await putInBasket(browser, ticketId)
    expect((await browser.checkout()).basket_errors).toEqual([])
  })

  it('follows the organiser’s rule, and total and lines agree', async () => {
    const under = async (small_total: 'round_up' | 'waive' | 'donation', charity_id: number | null = null) => {
      const browser = shop().browser()
      const { ticketId } = await createEvent(shop().db, { ...price(20), organiser: { small_total, charity_id } })
      await putInBasket(browser, ticketId)
      const { basket_errors, basket_total, small_total: small, donation } = await browser.checkout()
      return { basket_errors, basket_total, small, donation }
    }
    expect(await under('round_up')).toEqual({
      basket_errors: ['Card payments must be at least £0.30, so £0.10 is added to your total.'],
      basket_total: 0.3,
      small: { rule: 'round_up', amount: 0.1 },
      donation: null,
    })
    expect(await under('waive')).toMatchObject({
      basket_errors: ['£0.20 is too small for a card payment, so there’s nothing to pay.'],
      basket_total: 0,
      small: { rule: 'waive', amount: 0.2 },
    })
    const { id } = await shop()
      .db.insertInto('charities')
      .values({ slug: `trees-${kind}`, name: 'Trees', donation_checkout_title: 'Give' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await under('donation', id)).toMatchObject({
      basket_errors: [expect.stringContaining('Card payments must be at least £0.30, and £0.20 is less.')],
      basket_total: 0.2,
      donation: null,
    })
  })

  it('keeps what is missing on a gift voucher, and says how much', async () => {
    const { db, clock } = shop().deps
    const event = await createEvent(db, price(2000))
    const code = `KEEPS-${kind.toUpperCase()}`
    const { voucherId } = await issueVoucher(db, {
      organiserId: event.organiserId,
      code,
      now: clock.now(),
      value: 1990,
    })
    const sale = await saleAt(shop().deps, 'basket', { ticketId: event.ticketId, codes: [{ voucherId, code }] })
    const snapshot = (await readSnapshot(shop().db, sale.saleId))!
    const own = await sessionSaleOf(shop().deps, sale.session, snapshot, clock.now())
    expect(smallTotalWarnings(own, snapshot, '')).toEqual([
      'Card payments must be at least £0.30, so we’ve left £0.20 more on your gift voucher for another time.',
    ])
  })

  it('is also shown where a bank transfer is offered', async () => {
    const sale = await saleAt(shop().deps, 'basket', price(20))
    const snapshot = (await readSnapshot(shop().db, sale.saleId))!
    const own = await sessionSaleOf(shop().deps, sale.session, snapshot, shop().deps.clock.now())
    expect(smallTotalWarnings({ ...own, hasBankTransfer: true }, snapshot, '')).toEqual([
      'Card payments must be at least £0.30, and £0.20 is less. You can pay by bank transfer, or add something to your basket to pay by card.',
    ])
  })

  it('cannot be paid by card, whatever is sent', async () => {
    const sale = await saleAt(shop().deps, 'payment', price(29))
    const byCard = { method: canChargeCard }
    expect(await payable(sale.ctx(), byCard)).toMatchObject({ ok: false, code: 'method_not_available' })
    const enough = await saleAt(shop().deps, 'payment', price(30))
    expect(await payable(enough.ctx(), byCard)).toMatchObject({ ok: true, amountMinor: 30 })
  })
})
