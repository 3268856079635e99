import { code, escapeHtml, grouped, table } from '../kernel/html.ts'
import { type StandIn, webhookTarget } from '../kernel/stand-in.ts'
import { TEST_CARDS } from './cards.ts'
import { openDispute } from './disputes.ts'
import { stripe } from './routes.ts'
import type { StripeStore } from './store.ts'

export const stripeStandIn: StandIn<undefined, StripeStore> = {
  title: 'Stripe',
  options: () => undefined,
  webhook: (env) => webhookTarget('stripe', env.STRIPE_WEBHOOK_URL, env.STRIPE_WEBHOOK_SECRET),
  start: (app, kernel) => stripe(app, kernel),
  page: () => `<section class="card"><h2>Stripe test cards</h2>
<p>Any expiry date in the future and any security code.</p>
${table(
  'Published by the vendor',
  ['Number', 'What happens', 'In code'],
  TEST_CARDS.map((card) => [code(grouped(card.number)), escapeHtml(card.says), code(card.pm)]),
)}</section>`,
  controls: {
    dispute(store, { charge, payment_intent: intent, reason, square_payment }) {
      if (square_payment !== undefined) return undefined
      const id = typeof charge === 'string' ? charge : store.intents.get(String(intent))?.latest_charge
      const found = store.charges.get(String(id))
      if (!found?.paid) return { refused: 'charge or payment_intent of a paid Stripe payment' }
      if (found.disputed) return { refused: 'already disputed' }
      return openDispute(store, found, typeof reason === 'string' && reason ? reason : 'fraudulent')
    },
    resend(store, { event }, { webhooks }) {
      const found = store.events.get(String(event))
      if (!found) return { refused: 'event is the id of a Stripe event' }
      webhooks.send('stripe', { id: found.id, type: found.type, body: JSON.stringify(found, null, 2) })
      return { sent: found.id }
    },
  },
}
