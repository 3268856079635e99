import type { WithdrawalState } from '@foyer/contract/withdrawal.ts'
import {
  canWithdraw,
  lastWithdrawalDay,
  type SoldThing,
  withdrawalFrom,
  withdrawalRight,
} from '@foyer/domain/after-sale/withdrawal.ts'
import { longWhen } from '@foyer/domain/format/dates.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { ENDED_DISPUTES } from '@foyer/domain/payment/dispute.ts'
import { sql } from 'kysely'
import { HELD_COLUMNS, type HeldRow } from '../../db/held-online.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { type LineRow, moneyOf, type Parts, paidOf, remainingOf, voucherPartOf } from '../refund/book-refund.ts'

type Row = {
  line: number
  title: string | null
  name: string
  extra: boolean | null
  has_venue: boolean
  /** When the last of its tickets was used or collected; null if one wasn't yet. */
  collected_at: Date | null
  balance_minor: Minor | null
  reserved_minor: Minor | null
  is_claimed: boolean
} & { [Column in keyof HeldRow]: HeldRow[Column] | null }

/** A line of a paid order, and whether it can be withdrawn from. */
export type WithdrawalLine = {
  row: LineRow
  /** The event or the kind of thing; null for a gift voucher or a donation. */
  title: string | null
  name: string
  niceDate: string
  state: WithdrawalState
  /** The last day; null without a right to withdraw. */
  lastDay: string | null
  /** What goes back of it. */
  parts: Parts
  /** A gift voucher that was spent in part: only its balance goes back. */
  isBalance: boolean
}

export type WithdrawalOrder = {
  /** A contract made in person is no distance contract. */
  isOnline: boolean
  isDisputed: boolean
  lines: WithdrawalLine[]
}

/** When the buyer was told of the right: with the first wallet email that says so, unless the address refused the last one. */
const TOLD_AT = sql`case when (select status from mails where mails.sale_id = "order".sale_id and mails.kind = 'wallet' order by id desc limit 1)
    is distinct from 'refused' then (select min(at) from sale_events told where told.sale_id = "order".sale_id
      and told.kind = 'wallet_delivered' and told.facts->>'withdrawal' = 'told') end`

/** A paid order's lines, with what can be withdrawn from now. `rows` are all of its lines; of a locked order, as they are now. */
export async function withdrawalOf(
  db: Db | Tx,
  saleId: number,
  { rows, now }: { rows: readonly LineRow[]; now: Date },
): Promise<WithdrawalOrder> {
  const order = await sql<{ channel: string; paid_at: Date; told_at: Date | null; is_disputed: boolean }>`
    select "order".channel, "order".paid_at, ${TOLD_AT} as told_at,
      exists (select from disputes dispute join payments payment on payment.id = dispute.payment_id
        where payment.sale_id = "order".sale_id and lower(dispute.status) <> all(${sql.val(ENDED_DISPUTES)}::text[])) as is_disputed
    from orders "order" where "order".sale_id = ${saleId}`.execute(db)
  const [{ channel, paid_at: paidAt, told_at: toldAt, is_disputed } = ORDER_MISSING] = order.rows
  const { rows: facts } = await sql<Row>`
    select line.line, event.title, coalesce(type.name, design.name, charity.name, '') as name, type.extra,
      event.venue_id is not null as has_venue, ${HELD_COLUMNS}, date.all_day, date.starts_at, date.ends_at,
      (select case when bool_and(ticket.admitted_at is not null) then max(ticket.admitted_at) end from tickets ticket
        where ticket.sale_id = line.sale_id and ticket.ticket_type_id = line.ticket_type_id and ticket.status = 'valid') as collected_at,
      voucher.balance_minor, voucher.reserved_minor,
      exists (select from gift_aid_claim_lines claimed where claimed.sale_id = line.sale_id) as is_claimed
    from order_lines line
    left join ticket_types type on type.id = line.ticket_type_id left join event_dates date on date.id = type.date_id
    left join events event on event.id = type.event_id left join gift_voucher_designs design on design.id = line.design_id
    left join charities charity on charity.id = line.charity_id
    left join lateral (select sum(balance_minor)::bigint as balance_minor, sum(reserved_minor)::bigint as reserved_minor
      from issued_vouchers issued where line.kind = 'gift_voucher' and issued.sale_id = line.sale_id
        and issued.design_id = line.design_id and issued.value_minor = line.list_minor / line.qty and issued.voided_at is null) voucher on true
    where line.sale_id = ${saleId}`.execute(db)
  return {
    isOnline: channel === 'online',
    isDisputed: is_disputed,
    lines: rows.map((row) => lineOf(row, facts.find(({ line }) => line === row.line)!, { paidAt, toldAt, now })),
  }
}

const ORDER_MISSING = { channel: '', paid_at: new Date(0), told_at: null, is_disputed: false }

function lineOf(
  row: LineRow,
  facts: Row,
  { paidAt, toldAt, now }: { paidAt: Date; toldAt: Date | null; now: Date },
): WithdrawalLine {
  const sold = soldThing(row, facts)
  const period = { from: withdrawalFrom(sold, { paidAt, collectedAt: facts.collected_at }), toldAt }
  const lastDay = withdrawalRight(sold) === 'none_dated' ? null : lastWithdrawalDay(period)
  const { parts, isBalance } = partsOf(row, facts)
  return {
    row,
    title: facts.title,
    name: facts.name,
    niceDate: facts.starts_at === null ? '' : longWhen(facts as HeldRow, facts as HeldRow),
    state: lastDay === null ? 'dated' : stateOf(row, facts, canWithdraw(period, now)),
    lastDay,
    parts,
    isBalance,
  }
}

const soldThing = ({ kind }: LineRow, { extra, has_venue, all_day, starts_at, ends_at }: Row): SoldThing =>
  kind === 'ticket' && starts_at !== null
    ? {
        kind,
        isExtra: extra === true,
        isOnline: !has_venue,
        isAllDay: all_day === true,
        startsAt: starts_at,
        endsAt: ends_at,
      }
    : { kind: kind === 'donation' ? 'donation' : 'gift_voucher' }

function stateOf(row: LineRow, { balance_minor, reserved_minor, is_claimed }: Row, isInTime: boolean): WithdrawalState {
  const isReturned = row.kind === 'donation' ? remainingOf(row).net <= 0 : row.refunded_qty >= row.qty
  if (isReturned) return 'returned'
  if (!isInTime) return 'late'
  if (row.kind === 'donation') return is_claimed ? 'claimed' : 'open'
  if (row.kind === 'ticket') return 'open'
  // A basket holds it now, so it may be spent in a moment.
  if ((reserved_minor ?? 0) > 0) return 'in_use'
  return (balance_minor ?? 0) > 0 ? 'open' : 'spent'
}

/** What goes back: all that is left of the line; of a gift voucher that was spent in part, what its balance cost. */
function partsOf(row: LineRow, { balance_minor }: Row): { parts: Parts; isBalance: boolean } {
  const left = remainingOf(row)
  const spent = row.kind === 'gift_voucher' ? row.list_minor - row.refunded_net_minor - (balance_minor ?? 0) : 0
  if (spent <= 0) return { parts: left, isBalance: false }
  const net = Math.min(left.net, Math.round((row.net_minor * (balance_minor ?? 0)) / row.list_minor))
  const voucher = voucherPartOf(net, paidOf(row), left)
  return { parts: { net, fee: 0, protection: 0, delivery: 0, voucher, rounding: 0 }, isBalance: true }
}

/** What the buyer gets back of these lines as money. */
export const moneyBack = (lines: readonly WithdrawalLine[]): Minor =>
  lines.reduce((minor, { parts }) => minor + moneyOf(parts), 0)
