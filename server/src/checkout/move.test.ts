import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createBuyerWithHold, newEmail, prove, putInBasket } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { saleAt, stockOf } from '../testing/fixtures/sale.ts'
import { useShop } from '../testing/shop.ts'
import { updateBasketState } from './move.ts'

describeOnBoth('steps that only the server can enter', (kind) => {
  const shop = useShop(kind)

  it('[API-31] refuses the captcha step unless the reserve required a captcha', async () => {
    const { ticketId } = await createEvent(shop().db)
    const browser = shop().browser()
    await putInBasket(browser, ticketId)
    expect((await browser.call('update_basket_state', { state: 'reserve' })).status).toBe(200)
    expect(await browser.call('update_basket_state', { state: 'captcha' })).toMatchObject({
      status: 409,
      body: { code: 'wrong_step', state: 'reserve' },
    })
    const { ticketId: wanted } = await createEvent(shop().db, { high_demand: true })
    const newBrowser = shop().browser()
    await putInBasket(newBrowser, wanted)
    await newBrowser.call('update_basket_state', { state: 'reserve' })
    expect((await newBrowser.call('reserve_tickets')).body).toMatchObject({ captcha: true })
    expect((await newBrowser.call('update_basket_state', { state: 'captcha' })).status).toBe(200)
  })

  it('[API-31] refuses the bank step unless a bank payment has begun', async () => {
    const { browser } = await createBuyerWithHold(shop())
    const email = newEmail()
    await prove(shop(), browser, email)
    await browser.call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })
    for (const state of ['login', 'marketing_preferences', 'payment'])
      expect((await browser.call('update_basket_state', { state })).status).toBe(200)
    expect(await browser.call('update_basket_state', { state: 'awaiting_truelayer' })).toMatchObject({
      status: 409,
      body: { code: 'wrong_step', state: 'payment' },
    })
  })

  it('[API-31] going back to the basket releases what is held, and no more', async () => {
    const { browser, ticketId } = await createBuyerWithHold(shop(), { qty: 2 })
    expect(await stockOf(shop().db, ticketId)).toEqual({ held: 2, sold: 0 })
    const back = () => browser.call('update_basket_state', { state: 'basket' })
    expect(await back()).toMatchObject({ status: 200, body: { seconds_remaining: 0 } })
    expect(await stockOf(shop().db, ticketId)).toEqual({ held: 0, sold: 0 })
    expect(await browser.checkout()).toMatchObject({ state: 'basket', seconds_remaining: 0 })
    // Now nothing is held.
    expect(await back()).toMatchObject({ status: 200, body: { seconds_remaining: 0 } })
  })

  it('stays where a bank decides: going back to the basket would free tickets that are being paid', async () => {
    const sale = await saleAt(shop().deps, 'payment', { qty: 2 })
    const now = shop().clock.now()
    const running = { provider: 'truelayer', amount_minor: 2200, currency: 'GBP', status: 'processing' } as const
    await shop()
      .db.insertInto('payments')
      .values({
        ...running,
        sale_id: sale.saleId,
        expires_at: new Date(now.getTime() + 900_000),
        idempotency_key: `running-${sale.saleId}`,
        created_at: now,
        updated_at: now,
      })
      .execute()
    expect(await updateBasketState({ state: 'basket' }, sale.ctx())).toMatchObject({
      code: 'payment_running',
      body: { state: 'payment' },
    })
    expect(await stockOf(shop().db, sale.ticketId)).toEqual({ held: 2, sold: 0 })
    expect(await sale.read()).toMatchObject({ state: 'payment', held_until: expect.any(Date) })
  })
})
