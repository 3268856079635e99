import { saleOf } from '@foyer/contract/sale.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { cardProvider, isFreeCheckout } from '@foyer/domain/payment/methods.ts'

/**
 * Gets the card provider ready as soon as there is something to pay for. Its script itself comes with the payment
 * step; the way to its server is opened now.
 */
export function setUpCardProvider(checkout: Checkout): void {
  const sale = saleOf(checkout)
  if (cardProvider(sale) === 'square' || isFreeCheckout(sale)) return
  const { origin } = new URL(checkout.card_script_url, location.href)
  if (document.head.querySelector(`link[rel="preconnect"][href="${origin}"]`)) return
  const link = document.createElement('link')
  link.rel = 'preconnect'
  link.href = origin
  document.head.append(link)
}
