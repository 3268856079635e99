import type { MONEY_GROUPS } from '@foyer/contract/calls/office/money.ts'
import { LONDON, longWhen } from '@foyer/domain/format/dates.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import { HELD_ONLINE } from '../../db/held-online.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { type EventScope, isOwnCode } from '../event/own-event.ts'

export type Group = (typeof MONEY_GROUPS)[number]
/** Whose money, and when it moved: from `from` until before `to`. Null `eventIds` means all events, and what belongs to none. */
export type Scope = EventScope & { from: Date; to: Date }

export const MEASURES = [
  'tickets',
  'fees',
  'protection',
  'delivery',
  'donations',
  'vouchersSold',
  'vouchersUsed',
  'rounding',
  'refunded',
  'total',
] as const
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

/** The measure that a sale on an account counts as. Later movements on the account are refunds. */
const MEASURE = sql`case moved.account when 'tickets' then 'tickets' when 'offers' then 'tickets' when 'discounts' then 'tickets'
  when 'booking_fees' then 'fees' when 'donation_fee' then 'fees' when 'refund_protection' then 'protection'
  when 'delivery' then 'delivery' when 'donation' then 'donations' when 'gift_vouchers_sold' then 'vouchersSold'
  when 'gift_vouchers_redeemed' then 'vouchersUsed' when 'rounding' then 'rounding' end`

/**
 * Every movement of what the organiser sells; earnings are positive. Orders from before the ledger named organisers are read from
 * their lines, and their refunds count at the time of payment.
 */
const entriesOf = ({ organiserId, eventIds, from, to }: Scope): RawBuilder<unknown> => sql`
  select * from (
    select entry.sale_id, entry.event_id, entry.ticket_type_id, entry.account, entry.currency, entry.at,
      entry.movement in ('sale', 'change') as sold, -entry.amount_minor as minor
    from ledger_entries entry where entry.organiser_id = ${organiserId}
    union all
    select line.sale_id, line.event_id, line.ticket_type_id, part.account, "order".currency, line.paid_at, part.sold, part.minor
    from order_lines line join orders "order" on "order".sale_id = line.sale_id and "order".filled_in
    cross join lateral (values
      (case line.kind when 'ticket' then 'tickets' when 'donation' then 'donation' else 'gift_vouchers_sold' end,
        true, line.net_minor),
      ('tickets', false, -line.refunded_net_minor),
      (case line.kind when 'donation' then 'donation_fee' else 'booking_fees' end, true, line.fee_minor),
      ('booking_fees', false, -line.refunded_fee_minor),
      ('refund_protection', true, line.protection_minor), ('refund_protection', false, -line.refunded_protection_minor),
      ('delivery', true, line.delivery_minor), ('delivery', false, -line.refunded_delivery_minor),
      ('rounding', true, line.rounding_minor), ('rounding', false, -line.refunded_rounding_minor),
      ('gift_vouchers_redeemed', true, -line.voucher_minor), ('gift_vouchers_redeemed', false, line.refunded_voucher_minor)
    ) part (account, sold, minor)
    where line.organiser_id = ${organiserId} and part.minor <> 0) moved
  where moved.at >= ${from} and moved.at < ${to} and ${MEASURE} is not null
    and (${eventIds === null} or moved.event_id = any(${sql.val(eventIds ?? [])}::bigint[]))`

/** How rows are grouped: the key of a group, and the source of its label. */
type Grouping = { joins: RawBuilder<unknown>; key: RawBuilder<unknown>; label: RawBuilder<unknown> }
const groupings = (scope: Scope): Record<Group, Grouping> => ({
  event: { joins: sql``, key: sql`moved.event_id::text`, label: sql`null` },
  date: { joins: sql``, key: sql`type.date_id::text`, label: sql`null` },
  type: { joins: sql``, key: sql`moved.ticket_type_id::text`, label: sql`type.name` },
  channel: {
    joins: sql`left join orders "order" on "order".sale_id = moved.sale_id`,
    key: sql`coalesce("order".channel, 'online')`,
    label: sql`coalesce("order".channel, 'online')`,
  },
  // Orders with several codes form a row of their own, so that nothing is counted twice.
  code: {
    joins: sql`left join lateral (select string_agg(applied.code, ', ' order by applied.code) as codes from sale_codes applied
      where applied.sale_id = moved.sale_id and applied.discount_id is not null and ${isOwnCode(scope)}) used on true`,
    key: sql`used.codes`,
    label: sql`used.codes`,
  },
  day: {
    joins: sql``,
    key: sql`to_char(moved.at at time zone ${LONDON}, 'YYYY-MM-DD')`,
    label: sql`to_char(moved.at at time zone ${LONDON}, 'DD/MM/YYYY')`,
  },
})

type Sums = Record<Exclude<keyof Measures, 'total'>, number>
type Row = Sums & {
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
  const { joins, key, label } = groupings(scope)[by]
  const sums = MEASURES.filter((name) => name !== 'refunded' && name !== 'total').map(
    (name) =>
      sql`coalesce(sum(moved.minor) filter (where moved.sold and ${MEASURE} = ${name}), 0)::bigint as ${sql.ref(name)}`,
  )
  // Donations and gift vouchers have no event, so they are grouped by kind.
  const what = sql`case when moved.event_id is not null then 'other' when moved.account in ('donation', 'donation_fee') then 'donations'
    when moved.account = 'gift_vouchers_sold' then 'vouchers' else 'other' end`
  const rowKind = by === 'event' || by === 'date' || by === 'type' ? what : sql`'other'`
  const { rows } = await sql<Row>`
    select moved.currency, ${key} as key, max(${label}) as label, ${by === 'event' || by === 'date' || by === 'type' ? sql`max(event.title)` : sql`null`} as title,
      ${by === 'date' || by === 'type' ? sql`max(date.starts_at)` : sql`null`} as starts_at, max(event.timezone) as timezone, coalesce(bool_or(${HELD_ONLINE}), false) as online, ${rowKind} as what,
      ${sql.join(sums)},
      coalesce(sum(moved.minor) filter (where not moved.sold), 0)::bigint as refunded, bool_or(date.all_day) as all_day, max(date.ends_at) as ends_at
    from (${entriesOf(scope)}) moved
    left join events event on event.id = moved.event_id
    left join ticket_types type on type.id = moved.ticket_type_id
    left join event_dates date on date.id = type.date_id
    ${joins}
    group by 1, 2, 8 order by 1, ${by === 'day' ? sql`2` : sql`5 nulls last, 4 nulls last, 3 nulls last, 2`}`.execute(
    db,
  )
  return rows.map((row) => {
    const { currency, key: group, ...rest } = row
    const measures = Object.fromEntries(
      MEASURES.map((name) => [name, name === 'total' ? 0 : Number(rest[name])]),
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
  const { rows } = await sql<{ title: string; tickets: number }>`
    select event.title, sum(line.qty - line.refunded_qty)::int as tickets
    from order_lines line join orders "order" on "order".sale_id = line.sale_id join events event on event.id = line.event_id
    left join counter_sales own on own.sale_id = line.sale_id
    where line.organiser_id = ${organiserId} and line.paid_at >= ${from} and line.paid_at < ${to}
      and ("order".channel = 'complimentary' or own.how = 'free') and line.list_minor + line.fee_minor = 0
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
