import { createHash, timingSafeEqual } from 'node:crypto'
import type { ReplyOf } from '@foyer/contract/calls.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { fail } from '@foyer/domain/result.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type Handler, handle } from '../../http/handle.ts'
import { hit, takeBack } from '../../http/rate-limit.ts'
import { checkAtDoor, type DoorAnswer, type DoorLook, lookAtTicket } from './door.ts'

/** Limits wrong access codes per network. Correct codes are not counted, however busy the door. */
const WRONG_CODES = { most: 50, windowSeconds: 600 }

/** Takes the same time for any input, including a code of another length. */
const isSame = (one: string, other: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}

/** Returns what the door page shows about a ticket: words, and no more data than the door needs. */
function toReply(answer: DoorAnswer | DoorLook): ReplyOf<'check_ticket'> {
  return {
    outcome: answer.outcome,
    ...('when' in answer ? { nice_when: niceDate(answer.when) } : {}),
    ...('where' in answer ? { where: answer.where } : {}),
    ...('ticket' in answer ? { ticket: answer.ticket } : {}),
  }
}

/** The door's only call, for the operator's staff, who have the access code. Without a configured code there is no door. */
const checkTicket: Handler<'check_ticket'> = async ({ access_code, code, where, look }, { deps, ip }) => {
  const expected = deps.config.doorAccessCode
  if (expected === undefined) return fail('not_found')
  const tries = `door:ip:${ip}`
  // Count before comparing, so that simultaneous guesses cannot all be compared. Beyond the limit even the correct code is
  // refused; otherwise guessing would still find it.
  if ((await hit(deps, tries, WRONG_CODES.windowSeconds)) > WRONG_CODES.most) return fail('too_many_requests')
  if (!isSame(access_code, expected)) return fail('wrong_door_code')
  await takeBack(deps, tries, WRONG_CODES.windowSeconds)
  return toReply(look ? await lookAtTicket(deps, code) : await checkAtDoor(deps, code, where))
}

export const doorRoutes = (app: FastifyInstance, deps: Deps): void => handle(app, deps, 'check_ticket', checkTicket)
