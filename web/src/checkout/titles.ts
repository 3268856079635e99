import { common, checkout as t } from '@foyer/contract/messages.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import type { Step } from '@foyer/domain/checkout/steps.ts'

type Title = string | ((checkout: Checkout) => string)

/** A step's title before " - Foyer" in the browser's tab. Waiting steps use the title of the checkout. */
const TITLES: Partial<Record<Step, Title>> = {
  basket: common['title.basket'],
  login: common['title.account'],
  marketing_preferences: t['title.keepUpdated'],
  donation: (checkout) => checkout.charity?.donation_checkout_title || t['title.captcha'],
  gift_aid: t['title.giftAid'],
  delivery_address: ({ require_postal_address }) =>
    require_postal_address === false ? t['delivery.vouchers'] : t['title.deliveryAddress'],
  payment: (checkout) => (checkout.express ? t['title.paymentExpress'] : t['title.payment']),
  awaiting_truelayer: t['title.payment'],
}

/** The title of the tab before a script has run. The steps set it afterwards. */
export function checkoutTitle(checkout: Checkout | null): string {
  const title = checkout && TITLES[checkout.state]
  if (!title) return t['title.captcha']
  return typeof title === 'string' ? title : title(checkout)
}
