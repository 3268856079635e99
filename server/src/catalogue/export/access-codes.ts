import { groupBy } from '@foyer/domain/group.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { EventInput } from '../format/format.ts'
import { tidy } from './tidy.ts'
import { writtenDay, writtenMoment, writtenMomentOrNull } from './times.ts'

type AccessCodesInput = NonNullable<EventInput['access_codes']>[number]

/** The access codes of an event that haven't ended, grouped by equal terms. `names` has the event's ticket types to export. */
export async function accessCodesInput(
  tx: Pick<Tx, 'selectFrom'>,
  { id: eventId, timezone: zone }: { id: number; timezone: string },
  names: ReadonlyMap<number, string>,
): Promise<AccessCodesInput[]> {
  const codes = await tx
    .selectFrom('access_codes as code')
    .leftJoin('quotas as quota', 'quota.id', 'code.quota_id')
    .selectAll('code')
    .select('quota.max_tickets')
    .where('code.event_id', '=', eventId)
    .where('code.ended', '=', false)
    .orderBy('code.id')
    .execute()
  if (codes.length === 0) return []
  const opened = await tx
    .selectFrom('access_code_types as opens')
    .innerJoin('access_codes as code', 'code.id', 'opens.access_code_id')
    .select(['opens.access_code_id', 'opens.ticket_type_id'])
    .where('code.event_id', '=', eventId)
    .orderBy('opens.ticket_type_id')
    .execute()
  const typesOf = groupBy(opened, ({ access_code_id }) => access_code_id)
  const rows = codes.map(({ id, code, valid_until: until, ...terms }) => ({
    code,
    terms: {
      tickets: [...new Set((typesOf.get(id) ?? []).flatMap(({ ticket_type_id }) => names.get(ticket_type_id) ?? []))],
      max_tickets: terms.max_tickets,
      max_per_order: terms.max_per_order,
      valid_from: writtenMomentOrNull(terms.valid_from, zone),
      valid_until: until && (writtenDay(until, zone, 'end') ?? writtenMoment(until, zone)),
    },
  }))
  const batches = groupBy(
    rows.filter(({ terms }) => terms.tickets.length > 0),
    ({ terms }) => JSON.stringify(terms),
  )
  return [...batches.values()].map((batch) =>
    tidy<AccessCodesInput>(
      { codes: batch.map(({ code }) => code), ...batch[0]!.terms },
      { max_tickets: null, max_per_order: null, valid_from: null, valid_until: null },
    ),
  )
}
