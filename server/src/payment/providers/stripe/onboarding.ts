import type Stripe from 'stripe'
import type { Onboarding } from '../../provider/provider.ts'

/**
 * Accounts that their owners finish at Stripe, by the second version of its accounts: with Stripe's whole dashboard, fees and
 * losses collected by Stripe, and direct charges. Whoever has an account there already reuses its details.
 */
export const stripeOnboarding = (
  stripe: Stripe,
  withStripeErrors: <T>(work: () => Promise<T>) => Promise<T>,
): Onboarding => ({
  create: ({ name, email, country }, idempotencyKey) =>
    withStripeErrors(async () => {
      const { id } = await stripe.v2.core.accounts.create(
        {
          display_name: name,
          ...(email !== '' && { contact_email: email }),
          ...(country !== null && { identity: { country: country.toLowerCase() } }),
          dashboard: 'full',
          configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
          defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
        },
        { idempotencyKey },
      )
      return id
    }),
  link: (account, returnUrl) =>
    withStripeErrors(async () => {
      const { url } = await stripe.v2.core.accountLinks.create({
        account,
        use_case: {
          type: 'account_onboarding',
          // Of a link that was used or is too old, too: the page there offers a new one.
          account_onboarding: { refresh_url: returnUrl, return_url: returnUrl },
        },
      })
      return url
    }),
  state: (account) =>
    withStripeErrors(async () => {
      const { configuration, requirements } = await stripe.v2.core.accounts.retrieve(account, {
        include: ['configuration.merchant', 'requirements'],
      })
      const status = configuration?.merchant?.capabilities?.card_payments?.status
      if (status === 'active') return 'ready'
      if (status === 'pending') return 'checking'
      const isOwnersTurn = requirements?.entries?.some((entry) => entry.awaiting_action_from === 'user')
      return isOwnersTurn ? 'unfinished' : 'restricted'
    }),
})
