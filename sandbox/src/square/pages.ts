import type { FastifyInstance, FastifyReply } from 'fastify'
import { passesLuhn } from '../kernel/card-number.ts'
import { escapeHtml, page } from '../kernel/html.ts'
import { CHALLENGE_CODE, cardByNumber } from './cards.ts'
import { SQUARE_FRAME, SQUARE_JS } from './frame.ts'
import { type CardToken, declineOf, type SquareStore } from './payments.ts'

interface Tokenize {
  card?: { number?: string; month?: number; year?: number; cvc?: string; postal?: string }
  verification?: {
    amount?: string
    intent?: string
    billingContact?: { postalCode?: string }
  }
}

const html = (reply: FastifyReply, body: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(body)

/** What browsers fetch: the script, its card frame, the frame's own call and the bank's challenge. */
export function squarePages(app: FastifyInstance, store: SquareStore): void {
  app.get('/square/v1/square.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'no-cache')
      .send(SQUARE_JS),
  )
  app.get('/square/v1/card', (_request, reply) => html(reply, SQUARE_FRAME))

  app.post<{ Body: Tokenize }>('/square/v1/tokenize', (request) => tokenize(store, request.body ?? {}))

  app.get<{ Params: { id: string } }>('/square/challenge/:id', (request, reply) => {
    const token = store.tokens.get(request.params.id)
    if (token?.challenge !== 'open')
      return html(reply.code(404), page('Not found', '<h1>There is nothing to verify</h1>'))
    return html(reply, challengePage(token))
  })

  app.post<{ Params: { id: string }; Body: { do?: string; code?: string } }>(
    '/square/challenge/:id',
    (request, reply) => {
      const token = store.tokens.get(request.params.id)
      if (token?.challenge !== 'open') return html(reply, resultScript('failed'))
      const { do: action, code } = request.body ?? {}
      if (action === 'submit' && code?.trim() !== CHALLENGE_CODE)
        return html(reply.code(422), challengePage(token, 'That code is not right.'))
      const outcome = action === 'submit' ? 'passed' : action === 'cancel' ? 'cancelled' : 'failed'
      store.tokens.put(token.id, { ...token, challenge: outcome === 'passed' ? 'passed' : 'failed' })
      return html(reply, resultScript(outcome))
    },
  )
}

const invalid = (field: string, message: string) => ({
  status: 'Invalid',
  errors: [{ type: 'VALIDATION_ERROR', field, message }],
})

/** The vendor's sandbox refuses live cards, so no real number is ever stored. */
function tokenize(store: SquareStore, body: Tokenize) {
  const typed = { number: '', month: 0, year: 0, cvc: '', postal: '', ...body.card }
  const card = cardByNumber.get(String(typed.number))
  if (!card || !passesLuhn(String(typed.number))) return invalid('cardNumber', 'Enter a valid card number.')
  if (!(typed.month >= 1 && typed.month <= 12) || !(typed.year > 2000))
    return invalid('expirationDate', 'Enter a valid expiry date.')
  const postal = typed.postal || body.verification?.billingContact?.postalCode || ''
  const last4 = card.number.slice(-4)
  const token = store.newToken({
    brand: card.brand,
    last4,
    expMonth: typed.month,
    expYear: typed.year,
    postal,
    decline: declineOf({ ...typed, postal }) ?? card.decline,
    // Without billing details the challenge cannot be shown, and the charge is then declined because it stays open.
    challenge: card.challenge ? 'open' : 'none',
    amount: body.verification?.amount,
  })
  return {
    status: 'OK',
    token: token.id,
    details: {
      method: 'Card',
      card: { brand: card.brand, last4, expMonth: typed.month, expYear: typed.year },
      billing: { postalCode: postal },
    },
    ...(card.challenge && body.verification ? { challenge: `/square/challenge/${encodeURIComponent(token.id)}` } : {}),
  }
}

function challengePage(token: CardToken, problem?: string): string {
  return page(
    'Card verification',
    `<p class="from">Square sandbox, playing your bank</p>
<section class="card">
<h1>Verify your card</h1>
<p>Enter the code sent to your phone for the card ending ${escapeHtml(token.last4)}. In this sandbox it is <code>${CHALLENGE_CODE}</code>.</p>
${problem ? `<p class="error" role="alert" id="problem">${escapeHtml(problem)}</p>` : ''}<form method="post" class="stack">
<div><label for="code">Verification code</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code"${problem ? ' aria-invalid="true" aria-describedby="problem"' : ''}></div>
<button class="strong" name="do" value="submit">Submit</button>
<button name="do" value="fail">Fail verification</button>
<button name="do" value="cancel">Cancel</button>
</form>
</section>`,
  )
}

const resultScript = (outcome: 'passed' | 'failed' | 'cancelled') =>
  page('Card verification', '<section class="card"><h1>Thank you</h1></section>', {
    head: `<script>parent.postMessage({ sandboxChallenge: '${outcome}' }, '*')</script>\n`,
  })
