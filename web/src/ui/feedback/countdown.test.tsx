// @vitest-environment happy-dom

import { secondsLeft, spokenMark } from '@foyer/domain/checkout/countdown.ts'
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findIn, render, textOf } from '../../testing/render.tsx'
import { useNow } from '../hooks/use-now.ts'
import { announcements } from './announce.ts'
import { Countdown, type CountdownFormat } from './countdown.tsx'

const NOON = Date.UTC(2027, 9, 1, 12)

const format: CountdownFormat = {
  clock: (seconds) => `clock ${seconds}`,
  words: (seconds) => `words ${seconds}`,
  spoken: (seconds) => `${seconds} seconds left`,
}

const announced = () => announcements.now().map(({ text, urgency }) => [text, urgency])

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
})
afterEach(() => {
  act(() => void vi.runOnlyPendingTimers())
  vi.useRealTimers()
})

const at = (seconds: number, props: { speak?: boolean } = {}) => (
  <Countdown label="Tickets reserved for" deadline={NOON} now={NOON - seconds * 1000} format={format} {...props} />
)

describe('the remaining time', () => {
  it.each([
    [900_000, 900],
    [899_001, 900],
    [1, 1],
    [0, 0],
  ])('[SUM-13] of %i ms is %i seconds', (ms, seconds) => expect(secondsLeft(NOON, NOON - ms)).toBe(seconds))

  it('[SUM-13] is never negative', () => expect(secondsLeft(NOON, NOON + 60_000)).toBe(0))

  it.each([
    [301, 300, 300],
    [300, 299, null],
    [400, 100, 120],
    [31, 30, 30],
    [1, 0, 0],
    [0, 0, null],
    [100, 301, null],
  ])('from %i to %i seconds passes the mark %s', (before, after, mark) => expect(spokenMark(before, after)).toBe(mark))
})

describe('the countdown', () => {
  it('[SUM-10] is a timer named "Tickets reserved for", whose ticks are not announced', () => {
    const { find } = render(at(900))
    const timer = find('[role=timer]')
    expect(textOf(document.getElementById(timer.getAttribute('aria-labelledby') ?? ''))).toBe('Tickets reserved for')
    expect(timer.getAttribute('aria-live')).toBe('off')
  })

  it('contains the clock for phones and the text for wider screens', () => {
    const { find } = render(at(900))
    expect(textOf(find('.clock'))).toBe('clock 900')
    expect(textOf(find('.words'))).toBe('words 900')
  })

  it('[SUM-13] shows 0 long after the deadline', () => {
    const { find } = render(at(-500))
    expect(textOf(find('.words'))).toBe('words 0')
  })

  it('announces 5, 2 and 1 minutes, 30 seconds and the end', () => {
    const { show } = render(at(310))
    for (let seconds = 309; seconds >= -3; seconds -= 1) show(at(seconds))
    expect(announced()).toEqual([
      ['300 seconds left', 'polite'],
      ['120 seconds left', 'polite'],
      ['60 seconds left', 'polite'],
      ['30 seconds left', 'polite'],
      ['0 seconds left', 'assertive'],
    ])
  })

  it('announces each once, even if the server moves the deadline by a second', () => {
    const { show } = render(at(302))
    for (const seconds of [300, 301, 300, 299, 302, 298]) show(at(seconds))
    expect(announced()).toEqual([['300 seconds left', 'polite']])
  })

  it('after sleep announces the current time, not the missed marks', () => {
    const { show } = render(at(600))
    show(at(45))
    expect(announced()).toEqual([['45 seconds left', 'polite']])
  })

  it('announces nothing initially or when muted', () => {
    const { show } = render(at(299))
    show(at(298))
    const silent = render(at(301, { speak: false }))
    silent.show(at(300, { speak: false }))
    expect(announced()).toEqual([])
  })
})

describe('the countdown on a page', () => {
  const clock = () => Date.now()
  let drawn: number[] = []

  function Shown(props: { alignTo?: number; running?: boolean; initial?: number }) {
    const now = useNow({ clock, initial: NOON, ...props })
    drawn.push(now - NOON)
    return <p>{now}</p>
  }

  const hide = (hidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

  beforeEach(() => {
    drawn = []
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('starts with the server-rendered time', async () => {
    const root = document.createElement('div')
    root.innerHTML = renderToString(<Shown initial={NOON - 5000} />)
    const page = await act(async () => hydrateRoot(root, <Shown initial={NOON - 5000} />))
    expect(drawn.slice(0, 2)).toEqual([-5000, -5000])
    expect(drawn.at(-1)).toBe(0)
    act(() => page.unmount())
  })

  it('starts with the time it is where it appears later than the page', () => {
    render(<Shown initial={NOON - 5000} />)
    expect(drawn[0]).toBe(0)
  })

  it('[CLK-03] updates every second', () => {
    const { box } = render(<Shown />)
    for (let second = 1; second <= 3; second += 1) {
      pass(1000)
      expect(textOf(findIn(box, 'p'))).toBe(String(NOON + second * 1000))
    }
  })

  it('is in phase with the deadline', () => {
    render(<Shown alignTo={NOON + 60_250} />)
    pass(250)
    expect(drawn.at(-1)).toBe(250)
    pass(1000)
    expect(drawn.at(-1)).toBe(1250)
  })

  it('pauses while the page is hidden, and is correct at once when shown', () => {
    render(<Shown />)
    hide(true)
    pass(30_500)
    expect(drawn.at(-1)).toBe(0)
    hide(false)
    expect(drawn.at(-1)).toBe(30_500)
    pass(500)
    expect(drawn.at(-1)).toBe(31_000)
  })

  it('stops on request', () => {
    const { show } = render(<Shown />)
    show(<Shown running={false} />)
    pass(5000)
    expect(drawn.at(-1)).toBe(0)
  })
})
