import { bodyFailure } from '@foyer/contract/call.ts'
import { type BodyOf, CALLS, type FailOf, type ReplyOf } from '@foyer/contract/calls.ts'
import { ERRORS, type ErrorCode } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import type { Fail } from '@foyer/domain/result.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { networkOf } from './limits/network.ts'
import { isStillCurrent, type Session, sessionOf } from './session.ts'

/** Who sends a request, and when. `now` is the single time of this request. */
export type RequestContext = {
  deps: Deps
  session: Session
  now: Date
  /** The sender's network, as rate limits count it. */
  ip: string
  log: FastifyRequest['log']
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads what `get` would return. The checkout registers it, because this room is below it. */
    readCheckout?: (ctx: RequestContext) => Promise<Checkout>
  }
}

/** The preference of a sender who wants the checkout with the reply of a step, instead of a `get` after it. */
const WITH_CHECKOUT = 'return=representation'

/** Failures that every call can have; each call's own failures are in its contract. */
type CommonFail =
  | 'not_reserved'
  | 'bad_name'
  | 'bad_request'
  | 'too_many_requests'
  | 'unknown_sale'
  | 'wrong_step'
  | 'basket_empty'
  | 'busy'
  | 'payment_running'

/** A failure with additional fields in the reply's body. */
export type FailWith<Code extends string> = Fail<Code> & { body?: Record<string, unknown> }

export type Answer<N extends CallName> = ReplyOf<N> | FailWith<FailOf<N> | CommonFail>

export type Handler<N extends CallName> = (body: BodyOf<N>, ctx: RequestContext) => Promise<Answer<N>>

const isFail = (answer: unknown): answer is FailWith<ErrorCode> =>
  typeof answer === 'object' && answer !== null && (answer as { ok?: unknown }).ok === false

/** The message of a failure, with its values filled in. */
export function sentenceOf({ code, values }: Fail<ErrorCode>): string {
  const text: string = ERRORS[code][1]
  return fill(
    text,
    Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name]) => [name!, values?.[name!] ?? ''])),
  )
}

/** Retry-After, for programs that send too many requests or arrive at a bad moment. */
export const RETRY_AFTER_SECONDS: Partial<Record<number, number>> = { 429: 60, 503: 2 }

export function sendFail(reply: FastifyReply, failure: FailWith<ErrorCode>) {
  const error = sentenceOf(failure)
  reply.request.failure = failure.code
  const wait = RETRY_AFTER_SECONDS[ERRORS[failure.code][0]]
  if (wait !== undefined) reply.header('retry-after', failure.values?.seconds ?? wait)
  return reply.code(ERRORS[failure.code][0]).send({ error, code: failure.code, ...failure.body })
}

/**
 * Registers a call of the contract: parses the body, loads the session, runs the handler and sends its reply or failure. A
 * handler with a failure missing from the contract does not compile.
 */
export function handle<N extends CallName>(app: FastifyInstance, deps: Deps, name: N, handler: Handler<N>): void {
  const [method, url] = PATHS[name]
  const { body, returnsCheckout } = CALLS[name]
  app.route({
    method,
    url,
    config: { data: true },
    handler: async (request, reply) => {
      const sent =
        method === 'GET' ? { ...(request.query as object), ...(request.params as object) } : (request.body ?? {})
      const parsed = body.safeParse(sent)
      if (!parsed.success) return sendFail(reply, { ok: false, code: bodyFailure(parsed.error) })
      const session = await sessionOf(deps, request, reply)
      request.buyer = session
      const ctx = { deps, session, now: deps.clock.now(), ip: networkOf(request.ip), log: request.log }
      const answer = await handler(parsed.data as BodyOf<N>, ctx)
      if (isFail(answer)) return sendFail(reply, answer as FailWith<ErrorCode>)
      if (!returnsCheckout || request.headers.prefer !== WITH_CHECKOUT) return reply.send(answer)
      return reply.send({ ...answer, ...(await checkoutAfter(app, ctx)) })
    },
  })
}

/**
 * The change is made, so a failure to read it back must not look like one of the change: then the reply is sent without it. So it is
 * if the session was signed out meanwhile or has another customer or sale, whose checkout a `get` returns.
 */
async function checkoutAfter(app: FastifyInstance, ctx: RequestContext): Promise<{ checkout?: Checkout }> {
  const { deps, session } = ctx
  try {
    const now = deps.clock.now()
    const checkout = await app.readCheckout?.({ ...ctx, now })
    return checkout !== undefined && (await isStillCurrent(deps, session, now)) ? { checkout } : {}
  } catch (err) {
    ctx.log.warn({ err }, 'the checkout could not be read after a change')
    return {}
  }
}
