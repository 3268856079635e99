import { language } from '@foyer/domain/format/language.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { Stripe, StripeConstructor } from '@stripe/stripe-js'
import { loadScript } from './load-script.ts'

const here = () => (window as { Stripe?: StripeConstructor }).Stripe

/** What the card provider's client is made with: an organiser's payments are made at the organiser's account. */
export type StripeKeys = { public_key: string; stripe_account?: string | undefined }

/** The card provider's client once its script has loaded; null when it does not load. */
export async function loadStripe(scriptUrl: string, keys: StripeKeys): Promise<Stripe | null> {
  const loaded = await loadScript(scriptUrl, {
    isThere: () => here() !== undefined,
    pollMs: LIMITS.stripeScriptPollMs,
    giveUpMs: LIMITS.scriptGiveUpMs,
  })
  if (!loaded) return null
  const { public_key, stripe_account: stripeAccount } = keys
  return here()!(public_key, { locale: language() === 'fr' ? 'fr' : 'en-GB', ...(stripeAccount && { stripeAccount }) })
}
