import type { ReplyOf, SentBody } from '@foyer/contract/calls.ts'
import { fill } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/messages.ts'
import { storedCode } from '@foyer/domain/format/codes.ts'
import { niceTime } from '@foyer/domain/format/dates.ts'
import { call } from '../../api/client.ts'
import { verifyCode } from './signature.ts'
import { type Verdict, verdictOf } from './verdict.ts'

export type Pairing = ReplyOf<'open_door'>
export type List = ReplyOf<'door_list'>
export type Guest = List['tickets'][number]
type Entry = SentBody<'door_entries'>['entries'][number] & { kind: 'in' | 'undo' }
type Result = ReplyOf<'door_entries'>['results'][number]

/** What a device keeps: its pairing, the list of its date, and entries that the shop has not received yet. */
const KEYS = { pairing: 'foyer-door-device', list: 'foyer-door-list', queue: 'foyer-door-queue' }

function stored<T>(key: string, fallback: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? fallback
  } catch {
    return fallback
  }
}
const store = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify(value))

export const storedPairing = (): Pairing | null => stored<Pairing | null>(KEYS.pairing, null)
export const storePairing = (pairing: Pairing) => store(KEYS.pairing, pairing)
export const queuedEntries = (): Entry[] => stored<Entry[]>(KEYS.queue, [])
export const storedList = (): List | null => stored<List | null>(KEYS.list, null)

/** Names are personal data, so nothing stays on a device that is no longer paired. */
export function forgetPairing(): void {
  for (const key of Object.values(KEYS)) localStorage.removeItem(key)
}

/** A time by the clocks of the event. A list that was stored by an earlier version doesn't know them. */
const timeAtDoor = (at: Date): string => niceTime(at, storedList()?.timezone)

/** The list, with the entries of this device that the shop has not received yet. */
export function currentGuests(): Guest[] {
  const queue = queuedEntries()
  const { tickets = [], timezone } = storedList() ?? {}
  return tickets.map((guest) => {
    const last = queue.findLast((entry) => Number(entry.door_ticket_id) === guest.ticket_id)
    if (!last) return guest
    if (last.kind === 'undo') return { ...guest, outcome: 'valid', nice_when: '', where: '' }
    return {
      ...guest,
      outcome: 'already_admitted',
      nice_when: niceTime(last.at ?? '', timezone),
      where: t['door.thisDevice'],
    }
  })
}

function updateGuest(ticketId: number, to: Partial<Guest>): void {
  const list = storedList()
  if (list)
    store(KEYS.list, {
      ...list,
      tickets: list.tickets.map((guest) => (guest.ticket_id === ticketId ? { ...guest, ...to } : guest)),
    })
}

const newEntry = (entry: Partial<Entry>, now: Date): Entry => ({
  key: crypto.randomUUID(),
  kind: 'in',
  at: now.toISOString(),
  ...entry,
})

export type Ended = 'ended'
export type Checked = { verdicts: Verdict[]; online: boolean }

const isOffline = ({ status }: { status: number }) => status === 0 || status >= 500
/** After this time the device decides by itself, so that no queue builds up at the door. */
const TIMEOUT_MS = 4000
/** How many entries the shop takes in one request. */
const MAX_ENTRIES = 50

async function send(pairing: Pairing, entries: Entry[]): Promise<Result[] | Ended | 'offline'> {
  const answer = await call('door_entries', { device: pairing.device, entries }, { timeout: TIMEOUT_MS })
  if (answer.ok) return answer.reply.results
  if (answer.code === 'door_ended') return 'ended'
  return isOffline(answer) ? 'offline' : []
}

/** Sends the queued entries in order, and fetches the list. Returns false while there is no network. */
export async function sync(pairing: Pairing): Promise<boolean | Ended> {
  for (;;) {
    const batch = queuedEntries().slice(0, MAX_ENTRIES)
    if (batch.length === 0) break
    const results = await send(pairing, batch)
    if (results === 'ended') return 'ended'
    if (results === 'offline') return false
    // Any other answer is final, so these entries are not sent again.
    const sent = new Set(batch.map(({ key }) => key))
    store(
      KEYS.queue,
      queuedEntries().filter(({ key }) => !sent.has(key)),
    )
  }
  const version = storedList()?.version ?? ''
  const answer = await call('door_list', { device: pairing.device, version }, { timeout: TIMEOUT_MS * 2 })
  if (!answer.ok) return answer.code === 'door_ended' ? 'ended' : false
  if (answer.reply.unchanged) store(KEYS.list, { ...storedList(), nice_now: answer.reply.nice_now })
  else store(KEYS.list, answer.reply)
  return true
}

/** Unpairs this device, after the entries that wait were sent. Returns false if they can't be sent now: they would be lost. */
export async function unpair(pairing: Pairing): Promise<boolean> {
  if (queuedEntries().length > 0 && (await sync(pairing)) === false) return false
  await call('close_door', { device: pairing.device })
  forgetPairing()
  return true
}

/** Checks what was scanned or typed, and lets its holder in. */
export async function checkCode(
  pairing: Pairing,
  publicKey: string,
  scanned: string,
  now: Date,
): Promise<Checked | Ended> {
  const entry = newEntry({ code: scanned }, now)
  const results =
    queuedEntries().length > 0 && (await sync(pairing)) === false ? 'offline' : await send(pairing, [entry])
  if (results === 'ended') return 'ended'
  if (results !== 'offline') {
    await noteOnList(pairing, scanned, results[0], now)
    return { verdicts: results.map(verdictOf), online: true }
  }
  return { verdicts: [await decideOffline(entry, publicKey, scanned)], online: false }
}

/** Updates the list at once, so that an offline device doesn't admit the same ticket again. */
async function noteOnList(pairing: Pairing, scanned: string, result: Result | undefined, now: Date): Promise<void> {
  const guest = await listedGuest(scanned)
  if (!guest) return
  if (result?.outcome === 'admitted')
    updateGuest(guest.ticket_id, { outcome: 'already_admitted', nice_when: timeAtDoor(now), where: pairing.door })
  if (result?.outcome === 'already_admitted')
    updateGuest(guest.ticket_id, {
      outcome: 'already_admitted',
      nice_when: result.nice_when ?? '',
      where: result.where ?? '',
    })
}

/** Lets the chosen guests in, or undoes their entries. A party may be larger than one request takes. */
export async function recordGuests(
  pairing: Pairing,
  guests: readonly Guest[],
  kind: 'in' | 'undo',
  reason: string,
  now: Date,
): Promise<Checked | Ended> {
  const verdicts: Verdict[] = []
  const entries = guests.map((guest) => newEntry({ kind, door_ticket_id: guest.ticket_id, reason }, now))
  for (let from = 0; from < guests.length; from += MAX_ENTRIES) {
    const results =
      queuedEntries().length > 0 && (await sync(pairing)) === false
        ? 'offline'
        : await send(pairing, entries.slice(from, from + MAX_ENTRIES))
    if (results === 'ended') return 'ended'
    if (results === 'offline') {
      store(KEYS.queue, [...queuedEntries(), ...entries.slice(from).map((entry) => ({ ...entry, offline: true }))])
      const outcome = kind === 'in' ? 'admitted' : 'undone'
      verdicts.push(...guests.slice(from).map((guest) => offlineVerdictOf(outcome, guest)))
      return { verdicts, online: false }
    }
    for (const [i, { outcome }] of results.entries()) {
      const { ticket_id } = guests[from + i]!
      if (outcome === 'admitted')
        updateGuest(ticket_id, { outcome: 'already_admitted', nice_when: timeAtDoor(now), where: pairing.door })
      if (outcome === 'undone') updateGuest(ticket_id, { outcome: 'valid', nice_when: '', where: '' })
    }
    verdicts.push(...results.map(verdictOf))
  }
  return { verdicts, online: true }
}

const listedGuest = async (scanned: string): Promise<Guest | undefined> => {
  const hash = await hashOf(scanned)
  return currentGuests().find((listed) => listed.hash === hash)
}

/** The code in what was scanned or typed, without its signature: a code on the list needs none, and a bad one must not lose the entry. */
function codeIn(scanned: string): string {
  const text = scanned.trim().toUpperCase()
  return text.includes('.') ? text.slice(0, text.indexOf('.')) : storedCode(text)
}

/** The list has a hash of each code. */
async function hashOf(scanned: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeIn(scanned))))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 24)
}

function offlineVerdictOf(outcome: Result['outcome'], { ticket, seat, holder, note, waiver, extra }: Guest): Verdict {
  const list = storedList()
  const { event = '', nice_date = '' } = list ?? {}
  const facts = { event, event_id: 0, nice_date, place: '', ticket, seat, extra, holder, position: 0, outOf: 0 }
  return verdictOf({ key: '', outcome, ticket: { ...facts, waiver, ...(note !== '' && { note }) } })
}

/** Without a network the list decides: a code on it is genuine, because no code can be made from its hash. */
async function decideOffline(entry: Entry, publicKey: string, scanned: string): Promise<Verdict> {
  const hash = await hashOf(scanned)
  const guest = currentGuests().find((listed) => listed.hash === hash)
  if (guest) {
    if (guest.outcome !== 'valid')
      return verdictOf({ key: '', outcome: guest.outcome, nice_when: guest.nice_when, where: guest.where })
    store(KEYS.queue, [
      ...queuedEntries(),
      { ...entry, code: codeIn(scanned), door_ticket_id: guest.ticket_id, offline: true },
    ])
    return offlineVerdictOf('admitted', guest)
  }
  const other = storedList()?.others.find((listed) => listed.hash === hash)
  if (other?.outcome === 'wrong_date')
    return { type: 'error', title: t['door.wrong_date'], why: fill(t['door.wrong_dateWhy'], { date: other.nice_when }) }
  if (other) return verdictOf({ key: '', outcome: other.outcome, nice_when: other.nice_when })
  if ((await verifyCode(publicKey, scanned)) === null) return verdictOf({ key: '', outcome: 'not_ours' })
  const when = storedList()?.nice_now ?? ''
  return { type: 'warning', title: t['door.notListed'], why: fill(t['door.notListedWhy'], { when }) }
}
