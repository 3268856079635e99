import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { click, findIn, render, textOf } from '../../testing/render.tsx'
import { Stepper, type StepperStep } from './stepper.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => void vi.runOnlyPendingTimers())
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the stepper', () => {
  const steps: StepperStep[] = [
    { id: 'basket', label: 'Basket', note: 'Applies to all', visited: true, complete: true },
    { id: 'one', label: 'Stalls 1', visited: true, complete: false },
    { id: 'two', label: 'Stalls 2', visited: false, complete: false },
  ]

  it('shows the current step, and links back to visited ones but not ahead', () => {
    const heard = vi.fn()
    const { box } = render(
      <Stepper
        steps={steps}
        currentId="one"
        onSelect={heard}
        labels={{ nav: 'Tickets', progress: (step, of) => `Step ${step} of ${of}`, complete: 'complete' }}
      />,
    )
    expect(textOf(findIn(box, 'p'))).toBe('Step 2 of 3')
    const items = [...box.querySelectorAll('li')]
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null])
    expect(items.map((item) => item.querySelector('button') !== null)).toEqual([true, false, false])
    expect(textOf(items[0])).toContain('complete')
    click(findIn(items[0]!, 'button'))
    expect(heard).toHaveBeenCalledWith('basket')
  })

  it('does not count a single step', () => {
    const { box } = render(
      <Stepper
        steps={steps.slice(0, 1)}
        currentId="basket"
        onSelect={() => {}}
        labels={{ nav: 'Tickets', progress: (step, of) => `Step ${step} of ${of}`, complete: 'complete' }}
      />,
    )
    expect(box.querySelector('p')).toBeNull()
    expect(box.querySelectorAll('li')).toHaveLength(1)
  })
})
