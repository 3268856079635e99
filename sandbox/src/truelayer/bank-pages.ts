import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml, money, page } from '../kernel/html.ts'
import { BANK_USERS, BANKS, type Bank, type BankUser, type Payment } from './payments.ts'

interface Form {
  do?: string
  bank?: string
  user?: string
}

const ABANDONED = 'tl_hpp_abandoned'

/** The hosted payment page and the mock bank behind it: choose a bank, then approve, cancel or be rejected. */
export function bankPages(app: FastifyInstance, bank: Bank): void {
  type Route = { Params: { id: string }; Querystring: { token?: string }; Body: Form }

  const find = (id: string, token: string | undefined) => {
    const payment = bank.payments.get(id)
    return payment && payment.resource_token === token ? payment : undefined
  }

  app.get<Route>('/truelayer/bank/:id', (request, reply) => {
    const payment = find(request.params.id, request.query.token)
    if (!payment) return sendPage(reply.code(404), notFound())
    return sendPage(reply, screen(payment))
  })

  app.post<Route>('/truelayer/bank/:id', (request, reply) => {
    const payment = find(request.params.id, request.query.token)
    if (!payment) return sendPage(reply.code(404), notFound())
    const action = ACTIONS[request.body?.do ?? '']
    if (!action) return sendPage(reply.code(400), screen(payment, 'Please choose what to do.'))
    const outcome = action(bank, payment, request.body)
    if (outcome.to === 'page') return reply.redirect(request.url, 303)
    if (outcome.to === 'problem') return sendPage(reply.code(422), screen(payment, outcome.text))
    return reply.redirect(returnAddress(payment, outcome.error), 303)
  })
}

type Outcome = { to: 'page' } | { to: 'shop'; error?: string } | { to: 'problem'; text: string }

/** What each button does. */
const ACTIONS: Record<string, (bank: Bank, payment: Payment, form: Form) => Outcome> = {
  choose: (bank, payment, form) => {
    if (!BANKS.some(({ id }) => id === form.bank)) return { to: 'problem', text: 'Choose your bank.' }
    bank.choose(payment, form.bank!)
    return { to: 'page' }
  },
  approve: (bank, payment, form) => {
    bank.approve(payment, form.user && form.user in BANK_USERS ? (form.user as BankUser) : 'test_executed')
    return { to: 'shop' }
  },
  cancel_at_bank: (bank, payment) => {
    if (bank.open(payment)) bank.fail(payment, 'not_authorized')
    return { to: 'shop' }
  },
  reject: (bank, payment) => {
    if (bank.open(payment)) bank.fail(payment, 'authorization_failed')
    return { to: 'shop' }
  },
  cancel: (bank, payment) => {
    if (bank.open(payment)) bank.fail(payment, 'canceled')
    return { to: 'shop', error: ABANDONED }
  },
  leave: () => ({ to: 'shop', error: ABANDONED }),
}

export function returnAddress(payment: Payment, error?: string): string {
  const url = new URL(payment.return_uri)
  url.searchParams.set('payment_id', payment.id)
  if (error) url.searchParams.set('error', error)
  return url.href
}

const sendPage = (reply: FastifyReply, body: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(body)

const notFound = () => page('Not found', '<section class="card"><h1>There is no such payment</h1></section>')

function screen(payment: Payment, problem?: string): string {
  if (payment.status === 'authorization_required') return chooseBank(payment, problem)
  if (payment.status === 'authorizing') return bankPage(payment, problem)
  return finishedPage(payment)
}

const beneficiary = (payment: Payment) => {
  const account = payment.payment_method.beneficiary as { account_holder_name?: string; reference?: string }
  return { name: account.account_holder_name ?? 'the shop', reference: account.reference ?? payment.id }
}

const amount = (payment: Payment) =>
  `<p class="amount">${escapeHtml(money(payment.amount_in_minor, payment.currency))}</p>`
const problemLine = (problem?: string) => (problem ? `<p class="error" role="alert">${escapeHtml(problem)}</p>` : '')

function chooseBank(payment: Payment, problem?: string): string {
  const to = beneficiary(payment)
  return page(
    'Pay by bank',
    `<p class="from">Bank payment sandbox</p>
<section class="card">
<h1>Pay ${escapeHtml(to.name)}</h1>
${amount(payment)}${problemLine(problem)}<form method="post">
<fieldset><legend>Choose your bank</legend>
${BANKS.map((bank, i) => `<label class="choice"><input type="radio" name="bank" value="${bank.id}"${i === 0 ? ' checked' : ''}>${escapeHtml(bank.name)}</label>`).join('\n')}
</fieldset>
<div class="stack"><button class="strong" name="do" value="choose">Continue to your bank</button>
<button name="do" value="cancel">Cancel payment</button>
<button name="do" value="leave">Leave without deciding</button></div>
</form>
</section>
<p class="quiet">No real bank is asked and no money moves.</p>`,
  )
}

function bankPage(payment: Payment, problem?: string): string {
  const to = beneficiary(payment)
  const bank = BANKS.find((each) => each.id === payment.provider_id)
  const users = Object.entries(BANK_USERS)
    .map(([name, user]) => `<option value="${name}">${name} (${escapeHtml(user.outcome.toLowerCase())})</option>`)
    .join('')
  return page(
    'Mock bank',
    `<p class="from">${escapeHtml(bank?.name ?? 'Mock bank')}</p>
<section class="card">
<h1>Approve this payment</h1>
${amount(payment)}<dl><dt>To</dt><dd>${escapeHtml(to.name)}</dd><dt>Reference</dt><dd>${escapeHtml(to.reference)}</dd></dl>
${problemLine(problem)}<form method="post" class="stack">
<div><label for="user">Log in as</label><select id="user" name="user">${users}</select></div>
<button class="strong" name="do" value="approve">Approve</button>
<button name="do" value="cancel_at_bank">Cancel</button>
<button name="do" value="reject">Reject the login</button>
<button name="do" value="leave">Leave without deciding</button>
</form>
</section>
<p class="quiet">No real bank is asked and no money moves.</p>`,
  )
}

function finishedPage(payment: Payment): string {
  const text = payment.status === 'failed' ? 'This payment did not go through.' : 'Your bank has been told to pay.'
  return page(
    'Pay by bank',
    `<p class="from">Bank payment sandbox</p>
<section class="card"><h1>${text}</h1>
${payment.failure_reason ? `<p class="quiet">Reason: <code>${escapeHtml(payment.failure_reason)}</code></p>` : ''}
<a class="button strong" href="${escapeHtml(returnAddress(payment))}">Return to the shop</a></section>`,
  )
}
