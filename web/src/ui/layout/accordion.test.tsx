import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { click, render } from '../../testing/render.tsx'
import { Accordion } from './accordion.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => void vi.runOnlyPendingTimers())
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the accordion', () => {
  it('opens and closes each panel separately; a closed one is hidden', () => {
    const { box } = render(
      <>
        <Accordion title="Stalls">Stalls panel</Accordion>
        <Accordion title="Balcony" defaultOpen>
          Balcony panel
        </Accordion>
      </>,
    )
    const [stalls, balcony] = [...box.querySelectorAll<HTMLButtonElement>('h3 > button')]
    const panelOf = (button: HTMLButtonElement) => document.getElementById(button.getAttribute('aria-controls') ?? '')
    expect([stalls, balcony].map((button) => panelOf(button!)?.hidden)).toEqual([true, false])
    click(stalls!)
    expect([stalls, balcony].map((button) => button!.getAttribute('aria-expanded'))).toEqual(['true', 'true'])
    expect(panelOf(stalls!)?.hidden).toBe(false)
    click(balcony!)
    expect(panelOf(balcony!)?.hidden).toBe(true)
  })

  it('can be controlled by its parent', () => {
    const heard = vi.fn()
    const { find } = render(
      <Accordion title="Stalls" open={false} onToggle={heard}>
        Panel
      </Accordion>,
    )
    click(find('button'))
    expect(heard).toHaveBeenCalledWith(true)
    expect(find('button').getAttribute('aria-expanded')).toBe('false')
  })
})
