import { describe, expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { type TestShop, useShop } from '../testing/shop.ts'

const inHours = (shop: TestShop, hours: number) => new Date(shop.clock.now().getTime() + hours * 3_600_000)

describeOnBoth('the basket', (kind) => {
  const shop = useShop(kind)
  const db = () => shop().db

  it('is an empty checkout for a new browser, and creates no session', async () => {
    const browser = shop().browser()
    expect(await browser.checkout()).toMatchObject({
      sale_reference: '',
      state: 'basket',
      tickets: [],
      basket_total: 0,
    })
    expect(browser.cookie()).toBeUndefined()
  })

  it('[API-30, ENT-10, ENT-12, ENT-20, ENT-04] returns its contents, with every figure from the server', async () => {
    const { ticketId, eventId, dateId, organiserId, slug } = await createEvent(db(), {
      title: 'Quiet Night',
      organiser: { name: 'The Lantern', is_saas: true },
      tickets: [{ name: 'Stalls', price_minor: 2500, booking_fee_minor: 250, max_can_reserve: 6 }],
    })
    const browser = shop().browser()
    await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 2 })
    const checkout = await browser.checkout()
    expect(checkout.sale_reference).toMatch(/^[\w-]{27}$/)
    expect(checkout).toMatchObject({
      currency: { symbol: '£', code: 'GBP' },
      basket_total: 55,
      booking_fees_total: 5,
      tickets: [
        {
          ticket_id: ticketId,
          event_id: eventId,
          date_id: dateId,
          event_name: 'Quiet Night',
          event_url: `/events/${slug}/`,
          ticket_name: 'Stalls',
          nice_date: 'Tue 1 Sep, 7:00pm',
          qty: 2,
          price: 25,
          booking_fee: 2.5,
          discount_amount: 0,
          max_can_reserve: 6,
          min_per_customer: 1,
          can_update_quantity: true,
        },
      ],
      organisers: [
        { id: organiserId, name: 'The Lantern', is_saas: true, charity: null, has_custom_refund_policy: false },
      ],
    })
  })

  it('[API-09] sets a quantity, and checks minimum, maximum and whether it can be changed', async () => {
    const { ticketIds } = await createEvent(db(), {
      tickets: [{ min_per_customer: 2, max_can_reserve: 4 }, { can_update_quantity: false }],
    })
    const browser = shop().browser()
    await browser.call('add_to_basket', { ticket_id: ticketIds[0], quantity: 2 })
    await browser.call('add_to_basket', { ticket_id: ticketIds[1], quantity: 1 })
    const set = (ticket_id: number | undefined, quantity: unknown) =>
      browser
        .call('update_ticket_quantity', { ticket_id, quantity })
        .then(({ status, body }) => [status, body.error ?? 'done'])
    expect(await set(ticketIds[0], 4)).toEqual([200, 'done'])
    expect(await set(ticketIds[0], 5)).toEqual([400, 'You can only reserve 4 tickets of this type'])
    expect(await set(ticketIds[0], 1)).toEqual([400, 'You must purchase a minimum of 2 tickets of this type'])
    expect(await set(ticketIds[1], 2)).toEqual([409, 'The quantity of these tickets can’t be changed.'])
    expect((await browser.checkout()).tickets.map((line) => line.qty)).toEqual([4, 1])
  })

  it.each([0, -1, 1e9, 'abc', '', '1.5', '1e3', ' 2', null, '9'.repeat(40)])(
    'refuses the quantity %j with a 4xx and changes nothing',
    async (quantity) => {
      const { ticketId } = await createEvent(db())
      const browser = shop().browser()
      await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
      for (const name of ['add_to_basket', 'update_ticket_quantity'] as const) {
        const { status, body } = await browser.call(name, { ticket_id: ticketId, quantity })
        expect(status).toBe(400)
        expect(body.error).toBeTruthy()
      }
      expect((await browser.checkout()).tickets[0]!.qty).toBe(1)
    },
  )

  it.each(['0', '-1', 'abc', '999999999', ['1', '2'], { a: 1 }])('refuses the ticket %j', async (ticket_id) => {
    const { status } = await shop().browser().call('add_to_basket', { ticket_id, quantity: 1 })
    expect([400, 404]).toContain(status)
  })

  it('refuses tickets that are past, not yet on sale, cancelled or in draft', async () => {
    const optionSets = [
      { startsAt: inHours(shop(), -30) },
      { on_sale_from: inHours(shop(), 1) },
      { status: 'cancelled' as const },
      { status: 'draft' as const },
    ]
    const answers = []
    for (const options of optionSets) {
      const { ticketId } = await createEvent(db(), options)
      answers.push((await shop().browser().call('add_to_basket', { ticket_id: ticketId, quantity: 1 })).body.code)
    }
    expect(answers).toEqual(['not_on_sale', 'not_on_sale', 'not_on_sale', 'unknown_ticket'])
  })

  it('[API-13, API-14, BSK-25] removes lines: tickets by id, gift vouchers by id and value', async () => {
    const { ticketId, organiserId } = await createEvent(db())
    const design = await db()
      .insertInto('gift_voucher_designs')
      .values({
        organiser_id: organiserId,
        slug: `gift-${ticketId}`,
        name: 'Gift',
        currency: 'GBP',
        values_minor: [1000, 2500],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const browser = shop().browser()
    await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    for (const value of ['10', '25.00'])
      await browser.call('add_gift_voucher_to_basket', { gift_voucher_id: design.id, qty: 1, value })
    await browser.call('update_gift_voucher_quantity', { gift_voucher_id: design.id, qty: 3, value: 25 })
    expect((await browser.checkout()).gift_vouchers).toMatchObject([
      { value: 10, qty: 1, uk_expiry_date: '01/06/2028' },
      { value: 25, qty: 3 },
    ])
    expect(await browser.checkout()).toMatchObject({ require_delivery_address: true, basket_total: 96 })
    await browser.call('remove_gift_voucher_from_basket', { gift_voucher_id: design.id, value: 25 })
    await browser.call('remove_from_basket', { ticket_id: ticketId })
    expect(await browser.checkout()).toMatchObject({ tickets: [], gift_vouchers: [{ value: 10 }], basket_total: 10 })
    expect((await browser.call('remove_from_basket', { ticket_id: ticketId })).status).toBe(404)
  })

  it('[BSK-30] keeps one currency: refuses a ticket in another and says so until the basket changes', async () => {
    const pounds = await createEvent(db())
    const euros = await createEvent(db(), { currency: 'EUR' })
    const browser = shop().browser()
    await browser.call('add_to_basket', { ticket_id: pounds.ticketId, quantity: 1 })
    const refused = await browser.call('add_to_basket', { ticket_id: euros.ticketId, quantity: 1 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'other_currency' } })
    await browser.call('add_to_basket', { ticket_id: euros.ticketId, quantity: 1 })
    expect(await browser.checkout()).toMatchObject({
      had_mismatching_currencies: true,
      basket_errors: [expect.stringMatching(/^Not in your basket: .+, .+\.$/)],
      tickets: [{ price: 10 }],
    })
    await browser.call('remove_from_basket', { ticket_id: pounds.ticketId })
    expect((await browser.call('add_to_basket', { ticket_id: euros.ticketId, quantity: 1 })).status).toBe(200)
    expect(await browser.checkout()).toMatchObject({
      had_mismatching_currencies: false,
      basket_errors: [],
      currency: { code: 'EUR', symbol: '€' },
    })
  })

  describe('basket codes', () => {
    async function codeFor(organiserId: number, code: string, more: object = {}) {
      await db()
        .insertInto('discount_codes')
        .values({ code, organiser_id: organiserId, kind: 'percent', percent_bp: 1000, ...more })
        .execute()
    }

    it('[API-12, ENT-05] applies a discount once, ignoring case, and says so', async () => {
      const { ticketId, organiserId } = await createEvent(db())
      await codeFor(organiserId, `TEN${ticketId}`)
      const browser = shop().browser()
      await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 2 })
      const set = async (code: string) => (await browser.call('set_code', { code })).body.code_applied
      expect(await set(` ten${ticketId} `)).toBe(true)
      expect(await set('NO SUCH CODE')).toBe(false)
      expect(await browser.checkout()).toMatchObject({
        discounts_applied: { [`TEN${ticketId}`]: 2 },
        basket_total: 20,
        tickets: [{ discount_amount: 2 }],
      })
    })

    it('refuses codes that are expired, used up, for other customers or worthless here', async () => {
      const { ticketId, organiserId } = await createEvent(db())
      const other = await createEvent(db())
      const past = inHours(shop(), -1)
      await codeFor(organiserId, `OVER${ticketId}`, { valid_until: past })
      await codeFor(organiserId, `EARLY${ticketId}`, { valid_from: inHours(shop(), 1) })
      await codeFor(organiserId, `USED${ticketId}`, { max_uses: 1, uses: 1 })
      await codeFor(other.organiserId, `OTHER${ticketId}`)
      const browser = shop().browser()
      await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
      for (const name of ['OVER', 'EARLY', 'USED', 'OTHER'])
        expect((await browser.call('set_code', { code: `${name}${ticketId}` })).body).toEqual({ code_applied: false })
      expect(await browser.checkout()).toMatchObject({ discounts_applied: {}, basket_total: 11 })
    })

    it('gives the last use of a code to one hold, and removes it from the other basket', async () => {
      const { ticketId, organiserId } = await createEvent(db())
      const code = `LAST${ticketId}`
      await codeFor(organiserId, code, { max_uses: 1 })
      const buyers = [shop().browser(), shop().browser()]
      for (const buyer of buyers) {
        await buyer.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
        await buyer.call('set_code', { code })
      }
      expect((await buyers[0]!.call('reserve_tickets')).body).toMatchObject({ reserved: true })
      expect((await buyers[1]!.call('reserve_tickets')).body).toEqual({
        error: `Code ${code} is no longer valid.`,
      })
      expect(await buyers[1]!.checkout()).toMatchObject({ basket_total: 11, discounts_applied: {} })
      // Cancelling the first sale frees the code's use.
      await buyers[0]!.call('destroy_sale')
      expect((await buyers[1]!.call('set_code', { code })).body).toEqual({ code_applied: true })
    })
  })

  it('[API-11, ENT-06] keeps refund protection only while the basket offers it', async () => {
    const plain = await createEvent(db())
    const covered = await createEvent(db(), { refund_protection_bp: 1000 })
    const browser = shop().browser()
    await browser.call('add_to_basket', { ticket_id: plain.ticketId, quantity: 1 })
    await browser.call('update_refund_protection', { refund_protection: 'true' })
    expect(await browser.checkout()).toMatchObject({
      refund_protection: 0,
      has_refund_protection: false,
      basket_total: 11,
    })
    await browser.call('add_to_basket', { ticket_id: covered.ticketId, quantity: 1 })
    await browser.call('update_refund_protection', { refund_protection: '1' })
    expect(await browser.checkout()).toMatchObject({
      refund_protection: 1,
      refund_protection_cost: 1,
      basket_total: 23,
    })
    await browser.call('update_refund_protection', { refund_protection: '0' })
    expect(await browser.checkout()).toMatchObject({ refund_protection: 0, basket_total: 22 })
  })

  it('cannot be changed while it is held', async () => {
    const { ticketId } = await createEvent(db())
    const browser = shop().browser()
    await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    await browser.call('reserve_tickets')
    const before = await browser.checkout()
    for (const [name, body] of [
      ['add_to_basket', { ticket_id: ticketId, quantity: 1 }],
      ['update_ticket_quantity', { ticket_id: ticketId, quantity: 2 }],
      ['remove_from_basket', { ticket_id: ticketId }],
      ['set_code', { code: 'X' }],
      ['update_refund_protection', { refund_protection: 1 }],
    ] as const)
      expect((await browser.call(name, body)).body.code).toBe('basket_is_held')
    expect(await browser.checkout()).toEqual(before)
  })

  it('is not visible to another buyer', async () => {
    const { ticketId } = await createEvent(db())
    const [mine, theirs] = [shop().browser(), shop().browser()]
    await mine.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    await theirs.call('remove_from_basket', { ticket_id: ticketId })
    await theirs.call('update_ticket_quantity', { ticket_id: ticketId, quantity: 3 })
    expect((await mine.checkout()).tickets[0]!.qty).toBe(1)
    expect((await theirs.checkout()).tickets).toEqual([])
  })

  it('accepts the same body as form or JSON, and refuses a malformed or huge one with a 4xx', async () => {
    const { ticketId } = await createEvent(db())
    const url = '/ajax/checkout/checkout/add_to_basket/'
    const post = (type: string, payload: string) =>
      shop().app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
    const json = 'application/json'
    const form = 'application/x-www-form-urlencoded'
    expect((await post(json, JSON.stringify({ ticket_id: ticketId, quantity: 1 }))).statusCode).toBe(200)
    expect((await post(form, `ticket_id=${ticketId}&quantity=1`)).statusCode).toBe(200)
    expect((await post(json, '{"ticket_id":')).statusCode).toBe(400)
    expect((await post(json, '[]')).statusCode).toBe(400)
    expect((await post(json, '"x"')).statusCode).toBe(400)
    expect((await post(form, '%')).statusCode).toBe(400)
    expect((await post('text/plain', 'x')).statusCode).toBeLessThan(500)
    expect(await post(form, `ticket_id=${'1'.repeat(10_000_000)}`)).toMatchObject({ statusCode: 413 })
  })

  it('refuses cross-site requests', async () => {
    const ask = (headers: Record<string, string>) =>
      shop().app.inject({ method: 'POST', url: '/ajax/checkout/checkout/destroy_sale/', headers })
    expect((await ask({ origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await ask({ origin: 'http://shop.test', 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
  })

  it('shows the last day on which a gift voucher will be valid, also at night and where months differ in length', async () => {
    const { ticketId, organiserId } = await createEvent(db(), { startsAt: new Date('2030-01-01T18:00:00Z') })
    const design = await db()
      .insertInto('gift_voucher_designs')
      .values({
        organiser_id: organiserId,
        slug: `half-year-${ticketId}`,
        name: 'Gift',
        currency: 'GBP',
        values_minor: [1000],
        valid_months: 6,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Half past midnight of 31 March in London, which is still 30 March in UTC.
    shop().clock.set(new Date('2027-03-30T23:30:00Z'))
    const browser = shop().browser()
    await browser.call('add_gift_voucher_to_basket', { gift_voucher_id: design.id, qty: 1, value: '10' })
    expect((await browser.checkout()).gift_vouchers).toMatchObject([{ uk_expiry_date: '30/09/2027' }])
  })
})
