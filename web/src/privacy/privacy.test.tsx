import type { Privacy } from '@foyer/contract/pages.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CheckoutFrame } from '../shell/checkout-frame.tsx'
import { ShopFrame } from '../shell/shop-frame.tsx'
import { click, render, textOf } from '../testing/render.tsx'
import { aShell } from '../testing/shell.ts'
import { buttonNamed } from '../testing/use.ts'
import { choose, forgetChoice, openChoices } from './privacy.ts'

const asked = (change: Partial<Privacy> = {}): Privacy => ({ choice: null, visits: true, sentry_dsn: null, ...change })
const shown = (privacy?: Privacy, Frame = CheckoutFrame) =>
  render(<Frame shell={aShell(privacy ? { privacy } : {})}>words</Frame>).box
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
    forgetChoice()
    openChoices(false)
  }),
)

it('without ids there is neither a question nor a link to it', () => {
  for (const Frame of [CheckoutFrame, ShopFrame]) {
    const box = shown(undefined, Frame)
    expect(bar(box)).toBeNull()
    expect(textOf(box)).not.toContain('Privacy choices')
  }
})

it('refusing is as easy as accepting: two buttons of one kind, side by side, in a named part of the page', () => {
  const box = shown(asked())
  const section = bar(box)!
  expect(textOf(document.getElementById(section.getAttribute('aria-labelledby')!))).toBe('May we measure?')
  const [refuse, accept, ...more] = [...section.querySelectorAll('button')]
  expect([refuse, accept, ...more].map(textOf)).toEqual(['Refuse', 'Accept'])
  expect(refuse!.className).toBe(accept!.className)
})

it.each([
  ['visits', asked(), ['Google and Meta'], ['Sentry']],
  ['errors', asked({ visits: false, sentry_dsn: 'https://k@errors.example/1' }), ['Sentry'], ['Google']],
  ['both', asked({ sentry_dsn: 'https://k@errors.example/1' }), ['Sentry', 'Google and Meta'], []],
])('the question names who would measure: %s', (_, privacy, names, not) => {
  const words = textOf(bar(shown(privacy)))
  for (const name of names) expect(words).toContain(name)
  for (const name of not) expect(words).not.toContain(name)
})

it.each([
  ['Accept', 'accepted'],
  ['Refuse', 'refused'],
])('%s is kept, the bar goes, and the keyboard is on the page', (button, choice) => {
  const box = shown(asked())
  click(buttonNamed(box, button))
  expect(cookies()).toEqual([`foyer_privacy=${choice}`])
  expect(bar(box)).toBeNull()
  expect(document.activeElement?.id).toBe('content')
})

it.each([
  ['the shop', ShopFrame],
  ['the checkout', CheckoutFrame],
] as const)('a choice is changed by the link at the foot of %s', (_, Frame) => {
  const box = shown(asked({ choice: 'refused' }), Frame)
  expect(bar(box)).toBeNull()
  click(buttonNamed(box.querySelector('footer')!, 'Privacy choices'))
  expect(textOf(bar(box))).toContain('You have refused this.')
  expect(textOf(document.activeElement)).toBe('May we measure?')
  click(buttonNamed(box, 'Accept'))
  expect(cookies()).toEqual(['foyer_privacy=accepted'])
})

it('taking a yes back empties what the vendors left and fetches a page without them', () => {
  const reload = vi.fn()
  setCookie('_ga=GA1.1.1; path=/')
  setCookie('_fbp=fb.1; path=/')
  setCookie('theme=mine; path=/')
  choose('refused', 'accepted', reload)
  expect(reload).toHaveBeenCalledOnce()
  expect(cookies().sort()).toEqual(['foyer_privacy=refused', 'theme=mine'])
})

it('a first no needs no new page', () => {
  const reload = vi.fn()
  choose('refused', null, reload)
  expect(reload).not.toHaveBeenCalled()
})
