import { saleOf } from '@foyer/contract/sale.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { cardProvider, isFreeCheckout } from '@foyer/domain/payment/methods.ts'
import { cardFacts } from '@foyer/domain/payment/providers.ts'

/**
 * Opens a connection to the card provider's server as soon as there is something to pay. Its script is loaded by the payment
 * step.
 */
export function setUpCardProvider(checkout: Checkout): void {
  const sale = saleOf(checkout)
  if (cardFacts(cardProvider(sale)).chargesTokens || isFreeCheckout(sale)) return
  const { origin } = new URL(checkout.card_script_url, location.href)
  if (document.head.querySelector(`link[rel="preconnect"][href="${origin}"]`)) return
  const link = document.createElement('link')
  link.rel = 'preconnect'
  link.href = origin
  document.head.append(link)
}
