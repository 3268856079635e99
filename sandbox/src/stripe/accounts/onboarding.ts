import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, answerCall, takeFault } from '../../kernel/faults.ts'
import { escapeHtml, page } from '../../kernel/html.ts'
import { API_VERSION } from '../events.ts'
import type { Stores } from '../stores.ts'

/** How far the owner of an account is: nothing entered, entered and being looked at, done, or refused. */
const STATES = {
  unfinished: { status: 'restricted', awaiting: 'user' },
  checking: { status: 'pending', awaiting: 'stripe' },
  ready: { status: 'active', awaiting: null },
  restricted: { status: 'restricted', awaiting: 'stripe' },
} as const
export type OnboardingState = keyof typeof STATES

/** An account as the second version of the API has it. */
interface Made {
  id: string
  name: string
  email: string | null
  country: string | null
  state: OnboardingState
  created: string
}

/** An address at which the owner of an account goes on. It opens once, within minutes. */
interface Link {
  id: string
  account: string
  returnUrl: string
  refreshUrl: string
  expiresAt: number
  isOpened: boolean
  isAnswered: boolean
}

const LINK_LIFETIME_MS = 5 * 60_000

/** The buttons of the page, with what they do to the account. */
const ANSWERS: Record<string, { words: string; state: OnboardingState | null }> = {
  finish: { words: 'Enter everything and finish', state: 'ready' },
  check: { words: 'Finish, and be looked at first', state: 'checking' },
  refuse: { words: 'Be refused', state: 'restricted' },
  leave: { words: 'Leave without finishing', state: null },
}

/** Accounts that their owners finish at the vendor: `/v2/core/accounts`, `/v2/core/account_links` and the owner's page. */
export function onboarding(app: FastifyInstance, stores: Stores): { set(id: string, state: OnboardingState): boolean } {
  const { kernel } = stores.platform
  const accounts = kernel.journal.collection<Made>('stripe.made_accounts')
  const links = kernel.journal.collection<Link>('stripe.account_links')
  const keys = kernel.journal.collection<string>('stripe.v2_idempotency')

  const set = (id: string, state: OnboardingState): boolean => {
    const found = accounts.get(id)
    if (!found) return false
    accounts.put(id, { ...found, state })
    stores.add({ id, name: found.name, chargesEnabled: state === 'ready' })
    return true
  }

  const shown = ({ id, name, email, country, state, created }: Made) => {
    const { status, awaiting } = STATES[state]
    return {
      id,
      object: 'v2.core.account',
      applied_configurations: ['merchant'],
      configuration: {
        merchant: {
          applied: true,
          capabilities: { card_payments: { requested: true, status, status_details: [] } },
        },
      },
      contact_email: email,
      created,
      dashboard: 'full',
      display_name: name,
      identity: { country },
      livemode: false,
      requirements: {
        entries:
          awaiting === null ? [] : [{ awaiting_action_from: awaiting, description: 'identity.business_details' }],
      },
    }
  }

  const create = (body: Json, key: string | undefined): Answer => {
    const known = key === undefined ? undefined : accounts.get(keys.get(key) ?? '')
    if (known) return { status: 200, body: shown(known) }
    const { configuration, display_name: name, contact_email: email, identity } = body
    if (!isRequested(configuration)) return refused('invalid_request', 'configuration.merchant is needed here.')
    const id = `acct_${kernel.randomId(16)}`
    const made: Made = {
      id,
      name: typeof name === 'string' ? name : '',
      email: typeof email === 'string' ? email : null,
      country:
        typeof (identity as Json | undefined)?.country === 'string' ? ((identity as Json).country as string) : null,
      state: 'unfinished',
      created: new Date(kernel.now()).toISOString(),
    }
    accounts.put(id, made)
    stores.add({ id, name: made.name, chargesEnabled: false })
    if (key !== undefined) keys.put(key, id)
    return { status: 200, body: shown(made) }
  }

  const link = (body: Json): Answer => {
    const account = typeof body.account === 'string' ? body.account : ''
    const { type, account_onboarding: ways } = (body.use_case ?? {}) as { type?: unknown; account_onboarding?: Json }
    const { return_url: returnUrl, refresh_url: refreshUrl } = ways ?? {}
    if (!accounts.get(account)) return refused('not_found', `There is no account ${account}.`, 404)
    if (type !== 'account_onboarding' || typeof refreshUrl !== 'string' || !URL.canParse(refreshUrl))
      return refused('invalid_request', 'use_case.account_onboarding.refresh_url is needed here.')
    const id = kernel.randomId(32)
    const expiresAt = kernel.now() + LINK_LIFETIME_MS
    links.put(id, {
      id,
      account,
      returnUrl: typeof returnUrl === 'string' ? returnUrl : refreshUrl,
      refreshUrl,
      expiresAt,
      isOpened: false,
      isAnswered: false,
    })
    return {
      status: 200,
      body: {
        object: 'v2.core.account_link',
        account,
        created: new Date(kernel.now()).toISOString(),
        expires_at: new Date(expiresAt).toISOString(),
        livemode: false,
        url: `${kernel.publicUrl()}/stripe/setup/${id}`,
        use_case: body.use_case,
      },
    }
  }

  const answer = (request: FastifyRequest, reply: FastifyReply, run: () => Answer) => {
    reply.header('request-id', `req_${kernel.randomId(14)}`).header('stripe-version', API_VERSION)
    const fault = takeFault(kernel.switches, 'stripe', request.method === 'POST')
    const isKnown = /^Bearer [sr]k_test_\w+$/.test(request.headers.authorization ?? '')
    return answerCall(reply, fault, serverError, () =>
      isKnown ? kernel.journal.inOneWrite(run) : refused('unauthenticated', 'There is no such key.', 401),
    )
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post('/v2/core/accounts', (request, reply) =>
      answer(request, reply, () => create(jsonOf(request), keyOf(request))),
    )
    scope.post('/v2/core/account_links', (request, reply) => answer(request, reply, () => link(jsonOf(request))))
    scope.get<{ Params: { id: string } }>('/v2/core/accounts/:id', (request, reply) =>
      answer(request, reply, () => {
        const found = accounts.get(request.params.id)
        return found ? { status: 200, body: shown(found) } : refused('not_found', 'There is no such account.', 404)
      }),
    )
  })

  app.get<{ Params: { id: string } }>('/stripe/setup/:id', (request, reply) => {
    const found = links.get(request.params.id)
    if (!found) return html(reply.code(404), page('Not found', '<h1>There is no such link</h1>'))
    // A link that was used, or is too old, leads back to the platform, which makes another one.
    if (found.isOpened || kernel.now() > found.expiresAt) return reply.redirect(found.refreshUrl, 303)
    links.put(found.id, { ...found, isOpened: true })
    return html(reply, setupPage(accounts.get(found.account)!))
  })
  app.post<{ Params: { id: string }; Body: { answer?: string } }>('/stripe/setup/:id', (request, reply) => {
    const found = links.get(request.params.id)
    const chosen = ANSWERS[request.body?.answer ?? '']
    if (!found || found.isAnswered || !chosen)
      return html(reply.code(404), page('Not found', '<h1>There is no such link</h1>'))
    links.put(found.id, { ...found, isAnswered: true })
    if (chosen.state !== null) set(found.account, chosen.state)
    return reply.redirect(found.returnUrl, 303)
  })

  return { set }
}

type Json = Record<string, unknown>

const refused = (code: string, message: string, status = 400): Answer => ({
  status,
  body: { error: { code, message } },
})

const serverError = () => refused('internal', 'Something went wrong.', 500)

function jsonOf(request: FastifyRequest): Json {
  try {
    return JSON.parse(String(request.body)) as Json
  } catch {
    return {}
  }
}

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' ? key : undefined
}

const isRequested = (configuration: unknown): boolean =>
  (configuration as { merchant?: { capabilities?: { card_payments?: { requested?: unknown } } } } | undefined)?.merchant
    ?.capabilities?.card_payments?.requested === true

const html = (reply: FastifyReply, body: string) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(body)

const setupPage = ({ name, id }: Made): string =>
  page(
    'Set up your account',
    `<p class="from">Card sandbox, playing Stripe</p>
<section class="card">
<h1>Set up your account</h1>
<p>${escapeHtml(name)} (${escapeHtml(id)})</p>
<form method="post" class="stack">
${Object.entries(ANSWERS)
  .map(([value, { words }]) => `<button name="answer" value="${value}">${escapeHtml(words)}</button>`)
  .join('\n')}
</form>
</section>`,
  )
