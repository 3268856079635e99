import { LIMITS } from '@foyer/domain/limits.ts'
import type { Stripe, StripeConstructor } from '@stripe/stripe-js'
import { loadScript } from './load-script.ts'

const here = () => (window as { Stripe?: StripeConstructor }).Stripe

/** The card provider's client once its script has loaded; null when it does not load. */
export async function loadStripe(scriptUrl: string, publicKey: string): Promise<Stripe | null> {
  const loaded = await loadScript(scriptUrl, {
    isThere: () => here() !== undefined,
    pollMs: LIMITS.stripeScriptPollMs,
    giveUpMs: LIMITS.scriptGiveUpMs,
  })
  return loaded ? here()!(publicKey, { locale: 'en-GB' }) : null
}
