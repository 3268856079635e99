import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { putInBasket } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'

describeOnBoth('a price change while a ticket is in a basket', (kind) => {
  const shop = useShop(kind)
  const basket = async () => {
    const browser = shop().browser()
    const { ticketId } = await createEvent(shop().db, {
      title: 'Quiet Night',
      tickets: [{ name: 'Stalls', price_minor: 1000, booking_fee_minor: 100 }],
    })
    await putInBasket(browser, ticketId, 2)
    const costs = (price_minor: number, booking_fee_minor = 100) =>
      shop().db.updateTable('ticket_types').set({ price_minor, booking_fee_minor }).where('id', '=', ticketId).execute()
    const reserves = () => browser.call('update_basket_state', { state: 'reserve' })
    return { browser, costs, reserves }
  }
  const warning = 'Stalls for Quiet Night now costs £13.00 each with its booking fee. It was £11.00 when you added it.'

  it('is shown with old and new price, until the price is the old one again', async () => {
    const { browser, costs } = await basket()
    expect((await browser.checkout()).basket_errors).toEqual([])
    await costs(1150)
    await costs(1200)
    expect((await browser.checkout()).basket_errors).toEqual([warning])
    await costs(900, 0)
    expect((await browser.checkout()).basket_errors).toEqual([
      'Stalls for Quiet Night now costs £9.00 each. It was £11.00 when you added it.',
    ])
    await costs(1000)
    expect((await browser.checkout()).basket_errors).toEqual([])
  })

  it('refuses a reserve from a page with the old price, and accepts one from a page with the new', async () => {
    const { browser, costs, reserves } = await basket()
    await browser.checkout()
    await costs(1200)
    for (let presses = 0; presses < 2; presses++)
      expect(await reserves()).toMatchObject({
        status: 409,
        body: {
          code: 'price_changed',
          state: 'basket',
          error: 'The price of your tickets has changed. Please check your basket before you reserve.',
        },
      })
    expect(await browser.checkout()).toMatchObject({ state: 'basket', basket_total: 26, basket_errors: [warning] })
    expect((await browser.checkout()).basket_errors).toEqual([warning])
    expect((await reserves()).status).toBe(200)
    expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    expect(await browser.checkout()).toMatchObject({ basket_total: 26, basket_errors: [] })
    // The buyer has reserved at this price, so editing the basket doesn't tell it again.
    await browser.call('destroy_sale')
    expect((await browser.checkout()).basket_errors).toEqual([])
  })

  it('is shown again after another change', async () => {
    const { browser, costs, reserves } = await basket()
    await costs(1100)
    await browser.checkout()
    await costs(1200)
    expect((await reserves()).status).toBe(409)
    expect((await browser.checkout()).basket_errors).toEqual([warning])
    expect((await reserves()).status).toBe(200)
  })

  it('is not shown while a hold keeps the price', async () => {
    const { browser, costs, reserves } = await basket()
    await reserves()
    await browser.call('reserve_tickets')
    await costs(1200)
    expect(await browser.checkout()).toMatchObject({ basket_total: 22, basket_errors: [] })
  })

  it('affects a chosen amount only by its fee', async () => {
    const browser = shop().browser()
    const { ticketId } = await createEvent(shop().db, {
      title: 'Open Hat',
      tickets: [{ name: 'Seat', price_minor: 1000, min_price_minor: 200, booking_fee_minor: 50 }],
    })
    const update = (set: { price_minor?: number; booking_fee_minor?: number }) =>
      shop().db.updateTable('ticket_types').set(set).where('id', '=', ticketId).execute()
    await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1, amount: 5 })
    await update({ price_minor: 1500 })
    expect((await browser.checkout()).basket_errors).toEqual([])
    await browser.call('update_ticket_amount', { ticket_id: ticketId, amount: 6 })
    await update({ booking_fee_minor: 80 })
    expect((await browser.checkout()).basket_errors).toEqual([
      'Seat for Open Hat now costs £6.80 each with its booking fee. It was £6.50 when you added it.',
    ])
  })
})
