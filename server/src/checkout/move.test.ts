import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createBuyerWithHold, newEmail, prove, putInBasket } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'

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
})
