import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml, money, page } from '../kernel/html.ts'
import { NO_CAUSE } from './events.ts'
import { CARD_FRAME } from './frame.ts'
import type { PaymentIntent, SetupIntent } from './objects.ts'
import { answerChallenge } from './payments/intents.ts'
import { answerSetupChallenge } from './payments/setup.ts'
import { STRIPE_JS } from './script.ts'
import type { Authentication, StripeStore } from './store.ts'
import type { Stores } from './stores.ts'

type Intent = PaymentIntent | SetupIntent

export function stripePages(app: FastifyInstance, stores: Stores): void {
  const storeOf = (challenge: string): StripeStore =>
    stores.all().find(({ authentications }) => authentications.get(challenge)) ?? stores.platform

  // The vendor names its script by API release. Both addresses return the same script.
  for (const path of ['/stripe.js', '/endive/stripe.js'])
    app.get(path, (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'no-cache')
        .send(STRIPE_JS),
    )

  app.get('/stripe/elements/card', (_request, reply) => html(reply, CARD_FRAME))

  app.get<{ Params: { id: string }; Querystring: { frame?: string } }>('/stripe/3ds/:id', (request, reply) => {
    const store = storeOf(request.params.id)
    const challenge = store.authentications.get(request.params.id)
    const intent = challenge && intentOf(store, challenge)
    if (!challenge || !intent) return html(reply.code(404), page('Not found', '<h1>There is no such payment</h1>'))
    const framed = request.query.frame === '1'
    if (!challenge.open) return html(reply, closedPage(challenge, intent, framed))
    return html(reply, challengePage(challenge, intent, framed))
  })

  app.post<{ Params: { id: string }; Body: { answer?: string; frame?: string } }>(
    '/stripe/3ds/:id',
    (request, reply) => {
      const store = storeOf(request.params.id)
      const challenge = store.authentications.get(request.params.id)
      if (!challenge) return html(reply.code(404), page('Not found', '<h1>There is no such payment</h1>'))
      const passed = request.body?.answer === 'complete'
      const intent = challenge.intent.startsWith('seti_')
        ? answerSetupChallenge(store, challenge, passed, NO_CAUSE)
        : answerChallenge(store, challenge, passed, NO_CAUSE)
      if (request.body?.frame === '1' || !challenge.returnUrl) return html(reply, answeredInFrame())
      return reply.redirect(returnAddress(challenge.returnUrl, intent), 303)
    },
  )
}

const html = (reply: FastifyReply, body: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(body)

const intentOf = (store: StripeStore, challenge: Authentication): Intent | undefined =>
  store.intents.get(challenge.intent) ?? store.setupIntents.get(challenge.intent)

function challengePage(challenge: Authentication, intent: Intent, framed: boolean): string {
  const amount =
    'amount' in intent
      ? `<p class="amount">${escapeHtml(money(intent.amount as number, intent.currency as string))}</p>`
      : ''
  const what = amount
    ? 'Your bank wants to be sure that it is you who is paying.'
    : 'Your bank wants to be sure that it is you who is saving this card.'
  return page(
    '3-D Secure',
    `<p class="from">Card sandbox, playing your bank</p>
<section class="card">
<h1>Confirm it is you</h1>
${amount}<p>${what}</p>
<form method="post" class="stack">
${framed ? '<input type="hidden" name="frame" value="1">' : ''}
<button class="strong" name="answer" value="complete">Complete authentication</button>
<button name="answer" value="fail">Fail authentication</button>
</form>
</section>
<p class="quiet">No real bank is asked and no money moves. Reference <code>${escapeHtml(challenge.intent)}</code></p>`,
  )
}

function closedPage(challenge: Authentication, intent: Intent, framed: boolean): string {
  const back =
    challenge.returnUrl && !framed
      ? `<p><a class="button strong" href="${escapeHtml(returnAddress(challenge.returnUrl, intent))}">Return to the shop</a></p>`
      : ''
  return page(
    '3-D Secure',
    `<section class="card"><h1>This challenge has been answered</h1><p>Its payment no longer waits for it.</p>${back}</section>`,
    { head: framed ? ANSWERED : '' },
  )
}

const ANSWERED = "<script>parent.postMessage('sandbox:3ds-answered', '*')</script>\n"
const answeredInFrame = () =>
  page('3-D Secure', '<section class="card"><h1>Thank you</h1></section>', { head: ANSWERED })

const REDIRECT_STATUS: Record<string, string> = {
  succeeded: 'succeeded',
  requires_capture: 'succeeded',
  processing: 'pending',
}

/** The shop's return address with the parameters that the vendor appends. */
export function returnAddress(returnUrl: string, intent: Intent): string {
  const url = new URL(returnUrl)
  url.searchParams.set(intent.object as string, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret)
  url.searchParams.set('redirect_status', REDIRECT_STATUS[intent.status] ?? 'failed')
  return url.href
}
