import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act } from 'react'
import { expect, it } from 'vitest'
import { CheckoutFrame } from '../../shell/checkout-frame.tsx'
import { ShopFrame } from '../../shell/shop-frame.tsx'
import { findIn, render } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { notifications, notify } from './notify.ts'

const cornerIn = (Frame: typeof CheckoutFrame) => {
  const { box } = render(<Frame shell={sampleShell()}>words</Frame>)
  act(() => notify.error('Unable to pay'))
  const { className } = findIn(box, 'section[aria-label=Notifications]')
  act(() => {
    for (const { id } of notifications.now()) notifications.remove(id)
  })
  return className.split(' ')
}

it('[UI-09] notifications are at the top right, in the checkout at the bottom left', () => {
  expect(cornerIn(ShopFrame)).toEqual(expect.arrayContaining(['top', 'right']))
  expect(cornerIn(CheckoutFrame)).toEqual(expect.arrayContaining(['bottom', 'left']))
})

it('notifications at the bottom stay above the bar with the total on a phone', () => {
  const css = readFileSync(join(import.meta.dirname, 'notifications.module.css'), 'utf8')
  const [, room] = /:root:has\(\[data-sticky="bottom"\]\) \.bottom \{\s*bottom: (\d+)px;/.exec(css) ?? []
  expect(Number(room)).toBeGreaterThanOrEqual(112)
})

it('notifications at the bottom scroll the focused control into view, and add space to the page', () => {
  const { box } = render(
    <CheckoutFrame shell={sampleShell()}>
      <button type="button">Continue</button>
    </CheckoutFrame>,
  )
  const button = findIn(box, 'main button')
  const scrolled: unknown[] = []
  button.scrollIntoView = (how) => scrolled.push(how)
  const at = (top: number, bottom: number) => ({ top, bottom, height: bottom - top }) as DOMRect
  const { getBoundingClientRect } = Element.prototype
  Element.prototype.getBoundingClientRect = function () {
    return this === button ? at(600, 648) : at(630, 730)
  }
  button.focus()
  act(() => notify.error('Unable to pay'))
  const { style } = document.documentElement
  expect([style.paddingBottom, style.scrollPaddingBottom]).toEqual(['100px', `${innerHeight - 630 + 16}px`])
  expect(scrolled).toEqual([{ block: 'nearest' }])
  act(() => {
    for (const { id } of notifications.now()) notifications.remove(id)
  })
  expect([style.paddingBottom, style.scrollPaddingBottom]).toEqual(['', ''])
  Element.prototype.getBoundingClientRect = getBoundingClientRect
})
