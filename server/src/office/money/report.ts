import type { MONEY_GROUPS } from '@foyer/contract/calls/office/money.ts'
import { LONDON, longWhen } from '@foyer/domain/format/dates.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import { HELD_ONLINE } from '../../db/held-online.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { earnedIn, type Period, SUMMED } from '../../payment/ledger/sums.ts'
import type { EventScope } from '../event/own-event.ts'

export type Group = (typeof MONEY_GROUPS)[number]
/** Whose money, and when it moved: from `from` until before `to`. Null `eventIds` means all events, and what belongs to none. */
export type Scope = EventScope & Period

/** The measures of a report, with the column of the sums that each is read from. */
const COLUMN_OF = {
  tickets: 'tickets',
  fees: 'fees',
  protection: 'protection',
  delivery: 'delivery',
  donations: 'donations',
  vouchersSold: 'vouchers_sold',
  vouchersUsed: 'vouchers_used',
  rounding: 'rounding',
  refunded: 'refunded',
} as const
export const MEASURES = [...(Object.keys(COLUMN_OF) as (keyof typeof COLUMN_OF)[]), 'total'] as const
export type Measures = Record<(typeof MEASURES)[number], Minor>

export type ReportRow = {
  currency: string
  key: string
  /** The name of the group, and of a date when it is. */
  label: string
  measures: Measures
  /** For a file, which has the date in a column of its own. */
  name: string
  starts: { at: Date; zone: string; allDay: boolean } | null
}

/** What each group needs of a movement, and its key and label. */
type Grouping = { columns: readonly string[]; key: RawBuilder<unknown>; label: RawBuilder<unknown> }
const BY_EVENT = ['event_id', 'kind']
const BY_TYPE = ['event_id', 'ticket_type_id', 'kind']
const groupings = (scope: Scope): Record<Group, Grouping> => {
  // Orders with several codes form a row of their own, so that nothing is counted twice.
  const codes = sql`(select string_agg(one ->> 0, ', ' order by one ->> 0) from jsonb_array_elements(moved.codes) one
    where ${scope.eventIds === null} or one ->> 1 is null or (one ->> 1)::bigint = any(${sql.val(scope.eventIds ?? [])}::bigint[]))`
  return {
    event: { columns: BY_EVENT, key: sql`nullif(moved.event_id, 0)::text`, label: sql`null` },
    date: { columns: BY_TYPE, key: sql`type.date_id::text`, label: sql`null` },
    type: { columns: BY_TYPE, key: sql`nullif(moved.ticket_type_id, 0)::text`, label: sql`type.name` },
    channel: { columns: ['channel'], key: sql`moved.channel`, label: sql`moved.channel` },
    code: { columns: ['codes'], key: codes, label: codes },
    day: {
      columns: ['day'],
      key: sql`to_char(moved.day, 'YYYY-MM-DD')`,
      label: sql`to_char(moved.day, 'DD/MM/YYYY')`,
    },
  }
}

type Row = Record<(typeof SUMMED)[number], number> & {
  currency: string
  key: string | null
  label: string | null
  title: string | null
  starts_at: Date | null
  ends_at: Date | null
  all_day: boolean | null
  timezone: string | null
  online: boolean
  what: 'donations' | 'vouchers' | 'other'
}

export type Labels = {
  donations: string
  vouchers: string
  other: string
  noCode: string
  channel(name: string): string
}

/** What was sold and refunded, by currency and group. The rows of a currency add up to the ledger, to the penny. */
export async function moneyReport(db: Db | Tx, scope: Scope, by: Group, labels: Labels): Promise<ReportRow[]> {
  const { columns, key, label } = groupings(scope)[by]
  const sums = SUMMED.map((name) => sql`sum(moved.${sql.ref(name)})::bigint as ${sql.ref(name)}`)
  const absent = (name: string) => (columns.includes(name) ? sql.ref(`moved.${name}`) : sql`0`)
  // Donations and gift vouchers have no event, so they are grouped by kind.
  const kind = columns.includes('kind') ? sql`moved.kind` : sql`'other'`
  const isSeen = sql`${scope.eventIds === null} or moved.event_id = any(${sql.val(scope.eventIds ?? [])}::bigint[])`
  const isByDate = by === 'date' || by === 'type'
  const { rows } = await sql<Row>`
    select moved.currency, ${key} as key, max(${label}) as label, max(event.title) as title,
      ${isByDate ? sql`max(date.starts_at)` : sql`null`} as starts_at, max(event.timezone) as timezone,
      coalesce(bool_or(${HELD_ONLINE}), false) as online, ${kind} as what, ${sql.join(sums)}, bool_or(date.all_day) as all_day,
      max(date.ends_at) as ends_at
    from (
      select moved.currency, ${sql.join(columns.map((name) => sql.ref(`moved.${name}`)))}, ${sql.join(sums)}
      from (${earnedIn(scope)}) moved where ${isSeen} group by moved.currency, ${sql.join(columns.map((name) => sql.ref(`moved.${name}`)))}) moved
    left join events event on event.id = ${absent('event_id')}
    left join ticket_types type on type.id = ${absent('ticket_type_id')}
    left join event_dates date on date.id = type.date_id
    group by 1, 2, 8 order by 1, ${by === 'day' ? sql`2` : sql`5 nulls last, 4 nulls last, 3 nulls last, 2`}`.execute(
    db,
  )
  return rows.map((row) => {
    const { currency, key: group, ...rest } = row
    const measures = Object.fromEntries(
      MEASURES.map((name) => [name, name === 'total' ? 0 : Number(rest[COLUMN_OF[name]])]),
    ) as Measures
    measures.total = Object.values(measures).reduce((all, amount) => all + amount, 0)
    const { starts_at: at, timezone: zone, all_day: allDay } = row
    return {
      currency,
      key: group ?? row.what,
      label: labelOf(row, by, labels),
      measures,
      name: labelOf({ ...row, starts_at: null }, by, labels),
      starts: at === null ? null : { at, zone: zone ?? LONDON, allDay: allDay === true },
    }
  })
}

function labelOf(
  { label, title, starts_at, ends_at, all_day, timezone, online, what }: Row,
  by: Group,
  labels: Labels,
): string {
  if (by === 'day') return label!
  if (by === 'channel') return labels.channel(label!)
  if (by === 'code') return label ?? labels.noCode
  if (title === null) return labels[what]
  const when =
    starts_at === null
      ? []
      : [
          longWhen(
            { starts_at, ends_at, all_day: all_day === true },
            { timezone: timezone ?? LONDON, online, postponed: false },
          ),
        ]
  return [title, ...when, ...(by === 'type' && label !== null ? [label] : [])].join(', ')
}

export const sumOf = (rows: readonly ReportRow[]): Measures =>
  Object.fromEntries(
    MEASURES.map((name) => [name, rows.reduce((all, { measures }) => all + measures[name], 0)]),
  ) as Measures

/** Complimentary tickets, given by email or at the counter, that are still valid. */
export async function complimentaryOf(db: Db | Tx, { organiserId, eventIds, from, to }: Scope) {
  // Without "offset 0", PostgreSQL would read all lines of the period first.
  const { rows } = await sql<{ title: string; tickets: number }>`
    select event.title, sum(line.qty - line.refunded_qty)::int as tickets
    from (select sale_id from orders where channel = 'complimentary' union select sale_id from counter_sales where how = 'free') given
    cross join lateral (select * from order_lines where order_lines.sale_id = given.sale_id offset 0) line
    join events event on event.id = line.event_id
    where line.organiser_id = ${organiserId} and line.paid_at >= ${from} and line.paid_at < ${to}
      and line.list_minor + line.fee_minor = 0
      and (${eventIds === null} or line.event_id = any(${sql.val(eventIds ?? [])}::bigint[]))
    group by event.id having sum(line.qty - line.refunded_qty) > 0 order by event.title, event.id`.execute(db)
  return rows
}

/** The balances of the organiser's gift vouchers that are valid today. */
export async function vouchersOwed(db: Db | Tx, organiserId: number, now: Date) {
  const { rows } = await sql<{ currency: string; minor: number }>`
    select voucher.currency, sum(voucher.balance_minor)::bigint as minor
    from issued_vouchers voucher join gift_voucher_designs design on design.id = voucher.design_id
    where design.organiser_id = ${organiserId} and voucher.voided_at is null
      and voucher.expires_on >= (${now}::timestamptz at time zone ${LONDON})::date
    group by 1 having sum(voucher.balance_minor) > 0`.execute(db)
  return rows
}
