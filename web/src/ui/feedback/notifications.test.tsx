// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { click, findIn, focus, hover, render, textOf } from '../../testing/render.tsx'
import { Notifications } from './notifications.tsx'
import { notifications, notify } from './notify.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => {
    for (const each of notifications.now()) notifications.remove(each.id)
    vi.runAllTimers()
  })
  vi.useRealTimers()
})

const corner = (props: Partial<Parameters<typeof Notifications>[0]> = {}) => (
  <Notifications labels={{ region: 'Notifications', close: 'Close' }} {...props} />
)
const shownIn = (box: ParentNode) => [...box.querySelectorAll('[data-notification]')].map(textOf)
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const say = (action: () => void) => act(action)
const AN_HOUR = 3_600_000

it('[UI-07] on the checkout page, errors and successes stay until clicked', () => {
  const { box } = render(corner({ autoClose: false }))
  say(() => notify.error('Unable to update Ticket quantity. Please try again later'))
  say(() => notify.success('Code applied'))
  pass(AN_HOUR)
  expect(shownIn(box)).toEqual(['Unable to update Ticket quantity. Please try again later', 'Code applied'])
  click(findIn(box, '[data-notification] p'))
  pass(300)
  expect(shownIn(box)).toEqual(['Code applied'])
})

it('[UI-08] elsewhere each is shown for 3000 ms and fades for 300 ms, 300 wide', () => {
  const { box } = render(corner())
  say(() => notify.success('Code applied'))
  expect(findIn(box, 'section').style.getPropertyValue('--width')).toBe('300px')
  expect(findIn(box, 'section').style.getPropertyValue('--speed')).toBe('300ms')
  const leaving = () => findIn(box, '[data-notification]').classList.contains('leaving')
  pass(2999)
  expect(leaving()).toBe(false)
  pass(1)
  expect(leaving()).toBe(true)
  pass(299)
  expect(shownIn(box)).toEqual(['Code applied'])
  pass(1)
  expect(shownIn(box)).toEqual([])
})

it('[UI-08] duration, speed and width can be set by the page', () => {
  const { box } = render(corner({ duration: 500, speed: 100, width: 420 }))
  say(() => notify.success('Code applied'))
  expect(findIn(box, 'section').style.getPropertyValue('--width')).toBe('420px')
  pass(500)
  pass(99)
  expect(shownIn(box)).toHaveLength(1)
  pass(1)
  expect(shownIn(box)).toHaveLength(0)
})

it('[UI-09] are at the top right, without a limit to their number', () => {
  const { box, show } = render(corner())
  say(() => {
    for (let n = 0; n < 30; n += 1) notify.success(`Notice ${n}`)
  })
  expect(shownIn(box)).toHaveLength(30)
  const classes = findIn(box, 'section').className
  expect(classes).toMatch(/top/)
  expect(classes).toMatch(/right/)
  show(corner({ max: 2, position: 'bottom left' }))
  expect(shownIn(box)).toEqual(['Notice 28', 'Notice 29'])
  expect(findIn(box, 'section').className).toMatch(/bottom.*left/)
})

it('[UI-09] a click anywhere on one closes that one', () => {
  const { box } = render(corner({ autoClose: false }))
  say(() => notify.success('First'))
  say(() => notify.success('Second'))
  click(findIn(box, '[data-notification] p'))
  pass(300)
  expect(shownIn(box)).toEqual(['Second'])
})

it('closes by its close button even if clicks do not close it', () => {
  const { box } = render(corner({ autoClose: false, closeOnClick: false }))
  say(() => notify.success('First'))
  click(findIn(box, '[data-notification] p'))
  pass(300)
  expect(shownIn(box)).toEqual(['First'])
  click(findIn(box, '[data-notification] button'))
  pass(300)
  expect(shownIn(box)).toEqual([])
})

it('stays while the pointer is on it', () => {
  const { box } = render(corner())
  say(() => notify.success('Code applied'))
  hover(findIn(box, 'section'))
  pass(AN_HOUR)
  expect(shownIn(box)).toEqual(['Code applied'])
  hover(findIn(box, 'section'), false)
  pass(3000)
  pass(300)
  expect(shownIn(box)).toEqual([])
})

it('stays while it has focus, until it is closed', () => {
  const { box } = render(corner())
  say(() => notify.success('First'))
  say(() => notify.success('Second'))
  const cross = findIn<HTMLButtonElement>(box, '[data-notification] button')
  focus(cross)
  pass(AN_HOUR)
  expect(shownIn(box)).toEqual(['First', 'Second'])
  click(cross)
  pass(300)
  expect(shownIn(box)).toEqual(['Second'])
  pass(3000)
  pass(300)
  expect(shownIn(box)).toEqual([])
})

it('both live regions exist before anything is announced', () => {
  const { box } = render(corner())
  const regions = [...box.querySelectorAll('[aria-live]')]
  expect(regions.map((region) => region.getAttribute('aria-live'))).toEqual(['polite', 'assertive'])
  say(() => notify.error('Unable to pay'))
  say(() => notify.success('Code applied'))
  expect([...box.querySelectorAll('[aria-live]')]).toEqual(regions)
  expect(regions.map(textOf)).toEqual(['Code applied', 'Unable to pay'])
  pass(7000)
  expect(regions.map(textOf)).toEqual(['', ''])
})
