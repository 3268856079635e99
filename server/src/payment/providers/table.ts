import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Providers } from '../../payment-provider.ts'
import { squareProvider } from './square/adapter.ts'
import { stripeProvider } from './stripe/adapter.ts'
import { trueLayerProvider } from './truelayer/adapter.ts'

type Vendors = Pick<Config, 'stripe' | 'square' | 'truelayer'>

/** The vendors that are configured, with all they can do. */
export const vendorsOf = ({ stripe, square, truelayer }: Vendors, clock: Clock) => ({
  stripe: stripe && stripeProvider(stripe, clock.now),
  square: square && squareProvider(square),
  trueLayer: truelayer && trueLayerProvider(truelayer, clock.now),
})

/** Every provider that is configured. What the rest of the shop asks of them stands in provider.ts. */
export function providersOf(config: Vendors, clock: Clock): Providers {
  const { stripe, square, trueLayer } = vendorsOf(config, clock)
  return { ...(stripe && { stripe }), ...(square && { square }), ...(trueLayer && { truelayer: trueLayer }) }
}
