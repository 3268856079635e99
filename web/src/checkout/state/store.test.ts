import { STEPS, type StoredStep } from '@foyer/domain/checkout/steps.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleCharity, sampleOrganiser, sampleTicket } from '../testing/checkout.ts'
import { failed, fakeStore, settle } from '../testing/shop.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const QUESTION = {
  id: 1,
  ticket_id: 1,
  osq_id: 'a',
  question: '<p>Tea or coffee?</p>',
  type: 'text' as const,
  mandatory: '1' as const,
  once_per_checkout: '0' as const,
  prepopulated_array: [],
}
const MARKETING = { ct_subscribed: false, event_subscribed: true, basket_organisers: [] }
const HELD = { seconds_remaining: 600 }

describe('the current step', () => {
  it('[FLOW-02] is determining until the first response', async () => {
    const { store, now } = fakeStore(null)
    expect(now().step).toBe('determining')
    await store.reload()
    expect(now().step).toBe('basket')
  })

  it('[ERR-18] a failed load is reported and can be retried', async () => {
    const { store, recorded, now } = fakeStore(null, { get: failed() })
    await store.reload()
    expect(recorded.errors).toEqual(['Unable to get Checkout data. Please try again later'])
    expect(now()).toMatchObject({ step: 'determining', loadFailed: true })
  })

  it('[FLOW-36] follows the state of a reload, and tells the buyer', async () => {
    const { store, shop, recorded, now } = fakeStore({ state: 'donation', ...HELD })
    shop.sale.checkout = { ...shop.sale.checkout, state: 'login' }
    await store.reload({ explain: true })
    expect(now().step).toBe('login')
    expect(recorded.infos).toEqual(['You’re already past that step, so we’ve brought you back to where you were.'])
  })

  it('says that the tickets were released when another window has done so', async () => {
    const released = 'Your tickets were released in another window or device, so we’ve brought you back to your basket.'
    const { store, shop, recorded, now } = fakeStore({ state: 'payment', ...HELD })
    shop.sale.checkout = { ...shop.sale.checkout, state: 'basket', seconds_remaining: 0 }
    await store.reload({ explain: true })
    expect(now().step).toBe('basket')
    expect(recorded.infos).toEqual([released])
    const later = fakeStore(
      { state: 'donation', ...HELD },
      { save_donation: failed({ status: 409, code: 'wrong_step', error: 'Past that.' }) },
    )
    later.shop.sale.checkout = { ...later.shop.sale.checkout, state: 'basket', seconds_remaining: 0 }
    await later.store.change('save_donation', { amount_before_booking_fee: 5, charity_id: 1 }, 'Unable')
    expect(later.recorded.infos).toEqual([released])
  })

  it('a line that another window has removed leaves the page', async () => {
    const script = { update_ticket_quantity: failed({ status: 404, code: 'unknown_ticket', error: 'Not there.' }) }
    const { store, shop, recorded, now } = fakeStore({ tickets: [sampleTicket()] }, script)
    shop.sale.checkout = { ...shop.sale.checkout, tickets: [] }
    await store.change('update_ticket_quantity', { ticket_id: 1, quantity: 2 }, 'Unable')
    expect(now().checkout?.tickets).toEqual([])
    expect(recorded.infos).toEqual(['Not there.'])
  })

  it('does not reload during a payment', async () => {
    const { store, shop } = fakeStore({ state: 'payment', ...HELD })
    store.setPaying(true)
    await store.reload()
    expect(shop.calls).toEqual([])
    store.setPaying(false)
    await store.reload()
    expect(shop.names()).toEqual(['get'])
  })

  it('the move that follows a complete payment brings what only a paid order has', async () => {
    const { store, shop, now } = fakeStore({ state: 'payment', ...HELD })
    store.setPaying(true)
    store.setPaymentComplete()
    const message = { organiser_name: '', event_title: '', event_nice_date: '', event_nice_time: '', message: 'Hello' }
    shop.sale.checkout = { ...shop.sale.checkout, payment_complete: true, after_sale_messages: [message] }
    await store.next()
    await settle()
    expect(shop.names()).toEqual(['update_basket_state'])
    expect(now().checkout).toMatchObject({ after_sale_messages: [message] })
  })

  it('ignores a response requested before a move', async () => {
    let late = () => {}
    const { store, shop, now } = fakeStore({ state: 'payment', ...HELD })
    const before = shop.sale.checkout
    shop.script.get = () =>
      new Promise((done) => {
        late = () => done(before)
      })
    void store.reload()
    await settle()
    delete shop.script.get
    await store.move('delivery_address')
    late()
    await settle()
    expect(now().step).toBe('delivery_address')
  })

  it('[CLK-09] a response requested before the payment does not restart the countdown', async () => {
    let late = () => {}
    const { store, shop, now } = fakeStore({ state: 'payment', ...HELD })
    store.connect()
    const before = shop.sale.checkout
    shop.script.get = () =>
      new Promise((done) => {
        late = () => done(before)
      })
    void store.reload()
    shop.sale.checkout = { ...before, payment_complete: true, seconds_remaining: 0 }
    await store.call('claim_free_tickets', { email: 'ada@example.org' })
    delete shop.script.get
    store.setPaymentComplete()
    late()
    await settle()
    expect(now()).toMatchObject({ step: 'payment', deadline: null })
    await store.next()
    await settle()
    expect(now()).toMatchObject({ step: 'deliver_tickets', deadline: null, expired: false })
    expect(shop.named('update_basket_state')).toEqual([{ state: 'deliver_tickets' }])
  })

  it('keeps a change if a reload began before it was stored', async () => {
    let late = () => {}
    const { store, shop, now } = fakeStore({ state: 'basket' })
    const before = shop.sale.checkout
    shop.script.get = () =>
      new Promise((done) => {
        late = () => done(before)
      })
    void store.reload()
    shop.script.update_refund_protection = () => {
      shop.sale.checkout = { ...before, refund_protection: 1 }
      delete shop.script.get
      return { success: true as const }
    }
    const changed = store.change('update_refund_protection', { refund_protection: 1 }, 'not stored')
    await settle()
    late()
    await changed
    expect(now().checkout?.refund_protection).toBe(1)
  })

  it('shows and stores the basket when it is empty', async () => {
    const { store, shop, now } = fakeStore({ state: 'login', ...HELD })
    shop.sale.checkout = { ...shop.sale.checkout, tickets: [] }
    await store.reload()
    expect(now().step).toBe('basket')
    expect(shop.named('update_basket_state')).toEqual([{ state: 'basket' }])
  })
})

describe('[FLOW-05..33] continue', () => {
  const charity = { organisers: [sampleOrganiser({ charity: 8 })], charity: sampleCharity() }
  const after = [QUESTION]
  const messages = [{ organiser_name: 'a', event_title: 'b', event_nice_date: 'c', event_nice_time: 'd', message: 'e' }]
  it.each<[string, StoredStep, StoredStep, Parameters<typeof fakeStore>[0]]>([
    ['FLOW-05', 'basket', 'reserve', {}],
    ['FLOW-06', 'reserve', 'donation', charity],
    ['FLOW-06', 'captcha', 'donation', { ...charity, express: true }],
    ['FLOW-07', 'reserve', 'payment', { express: true }],
    ['FLOW-08', 'captcha', 'login', {}],
    ['FLOW-09', 'donation', 'gift_aid', { ...charity, donation_amount: 5 }],
    ['FLOW-10', 'donation', 'login', charity],
    ['FLOW-11', 'gift_aid', 'login', charity],
    ['FLOW-12', 'login', 'marketing_preferences', { marketing_preferences: MARKETING, require_delivery_address: true }],
    ['FLOW-13', 'login', 'delivery_address', { require_delivery_address: true, before_payment_questions: after }],
    ['FLOW-14', 'login', 'ticket_questions_before', { before_payment_questions: after }],
    ['FLOW-15', 'login', 'payment', {}],
    ['FLOW-16', 'marketing_preferences', 'delivery_address', { require_delivery_address: true }],
    ['FLOW-17', 'marketing_preferences', 'ticket_questions_before', { before_payment_questions: after }],
    ['FLOW-18', 'marketing_preferences', 'payment', {}],
    ['FLOW-19', 'delivery_address', 'ticket_questions_before', { before_payment_questions: after }],
    ['FLOW-20', 'delivery_address', 'payment', {}],
    ['FLOW-21', 'ticket_questions_before', 'payment', {}],
    ['FLOW-22', 'payment', 'deliver_tickets', {}],
    ['FLOW-23', 'awaiting_truelayer', 'deliver_tickets', {}],
    ['FLOW-24', 'deliver_tickets', 'ticket_questions_after', { after_payment_questions: after, has_waivers: true }],
    ['FLOW-25', 'deliver_tickets', 'waiver', { has_waivers: true, after_sale_messages: messages }],
    ['FLOW-26', 'deliver_tickets', 'after_sale_messages', { after_sale_messages: messages }],
    ['FLOW-27', 'deliver_tickets', 'order_completed', {}],
    ['FLOW-28', 'ticket_questions_after', 'waiver', { has_waivers: true }],
    ['FLOW-29', 'ticket_questions_after', 'after_sale_messages', { after_sale_messages: messages }],
    ['FLOW-30', 'ticket_questions_after', 'order_completed', {}],
    ['FLOW-31', 'waiver', 'after_sale_messages', { after_sale_messages: messages }],
    ['FLOW-32', 'waiver', 'order_completed', {}],
    ['FLOW-33', 'after_sale_messages', 'order_completed', { after_sale_messages: messages }],
  ])('[%s][FLOW-34] leads from %s to %s and is stored', async (_, state, to, sale) => {
    const { store, shop, now } = fakeStore({ state, ...HELD, ...sale })
    await store.next()
    expect(shop.named('update_basket_state')).toEqual([{ state: to }])
    expect(now().step).toBe(to)
  })

  it('[ERR-19] does not move if that could not be stored', async () => {
    const { store, recorded, now } = fakeStore({ state: 'login', ...HELD }, { update_basket_state: failed() })
    expect(await store.next()).toBe(false)
    expect(recorded.errors).toEqual(['Unable to update the Basket state. Please try again later'])
    expect(now().step).toBe('login')
  })

  it('shows the reason and the current step if this page is out of date', async () => {
    const { store, shop, recorded, now } = fakeStore(
      { state: 'payment', ...HELD },
      {
        update_basket_state: failed({
          status: 409,
          code: 'already_paid',
          error: 'This order has already been paid for.',
        }),
      },
    )
    shop.sale.checkout = { ...shop.sale.checkout, state: 'order_completed', payment_complete: true }
    await store.move('login')
    expect(recorded).toMatchObject({ errors: [], infos: ['This order has already been paid for.'] })
    expect(now().step).toBe('order_completed')
  })
})

describe('edit basket', () => {
  it('[FLOW-35] releases the hold, then stores the basket', async () => {
    const { store, shop, now } = fakeStore({ state: 'payment', ...HELD })
    await store.editBasket()
    expect(shop.names().slice(0, 2)).toEqual(['destroy_sale', 'update_basket_state'])
    expect(shop.named('update_basket_state')).toEqual([{ state: 'basket' }])
    expect(now()).toMatchObject({ step: 'basket', expired: false })
  })

  it('[ERR-20] changes nothing on failure', async () => {
    const { store, shop, recorded, now } = fakeStore({ state: 'payment', ...HELD }, { destroy_sale: failed() })
    await store.editBasket()
    expect(recorded.errors).toEqual(['Unable to edit Basket. Please try again later'])
    expect(shop.names()).toEqual(['destroy_sale'])
    expect(now().step).toBe('payment')
  })
})

describe('the countdown', () => {
  const inSeconds = ({ deadline }: { deadline: number | null }) => deadline === null || (deadline - Date.now()) / 1000

  it.each(STEPS.filter((step): step is StoredStep => step !== 'determining'))(
    '[CLK-01] runs in %s except in basket, reserve and captcha',
    (state) => {
      const { now } = fakeStore({ state, seconds_remaining: 90 })
      expect(now().deadline === null).toBe(['basket', 'reserve', 'captcha'].includes(state))
    },
  )

  it('[CLK-02] restarts from the seconds in the response to a move', async () => {
    const { store, now } = fakeStore(
      { state: 'login', seconds_remaining: 90 },
      { update_basket_state: { seconds_remaining: 300 }, get: failed() },
    )
    await store.next()
    expect(inSeconds(now())).toBe(300)
  })

  it('[CLK-05][CLK-06][CLK-07] at zero returns to the basket, marked as expired and reloaded, keeping the reserve error', async () => {
    const { store, shop, now } = fakeStore({
      state: 'login',
      seconds_remaining: 5,
      reserving_error: 'the bank said no',
    })
    store.connect()
    shop.script.get = () => ({ ...shop.sale.checkout, reserving_error: 'another text', seconds_remaining: 0 })
    await vi.advanceTimersByTimeAsync(4999)
    expect(now()).toMatchObject({ step: 'login', expired: false })
    await vi.advanceTimersByTimeAsync(1)
    expect(now()).toMatchObject({ step: 'basket', expired: true, reservingError: 'the bank said no', deadline: null })
    expect(shop.names()).toEqual(['update_basket_state', 'get'])
    expect(shop.named('update_basket_state')).toEqual([{ state: 'basket' }])
  })

  it.each<StoredStep>(['order_completed', 'after_sale_messages', 'basket', 'awaiting_truelayer'])(
    '[CLK-08] does nothing at zero in %s',
    async (state) => {
      const { store, shop, now } = fakeStore({ state, seconds_remaining: 1 })
      store.connect()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(now()).toMatchObject({ step: state, expired: false })
      expect(shop.calls).toEqual([])
    },
  )

  it('[CLK-09] is stopped by the payment', async () => {
    const { store, now } = fakeStore({ state: 'payment', seconds_remaining: 5 })
    store.connect()
    store.setPaymentComplete()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(now()).toMatchObject({ step: 'payment', deadline: null, expired: false })
    expect(
      fakeStore({ state: 'deliver_tickets', payment_complete: true, seconds_remaining: 5 }).now().deadline,
    ).toBeNull()
  })

  it('waits for a running payment before it ends', async () => {
    const { store, now } = fakeStore({ state: 'payment', seconds_remaining: 5 })
    store.connect()
    store.setPaying(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(now().step).toBe('payment')
    store.setPaying(false)
    await settle()
    expect(now()).toMatchObject({ step: 'basket', expired: true })
  })

  it('restarts when the hold is extended', async () => {
    const { store, shop, recorded, now } = fakeStore(
      { state: 'login', seconds_remaining: 60, hold_extensions_left: 1 },
      { extend_hold: { seconds_remaining: 900 } },
    )
    shop.sale.checkout = { ...shop.sale.checkout, seconds_remaining: 900 }
    await store.extendHold()
    expect(inSeconds(now())).toBe(900)
    expect(recorded.infos).toEqual(['We’ve given you more time.'])
  })

  it('continues when an extension is refused, and says why', async () => {
    const { store, recorded, now } = fakeStore(
      { state: 'login', seconds_remaining: 60, hold_extensions_left: 1 },
      { extend_hold: failed({ status: 409, code: 'hold_wanted', error: 'Others are waiting.' }) },
    )
    await store.extendHold()
    expect(inSeconds(now())).toBe(60)
    expect(now().step).toBe('login')
    expect(recorded.infos).toEqual(['Others are waiting.'])
  })

  it('[CLK-06] also ends if the server reports the expiry first', async () => {
    const { store, now } = fakeStore(
      { state: 'login', seconds_remaining: 60 },
      {
        update_basket_state: (body: { state: string }) =>
          body.state === 'basket' ? { seconds_remaining: 0 } : failed({ status: 409, code: 'hold_expired' }),
      },
    )
    await store.next()
    expect(now()).toMatchObject({ step: 'basket', expired: true })
  })
})

describe('reserving', () => {
  const reserved = { reserved: true, sale_reference: 'new-ref', fresh_reservation: true, checkout_time: 900 }

  it('[RSV-08][RSV-10][RSV-11][RSV-12] reserved: reference, countdown, card provider, next step', async () => {
    const { store, shop, recorded, now } = fakeStore(
      { state: 'reserve', basket_total: 10 },
      { reserve_tickets: reserved },
    )
    shop.script.get = failed()
    shop.script.update_basket_state = { seconds_remaining: 899 }
    let atMove: ReturnType<typeof now> | undefined
    const stop = store.subscribe(() => {
      atMove ??= now().deadline ? now() : undefined
    })
    await store.reserve()
    stop()
    expect(atMove).toMatchObject({ step: 'reserve', deadline: Date.now() + 900_000 })
    expect(now()).toMatchObject({ step: 'login', checkout: { sale_reference: 'new-ref' } })
    expect(recorded.cardProviders).toHaveLength(1)
  })

  it('[RSV-09] sends the items of a new reserve only', async () => {
    const fresh = fakeStore({ state: 'reserve' }, { reserve_tickets: reserved })
    await fresh.store.reserve()
    expect(fresh.recorded.registered.map(({ tickets }) => tickets[0]?.ticket_id)).toEqual([1])
    const again = fakeStore({ state: 'reserve' }, { reserve_tickets: { ...reserved, fresh_reservation: false } })
    await again.store.reserve()
    expect(again.recorded.registered).toEqual([])
  })

  it('[RSV-13][RSV-14][CAP-10] captcha: the step, the key and the text', async () => {
    const { store, shop, now } = fakeStore(
      { state: 'reserve' },
      { reserve_tickets: { captcha: true, captcha_sitekey: 'key-1', error: 'Please try the challenge again.' } },
    )
    await store.reserve()
    expect(now()).toMatchObject({
      step: 'captcha',
      captcha: { sitekey: 'key-1', error: 'Please try the challenge again.' },
    })
    expect(shop.named('update_basket_state')).toEqual([{ state: 'captcha' }])
  })

  it('[CAP-11] in the captcha step: sends the token, starts the timer and moves on', async () => {
    const { store, shop, now } = fakeStore({ state: 'captcha' }, { reserve_tickets: reserved })
    shop.script.update_basket_state = { seconds_remaining: 900 }
    shop.script.get = failed()
    await store.reserve('token-1')
    expect(shop.named('reserve_tickets')).toEqual([{ 'h-captcha-response': 'token-1' }])
    expect(now()).toMatchObject({ step: 'login', deadline: Date.now() + 900_000 })
  })

  it('[RSV-15] redirect: navigates there', async () => {
    const { store, recorded } = fakeStore(
      { state: 'reserve' },
      { reserve_tickets: { redirect: 'https://queue.example/' } },
    )
    await store.reserve()
    expect(recorded.visited).toEqual(['https://queue.example/'])
  })

  it('[RSV-16][RSV-17] error: shows the text in a refreshed basket', async () => {
    const { store, shop, now } = fakeStore({ state: 'reserve' }, { reserve_tickets: { error: 'Only 1 left' } })
    await store.reserve()
    expect(now()).toMatchObject({ step: 'basket', reservingError: 'Only 1 left' })
    expect(shop.names()).toEqual(['reserve_tickets', 'update_basket_state', 'get'])
    expect(shop.named('update_basket_state')).toEqual([{ state: 'basket' }])
  })

  it('[RSV-18] any other response: shows the unknown error in the basket', async () => {
    const { store, now } = fakeStore({ state: 'reserve' }, { reserve_tickets: {} })
    await store.reserve()
    expect(now()).toMatchObject({
      step: 'basket',
      reservingError: 'An unknown error occured. Please try again, or contact support.',
    })
  })

  it('[ERR-09] a failed call is reported and returns to the basket', async () => {
    const { store, recorded, now } = fakeStore({ state: 'reserve' }, { reserve_tickets: failed() })
    await store.reserve()
    expect(recorded.errors).toEqual(['Unable to reserve tickets. Please try again later'])
    expect(now().step).toBe('basket')
  })

  it('sends one request however often it is called', async () => {
    const { store, shop } = fakeStore({ state: 'reserve' }, { reserve_tickets: reserved })
    await Promise.all([store.reserve(), store.reserve()])
    expect(shop.named('reserve_tickets')).toHaveLength(1)
  })

  it('[RSV-16] clears the previous error on the next reserve', async () => {
    const { store, now } = fakeStore(
      { state: 'reserve', reserving_error: 'Only 1 left', expired: true },
      { reserve_tickets: () => new Promise(() => {}) },
    )
    void store.reserve()
    expect(now()).toMatchObject({ reservingError: null, expired: false })
  })
})

describe('changes', () => {
  it('[BSK-31][BSK-45] a change is shown as updating until the sale has been reloaded', async () => {
    const { store, shop, now } = fakeStore({})
    const done = store.change('update_ticket_quantity', { ticket_id: 1, quantity: 3 }, 'text')
    expect(now().updating).toBe(1)
    shop.sale.checkout = { ...shop.sale.checkout, tickets: [sampleTicket({ qty: 3 })] }
    await done
    expect(now()).toMatchObject({ updating: 0, checkout: { tickets: [{ qty: 3 }] } })
    expect(shop.names()).toEqual(['update_ticket_quantity', 'get'])
  })

  it('[ERR-01] a failed change is reported with its message and reloads nothing', async () => {
    const { store, shop, recorded } = fakeStore({}, { set_code: failed({ status: 0 }) })
    await store.change('set_code', { code: 'X' }, 'Unable to set the Code. Please try again later')
    expect(recorded.errors).toEqual(['Unable to set the Code. Please try again later'])
    expect(shop.names()).toEqual(['set_code'])
  })
})
