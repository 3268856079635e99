import { PAGES } from '@foyer/contract/pages.ts'
import { heldDate, longWhen, niceDate, niceDay } from '@foyer/domain/format/dates.ts'
import type { Trader } from '@foyer/domain/people/legal.ts'
import { type SqlBool, sql } from 'kysely'
import { HELD_COLUMNS, type HeldRow } from '../../db/held-online.ts'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { movedDateMail } from '../../mail/templates/moved-date.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import { TRADER } from '../../trader.ts'
import { waitsForClaim } from '../read.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** People emailed in one transaction. */
const BATCH_SIZE = 50
/** The maximum of orders in one email: of their calendar files, and of links to their refunds. */
const MAX_ORDERS = 3

/** Each address is emailed once about a move: the key names the date, the move and a hash of the address. */
const KEY = sql<string>`'date_moved:' || date.id || ':' || date.tell_move || ':'
  || encode(sha256(convert_to(ticket.holder_email, 'UTF8')), 'hex')`
/** A condition on rows `date` and `ticket`: the holder has not been emailed about the move yet. */
const IS_NOT_EMAILED = sql<SqlBool>`date.tell_move is not null and date.status <> 'cancelled'
  and ticket.holder_email like '%@%' and not ticket.waits and not exists (select from mails where mails.key = ${KEY})`

/** The valid tickets, and those that a running payment plan will issue: its buyer holds them already. */
export const HELD_TICKETS = sql`(
  select ticket_type_id, sale_id, holder_email, 1 as n, true as is_issued, ${waitsForClaim('issued')} as waits
  from tickets issued where status = 'valid'
  union all
  select line.ticket_type_id, line.sale_id, orders.email, line.qty - line.refunded_qty, false, false
  from order_lines line join orders on orders.sale_id = line.sale_id
  join payment_plans plan on plan.sale_id = line.sale_id and plan.status in ('active', 'overdue')
  where line.kind = 'ticket' and line.qty > line.refunded_qty)`

/** One person's tickets of one moved date. */
type Holder = HeldRow & {
  date_id: number
  key: string
  email: string
  /** Orders whose tickets have been issued. */
  sales: number[]
  language: string
  title: string
  moved_from: Date | null
  change_words: string
  refund_until: Date | null
  /** Those of them that this person bought. */
  references: string[]
  organiser_id: number
  organiser: string
  logo: string | null
  accent: string | null
  trader: Trader
  /** The last day of a plan whose tickets come too late for the new date, if nothing is paid earlier. */
  late_on: string | null
}

/**
 * Emails everyone who holds a ticket of a moved or postponed date, once for each such change. A run after a crash continues with the people who have not
 * been emailed.
 */
export async function mailMovedDates(deps: NeededDeps): Promise<void> {
  const { rows: moved } = await sql<{ id: number; tell_move: number }>`
    select id, tell_move from event_dates where tell_move is not null`.execute(deps.db)
  if (moved.length === 0) return
  let emailed: number
  do emailed = await inTx(deps.db, (tx) => mailSlice(tx, deps))
  while (emailed === BATCH_SIZE)
  for (const { id, tell_move } of moved)
    await deps.db
      .updateTable('event_dates')
      .set({ tell_move: null })
      .where('id', '=', id)
      .where('tell_move', '=', tell_move)
      .execute()
}

/** Emails the next people, and returns how many they were. */
async function mailSlice(tx: Tx, deps: NeededDeps): Promise<number> {
  const holders = await nextHolders(tx)
  for (const holder of holders) await mailHolder(tx, deps, holder)
  return holders.length
}

async function nextHolders(tx: Tx): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select date.id as date_id, ${KEY} as key, ticket.holder_email as email, min(sale.language) as language,
      coalesce(array_agg(distinct ticket.sale_id) filter (where ticket.is_issued), '{}') as sales,
      coalesce(array_agg(distinct sale.reference) filter (where orders.email = ticket.holder_email), '{}') as references,
      event.title, ${HELD_COLUMNS}, date.starts_at, date.ends_at, date.moved_from, date.all_day, date.change_words, date.refund_until,
      organiser.id as organiser_id, organiser.name as organiser, organiser.logo, organiser.accent, ${TRADER} as trader,
      (select max(due.due_on)::text from plan_instalments due
        where due.sale_id = any(array_agg(ticket.sale_id) filter (where not ticket.is_issued))
        and due.status not in ('paid', 'cancelled')
        and due.due_on >= (date.starts_at at time zone event.timezone)::date) as late_on
    from event_dates date
    join events event on event.id = date.event_id
    join organisers organiser on organiser.id = event.organiser_id
    join ticket_types type on type.date_id = date.id
    join ${HELD_TICKETS} ticket on ticket.ticket_type_id = type.id
    join sales sale on sale.id = ticket.sale_id
    left join orders on orders.sale_id = sale.id
    where ${IS_NOT_EMAILED} and event.status <> 'cancelled'
    group by date.id, ticket.holder_email, event.id, organiser.id
    order by date.id, ticket.holder_email limit ${BATCH_SIZE}`.execute(tx)
  return rows
}

async function mailHolder(tx: Tx, { config, clock }: NeededDeps, holder: Holder): Promise<void> {
  const refundUrls = holder.references
    .slice(0, MAX_ORDERS)
    .map((reference) => config.publicUrl + PAGES.moved.replace(':reference', reference))
  await mailBuyer(tx, config, holder, async () => ({
    ...movedDateMail({
      event: holder.title,
      was: wasOf(holder),
      now: holder.postponed ? null : longWhen(holder, holder),
      areIssued: holder.sales.length > 0,
      latePlan:
        holder.late_on === null || holder.postponed
          ? null
          : { day: niceDay(holder.late_on), url: config.publicUrl + PAGES.account },
      organiser: holder.organiser,
      words: holder.change_words,
      refund: holder.refund_until && {
        until: niceDate(holder.refund_until, holder.timezone, { allDay: true }),
        urls: refundUrls,
      },
      walletUrl: `${config.publicUrl}${PAGES.wallet}`,
    }),
    key: holder.key,
    kind: 'date_moved',
    recipient: holder.email,
    about: {
      organisers: [{ ...holder, id: holder.organiser_id, name: holder.organiser }],
      events: [],
    },
    attachments: holder.sales.slice(0, MAX_ORDERS).map((sale_id) => ({ kind: 'calendar', sale_id: Number(sale_id) })),
    now: clock.now(),
  }))
}

/** When it was to be: of a postponed date that is the time it still has. */
const wasOf = (holder: Holder): string | null => {
  if (holder.postponed) return longWhen(holder, { ...holder, postponed: false })
  return holder.moved_from && heldDate(holder.moved_from, holder, { allDay: holder.all_day })
}

/** How many people hold a ticket of a date and have not been emailed about its move. */
export async function countNotEmailed(db: Db, eventId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct (date.id, ticket.holder_email))::int as n from event_dates date
      join ticket_types type on type.date_id = date.id join ${HELD_TICKETS} ticket on ticket.ticket_type_id = type.id
    where date.event_id = ${eventId} and ${IS_NOT_EMAILED}`.execute(db)
  return rows[0]!.n
}
