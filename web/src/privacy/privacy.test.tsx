import type { Privacy } from '@foyer/contract/pages.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CheckoutFrame } from '../shell/checkout-frame.tsx'
import { ShopFrame } from '../shell/shop-frame.tsx'
import { buttonNamed } from '../testing/interact.ts'
import { click, render, textOf } from '../testing/render.tsx'
import { sampleShell } from '../testing/shell.ts'
import { choose, openChoices, resetChoice } from './privacy.ts'

const asked = (change: Partial<Privacy> = {}): Privacy => ({ choice: null, visits: true, sentry_dsn: null, ...change })
const shown = (privacy?: Privacy, Frame = CheckoutFrame) =>
  render(<Frame shell={sampleShell(privacy ? { privacy } : {})}>words</Frame>).box
const bar = (box: HTMLElement) => box.querySelector('section')
/** Not every browser has the Cookie Store API, and neither has happy-dom. */
function setCookie(text: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = text
}
const cookies = () => document.cookie.split('; ').filter(Boolean)

beforeEach(() => {
  for (const cookie of cookies()) setCookie(`${cookie.split('=')[0]}=; path=/; max-age=-1`)
})
afterEach(() =>
  act(() => {
    resetChoice()
    openChoices(false)
  }),
)

it('without analytics ids there is neither a banner nor a link to it', () => {
  for (const Frame of [CheckoutFrame, ShopFrame]) {
    const box = shown(undefined, Frame)
    expect(bar(box)).toBeNull()
    expect(textOf(box)).not.toContain('Privacy choices')
  }
})

it('refusing is as easy as accepting: two equal buttons side by side in a labelled region', () => {
  const box = shown(asked())
  const section = bar(box)!
  expect(textOf(document.getElementById(section.getAttribute('aria-labelledby')!))).toBe('Cookies and analytics')
  const [refuse, accept, ...more] = [...section.querySelectorAll('button')]
  expect([refuse, accept, ...more].map(textOf)).toEqual(['Decline', 'Accept'])
  expect(refuse!.className).toBe(accept!.className)
})

it.each([
  ['visits', asked(), ['Google and Meta'], ['Sentry']],
  ['errors', asked({ visits: false, sentry_dsn: 'https://k@errors.example/1' }), ['Sentry'], ['Google']],
  ['both', asked({ sentry_dsn: 'https://k@errors.example/1' }), ['Sentry', 'Google and Meta'], []],
])('the banner names the vendors: %s', (_, privacy, names, not) => {
  const words = textOf(bar(shown(privacy)))
  for (const name of names) expect(words).toContain(name)
  for (const name of not) expect(words).not.toContain(name)
})

it.each([
  ['Accept', 'accepted'],
  ['Decline', 'refused'],
])('%s is stored, closes the banner and moves focus to the page', (button, choice) => {
  const box = shown(asked())
  click(buttonNamed(box, button))
  expect(cookies()).toEqual([`foyer_privacy=${choice}`])
  expect(bar(box)).toBeNull()
  expect(document.activeElement?.id).toBe('content')
})

it.each([
  ['the shop', ShopFrame],
  ['the checkout', CheckoutFrame],
] as const)('the choice can be changed by the link at the foot of %s', (_, Frame) => {
  const box = shown(asked({ choice: 'refused' }), Frame)
  expect(bar(box)).toBeNull()
  click(buttonNamed(box.querySelector('footer')!, 'Privacy choices'))
  expect(textOf(bar(box))).toContain('You’ve declined analytics.')
  expect(textOf(document.activeElement)).toBe('Cookies and analytics')
  click(buttonNamed(box, 'Accept'))
  expect(cookies()).toEqual(['foyer_privacy=accepted'])
})

it('withdrawing consent deletes the vendors’ data and loads a page without them', () => {
  const reload = vi.fn()
  setCookie('_ga=GA1.1.1; path=/')
  setCookie('_fbp=fb.1; path=/')
  setCookie('theme=mine; path=/')
  choose('refused', 'accepted', reload)
  expect(reload).toHaveBeenCalledOnce()
  expect(cookies().sort()).toEqual(['foyer_privacy=refused', 'theme=mine'])
})

it.each([
  ['of this host', ''],
  ['of this host by name', '; domain=www.tickets.example.org'],
  ['of the domain above', '; domain=tickets.example.org'],
  ['of the whole site', '; domain=example.org'],
])('withdrawing consent leaves no cookie %s', (_, domain) => {
  const { href } = location
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  happyDOM.setURL('https://www.tickets.example.org/checkout/')
  try {
    for (const name of ['_ga', '_ga_ABC123', '_gid', '_gcl_au', '_fbp'])
      setCookie(`${name}=left; path=/; max-age=3600${domain}`)
    expect(document.cookie).toContain('_ga_ABC123')
    choose('refused', 'accepted', () => {})
    expect(cookies()).toEqual(['foyer_privacy=refused'])
  } finally {
    setCookie('foyer_privacy=; path=/; max-age=-1')
    happyDOM.setURL(href)
  }
})

it('running vendors are told of the withdrawal before their cookies are deleted', () => {
  const page = window as unknown as Record<string, unknown>
  const gtag = vi.fn()
  const fbq = vi.fn()
  Object.assign(page, { gtag, fbq })
  try {
    choose('refused', 'accepted', () => {})
    expect(gtag).toHaveBeenCalledWith('consent', 'update', expect.objectContaining({ analytics_storage: 'denied' }))
    expect(fbq).toHaveBeenCalledWith('consent', 'revoke')
  } finally {
    delete page.gtag
    delete page.fbq
  }
})

it('what a vendor stores while its page unloads is deleted by the next page', () => {
  setCookie('_ga_ABC123=left; path=/')
  shown(asked({ choice: 'refused' }))
  expect(cookies()).toEqual([])
})

it('a first refusal does not reload the page', () => {
  const reload = vi.fn()
  choose('refused', null, reload)
  expect(reload).not.toHaveBeenCalled()
})
