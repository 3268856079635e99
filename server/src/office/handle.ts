import { bodyFailure } from '@foyer/contract/call.ts'
import { ERRORS, type ErrorCode } from '@foyer/contract/errors.ts'
import { OFFICE_CALLS, type OfficeBody, type OfficeFail, type OfficeReply } from '@foyer/contract/office/calls.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import {
  type Action,
  may,
  needsStepUp,
  openTo,
  operatorMay,
  type Role,
  showsPersonalData,
} from '@foyer/domain/office/rights.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { FailWith } from '../http/handle.ts'
import { networkOf } from '../http/limits/network.ts'
import { hasFreshProof } from '../http/session.ts'
import { answerTo } from './log/answer.ts'
import { type LogEntry, networkHash, record } from './log/record.ts'
import { type OfficeSession, officeSessionOf, type Staff } from './session/session.ts'

/** A person's access: `role` is null for the operator of the installation, `eventIds` is null for all events. */
export type Grant = { organiserId: number; role: Role | null; eventIds: readonly number[] | null }

export type OfficeContext = {
  deps: Deps
  session: OfficeSession
  now: Date
  ip: string
  staff: Staff | null
  grant: Grant | null
}

/** For handlers of calls that only signed-in staff can make. */
export function staffOf({ staff }: OfficeContext): Staff {
  if (staff === null) throw new Error('This call can be made by people who are not staff')
  return staff
}
/** What decides which data a person, or a program with an API key, may see. */
export type Granted = Pick<OfficeContext, 'grant'>

export function grantOf({ grant }: Granted): Grant {
  if (grant === null) throw new Error('This call is not about an organiser')
  return grant
}

type CommonFail =
  | 'bad_name'
  | 'bad_day'
  | 'bad_request'
  | 'too_many_requests'
  | 'not_signed_in'
  | 'proof_too_old'
  | 'may_not'
  | 'not_found'
type Failed<N extends OfficeCallName> = FailWith<OfficeFail<N> | CommonFail>

/** `log` null: nothing to record, such as a request for a code. */
export type ChangeResult<N extends OfficeCallName> = {
  reply: OfficeReply<N>
  /** The reply to a repeated form, if the reply has a secret that is not stored. */
  repeatedReply?: OfficeReply<N>
  log: LogEntry | null
  /** The contents of a file, read after the commit while it is sent, so that a large file is never in memory as a whole. */
  chunks?: () => AsyncIterable<string | Uint8Array>
  /** Runs after the commit. */
  committed?: () => unknown
}

/** Thrown by a change that is refused after it has written something: the transaction is rolled back. */
export class RolledBack extends Error {
  readonly failure: FailWith<ErrorCode>
  constructor(failure: FailWith<ErrorCode>) {
    super(failure.code)
    this.failure = failure
  }
}

/** A call that changes something runs in one transaction with its line in the log. */
type ChangeHandler<N extends OfficeCallName> = {
  /** Runs before the transaction: rate limits, which count even if it rolls back, and calls to other services. */
  beforeTransaction?: (body: OfficeBody<N>, ctx: OfficeContext) => Promise<Failed<N> | null>
  change: (tx: Tx, body: OfficeBody<N>, ctx: OfficeContext) => Promise<Failed<N> | ChangeResult<N>>
}
/**
 * A change with something from another service, which is asked before the transaction and passed on to it: an account that was
 * accepted, say.
 */
export function askedBefore<N extends OfficeCallName, Found>(
  ask: (body: OfficeBody<N>, ctx: OfficeContext) => Promise<Failed<N> | { ok: true; found: Found }>,
  change: (tx: Tx, found: Found, ctx: OfficeContext) => Promise<Failed<N> | ChangeResult<N>>,
): ChangeHandler<N> {
  // By the context, of which each call has its own.
  const answers = new WeakMap<OfficeContext, Found>()
  return {
    async beforeTransaction(body, ctx) {
      const answer = await ask(body, ctx)
      if (!answer.ok) return answer
      answers.set(ctx, answer.found)
      return null
    },
    change: (tx, _, ctx) => change(tx, answers.get(ctx)!, ctx),
  }
}
type ReadHandler<N extends OfficeCallName> = {
  read: (body: OfficeBody<N>, ctx: OfficeContext) => Promise<Failed<N> | OfficeReply<N>>
}
export type OfficeHandler<N extends OfficeCallName> = ChangeHandler<N> | ReadHandler<N>
export type OfficeHandlers = { [N in OfficeCallName]: OfficeHandler<N> }

export type OfficeAnswer =
  | { reply: Record<string, unknown>; chunks?: (() => AsyncIterable<string | Uint8Array>) | undefined }
  | FailWith<ErrorCode>
export const isFailure = (answer: object): answer is FailWith<ErrorCode> => (answer as { ok?: unknown }).ok === false

/** Runs a call of the office: parses it, reads the session, checks the table of rights, and logs changes and refusals. */
export async function runOfficeCall<N extends OfficeCallName>(
  deps: Deps,
  handlers: OfficeHandlers,
  name: N,
  sent: unknown,
  { request, reply, session: known }: { request: FastifyRequest; reply: FastifyReply; session?: OfficeSession },
): Promise<OfficeAnswer> {
  const session = known ?? (await officeSessionOf(deps, request, reply))
  const parsed = OFFICE_CALLS[name].body.safeParse(sent)
  if (!parsed.success) return fail(bodyFailure(parsed.error))
  const { action } = OFFICE_CALLS[name]
  const body = parsed.data as OfficeBody<N>
  const now = deps.clock.now()
  const granted = await authorise(deps, session, action, body, now)
  const ip = networkOf(request.ip)
  const ctx: OfficeContext = {
    deps,
    session,
    now,
    ip,
    staff: session.staff,
    grant: 'grant' in granted ? granted.grant : null,
  }
  const answer = 'grant' in granted ? await run(handlers[name], name, action, body, ctx) : granted
  if (isFailure(answer) && session.staff !== null && [403, 404].includes(ERRORS[answer.code][0]))
    await inTx(deps.db, (tx) =>
      record(tx, logContext(ctx, name, 'refused'), {
        subject: ['call', name],
        after: { code: answer.code, ...idsIn(body) },
      }),
    )
  return answer
}

async function run<N extends OfficeCallName>(
  handler: OfficeHandler<N>,
  name: N,
  action: Action,
  body: OfficeBody<N>,
  ctx: OfficeContext,
): Promise<OfficeAnswer> {
  const { deps } = ctx
  if ('read' in handler) {
    const reply = await handler.read(body, ctx)
    if (isFailure(reply)) return reply
    if (showsPersonalData(action))
      await inTx(deps.db, (tx) =>
        record(tx, logContext(ctx, name, 'looked'), { subject: ['call', name], after: idsIn(body) }),
      )
    return { reply }
  }
  const refused = await handler.beforeTransaction?.(body, ctx)
  if (refused) return refused
  const changed = await inTx(deps.db, (tx) =>
    changeOnce(tx, name, body, ctx, async () => {
      const outcome = await handler.change(tx, body, ctx)
      if (isFailure(outcome)) return outcome
      const entry = outcome.log && (await record(tx, logContext(ctx, name, 'done'), outcome.log))
      return answered(outcome, answerTo(name, entry))
    }),
  ).catch((error: unknown) => {
    if (error instanceof RolledBack) return error.failure as Failed<N>
    throw error
  })
  if (isFailure(changed)) return changed
  await changed.committed?.()
  return { reply: changed.reply, chunks: changed.chunks }
}

/** Adds to the reply how the next page says that the act was done. */
const answered = <N extends OfficeCallName>(
  { reply, repeatedReply, ...outcome }: ChangeResult<N>,
  done: { done?: string },
): ChangeResult<N> => ({
  ...outcome,
  reply: { ...reply, ...done },
  ...(repeatedReply && { repeatedReply: { ...repeatedReply, ...done } }),
})

/**
 * Makes a change once for each form key. A form that arrives again, even at the same moment, gets the reply to the first one; a
 * form that was refused can be sent again.
 */
async function changeOnce<N extends OfficeCallName>(
  tx: Tx,
  name: N,
  body: OfficeBody<N>,
  { now, staff }: OfficeContext,
  change: () => Promise<Failed<N> | ChangeResult<N>>,
): Promise<Failed<N> | ChangeResult<N>> {
  const { form_key } = body as { form_key?: string }
  if (form_key === undefined || form_key === '') return change()
  const key = `${staff?.id}:${name}:${form_key}`
  const inserted = await tx
    .insertInto('office_forms')
    .values({ key, staff_id: staff?.id ?? null, call: name, at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  // guard: form-acts-once
  if (inserted === undefined) {
    const { reply } = await tx
      .selectFrom('office_forms')
      .select('reply')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return { reply: reply as OfficeReply<N>, log: null }
  }
  const outcome = await change()
  if (isFailure(outcome)) await tx.deleteFrom('office_forms').where('key', '=', key).execute()
  else
    await tx
      .updateTable('office_forms')
      .set({ reply: JSON.stringify(outcome.repeatedReply ?? outcome.reply) })
      .where('key', '=', key)
      .execute()
  return outcome
}

const logContext = (
  { deps, now, ip, staff, grant }: OfficeContext,
  action: string,
  outcome: 'done' | 'refused' | 'looked',
) => ({
  at: now,
  staffId: staff?.id ?? null,
  organiserId: grant?.organiserId ?? null,
  action,
  outcome,
  ipHash: networkHash(deps, ip),
})

/** Only ids: other values may be personal data. */
const idsIn = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => name.endsWith('_id') && typeof value === 'number'))

type AccessFail = Fail<'not_signed_in' | 'not_found' | 'may_not' | 'proof_too_old'>

/** Checks the table of rights. Another organiser's data is reported as not found. */
async function authorise(
  { db }: Deps,
  session: OfficeSession,
  action: Action,
  body: object,
  now: Date,
): Promise<{ grant: Grant | null } | AccessFail> {
  const open = openTo(action)
  if (open === 'anyone') return { grant: null }
  if (open === 'proved') return session.email === null ? fail('not_signed_in') : { grant: null }
  const { staff } = session
  if (staff === null) return fail('not_signed_in')
  // guard: operator-alone
  if (open === 'operator' && !staff.isOperator) return fail('may_not')
  let grant: Grant | null = null
  if (open === null) {
    const organiserId = (body as { organiser_id: number }).organiser_id
    const own = session.roles.find((role) => role.organiserId === organiserId)
    const mayAsOperator = staff.isOperator && operatorMay(action)
    // guard: organiser-scoped
    if (own === undefined && !(mayAsOperator && (await organiserExists(db, organiserId)))) return fail('not_found')
    const mayAsRole = own !== undefined && may(own.role, action)
    // guard: role-allowed
    if (!mayAsRole && !mayAsOperator) return fail('may_not')
    grant = mayAsRole ? own : { organiserId, role: null, eventIds: null }
  }
  // guard: step-up
  if (needsStepUp(action) && !hasFreshProof(session, now)) return fail('proof_too_old')
  return { grant }
}

const organiserExists = async (db: Deps['db'], id: number): Promise<boolean> =>
  (await db.selectFrom('organisers').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
