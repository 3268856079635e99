import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { sql } from 'kysely'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { EndedDevice } from './devices.ts'
import type { DoorDeps } from './door.ts'
import { asItWasThen, type SentEntry, ticketIdOf, whichTicket } from './entries.ts'

/** How many entries of one ticket a device that has ended can hand in: a few times in and out. */
const MAX_PER_TICKET = 6
/** A time that a device can't have recorded counts as now. */
const OLDEST_MS = 60 * DAY_MS

/**
 * Keeps what a device recorded without a network and could not send before its pairing ended, for review in the office. Nobody
 * knows who holds the device now, so it admits nobody, undoes nothing and gets nothing about the tickets.
 */
export async function handIn(deps: DoorDeps, device: EndedDevice, entries: readonly SentEntry[]): Promise<void> {
  const now = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    for (const sent of entries) {
      const named = whichTicket(deps, sent)
      if ('outcome' in named) continue
      const at = recordedAt(sent, now)
      const ticketId = await ticketIdOf(tx, device, await asItWasThen(tx, named, at))
      if (ticketId !== null && (await isOfOrganiser(tx, ticketId, device.organiserId)))
        await keepForReview(tx, device, ticketId, { ...sent, at, shown: 'code' in named ? named.code : null })
    }
  })
}

function recordedAt({ at }: SentEntry, now: Date): Date {
  const age = now.getTime() - new Date(at).getTime()
  return age > 0 && age < OLDEST_MS ? new Date(at) : now
}

/** A code, too, may have been seen at another organiser's door. */
const isOfOrganiser = async (tx: Tx, ticketId: number, organiserId: number): Promise<boolean> =>
  (await tx
    .selectFrom('tickets')
    .innerJoin('ticket_types as type', 'type.id', 'tickets.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select('tickets.id')
    .where('tickets.id', '=', ticketId)
    .where('event.organiser_id', '=', organiserId)
    .executeTakeFirst()) !== undefined

/** Once by the key of an entry, which may have arrived while the device was paired. */
const keepForReview = (
  tx: Tx,
  { id, dateId, name }: EndedDevice,
  ticketId: number,
  { key, kind, reason, at, shown }: Pick<SentEntry, 'key' | 'kind' | 'reason'> & { at: Date; shown: string | null },
) =>
  sql`
    insert into admissions (ticket_id, date_id, device_id, kind, outcome, at, place, reason, offline, key, shown_code)
    select ${ticketId}, ${dateId}, ${id}, ${kind}, 'for_review', ${at}, ${name}, ${reason}, true, ${`${id}:${key}`}, ${shown}
    where (select count(*) from admissions kept where kept.device_id = ${id} and kept.ticket_id = ${ticketId}
      and kept.outcome in ('for_review', 'rejected')) < ${MAX_PER_TICKET}
    on conflict (key) do nothing`.execute(tx)
