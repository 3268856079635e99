import type { Config } from '../config.ts'
import type { Providers } from './provider.ts'
import { stripeProvider } from './providers/stripe.ts'

/** Every provider that is configured. What the rest of the shop asks of them stands in provider.ts. */
export const providersOf = ({ stripe }: Pick<Config, 'stripe'>): Providers => ({
  ...(stripe && { stripe: stripeProvider(stripe) }),
})
