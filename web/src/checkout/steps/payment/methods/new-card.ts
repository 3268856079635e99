import type { SentBody } from '@foyer/contract/calls.ts'
import type { Stripe } from '@stripe/stripe-js'
import type { Card } from '../../../../card/card-fields.tsx'
import { stripeLooks } from '../../../../card/looks.ts'

export type NewCard = Omit<
  NonNullable<SentBody<'pay_with_instalment'>['new_payment_method']>,
  'make_default_payment_method'
>
export type Holder = { name?: string; email?: string }

/** The card fields of a payment plan, before the server has a payment for it. */
export const fieldsForPlan = (stripe: Stripe) =>
  stripe.elements({
    mode: 'setup',
    currency: 'gbp',
    allowedPaymentMethodTypes: ['card'],
    setupFutureUsage: 'off_session',
    paymentMethodCreation: 'manual',
    ...stripeLooks(),
  })

/** The fields of a card for an amount, before the server has started the payment. */
export const elementsForAmount = (stripe: Stripe, { totalMinor, currency }: { totalMinor: number; currency: string }) =>
  stripe.elements({
    mode: 'payment',
    amount: totalMinor,
    currency: currency.toLowerCase(),
    allowedPaymentMethodTypes: ['card'],
    ...stripeLooks(),
  })

/** Turns what was typed into a card the server can charge; `error` is the provider's own message. */
export async function createCard({ stripe, elements }: Card, holder: Holder): Promise<NewCard | { error: string }> {
  const checked = await elements.submit()
  if (checked.error) return { error: checked.error.message ?? '' }
  const { paymentMethod, error } = await stripe.createPaymentMethod({ elements, params: { billing_details: holder } })
  if (!paymentMethod?.card) return { error: error?.message ?? '' }
  const { brand, last4, exp_month, exp_year, funding } = paymentMethod.card
  return { id: paymentMethod.id, brand, last4, month: String(exp_month), year: String(exp_year), funding }
}
