import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { newEmail } from '../testing/fixtures/buyers.ts'
import { asExpressGuest, createBuyerWithTickets } from '../testing/fixtures/paid-buyer.ts'
import { withPages } from '../testing/pages.ts'
import { type TestShop, useShop } from '../testing/shop.ts'

async function createOrderWithWaiver(shop: TestShop) {
  const buyer = await createBuyerWithTickets(shop, { title: 'Climbing', qty: 3 })
  await shop.db
    .insertInto('waivers')
    .values({ event_id: buyer.eventId, title: 'Climb at your own risk', terms_html: '<p>Hold on</p>' })
    .execute()
  await shop.db
    .insertInto('after_sale_messages')
    .values({ event_id: buyer.eventId, message_html: '<p>Bring <strong>boots</strong> &amp; water.</p>' })
    .execute()
  return { ...buyer, link: `${shop.deps.config.publicUrl}/activity-terms-and-conditions/${buyer.reference}/` }
}

describeOnBoth('an order before its event', (kind) => {
  const shop = useShop(kind)

  it('the waiver link and the organiser’s message are in the email, the wallet and the order page', async () => {
    const { browser, saleId, reference, link, organiserId } = await createOrderWithWaiver(shop())
    await browser.call('deliver_to_wallet')
    const mail = await shop()
      .db.selectFrom('mails')
      .select(['body_text', 'body_html'])
      .where('sale_id', '=', saleId)
      .where('kind', '=', 'wallet')
      .executeTakeFirstOrThrow()
    for (const words of [link, 'Bring boots & water.', `A message from Organiser`])
      expect(mail.body_text).toContain(words)
    expect(mail.body_html).toContain(link)
    const pages = await withPages(shop())
    const order = await pages.data(pages.browser(browser), 'order', `/orders/${reference}/`)
    const { name } = await shop()
      .db.selectFrom('organisers')
      .select('name')
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    const html = '<p>Bring <strong>boots</strong> &amp; water.</p>'
    expect(order).toMatchObject({
      waiver_url: link,
      messages: [{ organiser: name, event: 'Climbing', html }],
    })
    const wallet = await pages.data(pages.browser(browser), 'wallet', '/account/wallet/')
    expect(wallet!.tickets[0]).toMatchObject({
      waiver_url: `/activity-terms-and-conditions/${reference}/`,
      messages: [{ organiser: name, html }],
    })
  })

  it('only the buyer can email the waiver link to members of the party', async () => {
    const { browser, saleId, reference, link } = await createOrderWithWaiver(shop())
    const email = newEmail()
    const ask = (to: string, from = browser) => from.call('send_waiver_link', { reference, email: to })
    for (const _ of [1, 2]) expect((await ask(email)).body).toEqual({ success: true })
    const mails = await shop()
      .db.selectFrom('mails')
      .select(['recipient', 'body_text'])
      .where('sale_id', '=', saleId)
      .where('kind', '=', 'waiver')
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.recipient).toBe(email)
    expect(mails[0]!.body_text).toContain(link)
    expect((await ask('nowhere')).body.code).toBe('bad_email')
    expect((await ask(email, shop().browser())).body.code).toBe('unknown_sale')
    const plain = await createBuyerWithTickets(shop())
    expect((await plain.browser.call('send_waiver_link', { reference: plain.reference, email })).body.code).toBe(
      'unknown_waiver',
    )
  })

  it('tickets can be transferred from the order page repeatedly until the event', async () => {
    const { browser, reference, ticketId } = await createOrderWithWaiver(shop())
    const pages = await withPages(shop())
    const page = () => pages.data(pages.browser(browser), 'order', `/orders/${reference}/`)
    const handOn = (reference_: string, from = browser) =>
      from.call('set_transfers', {
        reference: reference_,
        transfers: [{ ticket_id: ticketId, name: 'Grace Hopper', email: newEmail(), qty: 1, is_gift: '0' }],
      })
    expect((await page())!.transferable).toMatchObject([{ ticket_id: ticketId, event_name: 'Climbing', qty: 3 }])
    // The browser fills another basket meanwhile, so the order is given by reference.
    await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    for (const left of [2, 1]) {
      expect((await handOn(reference)).body).toEqual({ success: true })
      expect((await page())!.transferable).toMatchObject([{ qty: left }])
    }
    expect((await handOn(reference, shop().browser())).body.code).toBe('unknown_sale')
    expect((await handOn('nobodys')).body.code).toBe('unknown_sale')
    await shop()
      .db.updateTable('event_dates')
      .set({ starts_at: new Date(shop().clock.now().getTime() - 3_600_000) })
      .where('id', 'in', (eb) => eb.selectFrom('ticket_types').select('date_id').where('id', '=', ticketId))
      .execute()
    expect((await page())!.transferable).toEqual([])
    expect((await handOn(reference)).body.code).toBe('bad_transfer')
  })

  it('an unconfirmed address opens no order in another browser', async () => {
    const buyer = await createOrderWithWaiver(shop())
    await asExpressGuest(shop(), buyer, newEmail())
    const stranger = shop().browser()
    const answer = await stranger.call('send_waiver_link', { reference: buyer.reference, email: newEmail() })
    expect(answer.body.code).toBe('unknown_sale')
  })
})
