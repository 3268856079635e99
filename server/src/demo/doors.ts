import { groupBy } from '@foyer/domain/group.ts'
import { inTx } from '../db/transaction/tx.ts'
import type { Random } from '../random.ts'
import { admit } from '../tickets/door/door.ts'
import { openBrowser } from './browser.ts'
import type { Staff } from './staff.ts'
import type { HistoryDeps } from './timed-action.ts'

export type DoorOfDate = { slug: string; dateId: number; startsAt: Date }

const MINUTE = 60_000

async function ticketsOf({ db }: HistoryDeps, dateId: number) {
  return db
    .selectFrom('tickets as ticket')
    .innerJoin('ticket_types as type', 'type.id', 'ticket.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select(['ticket.id', 'event.id as event_id', 'event.organiser_id'])
    .where('type.date_id', '=', dateId)
    .where('ticket.status', '=', 'valid')
    .orderBy('ticket.id')
    .execute()
}

/** Nine of ten people come, most of them in the half hour before it starts. */
export async function openDoors(deps: HistoryDeps, random: Random, { dateId, startsAt }: DoorOfDate): Promise<void> {
  const tickets = await ticketsOf(deps, dateId)
  await inTx(deps.db, async (tx) => {
    for (const { id, event_id, organiser_id } of tickets) {
      if (random.int(10) === 0) continue
      const place = { eventId: event_id, dateId, organiserId: organiser_id }
      const at = new Date(startsAt.getTime() + (random.int(40) - 35) * MINUTE)
      await admit(tx, deps, { ticketId: id }, { at, where: 'Front door', place })
    }
  })
}

/**
 * The same with a phone that is paired with the door by a code. One person is admitted by mistake and the entry is undone, and
 * one ticket is scanned twice while the phone has no network.
 */
export async function openDoorsWithDevice(
  deps: HistoryDeps,
  random: Random,
  staff: Staff,
  { dateId, startsAt }: DoorOfDate,
): Promise<void> {
  const desk = await staff.signIn('theatre')
  const tickets = await ticketsOf(deps, dateId)
  const [first] = tickets
  if (desk === null || first === undefined) return
  const about = { event_id: first.event_id, date_id: dateId }
  await desk.act('pair_door', { ...about, name: 'Front door' })
  const shown = (await desk.act('office_door', about))?.devices as { code: string }[] | undefined
  const phone = openBrowser(deps, DOOR_ADDRESS)
  const { device } = (await phone.call('open_door', { pairing_code: shown?.at(-1)?.code })).body
  if (device === undefined) return
  const entry = (door_ticket_id: number, kind: 'in' | 'undo', minutesBefore: number, n: number) => ({
    key: `${dateId}-${n}`,
    kind,
    door_ticket_id,
    code: '',
    offline: 0,
    at: new Date(startsAt.getTime() - minutesBefore * MINUTE).toISOString(),
    reason: kind === 'undo' ? 'Pressed the line below' : '',
  })
  const admitted = tickets.filter(() => random.int(10) > 0)
  const entries = admitted
    .map(({ id }, n) => entry(id, 'in', random.int(35), n))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const missed = tickets.find((ticket) => !admitted.includes(ticket))
  if (missed) entries.push(entry(missed.id, 'in', 0, tickets.length), entry(missed.id, 'undo', 0, tickets.length + 1))
  if (admitted[0]) entries.push({ ...entry(admitted[0].id, 'in', 0, tickets.length + 2), offline: 1 })
  for (const [at, together] of groupBy(entries, ({ at }) => at)) {
    deps.clock.set(new Date(at))
    await phone.call('door_entries', { device, entries: together })
  }
}

const DOOR_ADDRESS = '203.0.113.8'
