import { code, escapeHtml, grouped, table } from '../kernel/html.ts'
import { type StandIn, webhookTarget } from '../kernel/stand-in.ts'
import type { WebhookTarget } from '../kernel/webhooks.ts'
import { payOut } from './accounts/payouts.ts'
import { NO_CAUSE, sendEvent } from './events.ts'
import { TEST_CARDS } from './payments/cards.ts'
import { closeDispute, openDispute } from './payments/disputes.ts'
import { type StripeOptions, type StripeState, stripe } from './routes.ts'
import { presentCard } from './terminal.ts'

export const stripeStandIn: StandIn<StripeOptions | undefined, StripeState> = {
  title: 'Stripe',
  options: (env) => ({
    connectedAccounts: (env.STRIPE_CONNECTED_ACCOUNTS ?? '').split(',').filter((id) => id !== ''),
  }),
  webhook: (env) =>
    webhookTarget('stripe', env.STRIPE_WEBHOOK_URL, env.STRIPE_WEBHOOK_SECRET, env.STRIPE_WEBHOOK_EVENTS),
  webhooks: (env): Record<string, WebhookTarget> => {
    const {
      STRIPE_CONNECT_WEBHOOK_URL: url,
      STRIPE_CONNECT_WEBHOOK_SECRET: secret,
      STRIPE_WEBHOOK_EVENTS: events,
    } = env
    const connect = webhookTarget('stripe', url, secret, events)
    return connect ? { connect } : {}
  },
  start: stripe,
  page: () => `<section class="card"><h2>Stripe test cards</h2>
<p>Any expiry date in the future and any security code.</p>
${table(
  'Published by the vendor',
  ['Number', 'What happens', 'In code'],
  TEST_CARDS.map((card) => [code(grouped(card.number)), escapeHtml(card.outcome), code(card.pm)]),
)}</section>`,
  controls: {
    'stripe-account'({ stores }, { id, name, charges_enabled: enabled }) {
      if (typeof id !== 'string' || !/^acct_\w+$/.test(id)) return { refused: 'id is acct_ and letters or digits' }
      return stores.add({
        id,
        ...(typeof name === 'string' && { name }),
        chargesEnabled: enabled !== false && enabled !== 'false',
      })
    },
    /** Opens a dispute of a charge, of all of it or an `amount`, or closes the open one with an `outcome`, won or lost. */
    dispute({ stores }, { charge, payment_intent: intent, reason, square_payment, amount, outcome }) {
      if (square_payment !== undefined) return undefined
      const store = stores.all().find(({ intents }) => intents.get(String(intent))) ?? stores.platform
      const id = typeof charge === 'string' ? charge : store.intents.get(String(intent))?.latest_charge
      const found = store.charges.get(String(id))
      if (!found?.paid) return { refused: 'charge or payment_intent of a paid Stripe payment' }
      if (outcome !== undefined) {
        const open = store.disputes.newestFirst().find((dispute) => dispute.charge === found.id)
        if (!open || (outcome !== 'won' && outcome !== 'lost'))
          return { refused: 'no dispute, or outcome is won or lost' }
        return closeDispute(store, open, outcome, NO_CAUSE)
      }
      if (found.disputed) return { refused: 'already disputed' }
      return openDispute(store, found, typeof reason === 'string' && reason ? reason : 'fraudulent', {
        ...(amount !== undefined && { amount: Number(amount) }),
      })
    },
    /** Runs the daily payout now: everything in the balance is paid out. */
    payout({ stores }, { account, currency, vendor }) {
      if (vendor !== undefined && vendor !== 'stripe') return undefined
      const store = stores.of(typeof account === 'string' && account !== '' ? account : undefined)
      const made = payOut(store, typeof currency === 'string' && currency ? currency : 'gbp', { early: true })
      return made ?? { refused: 'nothing is in the balance of this currency' }
    },
    /** A card at a reader that waits for one. */
    'present-card'({ stores }, { reader, number }) {
      const store = stores.all().find(({ readers }) => readers.get(String(reader)))
      if (!store) return { refused: 'reader is the id of a simulated reader' }
      return presentCard(store, String(reader), typeof number === 'string' ? number : undefined)
    },
    resend({ stores }, { event }) {
      const store = stores.all().find(({ events }) => events.get(String(event)))
      const found = store?.events.get(String(event))
      if (!store || !found) return { refused: 'event is the id of a Stripe event' }
      sendEvent(store, found)
      return { sent: found.id }
    },
  },
}
