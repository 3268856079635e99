import { door as t } from '@foyer/contract/messages.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { buttonNamed, pressAndWait } from '../../testing/interact.ts'
import { render, textOf } from '../../testing/render.tsx'
import { PairedDoor } from './paired-door.tsx'
import { VerdictScreen } from './scanner.tsx'
import type { Verdict } from './verdict.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.useRealTimers()
})

it('a device asks before it unpairs itself, and keeps its pairing if that was a slip', async () => {
  const list = { version: '1', event: 'Gala', nice_date: '', nice_now: '', tickets: [], others: [], unchanged: true }
  const sent = answerCalls({ 'door_list/': list, 'close_door/': { success: true } })
  const onEnded = vi.fn()
  const pairing = { device: 'token', door: 'North', event: 'Gala', nice_date: '1 May' } as never
  const { box } = render(<PairedDoor pairing={pairing} publicKey="" onEnded={onEnded} />)
  const closed = () => sent.filter(({ url }) => url.includes('close_door/')).length
  await pressAndWait(buttonNamed(box, 'Unpair this device'))
  expect(textOf(box)).toContain('This device stops checking tickets here.')
  expect([closed(), document.activeElement?.getAttribute('aria-label')]).toEqual([0, 'Unpair this device'])
  await pressAndWait(buttonNamed(box, 'Keep it paired'))
  expect([closed(), onEnded.mock.calls]).toEqual([0, []])
  await pressAndWait(buttonNamed(box, 'Unpair this device'))
  await pressAndWait(buttonNamed(box, 'Unpair this device'))
  expect([closed(), onEnded.mock.calls]).toEqual([1, [[false]]])
})

it('a verdict covers the screen, longer for a refusal, and with a waiver to sign until the next guest', () => {
  vi.useFakeTimers()
  const covered = (verdict: Partial<Verdict>) => {
    const verdicts = [{ type: 'success', title: '', why: '', ...verdict } as Verdict]
    const { box } = render(<VerdictScreen verdicts={verdicts}>verdict</VerdictScreen>)
    const covers = () => textOf(box).includes(t['door.next'])
    const after = (ms: number) => {
      act(() => vi.advanceTimersByTime(ms))
      return covers()
    }
    return { box, states: [covers(), after(2400), after(200), after(3300), after(200)] }
  }
  expect(covered({}).states).toEqual([true, true, false, false, false])
  expect(covered({ type: 'error' }).states).toEqual([true, true, true, true, false])
  const { box, states } = covered({ waiver: { signed: 0, of: 1, path: '/w/a/' } })
  expect(states).toEqual([true, true, true, true, true])
  act(() => buttonNamed(box, t['door.next']).click())
  expect(textOf(box)).toBe('verdict')
})
