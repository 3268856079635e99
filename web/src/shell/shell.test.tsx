import { act, lazy, Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { setUser } from '../api/user.ts'
import { render } from '../testing/render.tsx'
import { sampleShell, sampleUser } from '../testing/shell.ts'
import { setBasketQuantity } from './basket-badge.ts'
import { CheckoutFrame } from './checkout-frame.tsx'
import { Header } from './header.tsx'
import { ShopFrame } from './shop-frame.tsx'
import { isDark } from './theme.ts'

afterEach(() => {
  act(() => setUser(null))
  delete document.documentElement.dataset.theme
})

const linkTo = (box: ParentNode, href: string) => box.querySelector<HTMLAnchorElement>(`a[href="${href}"]`)

it('[NAV-03] [ROLE-05] a visitor is offered the sign-in page', () => {
  const { box } = render(<Header user={null} shell={sampleShell()} />)
  expect(linkTo(box, '/signin/')?.textContent).toBe('Sign in')
  expect(linkTo(box, '/account/wallet/')).toBeNull()
})

it('a signed-in user is offered the wallet instead', () => {
  const { box } = render(<Header user={sampleUser()} shell={sampleShell()} />)
  expect(linkTo(box, '/account/wallet/')).not.toBeNull()
  expect(linkTo(box, '/signin/')).toBeNull()
})

it('a guest with a confirmed address is offered it too, in header and footer', () => {
  const { box } = render(<ShopFrame shell={sampleShell({ guest: true })}>words</ShopFrame>)
  expect(box.querySelectorAll('a[href="/account/wallet/"]')).toHaveLength(2)
  expect(linkTo(box, '/signin/')).toBeNull()
})

it('[NAV-04] [NAV-05] the footer links refund policy and terms', () => {
  const { box } = render(<ShopFrame shell={sampleShell()}>words</ShopFrame>)
  expect(linkTo(box, '/refund-policy/')).not.toBeNull()
  expect(linkTo(box, '/privacy/')?.textContent).toBe('Privacy')
  expect(linkTo(box, '/accessibility/')?.textContent).toBe('Accessibility')
  expect(linkTo(box, '/legal-information/purchase-terms-and-conditions/')).not.toBeNull()
})

it('the badge shows the server’s count plus what the page has added', () => {
  const { box } = render(<Header user={null} shell={sampleShell({ basket_quantity: 1 })} />)
  const basket = () => linkTo(box, '/smartcheckout/')!
  expect(basket().getAttribute('aria-label')).toBe('Basket, 1 item')
  act(() => setBasketQuantity(3))
  expect(basket().getAttribute('aria-label')).toBe('Basket, 3 items')
  expect(basket().textContent).toBe('Basket3')
  act(() => setBasketQuantity(0))
  expect(basket().hasAttribute('aria-label')).toBe(false)
  expect(basket().textContent).toBe('Basket')
})

it.each([
  ['a user who likes it dark', sampleUser({ is_dark_mode: true }), 'organiser', true],
  ['a user who does not', sampleUser(), 'organiser', false],
  ['a visitor', null, 'organiser', false],
  ['another context', sampleUser({ is_dark_mode: true }), null, false],
] as const)('[ROLE-09] dark mode for %s: %s', (_, user, context, dark) => {
  expect(isDark(user, context)).toBe(dark)
})

it('[ROLE-08] [ROLE-09] the page follows its user’s theme', () => {
  const dark = sampleUser({ is_dark_mode: true })
  render(<ShopFrame shell={sampleShell({ user: dark })}>words</ShopFrame>)
  act(() => setUser(dark))
  expect(document.documentElement.dataset.theme).toBe('dark')
  act(() => setUser(sampleUser()))
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

it('the checkout links out only by the logo, and says that it is secure', () => {
  const { box } = render(<CheckoutFrame shell={sampleShell()}>words</CheckoutFrame>)
  const links = [...box.querySelectorAll('a')].filter((a) => !a.closest('[hidden]')).map((a) => a.getAttribute('href'))
  expect(links).toEqual(['#content', '/'])
  expect(box.textContent).toContain('Secure checkout')
})

it('a bar shows that the device is offline', () => {
  const { box } = render(<ShopFrame shell={sampleShell()}>words</ShopFrame>)
  const setOnline = (online: boolean) =>
    act(() => {
      Object.defineProperty(navigator, 'onLine', { value: online, configurable: true })
      window.dispatchEvent(new Event(online ? 'online' : 'offline'))
    })
  expect(box.textContent).not.toContain('You’re offline')
  setOnline(false)
  expect(box.textContent).toContain('You’re offline')
  setOnline(true)
  expect(box.textContent).not.toContain('You’re offline')
})

it('the mailbox is linked in the sandbox only', () => {
  const { box, show } = render(<ShopFrame shell={sampleShell()}>words</ShopFrame>)
  expect(linkTo(box, '/dev/mailbox/')).toBeNull()
  show(<ShopFrame shell={sampleShell({ sandbox: true })}>words</ShopFrame>)
  expect(linkTo(box, '/dev/mailbox/')).not.toBeNull()
})

it('a part that could not be loaded leaves the page’s frame and a way to try again', async () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Part = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  const { box, show } = render(<ShopFrame shell={sampleShell()}>words</ShopFrame>)
  show(
    <ShopFrame shell={sampleShell()}>
      <Suspense>
        <Part />
      </Suspense>
    </ShopFrame>,
  )
  await act(async () => {})
  expect(linkTo(box, '/smartcheckout/')).not.toBeNull()
  expect(box.querySelector('main')!.textContent).toContain('Try again')
  expect(reported).toHaveLength(1)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
