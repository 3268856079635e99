import type { Page } from '../page.ts'
import './shared-chunk.ts'
import { CheckoutPage } from './checkout-page.tsx'
import { loadScreens } from './screens.tsx'
import { checkoutTitle } from './titles.ts'

if (import.meta.env.SSR) await loadScreens()

export const page: Page<'checkout'> = {
  title: ({ checkout }) => checkoutTitle(checkout),
  frame: 'checkout',
  Body: CheckoutPage,
}
