import { API_CALLS, type ApiBody, type ApiFail, type ApiReply } from '@foyer/contract/api/calls.ts'
import { API_PATHS, type ApiCallName } from '@foyer/contract/api/paths.ts'
import { ERRORS, type ErrorCode } from '@foyer/contract/errors.ts'
import { keyActions } from '@foyer/contract/office/integrations/messages.en.ts'
import { may, showsPersonalData } from '@foyer/domain/office/rights.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { type FailWith, sendFail } from '../http/handle.ts'
import { networkOf } from '../http/limits/network.ts'
import { exceedsNetworkLimit, hit } from '../http/limits/rate-limit.ts'
import { networkHash, record } from '../office/log/record.ts'
import { type ApiContext, keyOf, maySeePeople } from './context.ts'

type CommonFail = 'bad_request' | 'bad_api_key' | 'key_may_not' | 'too_many_requests'
export type ApiHandlers = {
  [N in ApiCallName]: (body: ApiBody<N>, ctx: ApiContext) => Promise<ApiReply<N> | Fail<ApiFail<N> | CommonFail>>
}

/** The maximum number of requests of a key per minute. */
export const REQUESTS_PER_MINUTE = 120
/**
 * The maximum number of requests from one network without a valid key in ten minutes. Requests with a valid key don't count.
 */
const REFUSALS = { name: 'api-refused', max: 300, windowSeconds: 600 }

const isFailure = (answer: object): answer is FailWith<ErrorCode> => (answer as { ok?: unknown }).ok === false

/** Registers the calls for programs. They use no cookie and no session: the key alone determines whose data is returned. */
export function handleApi(app: FastifyInstance, deps: Deps, handlers: ApiHandlers): void {
  for (const name of Object.keys(API_PATHS) as ApiCallName[]) {
    const [method, url] = API_PATHS[name]
    app.route({
      method,
      url,
      config: { data: true },
      handler: async (request, reply) => {
        const answer = await run(deps, handlers, name, request)
        if (!isFailure(answer)) return reply.send(answer)
        if (answer.code === 'bad_api_key') reply.header('www-authenticate', 'Bearer')
        return sendFail(reply, answer)
      },
    })
  }
}

async function run<N extends ApiCallName>(
  deps: Deps,
  handlers: ApiHandlers,
  name: N,
  request: FastifyRequest,
): Promise<ApiReply<N> | FailWith<ErrorCode>> {
  const now = deps.clock.now()
  const ip = networkOf(request.ip)
  const authenticated = await keyOf(deps, request)
  // guard: key-or-nothing
  if (authenticated === null) {
    return fail((await exceedsNetworkLimit(deps, REFUSALS, ip)) ? 'too_many_requests' : 'bad_api_key')
  }
  const ctx: ApiContext = { deps, now, ip, ...authenticated }
  if ((await hit(deps, `api key ${authenticated.key.id}`, 60)) > REQUESTS_PER_MINUTE)
    return fail('too_many_requests', { seconds: 60 - Math.floor((now.getTime() / 1000) % 60) })
  const answer = await authorisedReply(handlers, name, request, ctx)
  await logRequest(ctx, name, request, answer)
  return answer
}

/** The reply of the handler, or why this key may not make the call. */
async function authorisedReply<N extends ApiCallName>(
  handlers: ApiHandlers,
  name: N,
  request: FastifyRequest,
  ctx: ApiContext,
): Promise<ApiReply<N> | FailWith<ErrorCode>> {
  const { action, body } = API_CALLS[name]
  const { role } = ctx.grant
  // guard: key-role-allowed
  const isAllowed = role !== null && may(role, action)
  if (!isAllowed) return fail('key_may_not', { what: keyActions[action] })
  const parsed = body.safeParse({ ...(request.query as object), ...(request.params as object) })
  return replyOf(handlers[name], parsed, ctx)
}

/** Logs refusals for lack of access, and every reply with personal data. */
async function logRequest(ctx: ApiContext, name: ApiCallName, request: FastifyRequest, answer: object): Promise<void> {
  const isLogged = isFailure(answer)
    ? [403, 404].includes(ERRORS[answer.code][0])
    : showsPersonalData(API_CALLS[name].action) && maySeePeople(ctx)
  if (!isLogged) return
  const { deps, now, ip, key, grant } = ctx
  await inTx(deps.db, (tx) =>
    record(
      tx,
      {
        at: now,
        staffId: key.staffId,
        organiserId: grant.organiserId,
        action: name,
        outcome: isFailure(answer) ? 'refused' : 'looked',
        ipHash: networkHash(deps, ip),
      },
      {
        subject: ['api_key', key.id],
        after: { ...idsIn(request), ...(isFailure(answer) && { code: answer.code }) },
      },
    ),
  )
}

async function replyOf<N extends ApiCallName>(
  handler: ApiHandlers[N],
  parsed: { success: boolean; data?: unknown },
  ctx: ApiContext,
): Promise<ApiReply<N> | FailWith<ErrorCode>> {
  if (!parsed.success) return fail('bad_request')
  return (await handler(parsed.data as ApiBody<N>, ctx)) as ApiReply<N> | FailWith<ErrorCode>
}

/** The ids in a request. Nothing else may go into the log, because it may be personal data. */
const idsIn = ({ query, params }: FastifyRequest) =>
  Object.fromEntries(
    Object.entries({ ...(query as object), ...(params as object) }).filter(
      ([name, value]) => name.endsWith('_id') && /^\d{1,15}$/.test(String(value)),
    ),
  )
