// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { blur, focus, hover, press, render } from '../../testing/render.tsx'
import { type Placement, Tooltip } from './tooltip.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function tooltip(placement?: Placement) {
  const { find } = render(
    <Tooltip text="What the fee pays for" placement={placement}>
      <button type="button">Fee</button>
    </Tooltip>,
  )
  return { button: find<HTMLButtonElement>('button'), bubble: find('[role=tooltip]'), anchor: find('span') }
}

it.each(['top', 'right', 'bottom', 'left'] as const)('[UI-02] opens on the %s on request', (placement) => {
  expect(tooltip(placement).bubble.dataset.placement).toBe(placement)
})

it.each([
  ['top', new DOMRect(200, 4, 80, 44), 'bottom'],
  ['left', new DOMRect(40, 300, 80, 44), 'right'],
  ['left', new DOMRect(40, 300, 300, 44), 'top'],
] as const)('[UI-02] without room on the %s opens on another side', (wished, trigger, taken) => {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(360)
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(740)
  const { button, bubble, anchor } = tooltip(wished)
  anchor.getBoundingClientRect = () => trigger
  bubble.getBoundingClientRect = () => new DOMRect(0, 0, 120, 40)
  focus(button)
  expect(bubble.dataset.placement).toBe(taken)
})

it('shifts to stay inside the window', () => {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(360)
  const { button, bubble, anchor } = tooltip('top')
  anchor.getBoundingClientRect = () => new DOMRect(0, 300, 44, 44)
  bubble.getBoundingClientRect = () => new DOMRect(0, 0, 120, 40)
  focus(button)
  // the trigger's centre is at 22, half the tooltip is 60 wide, and the margin is 8: 22 - 60 + 46 = 8
  expect(bubble.style.getPropertyValue('--shift')).toBe('46px')
})

it('describes its element, and opens on keyboard focus', () => {
  const { button, bubble } = tooltip()
  expect(button.getAttribute('aria-describedby')).toBe(bubble.id)
  expect(bubble.hidden).toBe(true)
  focus(button)
  expect(bubble.hidden).toBe(false)
  blur(button)
  expect(bubble.hidden).toBe(true)
})

it('stays while the pointer moves from the element to the text, and closes soon after it leaves', () => {
  const { anchor, bubble } = tooltip()
  hover(anchor)
  expect(bubble.hidden).toBe(false)
  hover(anchor, false)
  hover(anchor)
  act(() => vi.advanceTimersByTime(1000))
  expect(bubble.hidden).toBe(false)
  hover(anchor, false)
  act(() => vi.advanceTimersByTime(1000))
  expect(bubble.hidden).toBe(true)
})

it('closes on Escape wherever the focus is', () => {
  const { anchor, bubble } = tooltip()
  hover(anchor)
  press(document.body, 'Escape')
  expect(bubble.hidden).toBe(true)
})
