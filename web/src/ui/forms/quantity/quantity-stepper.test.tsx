// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { blur, click, focus, press, render, type } from '../../../testing/render.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'

const labels = { group: 'Quantity, Stalls', fewer: 'Fewer Stalls', more: 'More Stalls' }

/** A basket line that limits the quantity to its maximum, as the basket does. */
function stepper({
  start = 2,
  min,
  max,
  disabled,
}: {
  start?: number
  min?: number
  max?: number
  disabled?: boolean
}) {
  const heard = vi.fn()
  const unfinished = vi.fn()
  function Line() {
    const [value, setValue] = useState(start)
    const change = (next: number) => {
      heard(next)
      setValue(Math.min(next, max ?? next))
    }
    return (
      <QuantityStepper
        labels={labels}
        value={value}
        onChange={change}
        onUnfinished={unfinished}
        min={min}
        max={max}
        disabled={disabled}
      />
    )
  }
  const { find } = render(<Line />)
  return {
    heard,
    unfinished,
    group: find('fieldset'),
    fewer: find<HTMLButtonElement>('[aria-label="Fewer Stalls"]'),
    input: find<HTMLInputElement>('input'),
    more: find<HTMLButtonElement>('[aria-label="More Stalls"]'),
  }
}

it('is a labelled group with a text input that states number and range', () => {
  const { group, input } = stepper({ max: 6 })
  expect(group.getAttribute('aria-label')).toBe('Quantity, Stalls')
  expect([input.type, input.inputMode, input.getAttribute('role')]).toEqual(['text', 'numeric', 'spinbutton'])
  expect(['now', 'min', 'max'].map((name) => input.getAttribute(`aria-value${name}`))).toEqual(['2', '1', '6'])
})

it('increases and decreases by one', () => {
  const { heard, fewer, more, input } = stepper({})
  click(more)
  click(more)
  click(fewer)
  expect(heard.mock.calls).toEqual([[3], [4], [3]])
  expect(input.value).toBe('3')
})

it('[BSK-35] goes no lower than 1, and keeps focus on the button', () => {
  const { heard, fewer } = stepper({ start: 2 })
  focus(fewer)
  click(fewer)
  click(fewer)
  expect(heard.mock.calls).toEqual([[1]])
  expect(fewer.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(fewer)
})

it('goes no higher than its maximum', () => {
  const { heard, more } = stepper({ start: 6, max: 6 })
  click(more)
  expect(heard).not.toHaveBeenCalled()
  expect(more.getAttribute('aria-disabled')).toBe('true')
})

it.each(['2.5', '-3', '1e2', '0', '', 'two'])('[BSK-35] refuses %j and restores the number', (text) => {
  const { heard, unfinished, input } = stepper({})
  focus(input)
  type(input, text)
  expect(input.value).toBe(text)
  expect(heard).not.toHaveBeenCalled()
  expect(unfinished).toHaveBeenCalledTimes(1)
  blur(input)
  expect(input.value).toBe('2')
})

it('reports the same number again when typed after an invalid one', () => {
  const { heard, input } = stepper({})
  focus(input)
  type(input, '')
  type(input, '2')
  expect(heard.mock.calls).toEqual([[2]])
})

it('[BSK-35] refuses a typed 0, and restores the number on blur', () => {
  const { heard, input } = stepper({})
  focus(input)
  type(input, '0')
  expect(heard).not.toHaveBeenCalled()
  blur(input)
  expect(input.value).toBe('2')
})

it('may be empty while typing, without counting as 0', () => {
  const { heard, input } = stepper({ min: 0 })
  focus(input)
  type(input, '')
  expect(input.value).toBe('')
  blur(input)
  expect(input.value).toBe('2')
  expect(heard).not.toHaveBeenCalled()
})

it('reports a typed number above the maximum, and shows what it was lowered to', () => {
  const { heard, input } = stepper({ max: 6 })
  focus(input)
  type(input, '25')
  expect(heard.mock.calls).toEqual([[25]])
  expect(input.value).toBe('6')
})

it('follows the up and down keys within its range', () => {
  const { heard, input } = stepper({ start: 5, max: 6 })
  press(input, 'ArrowUp')
  press(input, 'ArrowUp')
  press(input, 'ArrowDown')
  expect(heard.mock.calls).toEqual([[6], [5]])
})

it('does nothing while disabled', () => {
  const { group } = stepper({ disabled: true })
  expect((group as HTMLFieldSetElement).disabled).toBe(true)
})
