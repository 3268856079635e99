import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { describeOnBoth, describeOnPostgres } from '../../testing/database/databases.ts'
import { browserWithProvedEmail, newEmail } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { asExpressGuest, createBuyerWithTickets, openSecondBrowser } from '../../testing/fixtures/paid-buyer.ts'
import { withPages } from '../../testing/pages.ts'
import { type Browser, useShop } from '../../testing/shop.ts'
import { checkAtDoor, inspectCode } from '../../tickets/door/door.ts'
import { voidTickets } from '../../tickets/retire.ts'
import { walletOf } from '../../tickets/wallet/wallet.ts'
import {
  send,
  sendTransfer,
  ticketsOf,
  tokenIn,
  transferMails,
  transferRow,
  transfersOf,
  walletCodes,
  walletTickets,
} from './transfer.testing.ts'

describeOnBoth('transfers', (kind) => {
  const shop = useShop(kind)

  it('[API-49] [TRF-24] sends at once, invalidates the old code, queues the email and ignores rows of 0', async () => {
    const buyer = await createBuyerWithTickets(shop())
    const before = await ticketsOf(shop(), buyer.saleId)
    const answer = await send(buyer, [
      transferRow(buyer, { qty: 2, is_gift: '1', send_gift: 'Send now', message: 'Enjoy <b>it</b>' }),
      transferRow(buyer, { qty: 0, name: '', email: '' }),
    ])
    expect(answer).toMatchObject({ status: 200, body: { success: true } })

    const [transfer, ...others] = await transfersOf(shop(), buyer.saleId)
    expect(others).toEqual([])
    expect(transfer).toMatchObject({ qty: 2, status: 'sent', email: 'grace@example.org', is_gift: true })
    const doors = await Promise.all(before.map(({ code }) => inspectCode(shop().deps, code)))
    // The first ticket stays with its buyer.
    expect(doors.map(({ outcome }) => outcome)).toEqual(['valid', 'transferred', 'transferred'])

    const [mail] = await transferMails(shop(), buyer.saleId)
    expect(mail).toMatchObject({ recipient: 'grace@example.org', status: 'queued', attachments: [] })
    expect(mail!.body_html).toContain('Enjoy &lt;b&gt;it&lt;/b&gt;')
    // After sending, the database keeps only a hash of the claim link's secret, which is not enough to claim.
    const token = tokenIn(mail!.body_text)
    expect(transfer!.claim_token_hash).not.toContain(token)
    const codes = (await ticketsOf(shop(), buyer.saleId)).map(({ code }) => code)
    for (const code of codes) expect(mail!.body_text + mail!.body_html).not.toContain(code)
  })

  it('a sent ticket is in no wallet or wallet email until it is claimed', async () => {
    const buyer = await createBuyerWithTickets(shop(), { qty: 2 })
    await sendTransfer(shop(), buyer)
    expect(await walletCodes(shop(), buyer.email)).toHaveLength(1)
    await buyer.browser.call('deliver_to_wallet')
    await shop().runJobs()
    const mail = await shop()
      .db.selectFrom('mails')
      .select('attachments')
      .where('sale_id', '=', buyer.saleId)
      .where('kind', '=', 'wallet')
      .executeTakeFirstOrThrow()
    const { readTickets } = await import('../../tickets/read.ts')
    const onPaper = await readTickets(
      shop().db,
      { saleId: buyer.saleId },
      { now: shop().clock.now(), signer: shop().deps.signer },
    )
    expect(mail.attachments).toHaveLength(2)
    expect(onPaper).toHaveLength(1)
  })

  it('[API-49] the same call twice transfers once', async () => {
    const buyer = await createBuyerWithTickets(shop())
    const rows = [transferRow(buyer), transferRow(buyer, { name: 'Alan Turing', email: 'Alan@Example.org' })]
    expect((await send(buyer, rows)).status).toBe(200)
    expect((await send(buyer, rows)).status).toBe(200)
    expect(await transfersOf(shop(), buyer.saleId)).toHaveLength(2)
    expect(await transferMails(shop(), buyer.saleId)).toHaveLength(2)
  })

  it('[TRF-27] [TRF-28] limits the total over all transfers, and changes nothing when it is exceeded', async () => {
    const buyer = await createBuyerWithTickets(shop(), { qty: 3 })
    for (const bad of [
      [transferRow(buyer, { qty: 4 })],
      [transferRow(buyer, { qty: 2 }), transferRow(buyer, { qty: 2, email: 'b@example.org' })],
      [transferRow(buyer, { qty: 2 }), transferRow(buyer, { qty: -1, email: 'b@example.org' })],
      [transferRow(buyer, { qty: 0 })],
      [],
    ])
      expect(await send(buyer, bad), JSON.stringify(bad)).toMatchObject({ status: 400, body: { code: 'bad_transfer' } })
    expect(await transfersOf(shop(), buyer.saleId)).toEqual([])
    expect((await send(buyer, [transferRow(buyer, { qty: 2 })])).status).toBe(200)
    expect(await send(buyer, [transferRow(buyer, { qty: 2, email: 'b@example.org' })])).toMatchObject({
      body: { code: 'bad_transfer' },
    })
    expect((await send(buyer, [transferRow(buyer, { qty: 1, email: 'b@example.org' })])).status).toBe(200)
    expect(await transfersOf(shop(), buyer.saleId)).toHaveLength(2)
  })

  it('refuses rows without name, address, date or time, and tickets of another sale', async () => {
    const buyer = await createBuyerWithTickets(shop())
    const other = await createEvent(shop().db)
    const gift = { is_gift: '1', send_gift: 'Schedule', delivery_date: '01/12/2030', delivery_time: '09:00' }
    for (const wrong of [
      { name: ' ' },
      { email: '' },
      { email: 'grace' },
      { ...gift, delivery_date: '' },
      { ...gift, delivery_date: '31/02/2031' },
      { ...gift, delivery_time: '' },
      { ...gift, delivery_time: '99:99' },
    ])
      expect(await send(buyer, [transferRow(buyer, wrong)]), JSON.stringify(wrong)).toMatchObject({
        status: 400,
        body: { code: 'bad_transfer' },
      })
    expect(await send(buyer, [transferRow(buyer, { ticket_id: other.ticketId })])).toMatchObject({
      status: 404,
      body: { code: 'unknown_ticket' },
    })
    expect(await transfersOf(shop(), buyer.saleId)).toEqual([])
  })

  it('[TRF-14] takes today’s date in the event’s time zone', async () => {
    // At 9 in the evening in London it is already the next day in Auckland.
    shop().clock.set(new Date('2026-03-10T21:00:00Z'))
    const buyer = await createBuyerWithTickets(shop(), { timezone: 'Pacific/Auckland' })
    const gift = { is_gift: '1', send_gift: 'Schedule', delivery_time: '23:30' }
    expect(await send(buyer, [transferRow(buyer, { ...gift, delivery_date: '10/03/2026' })])).toMatchObject({
      status: 400,
    })
    expect(await send(buyer, [transferRow(buyer, { ...gift, delivery_date: '11/03/2026' })])).toMatchObject({
      status: 200,
    })
    const [transfer] = await transfersOf(shop(), buyer.saleId)
    expect(transfer!.deliver_at).toEqual(new Date('2026-03-11T10:30:00Z'))
  })

  it('[TRF-01] is allowed unless every ticket has a seat', async () => {
    const seated = await createBuyerWithTickets(shop(), { qty: 2, tickets: [{ seats: ['A1', 'A2'] }] })
    expect((await seated.browser.checkout()).transfer_allowed).toBe(false)
    expect(await send(seated, [transferRow(seated)])).toMatchObject({
      status: 409,
      body: { code: 'transfer_not_allowed' },
    })
    const standing = await createBuyerWithTickets(shop())
    expect((await standing.browser.checkout()).transfer_allowed).toBe(true)
  })

  it('[TRF-02] is not offered again after a transfer until all of it has been taken back', async () => {
    const buyer = await createBuyerWithTickets(shop())
    await sendTransfer(shop(), buyer)
    expect((await buyer.browser.checkout()).transfer_allowed).toBe(false)
    const [transfer] = await transfersOf(shop(), buyer.saleId)
    await buyer.browser.call('take_back_transfer', { transfer_id: transfer!.id })
    expect((await buyer.browser.checkout()).transfer_allowed).toBe(true)
  })

  it('is refused before payment, during a payment plan and after a cancellation', async () => {
    const { db, clock } = shop()
    const buyer = await createBuyerWithTickets(shop())
    const sale = (values: object) => db.updateTable('sales').set(values).where('id', '=', buyer.saleId).execute()
    await sale({ paid_at: null })
    expect(await send(buyer, [transferRow(buyer)])).toMatchObject({ status: 409, body: { code: 'not_paid' } })

    await sale({ paid_at: clock.now(), tickets_delivered_at: null })
    const plan = { sale_id: buyer.saleId, option_key: '3', status: 'active', terms_version: '1' } as const
    await db
      .insertInto('payment_plans')
      .values({ ...plan, agreed_at: clock.now() })
      .execute()
    expect(await send(buyer, [transferRow(buyer)])).toMatchObject({
      status: 409,
      body: { code: 'transfer_not_allowed' },
    })
    expect((await buyer.browser.checkout()).transfer_allowed).toBe(false)
    await db.updateTable('payment_plans').set({ status: 'completed' }).where('sale_id', '=', buyer.saleId).execute()
    expect((await buyer.browser.checkout()).transfer_allowed).toBe(true)

    await sale({ cancelled_at: clock.now() })
    expect(await send(buyer, [transferRow(buyer)])).toMatchObject({
      status: 409,
      body: { code: 'transfer_not_allowed' },
    })
    expect((await buyer.browser.checkout()).transfer_allowed).toBe(false)
    expect(await transfersOf(shop(), buyer.saleId)).toEqual([])
  })

  it('is refused to a browser that followed the sale’s link, which also sees no address', async () => {
    const buyer = await createBuyerWithTickets(shop())
    const thief = await openSecondBrowser(shop(), buyer)
    expect(await thief.call('set_transfers', { transfers: [transferRow(buyer)] })).toMatchObject({
      status: 401,
      body: { code: 'email_not_proved' },
    })
    expect((await thief.call('get_simple_info')).body).toMatchObject({
      sale_email: '',
      sale_reference: buyer.reference,
    })
    expect((await buyer.browser.call('get_simple_info')).body).toMatchObject({ sale_email: buyer.email })
    expect((await send(buyer, [transferRow(buyer)])).status).toBe(200)
  })

  it('an express buyer with an unconfirmed address can transfer only from the browser that bought', async () => {
    const buyer = await createBuyerWithTickets(shop())
    await asExpressGuest(shop(), buyer, newEmail())
    expect((await send(buyer, [transferRow(buyer)])).status).toBe(200)
  })

  it('[TRF-11] a scheduled gift keeps its code until it is sent, and is sent once, even after a night of downtime', async () => {
    shop().clock.set(new Date('2026-06-01T12:00:00Z'))
    const buyer = await createBuyerWithTickets(shop(), { qty: 1, timezone: 'Europe/London' })
    const { code } = (await ticketsOf(shop(), buyer.saleId))[0]!
    const gift = {
      is_gift: '1',
      send_gift: 'Schedule',
      delivery_date: '02/06/2026',
      delivery_time: '09:00',
      email: newEmail(),
    }
    expect((await send(buyer, [transferRow(buyer, gift)])).status).toBe(200)
    // The same request again, before it has been sent.
    expect((await send(buyer, [transferRow(buyer, gift)])).status).toBe(200)
    expect(await transfersOf(shop(), buyer.saleId)).toMatchObject([
      { status: 'scheduled', deliver_at: new Date('2026-06-02T08:00:00Z') },
    ])
    shop().clock.set(new Date('2026-06-02T07:59:59Z'))
    await shop().runJobs()
    expect(await transferMails(shop(), buyer.saleId)).toEqual([])
    expect(await inspectCode(shop().deps, code)).toMatchObject({ outcome: 'valid' })
    expect(await walletCodes(shop(), buyer.email)).toHaveLength(1)
    expect(await walletTickets(shop(), buyer.email)).toMatchObject([
      { leaves: { to: transferRow(buyer, gift).name, nice_when: 'Tue 2 Jun 2026, 9:00am' } },
    ])

    // The server was down at nine.
    shop().clock.set(new Date('2026-06-03T03:00:00Z'))
    await shop().runJobs()
    await shop().runJobs()
    expect(await transferMails(shop(), buyer.saleId)).toHaveLength(1)
    expect(await inspectCode(shop().deps, code)).toMatchObject({ outcome: 'transferred' })
    expect(await walletCodes(shop(), buyer.email)).toEqual([])
  })

  it('a gift is sent at its time in the event’s time zone', async () => {
    shop().clock.set(new Date('2026-06-01T12:00:00Z'))
    const buyer = await createBuyerWithTickets(shop(), { qty: 1, timezone: 'America/New_York' })
    const gift = { is_gift: '1', send_gift: 'Schedule', delivery_date: '02/06/2026', delivery_time: '09:00' }
    expect((await send(buyer, [transferRow(buyer, gift)])).status).toBe(200)
    expect(await transfersOf(shop(), buyer.saleId)).toMatchObject([{ deliver_at: new Date('2026-06-02T13:00:00Z') }])
  })

  it('a gift whose tickets were refunded or used meanwhile is not sent', async () => {
    const buyer = await createBuyerWithTickets(shop(), { qty: 2 })
    const [first, second] = await ticketsOf(shop(), buyer.saleId)
    const gift = { is_gift: '1', send_gift: 'Schedule', delivery_date: '01/12/2030', delivery_time: '09:00', qty: 2 }
    await send(buyer, [transferRow(buyer, gift)])
    await inTx(shop().db, (tx) => voidTickets(tx, buyer.saleId, { ticketIds: [first!.id], now: shop().clock.now() }))
    expect(await checkAtDoor(shop().deps, second!.code, 'North')).toMatchObject({ outcome: 'admitted' })
    shop().clock.set(new Date('2030-12-01T09:00:00Z'))
    await shop().runJobs()
    expect(await transfersOf(shop(), buyer.saleId)).toMatchObject([{ status: 'taken_back' }])
    expect(await transferMails(shop(), buyer.saleId)).toEqual([])
  })
})

describeOnBoth('claiming a transfer', (kind) => {
  const shop = useShop(kind)
  const claim = (browser: Browser, token: string) => browser.call('claim_transfer', { token })

  it('gives the recipient, once their address is confirmed, the tickets under a new code, once', async () => {
    const buyer = await createBuyerWithTickets(shop())
    const old = (await ticketsOf(shop(), buyer.saleId)).at(-1)!
    const { email, token } = await sendTransfer(shop(), buyer)
    const recipient = await browserWithProvedEmail(shop(), email)
    expect(await claim(recipient, token)).toMatchObject({ status: 200, body: { success: true } })
    expect(await claim(recipient, token)).toMatchObject({ status: 200, body: { success: true } })

    const [code, ...more] = await walletCodes(shop(), email)
    expect(more).toEqual([])
    expect(await inspectCode(shop().deps, code!)).toMatchObject({
      outcome: 'valid',
      ticket: { holder: 'Grace Hopper' },
    })
    expect(await inspectCode(shop().deps, old.code)).toMatchObject({ outcome: 'transferred' })
    expect(await walletCodes(shop(), buyer.email)).toHaveLength(2)

    // Only the buyer gets the link to the order.
    const orderUrls = async (whose: string) =>
      (
        await walletOf(shop().db, { email: whose }, { now: shop().clock.now(), signer: shop().deps.signer })
      ).tickets.map(({ order_url }) => order_url)
    expect(await orderUrls(email)).toEqual([null])
    expect(new Set(await orderUrls(buyer.email))).toEqual(new Set([`/orders/${buyer.reference}/`]))
  })

  it('needs both the link and the address', async () => {
    const buyer = await createBuyerWithTickets(shop())
    const { token } = await sendTransfer(shop(), buyer)
    const refused = { status: 403, body: { code: 'other_recipient' } }
    expect(await claim(shop().browser(), token)).toMatchObject(refused)
    expect(await claim(await browserWithProvedEmail(shop(), newEmail()), token)).toMatchObject(refused)
    expect(await claim(buyer.browser, token)).toMatchObject(refused)
    expect(await claim(buyer.browser, 'A'.repeat(43))).toMatchObject({ status: 404 })
    const [transfer] = await transfersOf(shop(), buyer.saleId)
    expect(await claim(buyer.browser, transfer!.claim_token_hash!)).toMatchObject({ status: 404 })
    expect(transfer!.status).toBe('sent')
  })

  it('the page shows the state of the transfer to everyone with its link', async () => {
    const pages = await withPages(shop())
    const buyer = await createBuyerWithTickets(shop(), { title: 'Autumn Gala' })
    const { email, token } = await sendTransfer(shop(), buyer, { is_gift: '1', message: 'Happy birthday' })
    const url = `/claim/${token}/`
    const stranger = pages.browser()
    expect(await pages.data(stranger, 'claim', url)).toMatchObject({
      status: 'open',
      is_recipient: false,
      from: 'Ada Lovelace',
      event: 'Autumn Gala',
      qty: 1,
      message: '',
      email_hint: `${email[0]}•••@example.com`,
    })
    expect(await pages.data(stranger, 'claim', '/claim/nothing/')).toBeNull()
    const recipient = await browserWithProvedEmail(shop(), email)
    expect(await pages.data(pages.browser(recipient), 'claim', url)).toMatchObject({
      is_recipient: true,
      message: 'Happy birthday',
    })
    await claim(recipient, token)
    expect(await pages.data(pages.browser(recipient), 'claim', url)).toMatchObject({ status: 'yours' })
    expect(await pages.data(stranger, 'claim', url)).toMatchObject({ status: 'claimed' })
  })

  it('is refused after a refund of the order', async () => {
    const buyer = await createBuyerWithTickets(shop())
    const { email, token } = await sendTransfer(shop(), buyer)
    await inTx(shop().db, (tx) => voidTickets(tx, buyer.saleId, { now: shop().clock.now() }))
    expect(await claim(await browserWithProvedEmail(shop(), email), token)).toMatchObject({
      status: 409,
      body: { code: 'transfer_taken_back' },
    })
  })
})

describeOnBoth('taking tickets back', (kind) => {
  const shop = useShop(kind)
  const takeBack = (browser: Browser, transfer_id: number) => browser.call('take_back_transfer', { transfer_id })

  it('returns them under a new code, invalidates the link and cancels an unsent email', async () => {
    const buyer = await createBuyerWithTickets(shop(), { qty: 1 })
    const [before] = await ticketsOf(shop(), buyer.saleId)
    const { email, token } = await sendTransfer(shop(), buyer)
    const [transfer] = await transfersOf(shop(), buyer.saleId)
    const [onTheWay] = await ticketsOf(shop(), buyer.saleId)
    expect(await takeBack(buyer.browser, transfer!.id)).toMatchObject({ status: 200 })
    expect(await takeBack(buyer.browser, transfer!.id)).toMatchObject({ status: 200 })

    const [code] = await walletCodes(shop(), buyer.email)
    expect(await inspectCode(shop().deps, code!)).toMatchObject({ outcome: 'valid' })
    for (const ended of [before!.code, onTheWay!.code])
      expect(await inspectCode(shop().deps, ended)).toMatchObject({ outcome: 'transferred' })
    expect(await (await browserWithProvedEmail(shop(), email)).call('claim_transfer', { token })).toMatchObject({
      status: 409,
      body: { code: 'transfer_taken_back' },
    })
    await shop().runJobs()
    expect(await transferMails(shop(), buyer.saleId)).toEqual([])
  })

  it('emails everyone who got the transfer email, once', async () => {
    const buyer = await createBuyerWithTickets(shop(), { qty: 1, title: 'Autumn Gala' })
    const { email } = await sendTransfer(shop(), buyer)
    await shop().runJobs()
    const [transfer] = await transfersOf(shop(), buyer.saleId)
    for (const _ of [1, 2]) expect((await takeBack(buyer.browser, transfer!.id)).status).toBe(200)
    const told = await shop().db.selectFrom('mails').selectAll().where('kind', '=', 'transfer_back').execute()
    expect(told.filter(({ sale_id }) => sale_id === buyer.saleId)).toMatchObject([
      { recipient: email, subject: 'Ada Lovelace has cancelled your tickets for Autumn Gala' },
    ])
  })

  it('of an unsent gift keeps the code, and nothing is sent later', async () => {
    const buyer = await createBuyerWithTickets(shop(), { qty: 1 })
    const [before] = await ticketsOf(shop(), buyer.saleId)
    await send(buyer, [
      transferRow(buyer, { is_gift: '1', send_gift: 'Schedule', delivery_date: '01/12/2030', delivery_time: '09:00' }),
    ])
    const [transfer] = await transfersOf(shop(), buyer.saleId)
    expect(await takeBack(buyer.browser, transfer!.id)).toMatchObject({ status: 200 })
    shop().clock.set(new Date('2030-12-02T09:00:00Z'))
    await shop().runJobs()
    expect(await inspectCode(shop().deps, before!.code)).toMatchObject({ outcome: 'valid' })
    expect(await transferMails(shop(), buyer.saleId)).toEqual([])
  })

  it('is refused once they are claimed, and to everyone but the sender', async () => {
    const buyer = await createBuyerWithTickets(shop())
    const { email, token } = await sendTransfer(shop(), buyer)
    const [transfer] = await transfersOf(shop(), buyer.saleId)
    const recipient = await browserWithProvedEmail(shop(), email)
    expect(await takeBack(recipient, transfer!.id)).toMatchObject({ status: 404, body: { code: 'unknown_transfer' } })
    expect(await takeBack(buyer.browser, 999_999)).toMatchObject({ status: 404 })
    await recipient.call('claim_transfer', { token })
    expect(await takeBack(buyer.browser, transfer!.id)).toMatchObject({
      status: 409,
      body: { code: 'already_claimed' },
    })
  })

  it('the order page shows the sender the state of each transfer: sent, claimed, taken back, scheduled', async () => {
    const pages = await withPages(shop())
    const buyer = await createBuyerWithTickets(shop(), { qty: 4 })
    const claimer = newEmail()
    await send(buyer, [
      transferRow(buyer, { email: claimer }),
      transferRow(buyer, { email: 'b@example.org' }),
      transferRow(buyer, { email: 'c@example.org' }),
      transferRow(buyer, {
        email: 'd@example.org',
        is_gift: '1',
        send_gift: 'Schedule',
        delivery_date: '01/12/2040',
        delivery_time: '09:00',
      }),
    ])
    const mails = await transferMails(shop(), buyer.saleId)
    const recipient = await browserWithProvedEmail(shop(), claimer)
    await recipient.call('claim_transfer', { token: tokenIn(mails[0]!.body_text) })
    const all = await transfersOf(shop(), buyer.saleId)
    await takeBack(buyer.browser, all[2]!.id)
    const order = await pages.data(pages.browser(buyer.browser), 'order', `/orders/${buyer.reference}/`)
    expect(order!.transfers.map(({ email, status }) => [email, status])).toEqual([
      [claimer, 'claimed'],
      ['b@example.org', 'sent'],
      ['c@example.org', 'taken_back'],
      ['d@example.org', 'scheduled'],
    ])
    expect(await pages.data(pages.browser(recipient), 'order', `/orders/${buyer.reference}/`)).toBeNull()
  })
})

describeOnPostgres('transfers at the same moment', () => {
  const shop = useShop('postgres')

  it('a double click sends once, and two different requests never transfer more than was bought', async () => {
    for (let round = 0; round < 5; round++) {
      const buyer = await createBuyerWithTickets(shop(), { qty: 2 })
      const options = [transferRow(buyer, { qty: 2 })]
      await Promise.all(Array.from({ length: 6 }, () => send(buyer, options)))
      expect(await transfersOf(shop(), buyer.saleId)).toHaveLength(1)

      const rival = await createBuyerWithTickets(shop(), { qty: 2 })
      const answers = await Promise.all(
        [1, 2, 3, 4].map((n) => send(rival, [transferRow(rival, { qty: 2, email: `rival-${n}@example.org` })])),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await transferMails(shop(), rival.saleId)).toHaveLength(1)
    }
  })

  it('of a claim and a take-back one wins, and the tickets end in one wallet', async () => {
    for (let round = 0; round < 6; round++) {
      const buyer = await createBuyerWithTickets(shop(), { qty: 1 })
      const { email, token } = await sendTransfer(shop(), buyer)
      const [transfer] = await transfersOf(shop(), buyer.saleId)
      const recipient = await browserWithProvedEmail(shop(), email)
      const [claimed, back] = await Promise.all([
        recipient.call('claim_transfer', { token }),
        buyer.browser.call('take_back_transfer', { transfer_id: transfer!.id }),
      ])
      expect([claimed.status, back.status].filter((status) => status === 200)).toHaveLength(1)
      const holders = [await walletCodes(shop(), email), await walletCodes(shop(), buyer.email)]
      expect(holders.map(({ length }) => length)).toEqual(claimed.status === 200 ? [1, 0] : [0, 1])
    }
  })

  it('a scheduled gift is sent once by many workers, and never after it has been taken back', async () => {
    const { sendTransfer } = await import('./send.ts')
    for (let round = 0; round < 4; round++) {
      const buyer = await createBuyerWithTickets(shop(), { qty: 1 })
      await send(buyer, [
        transferRow(buyer, {
          is_gift: '1',
          send_gift: 'Schedule',
          delivery_date: '01/12/2090',
          delivery_time: '09:00',
        }),
      ])
      const [transfer] = await transfersOf(shop(), buyer.saleId)
      const job = { kind: 'send_transfer' as const, key: '', payload: { transfer_id: transfer!.id }, tries: 1 }
      await Promise.all([
        ...Array.from({ length: 4 }, () => sendTransfer(job, shop().deps)),
        ...(round % 2 ? [buyer.browser.call('take_back_transfer', { transfer_id: transfer!.id })] : []),
      ])
      const [after] = await transfersOf(shop(), buyer.saleId)
      const mails = await transferMails(shop(), buyer.saleId)
      expect(mails).toHaveLength(after!.status === 'sent' ? 1 : 0)
      const inWallet = await walletCodes(shop(), buyer.email)
      expect(inWallet).toHaveLength(after!.status === 'sent' ? 0 : 1)
    }
  })
})
