import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { leaveUnfinished } from '../api/leaving.ts'
import { answerCalls } from '../testing/calls.ts'
import { render } from '../testing/render.tsx'
import { catchUpBadge, setBasketQuantity, startBadge, useBasketQuantity, watchRestores } from './basket-badge.ts'

const Badge = () => <p>{useBasketQuantity(0)}</p>
const restore = (persisted: boolean) =>
  act(async () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })))

it('a page that the browser restores shows what was added on another page of this tab', async () => {
  watchRestores(window)
  const page = render(<Badge />)
  await act(async () => setBasketQuantity(1))
  expect(page.box.textContent).toBe('1')
  // What the other page's script does there.
  sessionStorage.setItem('foyer.basket-quantity', '3')
  await restore(false)
  expect(page.box.textContent).toBe('1')
  await restore(true)
  expect(page.box.textContent).toBe('3')
})

it('works without storage', async () => {
  const page = render(<Badge />)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('no storage')
  })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('no storage')
  })
  await act(async () => setBasketQuantity(2))
  await restore(true)
  expect(page.box.textContent).toBe('2')
  vi.restoreAllMocks()
})

it('a document that the browser shows again after going back has the newest number', async () => {
  const page = render(<Badge />)
  await act(async () => setBasketQuantity(3))
  const visit = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'back_forward' }] as never)
  await act(async () => startBadge(1))
  expect(page.box.textContent).toBe('3')
  visit.mockReturnValue([{ type: 'navigate' }] as never)
  await act(async () => startBadge(1))
  expect(page.box.textContent).toBe('1')
  vi.restoreAllMocks()
})

it('a page that follows one left with an unfinished change shows the stored number', async () => {
  const sent = answerCalls({ 'get/': { tickets: [{ qty: 4 }], gift_vouchers: [{ qty: 1 }] } })
  const page = render(<Badge />)
  await act(async () => startBadge(2))
  await act(catchUpBadge)
  expect(sent).toEqual([])
  leaveUnfinished()
  await act(catchUpBadge)
  expect(page.box.textContent).toBe('5')
  vi.unstubAllGlobals()
})
