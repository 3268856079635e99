import type { Page } from '../page.ts'
import { CheckoutPage } from './checkout-page.tsx'
import { loadScreens } from './screens.tsx'
import { SHEETS } from './styles.ts'
import { checkoutTitle } from './titles.ts'

if (import.meta.env.SSR) await loadScreens()

export const page: Page<'checkout'> = {
  title: ({ checkout }) => checkoutTitle(checkout),
  frame: 'checkout',
  Body: CheckoutPage,
}

/** Given out so that the build keeps them with this page. */
export const sheets = SHEETS
