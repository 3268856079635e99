import { describe, expect, it } from 'vitest'
import {
  sampleCheckout,
  sampleEvent,
  sampleOrganiser,
  sampleTicket,
  sampleUser,
  sampleVoucher,
} from '../../testing/checkout.ts'
import { failed, go, onCheckoutPage, openCheckout, textOf, type } from '../../testing/page.tsx'

onCheckoutPage()

type Opened = Awaited<ReturnType<typeof openCheckout>>

const quantityOf = (page: Opened, name = 'Stalls') =>
  page.find<HTMLInputElement>(`input[aria-label="Quantity, ${name}"]`)
const reserveOf = (page: Opened) => page.button(/^Reserve Basket/)
const after = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

describe('an empty basket', () => {
  const empty = { tickets: [], gift_vouchers: [], basket_total: 0 }

  it('[BSK-01, BSK-02, BSK-03, BSK-04, BSK-05, BSK-06] invites a visitor to browse or join the mailing list', async () => {
    const page = await openCheckout(empty)
    expect(page.heading()).toBe('Basket')
    expect(page.has('Looking for something to put in your basket?')).toBe(true)
    expect(page.link('Browse events').getAttribute('href')).toBe('/all-events/')
    expect(page.link('Sign up for exclusive event news and discounts!').getAttribute('href')).toBe('/mailing-list')
    expect(page.buttons(/Reserve/)).toEqual([])
  })

  it.each([true, false])(
    '[BSK-07] shows a signed-in user the mailing-list link when subscribed (%s)',
    async (subscribed) => {
      const page = await openCheckout(empty, { user: sampleUser({ subscribed }) })
      expect(page.links(/^Sign up/)).toHaveLength(subscribed ? 1 : 0)
    },
  )
})

describe('basket contents', () => {
  it('[BSK-08] are in the specified order', async () => {
    const page = await openCheckout({
      gift_vouchers: [sampleVoucher()],
      tickets: [sampleTicket({ refund_policy: { title: 'Refunds', text: 'None', description: '<p>None at all</p>' } })],
      has_refund_protection: true,
      had_mismatching_currencies: true,
      organisers: [
        sampleOrganiser({
          upcoming_events: [{ url: '/e/', thumbnail: '/t.svg', title: 'More', location: 'York', date: 'Soon' }],
        }),
      ],
    })
    await page.press(page.button('Refund policy'))
    const places = [
      page.find('[data-type=warning]'),
      page.find('section[aria-labelledby] [data-total]'),
      page.find('input[aria-label="Quantity, A night out"]'),
      page.find('input[aria-label="Quantity, Stalls"]'),
      page.find('dialog'),
      page.find('#protection'),
      page.all('h2').find((each) => textOf(each) === 'Continue shopping')!,
      page.find('[data-code-box]'),
      page.button(/^Reserve Basket/),
    ]
    for (const [i, place] of places.entries()) if (i > 0) expect(after(places[i - 1]!, place)).toBe(true)
  })

  it('[BSK-17, BSK-22] a ticket line shows event, ticket, date, picture, price, fee, quantity and that it is non-refundable', async () => {
    const page = await openCheckout({ tickets: [sampleTicket({ non_refundable: true })] })
    const line = page.find('ul[tabindex] > li')
    for (const words of [
      'Autumn Gala Concert',
      'Stalls',
      'Fri 1 Oct 2027, 7:00pm',
      '£25.00',
      '£27.50 incl. £2.50 booking fee',
      'Non-refundable',
    ])
      expect(textOf(line)).toContain(words)
    expect(line.querySelector('img')?.getAttribute('src')).toBe('/posters/10.svg')
    expect(quantityOf(page).value).toBe('2')
    expect((await openCheckout({})).has('Non-refundable')).toBe(false)
  })

  it('groups ticket types by event and date, apart from vouchers', async () => {
    const page = await openCheckout({
      tickets: [
        sampleTicket(),
        sampleTicket({ ticket_id: 2, ticket_name: 'Later stalls', nice_date: 'Sat 2 Oct 2027, 7:00pm' }),
        sampleTicket({ ticket_id: 3, ticket_name: 'Circle' }),
      ],
      gift_vouchers: [sampleVoucher(), sampleVoucher({ value: 50 })],
      organisers: [sampleOrganiser()],
    })
    const groups = page.all('ul[tabindex] > li')
    expect(groups.map((each) => each.querySelectorAll('img').length)).toEqual([1, 1, 1])
    expect(groups.map((each) => textOf(each.querySelector('h2')))).toEqual([
      'A night out',
      'Autumn Gala Concert',
      'Autumn Gala Concert',
    ])
    expect(groups.map((each) => [...each.querySelectorAll('h3')].map(textOf))).toEqual([
      ['Value £20.00', 'Value £50.00'],
      ['Stalls', 'Circle'],
      ['Later stalls'],
    ])
    for (const each of groups)
      expect(each.querySelector('ul')?.getAttribute('aria-labelledby')).toBe(each.querySelector('h2')!.id)
    expect(textOf(groups[1]!)).toContain('Sold by Northern Strings')
  })

  it('[BSK-18, BSK-19] has a quantity field only if the quantity can be changed', async () => {
    const page = await openCheckout({
      tickets: [
        sampleTicket(),
        sampleTicket({ ticket_id: 2, ticket_name: 'Circle', qty: 7, can_update_quantity: false }),
      ],
    })
    expect(page.all('[role=spinbutton]').map((each) => each.getAttribute('aria-label'))).toEqual(['Quantity, Stalls'])
    expect(page.has('Quantity 7')).toBe(true)
  })

  it('[BSK-23, BSK-24] a gift voucher line shows its name, value, quantity, picture, expiry and organiser', async () => {
    const page = await openCheckout({ tickets: [], gift_vouchers: [sampleVoucher({ qty: 3 })] })
    const line = page.find('ul[tabindex] > li')
    for (const words of ['A night out', 'Value £20.00', 'Expires 31/12/2028', '£60.00'])
      expect(textOf(line)).toContain(words)
    expect(line.querySelector('img')?.getAttribute('src')).toBe('/posters/voucher-5.svg')
    expect(page.link('Northern Strings').getAttribute('href')).toBe('/organisers/northern-strings/')
    expect(quantityOf(page, 'A night out').value).toBe('3')
  })

  it('[BSK-21] opens a refund policy in a modal with title, text and description', async () => {
    const page = await openCheckout({
      tickets: [
        sampleTicket({
          refund_policy: {
            title: 'Refunds of ours',
            text: 'Until a week before.',
            description: '<p>In <em>full</em>.</p>',
          },
        }),
        sampleTicket({ ticket_id: 2, ticket_name: 'Circle' }),
      ],
    })
    expect(page.buttons('Refund policy')).toHaveLength(1)
    await page.press(page.button('Refund policy'))
    const modal = page.find('dialog')
    expect(textOf(modal.querySelector('h2'))).toBe('Refunds of ours')
    expect(textOf(modal)).toContain('Until a week before.')
    expect(textOf(modal.querySelector('em'))).toBe('full')
  })

  it('[NAV-04] links the shop’s refund policy if the organiser has none', async () => {
    const policy = { title: 'Refunds', text: 'x', description: '' }
    const open = async (has_custom_refund_policy: boolean) => {
      const page = await openCheckout({
        tickets: [sampleTicket({ refund_policy: policy })],
        organisers: [sampleOrganiser({ has_custom_refund_policy })],
      })
      await page.press(page.button('Refund policy'))
      return page.links('Read the refund policy').map((each) => each.getAttribute('href'))
    }
    expect(await open(false)).toEqual(['/refund-policy/'])
    expect(await open(true)).toEqual([])
  })

  it('[BSK-12, BSK-13] continue shopping lists each organiser’s events', async () => {
    const upcoming = {
      url: '/events/brass/',
      thumbnail: '/posters/2.svg',
      title: 'Brass by the canal',
      location: 'Leeds',
      date: 'Sat 16 Oct 2027',
    }
    const page = await openCheckout({
      organisers: [
        sampleOrganiser({ upcoming_events: [upcoming] }),
        sampleOrganiser({ id: 4, name: 'Quiet Ones', full_url: '/organisers/quiet/' }),
        sampleOrganiser({
          id: 5,
          name: 'Jazz Barn',
          full_url: '/organisers/jazz/',
          upcoming_events: [{ ...upcoming, url: '/events/late/', title: 'Late set' }],
        }),
      ],
    })
    const block = page.all('section').find((each) => textOf(each).startsWith('Continue shopping'))!
    expect([...block.querySelectorAll('h3')].map(textOf)).toEqual(['Northern Strings', 'Jazz Barn'])
    const event = block.querySelector('li')!
    expect(page.link('Brass by the canal').getAttribute('href')).toBe('/events/brass/')
    expect(event.querySelector('img')?.getAttribute('src')).toBe('/posters/2.svg')
    expect(textOf(event)).toContain('Leeds')
    expect(textOf(event)).toContain('Sat 16 Oct 2027')
  })

  it('[DSP-07] what costs nothing is FREE, whatever the fee', async () => {
    const page = await openCheckout({ tickets: [sampleTicket({ price: 0, booking_fee: 1 })] })
    expect(textOf(page.find('ul[tabindex] > li'))).toContain('FREE each')
  })

  it.each([
    [true, false, '£27.50 each', true],
    [true, true, '£25.00 each', false],
    [false, false, '£25.00 each', false],
  ])('[DSP-08] with fees absorbed (%s) and hidden (%s) the price is %s', async (absorbed, hidden, price, included) => {
    const page = await openCheckout({
      all_booking_fees_are_absorbed: absorbed,
      tickets: [sampleTicket({ event_hide_booking_fee: hidden })],
    })
    const line = textOf(page.find('ul[tabindex] > li'))
    expect(line).toContain(price)
    expect(line.includes('including booking fee')).toBe(included)
  })
})

it('[DSP-08, DSP-10] includes a hidden fee in the price, and the line adds up', async () => {
  const page = await openCheckout({ tickets: [sampleTicket({ event_hide_booking_fee: true })] })
  const line = textOf(page.find('ul[tabindex] > li'))
  expect(line).toContain('£25.00 each')
  expect(line).toContain('£27.50 to pay')
  expect(line).toContain('£55.00')
})

describe('warnings', () => {
  it('[BSK-09, BSK-10, BSK-11, RSV-16] shows server errors, successes and the reserve error', async () => {
    const page = await openCheckout({
      basket_errors: ['Code WINTER has ended.', 'Circle is sold out.'],
      basket_success: ['Two for one applied.'],
      reserving_error: 'Only 1 left for Stalls.',
    })
    expect(page.alerts('warning')).toEqual(['Code WINTER has ended.', 'Circle is sold out.'])
    expect(page.alerts('success')).toEqual(['Two for one applied.'])
    expect(page.alerts('error')).toEqual(['Only 1 left for Stalls.'])
  })

  it('[BSK-30] tickets in another currency were left out', async () => {
    const text =
      'Unfortunately, some tickets had to be removed because they are being sold using a different currency from tickets already in the basket. Please purchase them separately'
    expect((await openCheckout({ had_mismatching_currencies: true })).alerts('warning')).toEqual([text])
    expect((await openCheckout({})).alerts('warning')).toEqual([])
  })

  it('[BSK-29] tickets of one event for different dates', async () => {
    const events = [sampleEvent({ warn_customers_about_different_timeslots_message: 'Two dates of the Gala!' })]
    const tickets = [sampleTicket(), sampleTicket({ ticket_id: 2, ticket_name: 'Circle', date_id: 101 })]
    expect((await openCheckout({ events, tickets })).alerts('warning')).toEqual(['Two dates of the Gala!'])
    expect((await openCheckout({ events })).alerts('warning')).toEqual([])
  })

  it('[BSK-27, BSK-28, BSK-46, NAV-03] required tickets, with the hint to log in for visitors', async () => {
    const tickets = [sampleTicket({ required_tickets: [{ ids: [8, 9], title: 'Membership' }] })]
    const page = await openCheckout({ tickets })
    expect(page.alerts('warning')[0]).toContain(
      'You must also purchase the following tickets to continue the checkout.',
    )
    expect(page.alerts('warning')[0]).toContain('Membership')
    expect(page.link('Sign in and we’ll find it.').getAttribute('href')).toMatch(/^\/signin\/(\?|$)/)
    expect(reserveOf(page).disabled).toBe(true)
    const offer = { ticket_name: 'Member', event_name: 'Season 2027', event_url: '/events/season/' }
    const offers = [
      { ticket_id: 8, nice_date: 'Fri 1 Jan 2027', ...offer },
      { ticket_id: 9, nice_date: 'Sat 2 Jan 2027', ...offer },
    ]
    const offered = await openCheckout({
      tickets: [sampleTicket({ required_tickets: [{ ids: [8, 9], title: 'Membership', offers }] })],
    })
    expect(offered.links('Season 2027')[0]!.getAttribute('href')).toBe('/events/season/')
    expect(offered.buttons('Add Member, Sat 2 Jan 2027, Season 2027')).toHaveLength(1)
    await offered.press(offered.button('Add Member, Fri 1 Jan 2027, Season 2027'))
    expect(offered.shop.named('add_to_basket')).toEqual([{ ticket_id: '8', quantity: '1', section: '' }])
    const known = await openCheckout({ tickets }, { user: sampleUser() })
    expect(known.has('Membership')).toBe(true)
    expect(known.links('Sign in and we’ll find it.')).toEqual([])
    const met = await openCheckout({ tickets: [...tickets, sampleTicket({ ticket_id: 9, ticket_name: 'Member' })] })
    expect(met.alerts('warning')).toEqual([])
    expect(reserveOf(met).disabled).toBe(false)
  })

  it('[CLK-10] reports an expired checkout, but not one released for editing', async () => {
    const text = 'Your checkout time expired. If the tickets are still available, you can try to reserve them again.'
    expect((await openCheckout({ expired: true })).alerts('warning')).toEqual([text])
    expect((await openCheckout({ expired: true, edit_basket_clicked: true })).alerts('warning')).toEqual([])
  })

  it('[CLK-05, CLK-10] focuses the warning when an expired hold returns the buyer here', async () => {
    const page = await openCheckout({ state: 'login', seconds_remaining: 3 })
    expect(page.heading()).toBe('Account')
    await go(3000)
    expect(page.heading()).toBe('Basket')
    expect(textOf(document.activeElement)).toContain('Your checkout time expired.')
  })
})

describe('removing lines', () => {
  it('[BSK-20, BSK-32] removes a ticket line at once and reloads the sale', async () => {
    const page = await openCheckout({ gift_vouchers: [sampleVoucher()] })
    page.shop.sale.checkout = sampleCheckout({ tickets: [], gift_vouchers: [sampleVoucher()] })
    await page.press(page.button('Remove Stalls'))
    expect(page.shop.named('remove_from_basket')).toEqual([{ ticket_id: '1' }])
    expect(page.shop.names().at(-1)).toBe('get')
    expect(page.buttons('Remove Stalls')).toEqual([])
    expect(page.spoken()).toContainEqual(['polite', 'Stalls removed'])
  })

  it('[BSK-26, BSK-32] removes a gift voucher line by design and value', async () => {
    const page = await openCheckout({ gift_vouchers: [sampleVoucher()] })
    page.shop.sale.checkout = sampleCheckout({})
    await page.press(page.button('Remove A night out'))
    expect(page.shop.named('remove_gift_voucher_from_basket')).toEqual([{ gift_voucher_id: '5', value: '20' }])
    expect(page.shop.names().at(-1)).toBe('get')
    expect(page.buttons('Remove A night out')).toEqual([])
  })

  it('[ERR-06, ERR-07] restores a line that could not be removed, with an error', async () => {
    const page = await openCheckout(
      { gift_vouchers: [sampleVoucher()] },
      { script: { remove_from_basket: failed(), remove_gift_voucher_from_basket: failed() } },
    )
    const before = page.spoken().length
    await page.press(page.button('Remove Stalls'))
    await page.press(page.button('Remove A night out'))
    expect(page.notes()).toEqual([
      'Unable to remove the Ticket from the basket. Please try again later',
      'Unable to remove the Gift Voucher from the basket. Please try again later',
    ])
    expect(page.buttons(/^Remove /)).toHaveLength(2)
    expect(JSON.stringify(page.spoken().slice(before)), 'nothing was removed').not.toContain('removed')
  })
})

describe('the code box', () => {
  const enter = async (page: Opened, code: string) => {
    type(page.field('Discount or gift voucher code'), code)
    await page.press(page.button('Apply'))
  }

  it('[BSK-14, BSK-33, BSK-49] applies one code at a time, confirms it and reloads the sale', async () => {
    const page = await openCheckout({}, { script: { set_code: { code_applied: true } } })
    await enter(page, ' SPRING ')
    expect(page.shop.named('set_code')).toEqual([{ code: 'SPRING' }])
    expect(page.alerts('success')).toEqual(['Code applied'])
    expect(page.shop.names().at(-1)).toBe('get')
    expect(page.field('Discount or gift voucher code').value).toBe('')
  })

  it('keeps another code that was typed while the first is applied', async () => {
    let answer = () => {}
    const applied = new Promise<{ code_applied: boolean }>((done) => {
      answer = () => done({ code_applied: true })
    })
    const page = await openCheckout({}, { script: { set_code: () => applied } })
    await enter(page, 'SPRING')
    type(page.field('Discount or gift voucher code'), 'GIFT')
    answer()
    await go(0)
    expect(page.field('Discount or gift voucher code').value).toBe('GIFT')
  })

  it('[BSK-48] a refused code is marked invalid and stays for correction', async () => {
    const page = await openCheckout({}, { script: { set_code: { code_applied: false } } })
    await enter(page, 'NOPE')
    expect(page.alerts('warning')).toEqual(['Invalid code'])
    expect(page.field('Discount or gift voucher code').value).toBe('NOPE')
  })

  it('[BSK-14] sends nothing if empty', async () => {
    const page = await openCheckout({})
    await enter(page, '   ')
    expect(page.shop.named('set_code')).toEqual([])
  })

  it('[ERR-05, UI-07] reports a failed call until the message is closed', async () => {
    const page = await openCheckout({}, { script: { set_code: failed({ status: 0 }) } })
    await enter(page, 'SPRING')
    await go(600_000)
    expect(page.notes()).toEqual(['Unable to set the Code. Please try again later'])
  })
})

describe('refund protection', () => {
  const offered = { has_refund_protection: true, refund_protection_cost: 4.2 }
  const yes = (page: Opened) => page.find<HTMLInputElement>('input[value=yes]')

  it('[RFP-01] is shown only if the sale has it', async () => {
    expect((await openCheckout(offered)).has('Refund protection')).toBe(true)
    expect((await openCheckout({})).has('Refund protection')).toBe(false)
  })

  it('[RFP-02, RFP-05, RFP-06, RFP-07, RFP-08, RFP-09, NAV-05] shows its price and what it does not cover', async () => {
    const page = await openCheckout({
      ...offered,
      events: [sampleEvent(), sampleEvent({ id: 11, title: 'Open Air Opera', refund_protection: false })],
    })
    const block = page.find('#protection').parentElement!
    for (const words of [
      '£4.20',
      'change of mind',
      'Open Air Opera',
      'Booking fees are generally not refundable',
      'Tickets can be flagged as non-refundable, and those aren’t covered.',
    ])
      expect(textOf(block)).toContain(words)
    expect(textOf(block)).not.toContain('Autumn Gala Concert')
    const terms = page.link(/4\.10/)
    expect(new URL(terms.href).pathname).toBe('/legal-information/purchase-terms-and-conditions/')
    expect(terms.hash).toBe('#s4.10')
  })

  it('[RFP-03, RFP-04, BSK-34] sends each choice to the server and reloads the sale', async () => {
    const page = await openCheckout(offered)
    expect(page.all<HTMLInputElement>('#protection ~ fieldset input').some(({ checked }) => checked)).toBe(false)
    page.shop.sale.checkout = sampleCheckout({ ...offered, refund_protection: 1 })
    await page.press(yes(page))
    expect(page.shop.named('update_refund_protection')).toEqual([{ refund_protection: '1' }])
    expect(page.shop.names().at(-1)).toBe('get')
    expect(yes(page).checked).toBe(true)
    page.shop.sale.checkout = sampleCheckout(offered)
    await page.press(page.find('input[value=no]'))
    expect(page.shop.named('update_refund_protection').at(-1)).toEqual({ refund_protection: '0' })
    expect(page.find<HTMLInputElement>('input[value=no]').checked).toBe(true)
  })

  it('the reply to an earlier choice does not bring it back while a later one waits', async () => {
    const replies: (() => void)[] = []
    const page = await openCheckout(offered, {
      script: {
        update_refund_protection: () => new Promise((resolve) => replies.push(() => resolve({ success: true }))),
      },
    })
    const no = page.find<HTMLInputElement>('input[value=no]')
    await page.press(yes(page))
    await page.press(no)
    page.shop.sale.checkout = sampleCheckout({ ...offered, refund_protection: 1 })
    replies[0]!()
    await go(0)
    expect(no.checked).toBe(true)
    page.shop.sale.checkout = sampleCheckout(offered)
    replies[1]!()
    await go(0)
    expect(no.checked).toBe(true)
  })

  it('[ERR-04] reports and reverts a failed change', async () => {
    const page = await openCheckout(offered, { script: { update_refund_protection: failed() } })
    await page.press(yes(page))
    expect(page.notes()).toEqual(['Unable to update Refund protection. Please try again later'])
    expect(yes(page).checked).toBe(false)
  })
})

describe('reserving', () => {
  it('[BSK-15, BSK-16] the button shows the number of items', async () => {
    const page = await openCheckout({ gift_vouchers: [sampleVoucher({ qty: 3 })] })
    expect(textOf(reserveOf(page))).toBe('Reserve Basket5')
  })

  it('[BSK-47, FLOW-05] waits 300 ms, then moves on', async () => {
    const page = await openCheckout({}, { script: { reserve_tickets: () => new Promise(() => {}) } })
    await page.press(reserveOf(page))
    await go(299)
    expect(page.shop.named('update_basket_state')).toEqual([])
    await go(1)
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'reserve' }])
    expect(page.has('Please wait, Reserving tickets')).toBe(true)
  })

  it('shows a changed price first, and reserves at it with the next press', async () => {
    const text = 'Stalls now costs £12.00 each. It was £10.00 when you added it.'
    const error = 'The price of your tickets has changed. Please check your basket before you reserve.'
    const page = await openCheckout({}, {})
    page.shop.script.update_basket_state = failed({ status: 409, code: 'price_changed', error })
    page.shop.script.get = sampleCheckout({ basket_errors: [text] })
    await page.press(reserveOf(page))
    await go(300)
    expect(page.notes()).toEqual([])
    expect([page.heading(), page.has(text), page.has(error)]).toEqual(['Basket', true, true])
    expect(document.activeElement?.textContent).toContain(text)
    delete page.shop.script.update_basket_state
    page.shop.script.reserve_tickets = () => new Promise(() => {})
    await page.press(reserveOf(page))
    await go(300)
    expect(page.has('Please wait, Reserving tickets')).toBe(true)
  })

  it('[ERR-08] a failed move from the basket has its own message only', async () => {
    const page = await openCheckout({}, { script: { update_basket_state: failed() } })
    await page.press(reserveOf(page))
    await go(300)
    expect(page.notes()).toEqual(['Unable to reserve ticket(s). Please try again later'])
    expect(page.heading()).toBe('Basket')
    expect(reserveOf(page).disabled).toBe(false)
  })
})
