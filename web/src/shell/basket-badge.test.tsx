import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { render } from '../testing/render.tsx'
import { setBasketQuantity, useBasketQuantity, watchRestores } from './basket-badge.ts'

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
