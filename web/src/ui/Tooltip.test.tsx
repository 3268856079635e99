// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Placement, Tooltip } from './Tooltip.tsx'
import { blur, focus, hover, press, render } from './testing.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function tooltip(placement?: Placement) {
  const { find } = render(
    <Tooltip text="What the fee pays for" placement={placement}>
      <button type="button">Fee</button>
    </Tooltip>,
  )
  return { button: find<HTMLButtonElement>('button'), bubble: find('[role=tooltip]'), anchor: find('span') }
}

it.each(['top', 'right', 'bottom', 'left'] as const)(
  '[UI-02] a tooltip stands on the %s when asked to',
  (placement) => {
    expect(tooltip(placement).bubble.dataset.placement).toBe(placement)
  },
)

it('[UI-02] a tooltip without room on its side changes to the other', () => {
  const { button, bubble } = tooltip('top')
  bubble.getBoundingClientRect = () => new DOMRect(20, -30, 100, 24)
  focus(button)
  expect(bubble.dataset.placement).toBe('bottom')
})

it('describes its element, and opens with the keyboard on it', () => {
  const { button, bubble } = tooltip()
  expect(button.getAttribute('aria-describedby')).toBe(bubble.id)
  expect(bubble.hidden).toBe(true)
  focus(button)
  expect(bubble.hidden).toBe(false)
  blur(button)
  expect(bubble.hidden).toBe(true)
})

it('stays while the pointer goes from the element to the words, and goes soon after it has left', () => {
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

it('Escape puts it away wherever the keyboard is', () => {
  const { anchor, bubble } = tooltip()
  hover(anchor)
  press(document.body, 'Escape')
  expect(bubble.hidden).toBe(true)
})
