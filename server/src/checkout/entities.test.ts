import { beforeAll, expect, it } from 'vitest'
import { loadDemoIfEmpty } from '../catalogue/demo/load.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { markPaid, newEmail, prove, saleIdOf } from '../testing/fixtures/buyers.ts'
import { type Browser, useShop } from '../testing/shop.ts'

/** Checks the documents' entities on a basket of the demo catalogue, which has every feature. */
describeOnBoth('checkout entities', (kind) => {
  const shop = useShop(kind)
  let browser: Browser

  const ticketOf = (slug: string) =>
    shop()
      .db.selectFrom('ticket_types as type')
      .innerJoin('events as event', 'event.id', 'type.event_id')
      .select(['type.id', 'type.event_id'])
      .where('event.slug', '=', slug)
      .orderBy('type.id')
      .executeTakeFirstOrThrow()
  const add = async (slug: string, quantity = 1) => {
    const { id } = await ticketOf(slug)
    const added = await browser.call('add_to_basket', { ticket_id: id, quantity })
    expect(added.body).toMatchObject({ success: true })
    return id
  }
  const basket = (...slugs: string[]) =>
    slugs.reduce((before, slug) => before.then(() => add(slug)), Promise.resolve(0))

  /** Turns the basket into an order of a guest who has proved their address in this browser. */
  const payFor = async (own: Browser) => {
    const saleId = await saleIdOf(shop(), own)
    const email = newEmail()
    await prove(shop(), own, email)
    const guest = { guest_email: email, guest_name: 'Ada Lovelace' }
    await shop().db.updateTable('sales').set(guest).where('id', '=', saleId).execute()
    await markPaid(shop(), saleId)
  }

  beforeAll(async () => {
    await loadDemoIfEmpty(shop().db, shop().clock.now())
  })

  it('[ENT-07, ENT-11, ENT-13, ENT-14] lists, flags, requirements and policies of the lines', async () => {
    browser = shop().browser()
    await basket('the-ballad-of-little-hollow')
    const child = await shop()
      .db.selectFrom('ticket_requirements as need')
      .innerJoin('ticket_types as type', 'type.id', 'need.ticket_type_id')
      .innerJoin('events as event', 'event.id', 'type.event_id')
      .select(['type.id', 'need.title', 'need.any_of'])
      .where('event.slug', '=', 'the-ballad-of-little-hollow')
      .executeTakeFirstOrThrow()
    await browser.call('add_to_basket', { ticket_id: child.id, quantity: 1 })
    await add('climbing-night')
    const { tickets, basket_errors, basket_success } = await browser.checkout()
    expect([basket_errors, basket_success]).toEqual([[], []])
    const line = tickets.find((ticket) => ticket.ticket_id === child.id)!
    expect(line.required_tickets).toEqual([{ ids: child.any_of, title: child.title, offers: expect.any(Array) }])
    expect(line.refund_policy).toEqual({
      title: expect.any(String),
      text: expect.any(String),
      description: expect.any(String),
    })
    // One climber, although the minimum is two.
    expect(tickets.at(-1)).toMatchObject({ min_per_customer_exceeded: true, max_can_reserve_exceeded: false })
  })

  it('[ENT-15, API-10] a gift voucher line, and its quantity by id and value', async () => {
    browser = shop().browser()
    const design = await shop()
      .db.selectFrom('gift_voucher_designs')
      .selectAll()
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const voucher = { gift_voucher_id: design.id, value: design.values_minor[0]! / 100 }
    await browser.call('add_gift_voucher_to_basket', { ...voucher, qty: 1 })
    expect((await browser.call('update_gift_voucher_quantity', { ...voucher, qty: 3 })).body).toEqual({ success: true })
    expect((await browser.checkout()).gift_vouchers).toEqual([
      {
        id: design.id,
        name: design.name,
        value: voucher.value,
        qty: 3,
        max_qty: expect.any(Number),
        thumbnail: `/posters/voucher-${design.id}.svg`,
        uk_expiry_date: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
        o_name: expect.any(String),
        o_url: expect.any(String),
      },
    ])
  })

  it('[ENT-16, ENT-17, ENT-18, ENT-19] an event with its venue, livestream and reward', async () => {
    browser = shop().browser()
    await basket('harbour-lights-festival', 'night-of-the-comet', 'first-strokes-sea-kayaking')
    const { events } = await browser.checkout()
    for (const event of events)
      expect(Object.keys(event)).toEqual(
        expect.arrayContaining(
          `id title refund_protection warn_customers_about_different_timeslots_message shareable_link venue has_livestream
          access_online reward_referrers ga ga_conversion_id fb_pixel`.split(/\s+/),
        ),
      )
    const called = (word: RegExp) => events.find((event) => word.test(event.title))!
    const [festival, comet, kayaks] = [called(/Harbour/), called(/Comet/), called(/Kayak/i)]
    expect(festival).toMatchObject({ has_livestream: true, access_online: null })
    expect(comet.reward_referrers).toEqual({ text: expect.any(String), short_text: expect.any(String) })
    expect(kayaks).toMatchObject({
      warn_customers_about_different_timeslots_message: expect.any(String),
      has_livestream: false,
      access_online: null,
      reward_referrers: null,
      venue: {
        full_address: expect.any(String),
        map_address: expect.any(String),
        map_checkin: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    })
    await payFor(browser)
    expect(
      (await browser.checkout()).events.find(({ id }) => id === festival.id),
      'for buyers',
    ).toMatchObject({
      has_livestream: true,
      access_online: expect.stringMatching(/^https:/),
    })
  })

  it('[DON-02, ENT-08, ENT-22, ENT-23, ENT-24] marketing preferences, a charity, and a donation to it', async () => {
    browser = shop().browser()
    await basket('lantern-walk')
    await browser.call('reserve_tickets')
    const { charity, marketing_preferences, organisers } = await browser.checkout()
    expect(organisers[0]!.sold_by).toMatch(/^Sold by North Quay Hospice · 2 Harbour Road, Port Merrow PM1 4AA, /)
    expect(charity).toEqual({
      id: organisers[0]!.charity,
      name: 'North Quay Hospice',
      logo: expect.stringMatching(/^\/posters\/charity-.+\.svg$/),
      description_html: expect.any(String),
      donation_checkout_title: expect.any(String),
      donation_options: expect.arrayContaining([5]),
      base_fee: 0.2,
      booking_fee: 2.5,
      booking_fee_includes_vat: true,
      booking_fee_vat: 20,
      booking_fee_cap: 5,
      gift_aid_wording: expect.any(String),
    })
    expect(marketing_preferences).toMatchObject({
      ct_subscribed: false,
      event_subscribed: false,
      basket_organisers: [
        { id: organisers[0]!.id, organiser_subscribed: false, marketing_signup_message: expect.any(String) },
      ],
    })
    await browser.call('save_donation', { amount_before_booking_fee: '10', charity_id: charity!.id })
    // 20p and 2.5% of £10 are 45p, and 20% VAT on that.
    expect((await browser.checkout()).donation).toEqual({
      amount_before_booking_fee: 10,
      booking_fee: 0.54,
      is_gift_aid: false,
    })
  })

  it('[ENT-09] names the provider of a single organiser, and none when organisers differ', async () => {
    browser = shop().browser()
    await basket('harbour-lights-festival')
    expect(await browser.checkout()).toMatchObject({ opoa: { provider: 'stripe' }, sagepay_or_stripe: 'stripe' })
    await basket('tin-whistle-membership')
    expect(await browser.checkout()).toMatchObject({ opoa: null })
  })

  it('[ENT-30, ENT-32, ENT-36] questions of every type, organiser messages, and the schedules of a plan', async () => {
    browser = shop().browser()
    await basket('first-strokes-sea-kayaking', 'harbour-lights-festival', 'lantern-walk')
    const unpaid = await browser.checkout()
    expect(unpaid.after_sale_messages).toEqual([])
    await payFor(browser)
    const {
      before_payment_questions: before,
      after_payment_questions: after,
      after_sale_messages,
    } = await browser.checkout()
    for (const question of [...before, ...after])
      expect(question).toEqual({
        id: expect.any(Number),
        ticket_id: expect.any(Number),
        osq_id: expect.any(String),
        question: expect.any(String),
        type: expect.stringMatching(/^(text|checkbox|dropdown)$/),
        mandatory: expect.stringMatching(/^[01]$/),
        once_per_checkout: expect.stringMatching(/^[01]$/),
        prepopulated_array: expect.any(Array),
      })
    expect(new Set(before.map((question) => question.type))).toEqual(new Set(['text', 'checkbox', 'dropdown']))
    expect(before.find((question) => question.type === 'dropdown')!.prepopulated_array.length).toBeGreaterThan(1)
    for (const message of after_sale_messages)
      expect(message).toEqual({
        organiser_name: expect.any(String),
        event_title: expect.any(String),
        event_nice_date: expect.stringMatching(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2} \d{4}$/),
        // An event that lasts all day has no time.
        event_nice_time: expect.stringMatching(/^(\d{1,2}:\d\d(am|pm))?$/),
        message: expect.any(String),
      })
    expect(after_sale_messages.length).toBeGreaterThan(0)

    browser = shop().browser()
    await basket('harbour-lights-festival')
    const { payment_plan_schedule_options: plans, basket_total } = await browser.checkout()
    const three = plans!['3']!
    expect(three).toEqual({
      label: expect.any(String),
      schedule: [0, 1, 2].map(() => ({
        uk_due: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
        value: expect.any(Number),
      })),
    })
    expect(three.schedule.reduce((sum, entry) => sum + entry.value * 100, 0)).toBeCloseTo(basket_total * 100)
  })

  it('[ROLE-11] refuses calls after the payment without a paid sale in this session', async () => {
    const stranger = shop().browser()
    for (const name of ['deliver_to_bitticket', 'deliver_to_wallet', 'get_simple_info', 'subscribe_to_events'] as const)
      expect((await stranger.call(name)).body.code).toBe('not_paid')
  })
})
