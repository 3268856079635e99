import { expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { browserWithProvedEmail, newEmail } from '../../testing/fixtures/buyers.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { useShop } from '../../testing/shop.ts'
import { claimFreeTickets } from '../start/free.ts'
import { bought, codesOf, vendor } from './bought.testing.ts'
import { refundOrder } from './order.ts'

const FAR = new Date('2099-06-01T18:00:00Z')

describeOnBoth('refund emails', (kind) => {
  const shop = useShop(kind, { providers: { stripe: vendor.provider } })
  const work = () => runDueJobs(shop().deps, WORKERS, 500)
  const newest = async (sale: SaleAt) => (await sale.mails()).at(-1)!
  const mailsTo = (email: string) =>
    shop()
      .db.selectFrom('mails')
      .select(['subject', 'body_text', 'kind'])
      .where('recipient', '=', email)
      .where('kind', '=', 'transfer_back')
      .orderBy('id')
      .execute()

  /** Sends one ticket of the order to a new address. Returns the address and the secret part of the mailed link. */
  async function sendOne(sale: SaleAt) {
    const email = newEmail()
    const browser = shop().browser()
    browser.use(decodeURIComponent(sale.cookie.replace('foyer_session=', '')))
    const row = { ticket_id: sale.ticketId, name: 'Grace Hopper', email, qty: 1 }
    expect(await browser.call('set_transfers', { transfers: [row] })).toMatchObject({ body: { success: true } })
    const mail = await shop()
      .db.selectFrom('mails')
      .select('body_text')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    return { email, token: /\/claim\/([\w-]+)\//.exec(mail.body_text)![1]! }
  }

  it('tell the buyer which tickets are no longer valid, and whether others are', async () => {
    const sale = await bought(shop().deps, { title: 'Autumn Gala', qty: 3, startsAt: FAR })
    await refundOrder(shop().deps, { reference: sale.reference, what: 'amount', amountMinor: 100 })
    await work()
    expect((await newest(sale)).body_text).toContain('Your tickets are still valid.')
    const [first] = await codesOf(shop().deps, sale)
    await refundOrder(shop().deps, { reference: sale.reference, what: 'tickets', codes: [first!] })
    await work()
    const part = (await newest(sale)).body_text
    expect(part).toContain('These tickets are no longer valid:')
    expect(part).toMatch(/Autumn Gala\n.*\n\s+1 × /)
    expect(part).toContain('Your other tickets are still valid.')
    await refundOrder(shop().deps, { reference: sale.reference, what: 'whole' })
    await work()
    const whole = (await newest(sale)).body_text
    expect(whole).toMatch(/Autumn Gala\n.*\n\s+3 × /)
    expect(whole).toContain('The whole order has been cancelled.')
    expect(whole).not.toContain('still valid')
  })

  it('a refunded order’s checkout shows the refund, without livestream and messages', async () => {
    const stream = { livestream_url: 'https://stream.example/secret' }
    const sale = await bought(shop().deps, { title: 'Online Gala', startsAt: FAR, ...stream })
    const browser = shop().browser()
    browser.use(decodeURIComponent(sale.cookie.replace('foyer_session=', '')))
    await shop()
      .db.insertInto('after_sale_messages')
      .values({ event_id: sale.event!.eventId, message_html: '<p>The code word is Wolf</p>' })
      .execute()
    const before = await browser.checkout()
    expect(before).toMatchObject({ events: [{ access_online: stream.livestream_url }] })
    expect(before.cancelled).toBeUndefined()
    expect(before.after_sale_messages).toHaveLength(1)
    await refundOrder(shop().deps, { reference: sale.reference, what: 'whole' })
    expect(await browser.checkout()).toMatchObject({
      cancelled: true,
      events: [{ access_online: null }],
      after_sale_messages: [],
    })
    // The step of the messages is not needed any more, so the page doesn't go there.
    expect(await browser.call('update_basket_state', { state: 'order_completed' })).toMatchObject({ status: 200 })
  })

  it('are also sent for a cancelled free order or free ticket', async () => {
    const sale = await saleAt(shop().deps, 'payment', {
      title: 'Free Night',
      qty: 2,
      startsAt: FAR,
      tickets: [{ price_minor: 0, booking_fee_minor: 0 }],
    })
    await claimFreeTickets(sale.ctx())
    shop().clock.advance(30)
    await work()
    const [first] = await codesOf(shop().deps, sale)
    expect(
      await refundOrder(shop().deps, { reference: sale.reference, what: 'tickets', codes: [first!] }),
    ).toMatchObject({ ok: true })
    await work()
    expect((await newest(sale)).body_text).toMatch(/Free Night\n.*\n\s+1 × [\s\S]*other tickets are still valid/)
    await refundOrder(shop().deps, { reference: sale.reference, what: 'whole' })
    await work()
    expect((await newest(sale)).body_text).toMatch(/has been cancelled[\s\S]*Free Night\n.*\n\s+2 × /)
  })

  it('tell recipients of transfers, claimed or not, that their tickets are no longer valid', async () => {
    const sale = await bought(shop().deps, { title: 'Autumn Gala', qty: 3, startsAt: FAR })
    const claimed = await sendOne(sale)
    const waiting = await sendOne(sale)
    await work()
    const recipient = await browserWithProvedEmail(shop(), claimed.email)
    expect(await recipient.call('claim_transfer', { token: claimed.token })).toMatchObject({ status: 200 })
    await refundOrder(shop().deps, { reference: sale.reference, what: 'whole' })
    await work()
    for (const { email } of [claimed, waiting]) {
      expect(await mailsTo(email)).toEqual([
        expect.objectContaining({ subject: 'Your tickets for Autumn Gala are no longer valid' }),
      ])
      expect((await mailsTo(email))[0]!.body_text).toMatch(/Ada Lovelace[\s\S]*Autumn Gala\n.*\n\s+1 × /)
    }
  })

  it('about a single ticket go to its holder only', async () => {
    const sale = await bought(shop().deps, { title: 'Autumn Gala', qty: 3, startsAt: FAR })
    const [one, other] = [await sendOne(sale), await sendOne(sale)]
    await work()
    const recipient = await browserWithProvedEmail(shop(), one.email)
    await recipient.call('claim_transfer', { token: one.token })
    const { code } = await shop()
      .db.selectFrom('tickets')
      .select('code')
      .where('holder_email', '=', one.email)
      .executeTakeFirstOrThrow()
    await refundOrder(shop().deps, { reference: sale.reference, what: 'tickets', codes: [code] })
    await work()
    expect(await mailsTo(one.email)).toHaveLength(1)
    expect(await mailsTo(other.email)).toEqual([])
  })
})
