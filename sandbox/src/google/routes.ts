import { verify } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../kernel/context.ts'
import { type Answer, answerCall, takeFault } from '../kernel/faults.ts'
import { escapeHtml } from '../kernel/html.ts'
import type { Collection } from '../kernel/journal.ts'

export interface GoogleOptions {
  /** The service account and its public key in PEM. Absent: any are accepted. */
  account?: string
  publicPem?: string
  issuerId?: string
}

export type WalletResource = { id: string; [field: string]: unknown }
export interface Google {
  classes: Collection<WalletResource>
  objects: Collection<WalletResource>
  /** The ids of objects that were saved to a phone. */
  saved: Collection<{ id: string }>
}

const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const MAX_LINK_LENGTH = 1800
const TOKEN_MS = 3_600_000

type Claims = Record<string, unknown>
const refused = (status: number, message: string): Answer => ({
  status,
  body: { error: { code: status, message, status: status === 404 ? 'NOT_FOUND' : 'INVALID_ARGUMENT' } },
})

/** Google's token endpoint, its Wallet API for event tickets, and the page that saves one to a phone. */
export function google(app: FastifyInstance, kernel: Kernel, options: GoogleOptions = {}): Google {
  const classes = kernel.journal.collection<WalletResource>('google.classes')
  const objects = kernel.journal.collection<WalletResource>('google.objects')
  const saved = kernel.journal.collection<{ id: string }>('google.saved')
  const accessTokens = new Map<string, number>()

  /** The claims of a token that the account signed; null for any other. */
  const claimsOf = (token: unknown): Claims | null => {
    const [head = '', body = '', signature = ''] = String(token ?? '').split('.')
    try {
      const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg?: string }
      const isSigned =
        options.publicPem === undefined ||
        verify('RSA-SHA256', Buffer.from(`${head}.${body}`), options.publicPem, Buffer.from(signature, 'base64url'))
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
      const isKnown = options.account === undefined || claims.iss === options.account
      return alg === 'RS256' && isSigned && isKnown ? claims : null
    } catch {
      return null
    }
  }

  app.post<{ Body: Record<string, string> | undefined }>('/google/token', (request, reply) => {
    const fault = takeFault(kernel.switches, 'google', true)
    return answerCall(
      reply,
      fault,
      () => refused(500, 'Internal error'),
      () => {
        const claims = claimsOf(request.body?.assertion)
        const isFresh = Number(claims?.exp) * 1000 > kernel.now() && Number(claims?.iat) * 1000 <= kernel.now() + 60_000
        if (
          request.body?.grant_type !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' ||
          claims?.scope !== SCOPE ||
          !isFresh
        )
          return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT' } }
        const token = `ya29.${kernel.randomId(40)}`
        accessTokens.set(token, kernel.now() + TOKEN_MS)
        return { status: 200, body: { access_token: token, expires_in: TOKEN_MS / 1000, token_type: 'Bearer' } }
      },
    )
  })

  const serve = (
    name: 'eventTicketClass' | 'eventTicketObject',
    resources: Collection<WalletResource>,
    problemOf: (sent: WalletResource) => string | undefined,
  ) => {
    const route = (method: 'GET' | 'POST' | 'PUT', end: string, run: (sent: WalletResource, id: string) => Answer) =>
      app.route<{ Params: { id?: string }; Body: WalletResource | undefined }>({
        method,
        url: `/google/walletobjects/v1/${name}${end}`,
        handler: (request, reply) => {
          const fault = takeFault(kernel.switches, 'google', method !== 'GET')
          const [, token = ''] = (request.headers.authorization ?? '').split(' ')
          return answerCall(
            reply,
            fault,
            () => refused(500, 'Internal error'),
            () =>
              (accessTokens.get(token) ?? 0) > kernel.now()
                ? run(request.body ?? { id: '' }, request.params.id ?? '')
                : refused(401, 'Request had invalid authentication credentials.'),
          )
        },
      })
    const put = (sent: WalletResource): Answer => {
      const isOwn = options.issuerId === undefined || sent.id.startsWith(`${options.issuerId}.`)
      const problem = isOwn && /^\d+\.[\w.-]+$/.test(sent.id) ? problemOf(sent) : `Invalid resource ID: ${sent.id}`
      return problem === undefined ? { status: 200, body: resources.put(sent.id, sent) } : refused(400, problem)
    }
    route('GET', '/:id', (_, id) => {
      const found = resources.get(id)
      return found ? { status: 200, body: found } : refused(404, `${name} ${id} not found.`)
    })
    route('POST', '', (sent) =>
      resources.get(sent.id) ? refused(409, `${name} ${sent.id} already exists.`) : put(sent),
    )
    route('PUT', '/:id', (sent, id) =>
      resources.get(id) ? put({ ...sent, id }) : refused(404, `${name} ${id} not found.`),
    )
  }
  serve('eventTicketClass', classes, (sent) =>
    !sent.issuerName || !sent.eventName || sent.reviewStatus !== 'UNDER_REVIEW'
      ? 'Invalid eventTicketClass'
      : undefined,
  )
  serve('eventTicketObject', objects, (sent) =>
    !classes.get(String(sent.classId)) || !['ACTIVE', 'INACTIVE'].includes(String(sent.state))
      ? 'Invalid eventTicketObject'
      : undefined,
  )

  app.get<{ Params: { '*': string } }>('/google/gp/v/save/*', async (request, reply) => {
    const jwt = request.params['*']
    const claims = claimsOf(jwt)
    const requested =
      (claims?.payload as { eventTicketObjects?: { id: string }[] } | undefined)?.eventTicketObjects ?? []
    const found = requested.flatMap(({ id }) => objects.get(id) ?? [])
    const isValid = claims?.aud === 'google' && claims.typ === 'savetowallet' && jwt.length <= MAX_LINK_LENGTH
    if (!isValid || found.length === 0 || found.length < requested.length)
      return reply.code(400).type('text/html').send('<h1>Something went wrong</h1>')
    for (const { id } of found) saved.put(id, { id })
    return reply
      .type('text/html')
      .send(`<h1>Saved to Google Wallet</h1><p>${found.map(({ id }) => escapeHtml(id)).join(', ')}</p>`)
  })
  return { classes, objects, saved }
}
