import type { Checkout } from '@foyer/contract/types.ts'
import { describe, expect, it, vi } from 'vitest'
import { sampleCharity, sampleTicket, sampleVoucher } from '../testing/checkout.ts'
import { failed, go, onCheckoutPage, openCheckout, textOf } from '../testing/page.tsx'

onCheckoutPage()

const HELD = { seconds_remaining: 845 }
const open = (said: Partial<Checkout>, more?: Parameters<typeof openCheckout>[1]) =>
  openCheckout({ state: 'login', ...HELD, ...said }, more)
type Opened = Awaited<ReturnType<typeof openCheckout>>

const summary = (page: Opened) => page.find('section:has([data-total])')
const rows = (page: Opened) =>
  Object.fromEntries(
    [...summary(page).querySelectorAll('dl > div')].map((row) => [
      textOf(row.querySelector('dt')),
      textOf(row.querySelector('dd')),
    ]),
  )

describe('the order summary', () => {
  it('[SUM-02, DSP-01, DSP-02] shows tickets, vouchers, discounts, subtotals and the total', async () => {
    const page = await open({
      tickets: [sampleTicket({ qty: 50, discount_amount: 6 })],
      gift_vouchers: [sampleVoucher({ qty: 2 })],
      discounts_applied: { SPRING: 6 },
      offers_applied_total: 3,
      gift_vouchers_applied: { 'GV-1': 10 },
      gift_vouchers_applied_total: 10,
      refund_protection: 1,
      has_refund_protection: true,
      refund_protection_cost: 4.2,
      delivery_cost: 2.5,
      donation: { amount_before_booking_fee: 20, booking_fee: 0.8, is_gift_aid: false },
      donation_amount: 20,
      charity: sampleCharity(),
      // 1250 - 6 + 40 - 3 + 125 + 0.80 + 2.50 + 4.20 + 20 - 10
      basket_total: 1423.5,
    })
    const box = textOf(summary(page))
    for (const words of ['Autumn Gala Concert', 'Stalls', '50 ×', '£1,250.00', 'A night out', '2 ×', '£40.00'])
      expect(box).toContain(words)
    expect(rows(page)).toEqual({
      'Code SPRING': '−£6.00',
      Offers: '−£3.00',
      'Booking fees': '£125.00',
      Delivery: '£2.50',
      'Refund protection': '£4.20',
      'Donation to Harbour Lifeboats': '£20.00',
      'Booking fee for your donation': '£0.80',
      'Gift voucher GV-1': '−£10.00',
      Total: '£1,423.50',
    })
  })

  it('[DSP-09] omits zero amounts, and protection that is not chosen', async () => {
    const page = await open({
      tickets: [sampleTicket({ booking_fee: 0 })],
      basket_total: 50,
      refund_protection_cost: 4.2,
    })
    expect(rows(page)).toEqual({ Total: '£50.00' })
  })

  it('[DSP-10] hides the booking fees when all events hide them', async () => {
    const page = await open({ tickets: [sampleTicket({ event_hide_booking_fee: true })] })
    expect(rows(page)).toEqual({ Total: '£55.00' })
    const some = await open({
      tickets: [sampleTicket({ event_hide_booking_fee: true }), sampleTicket({ ticket_id: 2 })],
      basket_total: 110,
    })
    expect(rows(some)).toMatchObject({ 'Booking fees': '£10.00' })
  })

  it('shows the VAT included in the total, and none for unregistered organisers', async () => {
    const taxed = await open({ tickets: [sampleTicket()], basket_total: 110, tax_total: 18.34 })
    expect(summary(taxed).textContent).toContain('Includes VAT£18.34')
    const plain = await open({ tickets: [sampleTicket()], basket_total: 110 })
    expect(summary(plain).textContent).not.toContain('VAT')
  })

  it('[DSP-10] includes hidden fees in the lines, which add up to the total', async () => {
    const page = await open({ tickets: [sampleTicket({ event_hide_booking_fee: true })] })
    expect(textOf(summary(page).querySelector('li'))).toContain('£55.00')
  })

  it('shows a donation and its fee separately, even if ticket fees are hidden', async () => {
    const page = await open({
      tickets: [sampleTicket({ event_hide_booking_fee: true })],
      donation: { amount_before_booking_fee: 10, booking_fee: 0.54, is_gift_aid: false },
      donation_amount: 10,
      basket_total: 65.54,
    })
    expect(rows(page)).toMatchObject({ Donation: '£10.00', 'Booking fee for your donation': '£0.54', Total: '£65.54' })
  })

  it('[DSP-08] shows the price without a fee that is not absorbed, which has a row of its own', async () => {
    const page = await open({ tickets: [sampleTicket()], basket_total: 55 })
    expect(textOf(summary(page).querySelector('li'))).toContain('£50.00')
    expect(rows(page)).toEqual({ 'Booking fees': '£5.00', Total: '£55.00' })
  })

  it('[DSP-08, DSP-11] includes absorbed fees in the line’s price only', async () => {
    const page = await open({ tickets: [sampleTicket({ absorb_fee: true })], all_booking_fees_are_absorbed: true })
    expect(textOf(summary(page))).toContain('£55.00')
    expect(rows(page)).toEqual({ Total: '£55.00' })
  })

  it('[DSP-07] a free ticket is FREE', async () => {
    const page = await open({ tickets: [sampleTicket({ price: 0, booking_fee: 0 })], basket_total: 0 })
    expect(textOf(summary(page).querySelector('li'))).toContain('FREE')
  })

  it('a free basket is FREE in total; one paid by voucher is not', async () => {
    const free = await open({ tickets: [sampleTicket({ price: 0, booking_fee: 0 })], basket_total: 0 })
    expect(rows(free)).toEqual({ Total: 'FREE' })
    expect(textOf(free.button(/^Order summary/))).toContain('FREE')
    const paid = await open({
      tickets: [sampleTicket({ booking_fee: 0 })],
      gift_vouchers_applied: { 'GV-1': 50 },
      gift_vouchers_applied_total: 50,
      basket_total: 0,
    })
    expect(rows(paid)).toMatchObject({ Total: '£0.00' })
  })

  it('[SUM-09] can be expanded and collapsed', async () => {
    const page = await open({})
    const toggle = page.button(/^Order summary \(2\)/)
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    expect(page.find(`[id="${toggle.getAttribute('aria-controls')}"]`).textContent).toContain('Stalls')
    await page.press(toggle)
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
    expect(summary(page).dataset.open).toBe('true')
  })

  it('[SUM-14] a paid item shows a tick instead of its quantity, and cannot be edited', async () => {
    const page = await open({ state: 'deliver_tickets', payment_complete: true })
    const line = summary(page).querySelector('li')!
    expect(textOf(line)).toContain('Done')
    expect(textOf(line)).not.toContain('2 ×')
    expect(line.querySelector('svg')).not.toBeNull()
    expect(page.buttons('Edit basket')).toEqual([])
  })
})

describe('the remaining time', () => {
  const timer = (page: Opened) => page.find('[role=timer]')

  it('[SUM-10, SUM-11, SUM-12, CLK-03, DSP-03] is labelled, shown as a clock and in words, and ticks every second', async () => {
    const page = await open({})
    expect(textOf(timer(page))).toContain('Tickets reserved for')
    expect(textOf(timer(page))).toContain('14:05')
    expect(textOf(timer(page))).toContain('14 minutes 5 seconds')
    await go(1000)
    expect(textOf(timer(page))).toContain('14:04')
    await go(5000)
    expect(textOf(timer(page))).toContain('13:59')
    expect(textOf(timer(page))).toContain('13 minutes 59 seconds')
  })

  it('[SUM-13] never shows less than 0 seconds', async () => {
    const page = await open(
      { state: 'payment', seconds_remaining: 0, basket_total: 5 },
      { script: { update_basket_state: () => new Promise(() => {}) } },
    )
    expect(page.all('[role=timer]').every((each) => textOf(each).includes('00:00'))).toBe(true)
  })

  it.each(['login', 'marketing_preferences', 'donation', 'gift_aid', 'delivery_address', 'payment'] as const)(
    '[CLK-04, SUM-01, PAY-05] is shown with the order summary on %s',
    async (state) => {
      const page = await open({ state, charity: sampleCharity() })
      expect(textOf(summary(page))).toContain('Autumn Gala Concert')
      expect(textOf(timer(page))).toContain('14:05')
    },
  )

  it.each(['basket', 'captcha', 'deliver_tickets'] as const)('[CLK-01, CAP-02] is not shown on %s', async (state) => {
    const page = await open({ state, captcha_sitekey: 'key', payment_complete: state === 'deliver_tickets' })
    expect(summary(page)).toBeTruthy()
    expect(page.all('[role=timer]')).toEqual([])
  })

  it('warns at two minutes and at one, even if it cannot be extended', async () => {
    const page = await open({ seconds_remaining: 121, hold_extensions_left: 0 })
    expect(page.alerts('warning')).toEqual([])
    await go(1000)
    expect(page.alerts('warning')).toEqual(['Your reservation ends soon'])
    await go(59_000)
    expect(page.alerts('warning')).toEqual(['Your reservation ends soon'])
    await go(1000)
    expect(page.alerts('warning')).toEqual(['Less than a minute left'])
    expect(page.buttons('Give me more time')).toEqual([])
  })

  it('offers more time near the end if available', async () => {
    const page = await open(
      { seconds_remaining: 121, hold_extensions_left: 1 },
      { script: { extend_hold: { seconds_remaining: 900 } } },
    )
    expect(page.buttons('Give me more time')).toEqual([])
    await go(1000)
    page.shop.sale.checkout = { ...page.shop.sale.checkout, seconds_remaining: 900 }
    await page.press(page.button('Give me more time'))
    expect(textOf(timer(page))).toContain('15:00')
    expect(page.buttons('Give me more time')).toEqual([])
  })
})

it('[RSV-06] offers a QR code and a link for another device while the basket can be edited', async () => {
  const page = await open({ sale_reference: 'R-160-bits' })
  expect(page.all('dialog')).toEqual([])
  await page.press(page.button('Continue on another device'))
  const dialog = await vi.waitFor(async () => {
    await go(0)
    return page.find('dialog')
  })
  expect(dialog.querySelector('input')!.value).toBe(`${location.origin}/smartcheckout/?session=R-160-bits`)
  const paid = await open({ state: 'deliver_tickets', payment_complete: true })
  expect(paid.buttons('Continue on another device')).toEqual([])
})

it('warns two minutes and one minute before the hold expires, even if it cannot be extended', async () => {
  const page = await open({ seconds_remaining: 121, hold_extensions_left: 0 })
  const shownText = () => textOf(page.find('main'))
  expect(shownText()).not.toContain('Your reservation ends soon')
  await go(1000)
  expect(shownText()).toContain('Your reservation ends soon')
  expect(page.buttons('Give me more time')).toEqual([])
  await go(60_000)
  expect(shownText()).toContain('Less than a minute left')
})

it('[CLK-03] the countdown of a new step goes on where the last one was, and does not announce the time again', async () => {
  const account = { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: true }
  const page = await openCheckout({ state: 'login', seconds_remaining: 600, account })
  const times: string[] = []
  const watch = new MutationObserver(() => {
    const timer = page.all('[role=timer]')[0]
    if (timer) times.push(textOf(timer))
  })
  watch.observe(page.box, { childList: true, characterData: true, subtree: true })
  await go(400_000)
  times.length = 0
  const spoken = page.spoken().length
  page.shop.sale.checkout = { ...page.shop.sale.checkout, seconds_remaining: 200 }
  await page.press(page.button('Continue as Ada Lovelace'))
  watch.disconnect()
  expect(page.heading()).toBe('Payment')
  expect(times.filter((time) => time.includes('10:00'))).toEqual([])
  expect(
    page
      .spoken()
      .slice(spoken)
      .filter(([, text]) => text?.includes('minutes')),
  ).toEqual([])
})

describe('edit basket', () => {
  it('[SUM-03, SUM-04, EXP-02] is shown, renamed or hidden depending on the step', async () => {
    expect((await open({})).buttons('Edit basket')).toHaveLength(1)
    expect((await open({ state: 'payment', express: true })).buttons('Edit basket or add discount code')).toHaveLength(
      1,
    )
    expect((await open({ state: 'deliver_tickets', payment_complete: true })).buttons(/Edit basket/)).toEqual([])
  })

  it('[SUM-05, SUM-06, SUM-07] asks for confirmation; no changes nothing', async () => {
    const page = await open({})
    await page.press(page.button('Edit basket'))
    const modal = page.find('dialog')
    expect(textOf(modal.querySelector('h2'))).toBe('Are you sure?')
    expect(textOf(modal)).toContain('By editing your basket, you could lose your reserved tickets.')
    await page.press(page.button('No, cancel'))
    expect(page.all('dialog')).toEqual([])
    expect(page.shop.named('destroy_sale')).toEqual([])
  })

  it('[SUM-08, FLOW-35] yes releases the hold and shows the basket', async () => {
    const page = await open({})
    await page.press(page.button('Edit basket'))
    await page.press(page.button("Yes, I'm sure"))
    expect(page.shop.names().filter((name) => name === 'destroy_sale' || name === 'update_basket_state')).toEqual([
      'destroy_sale',
      'update_basket_state',
    ])
    expect(page.heading()).toBe('Basket')
  })

  it('[ERR-20] reports a failure and stays on the step', async () => {
    const page = await open({}, { script: { destroy_sale: failed() } })
    await page.press(page.button('Edit basket'))
    await page.press(page.button("Yes, I'm sure"))
    expect(page.notes()).toEqual(['Unable to edit Basket. Please try again later'])
    expect(page.heading()).toBe('Account')
  })

  it('says why tickets that are offered from a waiting list cannot be edited', async () => {
    const error = 'These tickets are held for you from the waiting list, so you can’t change this basket.'
    const page = await open(
      {},
      { script: { destroy_sale: failed({ status: 409, code: 'offer_not_editable', error }) } },
    )
    await page.press(page.button('Edit basket'))
    await page.press(page.button("Yes, I'm sure"))
    expect(page.notes()).toEqual([error])
    expect(page.heading()).toBe('Account')
  })
})
