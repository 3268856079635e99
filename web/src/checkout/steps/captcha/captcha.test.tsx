import { checkout } from '@foyer/contract/messages.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { go, onCheckoutPage, openCheckout } from '../../testing/page.tsx'

onCheckoutPage()

/** The vendor's script, as far as it can be told what to answer. */
type Told = { sitekey: string; callback: (token: string) => void } & Record<
  'expired-callback' | 'chalexpired-callback' | 'error-callback',
  () => void
>
let told: Told[]

beforeEach(() => {
  told = []
  vi.stubGlobal('hcaptcha', {
    render: (place: HTMLElement, options: Told) => {
      told.push(options)
      place.append(document.createElement('div'))
      return String(told.length)
    },
    remove: () => {},
  })
})

const RESERVED = { reserved: true, sale_reference: 'r', fresh_reservation: true, checkout_time: 900 }
const open = (said: Partial<Checkout> = {}, script = {}) =>
  openCheckout(
    { state: 'captcha', captcha_sitekey: 'key-1', ...said },
    { script: { reserve_tickets: RESERVED, update_basket_state: { seconds_remaining: 900 }, ...script } },
  )
type Opened = Awaited<ReturnType<typeof open>>

const widget = () => told.at(-1)!
const pass = () => act(async () => widget().callback('token-1'))
const next = (page: Opened) => page.button('Continue')
const EXPIRED = 'The captcha challenge has expired. Please complete the challenge again.'

describe('the captcha step', () => {
  it('[CAP-01, CAP-02, CAP-03] is titled Checkout, and shows the order without countdown and its instructions', async () => {
    const page = await open()
    expect(page.heading()).toBe('Checkout')
    expect(page.has('Autumn Gala Concert')).toBe(true)
    expect(page.all('[role=timer]')).toEqual([])
    expect(page.alerts('info')).toEqual(["Please prove you're a human being completing the CAPTCHA challenge."])
    expect(page.has('Your tickets aren’t reserved yet.')).toBe(true)
  })

  it('has a link back to the basket, and Edit basket', async () => {
    const page = await open()
    expect(page.buttons('Edit basket')).toHaveLength(1)
    const follows = page.button('Back').compareDocumentPosition(page.find('h1')) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(follows, 'it stands above the heading, as on the other steps').toBeTruthy()
    await page.press(page.button('Back'))
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'basket' }])
    expect(page.heading()).toBe('Basket')
  })

  it('[CAP-04, CAP-05, CAP-10] Continue is enabled once the challenge of the returned key is solved', async () => {
    const page = await open()
    expect(widget().sitekey).toBe('key-1')
    expect(next(page).disabled).toBe(true)
    expect(page.has('Complete the challenge to continue.')).toBe(true)
    await pass()
    expect(next(page).disabled).toBe(false)
  })

  it.each([
    ['CAP-06', 'expired-callback', EXPIRED],
    ['CAP-07', 'chalexpired-callback', EXPIRED],
    ['CAP-08', 'error-callback', 'That didn’t work. Please try again.'],
  ] as const)('[CAP-06, CAP-07, CAP-08, CAP-09] %s: after %s it is no longer solved', async (_, callback, text) => {
    const page = await open()
    await pass()
    await act(async () => widget()[callback]())
    expect(next(page).disabled).toBe(true)
    expect(page.alerts('error')).toEqual([text])
  })

  it('a challenge that could not be loaded can be loaded again', async () => {
    const vendor = (window as { hcaptcha?: unknown }).hcaptcha
    vi.stubGlobal('hcaptcha', undefined)
    const page = await open()
    await go(60_000)
    expect(page.alerts('error')).toEqual(['That didn’t work. Please try again.Try again'])
    vi.stubGlobal('hcaptcha', vendor)
    await page.press(page.button('Try again'))
    await go(1000)
    expect(page.alerts('error')).toEqual([])
    await pass()
    expect(next(page).disabled).toBe(false)
  })

  it('[CAP-11, API-15] Continue reserves with the token and moves on with the timer running', async () => {
    const page = await open()
    await pass()
    page.shop.script.get = () => new Promise(() => {})
    await page.press(next(page))
    expect(page.shop.named('reserve_tickets')).toEqual([{ 'h-captcha-response': 'token-1' }])
    expect(page.heading()).toBe('Account')
    expect(page.find('[role=timer]').textContent).toContain('15:00')
  })

  it('[RSV-13, RSV-14] a refused token shows the reason and a new challenge', async () => {
    const page = await open(
      {},
      { reserve_tickets: { captcha: true, captcha_sitekey: 'key-2', error: 'That did not pass.' } },
    )
    await pass()
    await page.press(next(page))
    expect(page.alerts('error')).toEqual(['That did not pass.'])
    expect(told.map(({ sitekey }) => sitekey)).toEqual(['key-1', 'key-2'])
    expect(next(page).disabled).toBe(true)
  })

  it('a longer challenge says why, as information rather than as an error', async () => {
    const error = checkout['captcha.longer']
    const page = await open({}, { reserve_tickets: { captcha: true, captcha_sitekey: 'key-2', error } })
    await pass()
    await page.press(next(page))
    expect(page.alerts('info')).toContain(error)
    expect(page.alerts('error')).toEqual([])
  })

  it('[RSV-13] is reached from the reserve step', async () => {
    const page = await openCheckout(
      { state: 'reserve' },
      { script: { reserve_tickets: { captcha: true, captcha_sitekey: 'key-3' } } },
    )
    await go(0)
    expect(page.heading()).toBe('Checkout')
    expect(widget().sitekey).toBe('key-3')
  })
})
