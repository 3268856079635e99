import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { putInBasket, reserve } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'

describeOnBoth('a basket and the stock left', (kind) => {
  const shop = useShop(kind)

  it('[API-09] sets no quantity above the number available, and says how many there are', async () => {
    const { ticketId } = await createEvent(shop().db, { tickets: [{ name: 'Stalls', capacity: 5 }] })
    const other = shop().browser()
    await putInBasket(other, ticketId, 2)
    await reserve(other)
    const browser = shop().browser()
    await putInBasket(browser, ticketId)
    const set = (quantity: number) => browser.call('update_ticket_quantity', { ticket_id: ticketId, quantity })
    expect(await set(4)).toMatchObject({
      status: 409,
      body: { code: 'few_left', error: 'Sorry, only 3 of these tickets are available at the moment.' },
    })
    expect((await browser.checkout()).tickets[0]!.qty).toBe(1)
    expect((await set(3)).status).toBe(200)
  })

  it('does not add more than the capacity', async () => {
    const { ticketId } = await createEvent(shop().db, { tickets: [{ capacity: 3 }] })
    const browser = shop().browser()
    await putInBasket(browser, ticketId, 2)
    expect(await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 2 })).toMatchObject({
      status: 409,
      body: { code: 'few_left', error: 'Sorry, only 3 of these tickets are available at the moment.' },
    })
    expect((await browser.checkout()).tickets[0]!.qty).toBe(2)
  })

  it('shows which lines exceed the stock before the reserve, until others release theirs', async () => {
    const { ticketId } = await createEvent(shop().db, { title: 'Gala', tickets: [{ name: 'Stalls', capacity: 5 }] })
    const browser = shop().browser()
    await putInBasket(browser, ticketId, 4)
    expect((await browser.checkout()).basket_errors).toEqual([])
    const other = shop().browser()
    await putInBasket(other, ticketId, 3)
    await reserve(other)
    expect((await browser.checkout()).basket_errors).toEqual(['Sorry, only 2 left for Gala, Stalls.'])
    await other.call('destroy_sale')
    expect((await browser.checkout()).basket_errors).toEqual([])
    await reserve(browser)
    expect((await browser.checkout()).basket_errors).toEqual([])
  })

  it('a stock error follows the number left and disappears when there are enough', async () => {
    const { ticketId } = await createEvent(shop().db, { title: 'Gala', tickets: [{ name: 'Stalls', capacity: 5 }] })
    const [browser, first, second] = [shop().browser(), shop().browser(), shop().browser()]
    await putInBasket(browser, ticketId, 3)
    await putInBasket(first, ticketId, 3)
    await putInBasket(second, ticketId, 2)
    await reserve(first)
    await browser.call('reserve_tickets')
    const messages = async () => {
      const { reserving_error, basket_errors } = await browser.checkout()
      return [reserving_error, basket_errors]
    }
    expect(await messages()).toEqual(['Sorry, only 2 left for Gala, Stalls.', []])
    await reserve(second)
    expect(await messages()).toEqual([null, ['Sorry, Gala, Stalls has just sold out.']])
    await first.call('destroy_sale')
    expect(await messages()).toEqual([null, []])
  })

  it('a line with chosen seats has as many tickets as seats; the same seat twice is one ticket', async () => {
    const { ticketId } = await createEvent(shop().db, { tickets: [{ seats: ['A1', 'A2', 'A3', 'A4'] }] })
    const browser = shop().browser()
    const add = (seats: string[]) =>
      browser.call('add_to_basket', { ticket_id: ticketId, quantity: seats.length, seats })
    await add(['A1', 'A2'])
    expect((await add(['A2', 'A3'])).body).toEqual({ success: true, basket_quantity: 3 })
    expect((await browser.checkout()).tickets).toMatchObject([{ qty: 3, seats: ['A1', 'A2', 'A3'] }])
    expect((await add(['A1'])).body).toEqual({ success: true, basket_quantity: 3 })
    expect((await browser.checkout()).tickets).toMatchObject([{ qty: 3, seats: ['A1', 'A2', 'A3'] }])
  })

  it('drops a chosen seat that another buyer has reserved, and says so', async () => {
    const tickets = [{ seats: ['A1', 'A2', 'A3', 'A4'] }]
    const { ticketId } = await createEvent(shop().db, { title: 'Opera', tickets })
    const [browser, other] = [shop().browser(), shop().browser()]
    await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 2, seats: ['A1', 'A2'] })
    await other.call('add_to_basket', { ticket_id: ticketId, quantity: 1, seats: ['A1'] })
    await reserve(other)
    expect(await browser.checkout()).toMatchObject({
      tickets: [{ qty: 2, seats: ['A2'] }],
      basket_errors: ['Opera: Sorry, that seat has just been taken. Please choose another.'],
    })
    // One ticket fewer removes the seat that was taken.
    await browser.call('update_ticket_quantity', { ticket_id: ticketId, quantity: 1 })
    expect(await browser.checkout()).toMatchObject({ tickets: [{ qty: 1, seats: ['A2'] }], basket_errors: [] })
    await reserve(browser)
  })

  it('[RFP-03] [API-11] refund protection is removed with the last ticket it covers', async () => {
    const plain = await createEvent(shop().db)
    const covered = await createEvent(shop().db, { refund_protection_bp: 1000 })
    const next = await createEvent(shop().db, { refund_protection_bp: 1000 })
    const browser = shop().browser()
    await putInBasket(browser, plain.ticketId)
    await putInBasket(browser, covered.ticketId)
    await browser.call('update_refund_protection', { refund_protection: '1' })
    expect((await browser.checkout()).refund_protection).toBe(1)
    await browser.call('remove_from_basket', { ticket_id: plain.ticketId })
    expect((await browser.checkout()).refund_protection).toBe(1)
    await browser.call('remove_from_basket', { ticket_id: covered.ticketId })
    await putInBasket(browser, next.ticketId)
    expect(await browser.checkout()).toMatchObject({
      refund_protection: 0,
      has_refund_protection: true,
      basket_total: 11,
    })
  })

  it('[BSK-27] a missing required ticket is named, with its event, page and date', async () => {
    const seat = await createEvent(shop().db, { title: 'Gala', tickets: [{ name: 'Stalls' }] })
    const draft = await createEvent(shop().db, { title: 'Next year', status: 'draft' })
    const drinks = await createEvent(shop().db)
    await shop()
      .db.insertInto('ticket_requirements')
      .values({ ticket_type_id: drinks.ticketId, any_of: [seat.ticketId, draft.ticketId], title: 'A seat' })
      .execute()
    const browser = shop().browser()
    await putInBasket(browser, drinks.ticketId)
    expect((await browser.checkout()).tickets[0]!.required_tickets).toEqual([
      {
        ids: [seat.ticketId, draft.ticketId],
        title: 'A seat',
        offers: [
          {
            ticket_id: seat.ticketId,
            ticket_name: 'Stalls',
            event_name: 'Gala',
            event_url: `/events/${seat.slug}/`,
            nice_date: expect.stringMatching(/^[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{4}/),
          },
        ],
      },
    ])
  })

  it('a gift voucher over the maximum has a message of its own', async () => {
    const { organiserId } = await createEvent(shop().db)
    const { id } = await shop()
      .db.insertInto('gift_voucher_designs')
      .values({
        organiser_id: organiserId,
        slug: `gift-${organiserId}`,
        name: 'Gift',
        currency: 'GBP',
        values_minor: [1000],
        max_qty: 3,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const browser = shop().browser()
    const refused = {
      status: 400,
      body: { code: 'voucher_quantity_above_max', error: 'You can only buy 3 of this gift voucher at a time.' },
    }
    const voucher = { gift_voucher_id: id, value: 10 }
    expect(await browser.call('add_gift_voucher_to_basket', { ...voucher, qty: 4 })).toMatchObject(refused)
    await browser.call('add_gift_voucher_to_basket', { ...voucher, qty: 1 })
    expect(await browser.call('update_gift_voucher_quantity', { ...voucher, qty: 4 })).toMatchObject(refused)
  })
})
