import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import qs from 'qs'
import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { type Browser, useShop } from '../testing/shop.ts'

describeOnBoth('a change whose sender asks for the checkout', (kind) => {
  const shop = useShop(kind)

  const send = async (
    browser: Browser | null,
    name: CallName,
    body: object = {},
    headers: object = { prefer: 'return=representation' },
  ) => {
    const cookie = browser?.cookie()
    const response = await shop().app.inject({
      method: 'POST',
      url: PATHS[name][1],
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie }) },
      payload: qs.stringify(body),
    })
    return { status: response.statusCode, body: response.json() }
  }
  const held = async () => {
    const event = await createEvent(shop().db)
    const browser = shop().browser()
    await browser.call('add_to_basket', { ticket_id: event.ticketId, quantity: 1 })
    await browser.call('reserve_tickets')
    return { browser, ...event }
  }

  it('returns what `get` would return after it, beside its own reply', async () => {
    const { browser } = await held()
    const { status, body } = await send(browser, 'update_basket_state', { state: 'login' })
    const { checkout, ...reply } = body
    expect(status).toBe(200)
    expect(reply).toEqual({ seconds_remaining: expect.any(Number) })
    expect(checkout).toMatchObject({ state: 'login', tickets: [{ qty: 1 }] })
    expect(checkout).toEqual(await browser.checkout())
  })

  it('returns it to nobody who has not asked, and not with a refusal', async () => {
    const { browser } = await held()
    for (const headers of [{}, { prefer: 'return=minimal' }])
      expect((await send(browser, 'update_basket_state', { state: 'login' }, headers)).body).not.toHaveProperty(
        'checkout',
      )
    const refused = await send(browser, 'update_basket_state', { state: 'order_completed' })
    expect(refused.status).toBe(409)
    expect(refused.body).not.toHaveProperty('checkout')
  })

  it('returns it with steps only: the others may end the session that it was read for', async () => {
    const { browser } = await held()
    for (const name of ['extend_hold', 'destroy_sale', 'sign_out', 'erase_account'] as const)
      expect((await send(browser, name)).body).not.toHaveProperty('checkout')
  })

  it('is the sender’s own checkout, whatever was changed before in another browser', async () => {
    const [mine, theirs] = [await held(), await held()]
    await send(theirs.browser, 'update_basket_state', { state: 'login' })
    const { body } = await send(mine.browser, 'update_basket_state', { state: 'login' })
    expect(body.checkout.sale_reference).toBe((await mine.browser.checkout()).sale_reference)
  })

  it('a change that was made is reported as made, even if the checkout cannot be read afterwards', async () => {
    const { browser } = await held()
    const { app } = shop()
    const read = app.readCheckout
    app.readCheckout = () => Promise.reject(new Error('the connection is gone'))
    try {
      const { status, body } = await send(browser, 'update_basket_state', { state: 'login' })
      expect({ status, body }).toEqual({ status: 200, body: { seconds_remaining: expect.any(Number) } })
    } finally {
      app.readCheckout = read
    }
    expect((await browser.checkout()).state).toBe('login')
  })
})
