import type { ReplyOf } from '@foyer/contract/calls.ts'
import { longWhen, niceDate } from '@foyer/domain/format/dates.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { FastifyInstance } from 'fastify'
import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { type Handler, handle } from '../../http/handle.ts'
import { isSameSecret } from '../../http/keys.ts'
import { exceedsNetworkLimit, takeBackFromNetwork } from '../../http/limits/rate-limit.ts'
import { deviceOf, endedDeviceOf, endOwnDevice, pairDevice } from './devices.ts'
import { checkAtDoor, type DoorAnswer, type Inspection, inspectCode } from './door.ts'
import { type EntryAnswer, recordEntry } from './entries.ts'
import { handIn } from './handed-in.ts'
import { doorList } from './list.ts'

/** Limits wrong access codes per network. Correct codes are not counted, however busy the door. */
const WRONG_CODES = { name: 'door', max: 50, windowSeconds: 600 }

/**
 * Returns what the door page shows about a ticket: words, and no more data than the door needs. `timezone`: of the door, where it is
 * that of one event; otherwise times are by the clocks of the ticket's event.
 */
function toReply<A extends DoorAnswer | Inspection | EntryAnswer>(answer: A, timezone?: string) {
  return {
    outcome: answer.outcome as A['outcome'],
    ...('when' in answer ? { nice_when: niceDate(answer.when, timezone ?? answer.timezone) } : {}),
    ...('where' in answer ? { where: answer.where } : {}),
    ...('ticket' in answer ? { ticket: answer.ticket } : {}),
  }
}

/** For the operator's staff, who have the access code, at the doors of all events. Without a configured code there is no such door. */
const checkTicket: Handler<'check_ticket'> = async (
  { access_code, code, where, look },
  { deps, ip },
): Promise<ReplyOf<'check_ticket'> | Fail<'not_found' | 'too_many_requests' | 'wrong_door_code'>> => {
  const expected = deps.config.doorAccessCode
  if (expected === undefined) return fail('not_found')
  // Count before comparing, so that simultaneous guesses cannot all be compared. Beyond the limit even the correct code is
  // refused; otherwise guessing would still find it.
  if (await exceedsNetworkLimit(deps, WRONG_CODES, ip)) return fail('too_many_requests')
  if (!isSameSecret(access_code, expected)) return fail('wrong_door_code')
  await takeBackFromNetwork(deps, WRONG_CODES, ip)
  return toReply(look ? await inspectCode(deps, code) : await checkAtDoor(deps, code, where))
}

/** Tries of all networks together would take years for a code that works for ten minutes. */
const openDoor: Handler<'open_door'> = async ({ pairing_code }, { deps, ip, now }) => {
  if (await exceedsNetworkLimit(deps, WRONG_CODES, ip)) return fail('too_many_requests')
  const token = await pairDevice(deps, pairing_code)
  const paired = token === null ? null : await deviceOf(deps.db, token, now)
  if (token === null || paired === null) return fail('wrong_pairing_code')
  await takeBackFromNetwork(deps, WRONG_CODES, ip)
  const { name, event } = paired
  return { device: token, door: name, event, nice_date: longWhen(paired, paired) }
}

const closeDoor: Handler<'close_door'> = async ({ device }, { deps, now }) => {
  await inTx(deps.db, (tx) => endOwnDevice(tx, device, now))
  return { success: true }
}

const listForDoor: Handler<'door_list'> = async ({ device, version }, { deps, now }) => {
  const paired = await deviceOf(deps.db, device, now)
  return paired === null ? fail('door_ended') : doorList(deps.db, paired, version, now)
}

const recordEntries: Handler<'door_entries'> = async ({ device, entries }, { deps, now }) => {
  const paired = await deviceOf(deps.db, device, now)
  const sent = entries.map(({ door_ticket_id, ...entry }) => ({ ...entry, ticketId: door_ticket_id }))
  if (paired === null) {
    const ended = sent.every(({ offline }) => offline) ? await endedDeviceOf(deps.db, device, now) : null
    if (ended === null) return fail('door_ended')
    await handIn(deps, ended, sent)
    return { results: sent.map(({ key }) => ({ key, outcome: 'for_review' })) }
  }
  const results = []
  // One after another, because an entry and its undoing may be in one request.
  for (const entry of sent) {
    const answer = await recordEntry(deps, paired, entry)
    results.push({ key: entry.key, ...toReply(answer, paired.timezone) })
  }
  return { results }
}

export function doorRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'check_ticket', checkTicket)
  handle(app, deps, 'open_door', openDoor)
  handle(app, deps, 'close_door', closeDoor)
  handle(app, deps, 'door_list', listForDoor)
  handle(app, deps, 'door_entries', recordEntries)
}
