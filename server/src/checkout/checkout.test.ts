import { STEPS } from '@foyer/domain/checkout/steps.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { sessionOf } from '../http/session.ts'
import { resumeSale } from '../sale/session/resume.ts'
import { describeOnBoth, describeOnPostgres } from '../testing/database/databases.ts'
import { createEvent, type EventOptions } from '../testing/fixtures/catalogue.ts'
import { type Browser, useShop } from '../testing/shop.ts'

describeOnBoth('the checkout', (kind) => {
  const shop = useShop(kind)
  const db = () => shop().db

  const held = async (options: EventOptions = {}) => {
    const event = await createEvent(db(), options)
    const browser = shop().browser()
    await browser.call('add_to_basket', { ticket_id: event.ticketId, quantity: 1 })
    await browser.call('reserve_tickets')
    return { browser, ...event }
  }
  const move = async (browser: Browser, state: string) => {
    const { status, body } = await browser.call('update_basket_state', { state })
    return status === 200 ? body : [status, body.code]
  }
  /** Signs the session in directly: the account step has its own tests. */
  const signIn = async (browser: Browser, email: string) => {
    const { sale_reference } = await browser.checkout()
    const user = await db()
      .insertInto('users')
      .values({ email, first_name: 'Ada', last_name: 'Lovelace', created_at: shop().clock.now() })
      .onConflict((c) => c.column('email').doUpdateSet({ last_name: 'Lovelace' }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await db()
      .updateTable('sessions')
      .set({ user_id: user.id })
      .where('sale_id', 'in', (eb) =>
        eb.selectFrom('sales').select('sales.id').where('sales.reference', '=', sale_reference),
      )
      .execute()
    return user.id
  }

  it('[ENT-01, ENT-02, ENT-03] returns every field of the specification', async () => {
    const { browser } = await held()
    expect(Object.keys(await browser.checkout())).toEqual(
      expect.arrayContaining(
        `sale_reference state seconds_remaining captcha_sitekey tickets gift_vouchers events organisers currency basket_total
        delivery_cost discounts_applied offers_applied_total gift_vouchers_applied_total refund_protection has_refund_protection
        refund_protection_cost all_booking_fees_are_absorbed had_mismatching_currencies reserving_error basket_errors
        basket_success express is_gift_aid edit_basket_clicked donation charity marketing_preferences has_require_phone_number
        init_guest_email donation_amount payment_complete payment_plan_remaining payment_plan_schedule_options opoa
        require_delivery_address before_payment_questions after_payment_questions has_waivers after_sale_messages
        truelayer_returned_from ga_ua_properties sagepay_or_stripe`.split(/\s+/),
      ),
    )
  })

  it('[API-31, FLOW-34] stores each move and returns the seconds left of the hold', async () => {
    const { browser } = await held()
    shop().clock.advance(60)
    expect(await move(browser, 'login')).toEqual({ seconds_remaining: 840 })
    expect(await browser.checkout()).toMatchObject({ state: 'login', seconds_remaining: 840 })
  })

  it('[FLOW-01] accepts only the exact names of the stored states, and refuses others with 400', async () => {
    const { browser } = await held()
    for (const name of ['determining', 'Login', 'login ', 'paid', '', '__proto__', 'toString'])
      expect(await move(browser, name)).toEqual(name === 'login ' ? expect.anything() : [400, 'unknown_state'])
    const stored = STEPS.filter((step) => step !== 'determining')
    for (const step of stored) expect((await move(browser, step)) as unknown[]).not.toEqual([400, 'unknown_state'])
  })

  it('refuses an out-of-order move, returns the current state and changes nothing', async () => {
    const { browser } = await held()
    for (const state of ['payment', 'gift_aid', 'donation', 'awaiting_truelayer', 'marketing_preferences']) {
      const { status, body } = await browser.call('update_basket_state', { state })
      expect([status, body.code, body.state]).toEqual([409, 'wrong_step', 'reserve'])
    }
    for (const state of [
      'deliver_tickets',
      'order_completed',
      'waiver',
      'ticket_questions_after',
      'after_sale_messages',
    ])
      expect(await move(browser, state)).toEqual([409, 'not_paid'])
    await move(browser, 'login')
    expect(await move(browser, 'marketing_preferences')).toEqual([409, 'step_incomplete'])
    expect((await browser.checkout()).state).toBe('login')
  })

  it('enters no timed step without an active hold', async () => {
    const { ticketId } = await createEvent(db())
    const browser = shop().browser()
    await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    expect(await move(browser, 'login')).toEqual([409, 'wrong_step'])
    expect(await move(browser, 'reserve')).toEqual({ seconds_remaining: 0 })
    await browser.call('reserve_tickets')
    shop().clock.advance(900)
    expect(await move(browser, 'login')).toEqual([409, 'hold_expired'])
    expect(await browser.checkout()).toMatchObject({ state: 'basket', expired: true })
  })

  it('[OPEN-59] takes a signed-in buyer from login to payment and back to completed steps', async () => {
    const { browser, organiserId } = await held()
    await move(browser, 'login')
    await signIn(browser, `ada-${organiserId}@example.org`)
    expect(await move(browser, 'marketing_preferences')).toMatchObject({ seconds_remaining: expect.any(Number) })
    expect((await browser.checkout()).account).toMatchObject({ full_name: 'Ada Lovelace', is_guest: false })
    expect(await move(browser, 'payment')).toMatchObject({ seconds_remaining: expect.any(Number) })
    expect(await move(browser, 'login')).toMatchObject({ seconds_remaining: expect.any(Number) })
    expect(await move(browser, 'payment')).toEqual([409, 'wrong_step'])
  })

  it('[FLOW-35, API-32] edit basket releases the hold and keeps the lines', async () => {
    const { browser, ticketId } = await held()
    expect((await browser.call('destroy_sale')).body).toEqual({ success: true })
    expect(await move(browser, 'basket')).toEqual({ seconds_remaining: 0 })
    expect(await browser.checkout()).toMatchObject({
      state: 'basket',
      edit_basket_clicked: true,
      expired: false,
      tickets: [{ ticket_id: ticketId, qty: 1 }],
    })
    const stock = await db()
      .selectFrom('stock')
      .select('held')
      .where('ticket_type_id', '=', ticketId)
      .executeTakeFirst()
    expect(stock).toEqual({ held: 0 })
    // Repeating it changes nothing.
    expect((await browser.call('destroy_sale')).body).toEqual({ success: true })
  })

  it('[CLK-05] an expired hold is reported on the next read: back in the basket, lines kept', async () => {
    const { browser } = await held()
    await move(browser, 'login')
    shop().clock.advance(900)
    expect(await browser.checkout()).toMatchObject({ state: 'basket', expired: true, tickets: [{ qty: 1 }] })
    expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true, fresh_reservation: true })
    expect(await browser.checkout()).toMatchObject({ expired: false })
  })

  it('extends a hold at most twice and never beyond twice its length', async () => {
    const { browser } = await held()
    const longer = async () => {
      const { status, body } = await browser.call('extend_hold')
      return status === 200 ? body.seconds_remaining : body.code
    }
    shop().clock.advance(600)
    expect(await longer()).toBe(900)
    shop().clock.advance(600)
    expect(await longer()).toBe(600)
    expect(await longer()).toBe('hold_not_extendable')
    expect(await browser.checkout()).toMatchObject({ hold_extensions_left: 0 })
    shop().clock.advance(600)
    expect(await longer()).toBe('hold_expired')
  })

  it('does not extend a hold on the last tickets until some are available again', async () => {
    const { browser, ticketId } = await held({ tickets: [{ capacity: 2 }] })
    const other = shop().browser()
    await other.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    await other.call('reserve_tickets')
    shop().clock.advance(600)
    const refused = await browser.call('extend_hold')
    expect(refused).toMatchObject({ status: 409, body: { code: 'hold_wanted' } })
    expect(refused.body.error).toContain('Other people are waiting')
    expect(await browser.checkout()).toMatchObject({ seconds_remaining: 300, hold_extensions_left: 2 })
    await other.call('destroy_sale')
    expect((await browser.call('extend_hold')).body.seconds_remaining).toBe(900)
  })

  /** Does what /smartcheckout/?session= does, in this browser's session. */
  const follow = async (browser: Browser, reference: string) => {
    const request = { cookies: {}, headers: {}, unsignCookie: () => ({ valid: false }) } as unknown as FastifyRequest
    const references: string[] = []
    const reply = { setCookie: (_: string, token: string) => references.push(token) } as unknown as FastifyReply
    const session = await sessionOf(shop().deps, request, reply)
    const resumed = await resumeSale(shop().deps, session, reference)
    const newest = references.at(-1)
    if (newest) browser.use(shop().app.signCookie(newest))
    return resumed
  }

  it('[OPEN-08] a copied link moves basket and hold, but not the sign-in, to another browser', async () => {
    const { browser, organiserId } = await held()
    await move(browser, 'login')
    await signIn(browser, `link-${organiserId}@example.org`)
    await move(browser, 'marketing_preferences')
    await move(browser, 'payment')
    const { sale_reference } = await browser.checkout()

    const other = shop().browser()
    expect(await follow(other, sale_reference)).toBe(true)
    const seen = await other.checkout()
    expect(seen).toMatchObject({ sale_reference, state: 'login', account: null, tickets: [{ qty: 1 }] })
    expect(JSON.stringify(seen)).not.toContain(`link-${organiserId}@example.org`)
    expect(seen.seconds_remaining).toBeGreaterThan(0)
  })

  it('resumes nothing for an unknown reference or a paid sale', async () => {
    const { browser } = await held()
    const { sale_reference } = await browser.checkout()
    expect(await follow(shop().browser(), 'x'.repeat(27))).toBe(false)
    await db()
      .updateTable('sales')
      .set({ paid_at: shop().clock.now() })
      .where('reference', '=', sale_reference)
      .execute()
    const other = shop().browser()
    expect(await follow(other, sale_reference)).toBe(false)
    expect((await other.checkout()).sale_reference).toBe('')
  })
})

describeOnPostgres('two tabs at once', () => {
  const shop = useShop('postgres')

  it('reserve a basket once', async () => {
    const { ticketId } = await createEvent(shop().db, { tickets: [{ capacity: 10 }] })
    const browser = shop().browser()
    await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    const replies = await Promise.all(Array.from({ length: 5 }, () => browser.call('reserve_tickets')))
    expect(replies.filter((reply) => reply.body.reserved)).toHaveLength(5)
    expect(replies.filter((reply) => reply.body.fresh_reservation)).toHaveLength(1)
    const stock = await shop()
      .db.selectFrom('stock')
      .select('held')
      .where('ticket_type_id', '=', ticketId)
      .executeTakeFirst()
    expect(stock).toEqual({ held: 1 })
  })

  it('release a hold and move on: one is refused, and the stock is correct', async () => {
    const { ticketId } = await createEvent(shop().db)
    const browser = shop().browser()
    await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    await browser.call('reserve_tickets')
    await Promise.all([
      browser.call('destroy_sale'),
      browser.call('update_basket_state', { state: 'login' }),
      browser.call('destroy_sale'),
      browser.call('get'),
    ])
    const { state } = await browser.checkout()
    const stock = await shop()
      .db.selectFrom('stock')
      .select('held')
      .where('ticket_type_id', '=', ticketId)
      .executeTakeFirst()
    expect([state, stock?.held]).toEqual(['basket', 0])
  })
})
