import { orderPath } from '@foyer/contract/pages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode, sum } from '@foyer/domain/money/money.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { doEach } from '../../jobs/do-each.ts'
import { enqueue, type Worker } from '../../jobs/jobs.ts'
import { cancelledEventMail } from '../../mail/templates/refund.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import { orderNumberOf } from '../../sale/order/order-number.ts'
import { lockSale, record, type SaleRow } from '../../sale/sale.ts'
import { planIsRunning } from '../../tickets/delivery/issue.ts'
import { endedTicketsOf } from '../../tickets/ended.ts'
import { type LineRow, linesOf, remainingOf } from '../refund/book-refund.ts'
import { refundLines } from '../refund/lines.ts'
import { reverseSale } from '../refund/reverse-sale.ts'
import { ANNOUNCED_BEFORE } from '../refund/send.ts'
import { endCancelledHold } from './holds.ts'

/** Holds and orders that one run of the job ends, each in a transaction of its own. */
const BATCH_SIZE = 50

/** Cancels one date of an event, in the caller's transaction. A job ends its holds and refunds its orders. */
export async function cancelDate(tx: Tx, eventId: number, dateId: number, words = ''): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('event_dates')
    .set({ status: 'cancelled', change_words: words })
    .where('id', '=', dateId)
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Cancels a whole event, in the caller's transaction. A job ends its holds and refunds its orders. */
export async function cancelWholeEvent(tx: Tx, eventId: number, words = ''): Promise<void> {
  await tx.updateTable('events').set({ status: 'cancelled', cancel_words: words }).where('id', '=', eventId).execute()
}

/** Cancels an event, or one of its dates: its tickets can no longer be sold. A job ends its holds and refunds its orders. */
export async function cancelEvent(
  { db }: Pick<Deps, 'db'>,
  { slug, dateId }: { slug: string; dateId?: number },
): Promise<Ok<{ eventId: number }> | Fail<'unknown_event' | 'unknown_date'>> {
  return inTx<Ok<{ eventId: number }> | Fail<'unknown_event' | 'unknown_date'>>(db, async (tx) => {
    const event = await tx.selectFrom('events').select('id').where('slug', '=', slug).forUpdate().executeTakeFirst()
    if (!event) return fail('unknown_event')
    if (dateId === undefined) {
      await cancelWholeEvent(tx, event.id)
      return { ok: true, eventId: event.id }
    }
    return (await cancelDate(tx, event.id, dateId)) ? { ok: true, eventId: event.id } : fail('unknown_date')
  })
}

/** Staff can pause the cancellation of an event between two slices of work, and resume it. */
export async function pauseCancellation(tx: Tx, eventId: number, at: Date | null): Promise<void> {
  await tx.updateTable('events').set({ cancellation_paused_at: at }).where('id', '=', eventId).execute()
}

async function isPaused(db: Db, eventId: number): Promise<boolean> {
  const event = await db
    .selectFrom('events')
    .select('cancellation_paused_at')
    .where('id', '=', eventId)
    .executeTakeFirst()
  return event != null && event.cancellation_paused_at !== null
}

/** A condition on rows `event` and `date`: cancelled by this version or a later one. */
export const IS_CANCELLED = sql<boolean>`(event.cancelled_at is not null or date.status = 'cancelled')`

/** The same, or postponed: nobody pays for it meanwhile, so its holds end. Orders stay. */
const IS_CALLED_OFF = sql<boolean>`(${IS_CANCELLED} or date.status = 'postponed')`

/** A condition on a row `line`: its order could not be refunded, and staff must act, unless they have it tried again. */
const IS_BLOCKED = sql<boolean>`coalesce((
  select kind = 'cancellation_blocked' from sale_events where sale_events.sale_id = line.sale_id
    and sale_events.kind in ('cancellation_blocked', 'cancellation_retried') order by id desc limit 1), false)`

const HELD = sql`holds hold join ticket_types type on type.id = hold.ticket_type_id
  join event_dates date on date.id = type.date_id join events event on event.id = type.event_id`
const SOLD = sql`order_lines line join sales sale on sale.id = line.sale_id and sale.cancelled_at is null
  join event_dates date on date.id = line.date_id join events event on event.id = line.event_id`
/** Lines of orders that are not cancelled. */
const IS_TO_REFUND = sql<boolean>`(line.kind = 'ticket' and line.refunded_qty < line.qty and ${IS_CANCELLED})`

export type CancellationState = { held: number; orders: number; blocked: number }

/** What is left to do for a cancelled event: holds, orders, and orders that need staff. */
export async function cancellationState(db: Db, eventId: number): Promise<CancellationState> {
  const { rows } = await sql<CancellationState>`select
    (select count(distinct hold.sale_id) from ${HELD} where type.event_id = ${eventId} and ${IS_CANCELLED})::int as held,
    (select count(distinct line.sale_id) from ${SOLD} where line.event_id = ${eventId} and ${IS_TO_REFUND} and not ${IS_BLOCKED})::int
      as orders,
    (select count(distinct line.sale_id) from ${SOLD} where line.event_id = ${eventId} and ${IS_TO_REFUND} and ${IS_BLOCKED})::int
      as blocked`.execute(db)
  return rows[0]!
}

/**
 * Queues the job for every cancelled event that still has holds or orders, and for one with a postponed date that still has holds, whatever cancelled it. An order that was paid at the
 * same moment is found the next time.
 */
export async function endCancelledEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  // From the few dates that are called off to what is left of each, so that a shop's sales are never read (order_lines_kept).
  const { rows } = await sql<{ id: number }>`
    select distinct event.id from event_dates date join events event on event.id = date.event_id
    where ${IS_CALLED_OFF} and event.cancellation_paused_at is null
      and (exists (select from holds hold join ticket_types type on type.id = hold.ticket_type_id where type.date_id = date.id)
        or exists (select from order_lines line join sales sale on sale.id = line.sale_id and sale.cancelled_at is null
          where line.date_id = date.id and ${IS_TO_REFUND} and not ${IS_BLOCKED}))
    order by 1`.execute(db)
  for (const { id } of rows)
    await inTx(db, (tx) =>
      enqueue(tx, {
        kind: 'cancel_event',
        key: `${id}:${now.toISOString().slice(0, 16)}`,
        payload: { event_id: id, after: 0, held_after: 0 },
        now,
      }),
    )
}

/**
 * Ends the holds of a cancelled event and refunds its orders, one transaction each, and queues the next slice. A run after a
 * crash continues with the rest, because a refunded order has nothing left to refund.
 */
export const cancelEventWorker: Worker<'cancel_event'> = async ({ key, payload }, deps) => {
  const { db, clock } = deps
  const now = clock.now()
  const { event_id: eventId, after, held_after: heldAfter = 0 } = payload
  // guard: cancellation-pauses
  if (await isPaused(db, eventId)) return
  const held = await sql<{ sale_id: number }>`
    select distinct hold.sale_id from ${HELD}
    where type.event_id = ${eventId} and ${IS_CALLED_OFF} and hold.sale_id > ${heldAfter}
    order by 1 limit ${BATCH_SIZE}`.execute(db)
  const orders = await sql<{ sale_id: number }>`
    select distinct line.sale_id from ${SOLD}
    where line.event_id = ${eventId} and ${IS_TO_REFUND} and not ${IS_BLOCKED} and line.sale_id > ${after}
    order by 1 limit ${BATCH_SIZE}`.execute(db)
  const isLast = held.rows.length < BATCH_SIZE && orders.rows.length < BATCH_SIZE
  const next = {
    event_id: eventId,
    after: orders.rows.at(-1)?.sale_id ?? after,
    held_after: held.rows.at(-1)?.sale_id ?? heldAfter,
  }
  const queueNext = (tx: Tx) =>
    enqueue(tx, {
      kind: 'cancel_event',
      key: `${key.split('/')[0]}/${next.after}/${next.held_after}/${now.getTime()}`,
      payload: next,
      now,
    })
  // An order or a hold that always fails would otherwise keep everyone after it waiting.
  await doEach(
    [
      ...held.rows.map(
        ({ sale_id }) =>
          async (tx: Tx) =>
            endCancelledHold(tx, await lockSale(tx, sale_id), now),
      ),
      ...orders.rows.map(
        ({ sale_id }) =>
          (tx: Tx) =>
            refundCancelled(tx, deps, sale_id, eventId, now),
      ),
      ...(isLast ? [] : [queueNext]),
    ],
    (step) => inTx<unknown>(db, step),
  )
}

async function refundCancelled(tx: Tx, deps: Deps, saleId: number, eventId: number, now: Date): Promise<void> {
  const sale = await lockSale(tx, saleId)
  if (sale.paid_at === null || sale.cancelled_at !== null) return
  const { rows } = await sql<{ line: number }>`
    select line.line from ${SOLD} where line.event_id = ${eventId} and line.sale_id = ${saleId} and ${IS_TO_REFUND}`.execute(
    tx,
  )
  if (rows.length === 0) return
  const { lines } = await linesOf(tx, sale)
  const chosen = lines.filter((line) => rows.some((row) => row.line === line.line))
  const back = await reversePlanOf(tx, deps, sale, lines, chosen, now)
  // A payment of its plan is in progress; the next run finds the order again.
  if (!back.ok && back.code === 'plan_paying') return
  if (!back.ok) {
    await record(tx, saleId, 'cancellation_blocked', now, { code: back.code })
    deps.log.error({ sale: saleId, code: back.code }, 'an order of a cancelled event could not be refunded')
    return
  }
  const customer = await customerOf(tx, sale)
  if (customer === null) return
  const { title, cancel_words } = await tx
    .selectFrom('events')
    .select(['title', 'cancel_words'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  await mailBuyer(tx, deps.config, sale, async () => ({
    ...cancelledEventMail({
      event: title,
      amount: back.amountMinor > 0 ? formatMinor(back.amountMinor, currencyCode(sale.currency)) : null,
      words: cancel_words || (await wordsOfDates(tx, chosen)),
      toVoucher: sum(chosen.map((line) => remainingOf(line).voucher)) > 0,
      number: await orderNumberOf(tx, saleId),
      orderUrl: deps.config.publicUrl + orderPath(sale.reference),
      ended: await endedTicketsOf(tx, saleId),
    }),
    key: `event_cancelled:${saleId}:${rows.map(({ line }) => line).join(',')}`,
    kind: 'refund',
    recipient: customer.email,
    saleId,
    now,
  }))
}

/** What the organiser wrote about the cancelled dates of these lines. */
async function wordsOfDates(tx: Tx, lines: readonly LineRow[]): Promise<string> {
  const dates = await tx
    .selectFrom('event_dates')
    .select('change_words')
    .where('id', 'in', [0, ...lines.flatMap(({ date_id }) => date_id ?? [])])
    .orderBy('id')
    .execute()
  return [...new Set(dates.map(({ change_words }) => change_words))].filter((words) => words !== '').join(' ')
}

/**
 * A plan for one event is reversed as a whole, because nothing was delivered; of one for several events, only these lines are
 * refunded.
 */
async function reversePlanOf(
  tx: Tx,
  deps: Deps,
  sale: SaleRow,
  lines: readonly LineRow[],
  chosen: readonly LineRow[],
  now: Date,
): Promise<Ok<{ amountMinor: number }> | Fail<string>> {
  const others = lines.some(
    (line) => line.kind !== 'donation' && line.refunded_qty < line.qty && !chosen.includes(line),
  )
  if (!others && (await planIsRunning(tx, sale.id))) {
    const { backMinor } = await reverseSale(tx, sale, { why: ANNOUNCED_BEFORE, kept: new Set(), now })
    return { ok: true, amountMinor: backMinor }
  }
  return refundLines(tx, deps, sale, chosen, { why: ANNOUNCED_BEFORE, now })
}
