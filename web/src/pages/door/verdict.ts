import type { ReplyOf } from '@foyer/contract/calls.ts'
import { fill } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/messages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { call } from '../../api/client.ts'
import type { AlertType } from '../../ui/feedback/alert.tsx'
import { admittedHereAt, pendingEntries, removeEntry, storeEntry } from './offline-entries.ts'
import { verifyCode } from './signature.ts'

type Reply = Omit<ReplyOf<'door_entries'>['results'][number], 'key'>

/** How many waivers of an order are signed, and where to sign. */
export type DoorWaiver = NonNullable<ReplyOf<'door_list'>['tickets'][number]['waiver']>

/** What door staff read: the result, the reason, and whose ticket it is. */
export type Verdict = {
  type: AlertType
  title: string
  why: string
  ticket?: Reply['ticket']
  waiver?: DoorWaiver | undefined
}

type OutcomeText = { type: AlertType; title: string; why: (reply: Reply) => string }

/** The text for every outcome; only the first two let the guest in. */
const OUTCOME_TEXTS: Record<Reply['outcome'], OutcomeText> = {
  admitted: { type: 'success', title: t['door.admitted'], why: () => '' },
  valid: { type: 'success', title: t['door.valid'], why: () => '' },
  already_admitted: {
    type: 'error',
    title: t['door.already_admitted'],
    why: ({ nice_when = '', where = '' }) =>
      where ? fill(t['door.sinceAt'], { when: nice_when, where }) : fill(t['door.since'], { when: nice_when }),
  },
  transferred: {
    type: 'error',
    title: t['door.transferred'],
    why: ({ nice_when = '' }) => fill(t['door.transferredWhy'], { when: nice_when }),
  },
  replaced: {
    type: 'error',
    title: t['door.replaced'],
    why: ({ nice_when = '' }) => fill(t['door.replacedWhy'], { when: nice_when }),
  },
  refunded: {
    type: 'error',
    title: t['door.refunded'],
    why: ({ nice_when = '' }) => fill(t['door.refundedWhy'], { when: nice_when }),
  },
  wrong_event: { type: 'error', title: t['door.wrong_event'], why: () => t['door.wrong_eventWhy'] },
  wrong_date: {
    type: 'error',
    title: t['door.wrong_date'],
    why: ({ ticket }) => fill(t['door.wrong_dateWhy'], { date: ticket?.nice_date ?? '' }),
  },
  postponed: { type: 'error', title: t['door.postponed'], why: () => t['door.postponedWhy'] },
  cancelled: { type: 'error', title: t['door.cancelled'], why: () => t['door.cancelledWhy'] },
  undone: { type: 'info', title: t['door.undone'], why: () => '' },
  for_review: { type: 'info', title: t['door.for_review'], why: () => t['door.for_reviewWhy'] },
  void: { type: 'error', title: t['door.void'], why: () => '' },
  not_ours: { type: 'error', title: t['door.not_ours'], why: () => t['door.not_oursWhy'] },
  unknown: { type: 'error', title: t['door.unknown'], why: () => t['door.unknownWhy'] },
}

/** A reply of the shop as the verdict that door staff read. */
export function verdictOf(reply: Reply & { key?: string }): Verdict {
  const { type, title, why } =
    reply.ticket?.extra && reply.outcome in COLLECTED ? extraText(reply) : OUTCOME_TEXTS[reply.outcome]
  return { type, title, why: why(reply), ticket: reply.ticket }
}

const COLLECTED = { admitted: true, valid: true, already_admitted: true }

/** The text for something to collect: its code opens no door. */
function extraText({ outcome }: Reply): OutcomeText {
  const text = OUTCOME_TEXTS[outcome]
  if (outcome === 'already_admitted') return { ...text, title: t['door.collected'] }
  return { ...text, title: t['door.handOver'], why: () => t['door.handOverWhy'] }
}

export type Door = { accessCode: string; where: string; publicKey: string }

/** The result of a check; `wrong_code`: the access code is not this shop's, so the door is signed out. */
export type Checked = { verdict: Verdict; online: boolean } | 'wrong_code'

/**
 * Has the shop check the ticket and record the entry; when offline, verifies the signature and records the entry on the
 * device.
 */
export async function checkTicket(door: Door, scanned: string, now: Date): Promise<Checked> {
  const answer = await call(
    'check_ticket',
    { access_code: door.accessCode, code: scanned, where: door.where },
    { timeout: 8000 },
  )
  if (answer.ok) return { verdict: verdictOf(answer.reply), online: true }
  if (answer.code === 'wrong_door_code') return 'wrong_code'
  if (answer.status !== 0 && answer.status < 500)
    return { verdict: { type: 'warning', title: t['door.failed'], why: answer.error }, online: true }
  return { verdict: await offlineVerdict(door, scanned, now), online: false }
}

/** A time by the clock of this device, which is at the door: a code doesn't say where its event is. */
const timeHere = (at: string): string => niceDate(at, new Intl.DateTimeFormat().resolvedOptions().timeZone)

async function offlineVerdict(door: Door, scanned: string, now: Date): Promise<Verdict> {
  const code = await verifyCode(door.publicKey, scanned)
  if (code === 'cannot') return { type: 'warning', title: t['door.needsNetwork'], why: t['door.needsNetworkWhy'] }
  if (code === null) return { type: 'error', title: t['door.not_ours'], why: t['door.not_oursWhy'] }
  const admittedAt = admittedHereAt(code)
  if (admittedAt)
    return { type: 'error', title: t['door.seenHere'], why: fill(t['door.since'], { when: timeHere(admittedAt) }) }
  storeEntry(code, scanned, door.where, now)
  return { type: 'success', title: t['door.genuine'], why: t['door.genuineWhy'] }
}

/** Sends the offline entries to the shop, oldest first, and stops at the first failure. Returns how many are left. */
export async function sendPendingEntries(door: Door): Promise<number> {
  for (const entry of pendingEntries()) {
    const answer = await call('check_ticket', { access_code: door.accessCode, ...entry })
    if (!answer.ok) break
    removeEntry(entry.code)
  }
  return pendingEntries().length
}
