import type { WaiverPageData } from '@foyer/contract/pages.ts'
import { longWhen } from '@foyer/domain/format/dates.ts'
import type { Kysely } from 'kysely'
import { HELD } from '../db/held-online.ts'
import type { Database } from '../db/schema/types.generated.ts'

/**
 * Returns the terms of the order's events for everyone in a party to sign, and nothing else of the order. Null if there are
 * none.
 */
export async function waiverPage(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  reference: string,
): Promise<WaiverPageData | null> {
  const rows = await db
    .selectFrom('sales as sale')
    .innerJoin('sale_lines as line', 'line.sale_id', 'sale.id')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('waivers as waiver', 'waiver.event_id', 'event.id')
    .select([
      'waiver.id',
      'waiver.version',
      'waiver.title',
      'waiver.terms_html',
      'event.id as event_id',
      'event.title as event',
      'event.waivers_together',
      'event.timezone',
      ...HELD,
      'date.starts_at',
      'date.ends_at',
      'date.all_day',
    ])
    .where('sale.reference', '=', reference)
    .where('sale.paid_at', 'is not', null)
    .distinctOn('waiver.id')
    .orderBy('waiver.id')
    .orderBy('date.starts_at')
    .execute()
  if (rows.length === 0) return null
  return {
    reference,
    waivers: rows.map(({ id, version, title, terms_html, event, event_id, waivers_together, ...when }) => ({
      id,
      version,
      title,
      terms_html,
      event,
      nice_date: longWhen(when, when),
      ...(waivers_together && { together: event_id }),
    })),
  }
}
