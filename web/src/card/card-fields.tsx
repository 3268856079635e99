import type { Stripe, StripeElements, StripePaymentElementOptions } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import { CardFrame } from './card-frame.tsx'
import { loadStripe, type StripeKeys } from './stripe.ts'

export type Card = { stripe: Stripe; elements: StripeElements }

type Props = {
  scriptUrl: string
  keys: StripeKeys
  /** creates the provider's group of fields for their purpose */
  group: (stripe: Stripe) => StripeElements
  holder?: { name?: string; email?: string }
  /** shown while the fields load */
  loadingText: string
  /** called with the card when the fields are ready, and with null when they are removed */
  onCard: (card: Card | null) => void
  onFailed: () => void
}

/** The card provider's own fields in our form: a card number never reaches the shop. */
export function CardFields({ scriptUrl, keys, group, holder, loadingText, onCard, onFailed }: Props) {
  const [ready, setReady] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: one group of fields while this is shown
  useEffect(() => {
    let unmounted = false
    let destroy = () => {}
    const mount = (stripe: Stripe | null) => {
      if (unmounted) return
      if (!stripe) return onFailed()
      const elements = group(stripe)
      const options: StripePaymentElementOptions = { layout: 'tabs', defaultValues: { billingDetails: holder } }
      const fields = elements.create('payment', options)
      fields.on('ready', () => setReady(true))
      fields.on('loaderror', onFailed)
      fields.mount(place.current!)
      destroy = () => fields.destroy()
      onCard({ stripe, elements })
    }
    loadStripe(scriptUrl, keys)
      .then(mount)
      // The provider's script throws when it is used in an unexpected way, such as with a wrong key.
      .catch(() => {
        if (!unmounted) onFailed()
      })
    return () => {
      unmounted = true
      destroy()
      onCard(null)
    }
  }, [])

  return <CardFrame place={place} ready={ready} loadingText={loadingText} />
}
