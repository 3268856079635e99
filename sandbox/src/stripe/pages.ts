import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml, money, page } from '../kernel/html.ts'
import { NOBODY } from './events.ts'
import { CARD_FRAME } from './frame.ts'
import { answerQuestion } from './intents.ts'
import type { PaymentIntent, SetupIntent } from './objects.ts'
import { STRIPE_JS } from './script.ts'
import { answerSetupQuestion } from './setup.ts'
import type { Authentication, StripeStore } from './store.ts'
import type { Stores } from './stores.ts'

type Intent = PaymentIntent | SetupIntent

export function stripePages(app: FastifyInstance, stores: Stores): void {
  const storeOf = (question: string): StripeStore =>
    stores.all().find(({ authentications }) => authentications.get(question)) ?? stores.platform

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
    const question = store.authentications.get(request.params.id)
    const intent = question && intentOf(store, question)
    if (!question || !intent) return html(reply.code(404), page('Not found', '<h1>There is no such payment</h1>'))
    const framed = request.query.frame === '1'
    if (!question.open) return html(reply, over(question, intent, framed))
    return html(reply, ask(question, intent, framed))
  })

  app.post<{ Params: { id: string }; Body: { answer?: string; frame?: string } }>(
    '/stripe/3ds/:id',
    (request, reply) => {
      const store = storeOf(request.params.id)
      const question = store.authentications.get(request.params.id)
      if (!question) return html(reply.code(404), page('Not found', '<h1>There is no such payment</h1>'))
      const passed = request.body?.answer === 'complete'
      const intent = question.intent.startsWith('seti_')
        ? answerSetupQuestion(store, question, passed, NOBODY)
        : answerQuestion(store, question, passed, NOBODY)
      if (request.body?.frame === '1' || !question.returnUrl) return html(reply, answeredInFrame())
      return reply.redirect(returnAddress(question.returnUrl, intent), 303)
    },
  )
}

const html = (reply: FastifyReply, body: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(body)

const intentOf = (store: StripeStore, question: Authentication): Intent | undefined =>
  store.intents.get(question.intent) ?? store.setupIntents.get(question.intent)

function ask(question: Authentication, intent: Intent, framed: boolean): string {
  const amount =
    'amount' in intent
      ? `<p class="amount">${escapeHtml(money(intent.amount as number, intent.currency as string))}</p>`
      : ''
  const what = amount
    ? 'Your bank wants to know that it is you who is paying.'
    : 'Your bank wants to know that it is you who is saving this card.'
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
<p class="quiet">No real bank is asked and no money moves. Reference <code>${escapeHtml(question.intent)}</code></p>`,
  )
}

function over(question: Authentication, intent: Intent, framed: boolean): string {
  const back =
    question.returnUrl && !framed
      ? `<p><a class="button strong" href="${escapeHtml(returnAddress(question.returnUrl, intent))}">Return to the shop</a></p>`
      : ''
  return page(
    '3-D Secure',
    `<section class="card"><h1>This question has been answered</h1><p>The payment it was about no longer waits for it.</p>${back}</section>`,
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
