import type { PageData } from '@foyer/contract/pages.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render, unmount } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { page } from './page.tsx'

type Data = PageData['payment']
const email = 'hello@foyer.example'
const open = (data: Data) =>
  render(<page.Body data={data} shell={sampleShell({ shop: { name: 'Foyer', email } })} />).box
const textOf = (data: Data) => open(data).textContent

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const linksOf = (data: Data) =>
  [...open(data).querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])

it('says that the payment went through, where the tickets go, and what to do without an email', () => {
  const paid = { state: 'paid', kind: 'order' } as const
  expect(textOf(paid)).toMatch(
    /^Your payment went throughWe’ll send your tickets to the email address given in the order\.Sign in to see your tickets/,
  )
  expect(textOf(paid)).toContain('No email after ten minutes?')
  expect(linksOf(paid)).toEqual([
    ['Sign in to see your tickets', '/signin/?next=%2Faccount%2Fwallet%2F'],
    [email, `mailto:${email}`],
  ])
  expect(textOf({ state: 'paid', kind: 'plan' })).toContain('after the last payment of your plan')
  expect(linksOf({ state: 'paid', kind: 'plan' })).toEqual([])
})

it('says that nothing was paid, where to try again, and what a pending amount is', () => {
  const failed = { state: 'failed', kind: 'order' } as const
  for (const words of [
    'Nothing was paid',
    'go back to the browser in which you chose your tickets: they’re kept there for a few minutes',
    'If your bank shows the amount as pending, it disappears by itself',
  ])
    expect(textOf(failed)).toContain(words)
  expect(linksOf(failed)).toEqual([['See what’s on', '/all-events/']])
  expect(textOf({ state: 'failed', kind: 'instalment' })).toContain('open your account')
  expect(linksOf({ state: 'failed', kind: 'instalment' })).toEqual([['Your account', '/account/settings/']])
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
