import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createBuyerWithHold, newEmail, prove } from '../testing/fixtures/buyers.ts'
import { useShop } from '../testing/shop.ts'

describeOnBoth('marketing preferences', (kind) => {
  const shop = useShop(kind)

  async function createGuest(email = newEmail()) {
    const holder = await createBuyerWithHold(shop(), { tickets: [{ price_minor: 0, booking_fee_minor: 0 }] })
    shop().clock.advance(60)
    await prove(shop(), holder.browser, email)
    await holder.browser.call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })
    return { ...holder, email }
  }
  const claim = async ({ browser, email }: Awaited<ReturnType<typeof createGuest>>) => {
    for (const state of ['login', 'marketing_preferences', 'payment'])
      expect((await browser.call('update_basket_state', { state })).status).toBe(200)
    expect((await browser.call('claim_free_tickets', { email })).body).toEqual({ success: true })
    expect((await browser.call('deliver_to_bitticket')).body).toEqual({ delivery_completed: true })
  }

  it('[MKT-01, MKT-02, MKT-03] a consent of this sale is shown ticked and can be withdrawn', async () => {
    const { browser, organiserId } = await createGuest()
    expect((await browser.checkout()).marketing_preferences).toMatchObject({
      revocable: { ct_subscribed: false, event_subscribed: false, organisers: [] },
    })
    const sent = { ct_subscribed: '1', event_subscribed: '1', organiser_subscribed_marketing: { [organiserId]: '1' } }
    await browser.call('set_marketing_preferences', sent)
    expect((await browser.checkout()).marketing_preferences).toMatchObject({
      ct_subscribed: true,
      event_subscribed: true,
      revocable: { ct_subscribed: true, event_subscribed: true, organisers: [organiserId] },
    })
    // The step stays available when going back.
    for (const state of ['login', 'marketing_preferences'])
      expect((await browser.call('update_basket_state', { state })).status).toBe(200)
    await browser.call('set_marketing_preferences', {
      ct_subscribed: '0',
      event_subscribed: '1',
      organiser_subscribed_marketing: { [organiserId]: '0' },
    })
    expect((await browser.checkout()).marketing_preferences).toMatchObject({
      ct_subscribed: false,
      event_subscribed: true,
      basket_organisers: [{ organiser_subscribed: false }],
      revocable: { ct_subscribed: false, event_subscribed: true, organisers: [] },
    })
  })

  it('[MKT-01] a consent from an earlier sale is not asked for again', async () => {
    const first = await createGuest()
    await first.browser.call('set_marketing_preferences', { ct_subscribed: '1', event_subscribed: '1' })
    const second = await createGuest(first.email)
    expect((await second.browser.checkout()).marketing_preferences).toMatchObject({
      ct_subscribed: true,
      revocable: { ct_subscribed: false, event_subscribed: false },
    })
  })

  it('[API-22] a choice that is not sent stays unchanged', async () => {
    const { browser, organiserId } = await createGuest()
    const organisers = { organiser_subscribed_marketing: { [organiserId]: '1' } }
    await browser.call('set_marketing_preferences', { ct_subscribed: '1', event_subscribed: '1', ...organisers })
    expect((await browser.call('set_marketing_preferences', {})).body).toEqual({ success: true })
    await browser.call('set_marketing_preferences', { event_subscribed: '0' })
    expect((await browser.checkout()).marketing_preferences).toMatchObject({
      ct_subscribed: true,
      event_subscribed: false,
      basket_organisers: [{ organiser_subscribed: true }],
    })
  })

  it('[DONE-08] an account created on completion takes over the guest’s consents', async () => {
    const guest = await createGuest()
    await guest.browser.call('set_marketing_preferences', { ct_subscribed: '1', event_subscribed: '1' })
    await claim(guest)
    expect((await guest.browser.checkout()).marketing_preferences).toMatchObject({ event_subscribed: true })
    shop().clock.advance(60)
    expect((await prove(shop(), guest.browser, guest.email)).body).toEqual({ has_account: true })
    expect((await guest.browser.call('get_user')).body).toMatchObject({
      user: { subscribed: true, is_event_subscribed: true },
    })
  })

  it('[DONE-08] a guest who subscribes on the last page is subscribed in the checkout and the account', async () => {
    const guest = await createGuest()
    await claim(guest)
    expect((await guest.browser.checkout()).marketing_preferences).toMatchObject({ event_subscribed: false })
    expect((await guest.browser.call('subscribe_to_events')).body).toEqual({ success: true })
    expect((await guest.browser.checkout()).marketing_preferences).toMatchObject({ event_subscribed: true })
    shop().clock.advance(60)
    await prove(shop(), guest.browser, guest.email)
    expect((await guest.browser.call('get_user')).body).toMatchObject({
      user: { subscribed: false, is_event_subscribed: true },
    })
  })
})
