import type { PageData } from '@foyer/contract/pages.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render, unmount } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { page } from './page.tsx'

type Data = PageData['payment']
const open = (data: Data) => render(<page.Body data={data} shell={sampleShell()} />).box
const textOf = (data: Data) => open(data).textContent

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('says that the payment went through, and where the tickets go', () => {
  expect(textOf({ state: 'paid', kind: 'order' })).toBe(
    'Your payment went throughWe’ll send your tickets to the email address given in the order. You can close this page.',
  )
  expect(textOf({ state: 'paid', kind: 'plan' })).toContain('after the last payment of your plan')
})

it('says that it did not go through, and where to try again', () => {
  expect(textOf({ state: 'failed', kind: 'order' })).toContain('go back to the browser in which you chose your tickets')
  expect(textOf({ state: 'failed', kind: 'instalment' })).toContain('open your account')
})

it('says that the money goes back', () => {
  expect(textOf({ state: 'returned', kind: 'order' })).toContain('we’re refunding you')
})

it('keeps asking while the payment is undecided, ever more slowly and only while it is visible', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const openAgain = (state: Data['state']) => {
    unmount()
    reload.mockClear()
    open({ state, kind: 'order' })
  }
  openAgain('pending')
  await after(2999)
  expect(reload).not.toHaveBeenCalled()
  await after(1)
  expect(reload).toHaveBeenCalledOnce()
  openAgain('pending')
  await after(4499)
  expect(reload).not.toHaveBeenCalled()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await after(60_000)
  expect(reload).not.toHaveBeenCalled()
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(reload).toHaveBeenCalledOnce()
  openAgain('paid')
  await after(600_000)
  expect(reload).not.toHaveBeenCalled()
})
