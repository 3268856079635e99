import { providerNames } from '@foyer/contract/office/events/payments.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import type { Kind, Ref } from './facts.ts'

type Row = { id: number; name: string; currency?: string; timezone?: string; starts_at?: Date; all_day?: boolean }

/** The rows with the names of each kind of thing. */
const ROWS: Record<Kind, RawBuilder<unknown>> = {
  order: sql`select sale_id as id, number as name, currency from orders`,
  event: sql`select id, title as name, timezone from events`,
  date: sql`select date.id, '' as name, date.starts_at, date.all_day, event.timezone
    from event_dates date join events event on event.id = date.event_id`,
  // Two dates of an event have types of the same name.
  type: sql`select type.id, type.name || ', ' || event.title as name, date.starts_at, date.all_day, event.timezone
    from ticket_types type join event_dates date on date.id = type.date_id join events event on event.id = type.event_id`,
  staff: sql`select id, name from staff`,
  charity: sql`select id, name from charities`,
  mailing: sql`select id, subject as name from mailings`,
  passkey: sql`select id, name from staff_passkeys`,
  reader: sql`select id, name from card_readers`,
  device: sql`select id, name from door_devices`,
  api_key: sql`select id, name from api_keys`,
  webhook: sql`select id, url as name from webhooks`,
  payout: sql`select id, external_id as name from payouts`,
  account: sql`select id, provider as name from payment_accounts`,
  shift: sql`select id, '' as name, currency from counter_shifts`,
}

export type Named = { name: string; currency: string | undefined; timezone: string | undefined }
export type Names = { of: (ref: Ref) => Named | undefined }

function nameIn(kind: Kind, { name, starts_at, timezone, all_day }: Row): string {
  if (kind === 'order') return shownOrderNumber(name)
  if (kind === 'account') return (providerNames as Record<string, string>)[name] ?? name
  const when = starts_at === undefined ? '' : niceDate(starts_at, timezone, { allDay: all_day === true })
  return [name, when].filter((part) => part !== '').join(', ')
}

/** Reads the names of things, in one statement for each kind. */
export async function namesOf(db: Db | Tx, refs: readonly Ref[]): Promise<Names> {
  const found = new Map<string, Named>()
  for (const kind of new Set(refs.map((ref) => ref.kind))) {
    const ids = [...new Set(refs.flatMap((ref) => (ref.kind === kind ? [ref.id] : [])))]
    const { rows } =
      await sql<Row>`select * from (${ROWS[kind]}) named where id = any(${sql.val(ids)}::bigint[])`.execute(db)
    for (const row of rows)
      found.set(`${kind} ${row.id}`, { name: nameIn(kind, row), currency: row.currency, timezone: row.timezone })
  }
  return { of: ({ kind, id }) => found.get(`${kind} ${id}`) }
}

/** The page of the office about a thing; undefined for things without one. */
export function pathOf({ kind, id }: Ref, organiserId: number | null): string | undefined {
  const about = {
    order: ['order', 'order_id'],
    event: ['event', 'event_id'],
    mailing: ['mailing', 'mailing_id'],
  } as const
  const found = (about as Partial<Record<Kind, readonly ['order' | 'event' | 'mailing', string]>>)[kind]
  if (found === undefined || organiserId === null) return undefined
  const [page, name] = found
  return `${OFFICE_PAGES[page].path}?organiser_id=${organiserId}&${name}=${id}`
}
