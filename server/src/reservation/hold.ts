import { ERRORS } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import { checkout, refusals } from '@foyer/contract/messages.en.ts'
import { allot } from '@foyer/domain/basket/allot.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import { isOverLimit } from '../account/limit.ts'
import type { Sale } from '../checkout/sale.ts'
import { type Db, inTx, type Tx } from '../db/tx.ts'
import { releaseCodes, reserveCodes } from './codes.ts'
import { refreshHold, releaseHold } from './release.ts'
import { type ReserveLine, soldOutText, whyNotReservable } from './rules.ts'
import { freeSeatsOf, takeSeats } from './seats.ts'
import { keepsHold } from './with-bank.ts'

export type HoldOutcome =
  | { kind: 'held'; reference: string; fresh: boolean; heldUntil: Date }
  | { kind: 'refused'; text: string }
  | { kind: 'paid' }

type Line = ReserveLine & { sale_id: number; seated: boolean; price_minor: number; booking_fee_minor: number }

/**
 * Holds everything in each of these baskets, all or nothing per basket, for `holdSeconds` from `now`. One transaction for
 * all of them: sales are locked in order, then the counters they need, once each; then baskets win or lose one by one in
 * the order they came (promise 1). Answers in the order asked. A basket that is held already keeps its hold and its end.
 */
export function holdAll(db: Db, saleIds: readonly number[], holdSeconds: number, now: Date): Promise<HoldOutcome[]> {
  return inTx(db, async (tx) => {
    const outcomes = new Map<number, HoldOutcome>()
    const sales = new Map<number, Sale>()
    const refuse = (saleId: number, text: string) => {
      outcomes.set(saleId, { kind: 'refused', text })
      sales.delete(saleId)
    }
    const locked = await tx
      .selectFrom('sales')
      .selectAll()
      .where('id', 'in', [...new Set(saleIds)])
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const row of locked) {
      const sale = row.held_until === null ? row : await refreshHold(tx, row, now)
      if (sale.paid_at !== null) outcomes.set(sale.id, { kind: 'paid' })
      else if (sale.held_until !== null)
        outcomes.set(sale.id, { kind: 'held', reference: sale.reference, fresh: false, heldUntil: sale.held_until })
      else sales.set(sale.id, sale)
    }

    const lines = await linesOf(tx, [...sales.keys()])
    for (const [saleId, sale] of sales) {
      const own = lines.get(saleId) ?? []
      const bought = await alreadyBought(tx, sale, own)
      const why = own.length === 0 && !(await hasVouchers(tx, saleId)) ? EMPTY : whyNotReservable(own, bought, now)
      if (why !== null) refuse(saleId, why)
      else if (await hasTooMany(tx, sale, own)) refuse(saleId, checkout['account.perCustomer'])
    }

    // First come, first served: the order of the calls, not of the ids.
    const inLine = [...new Set(saleIds)].filter((id) => sales.has(id))
    const left = await lockStock(
      tx,
      inLine.flatMap((id) => lines.get(id) ?? []),
      now,
    )
    const wishes = inLine.map((saleId) => ({
      saleId,
      demands: (lines.get(saleId) ?? []).map(({ ticket_type_id, qty }) => ({ ticketTypeId: ticket_type_id, qty })),
    }))
    for (const [saleId, allotted] of allot(wishes, left).outcome)
      if (!allotted.ok)
        refuse(
          saleId,
          soldOutText(
            allotted.short.map(({ ticketTypeId, left }) => {
              const line = lines.get(saleId)!.find(({ ticket_type_id }) => ticket_type_id === ticketTypeId)!
              return { name: `${line.event_title}, ${line.ticket_name}`, left }
            }),
          ),
        )

    for (const saleId of inLine)
      for (const line of sales.has(saleId) ? (lines.get(saleId) ?? []) : [])
        if (line.seated && !(await takeSeats(tx, saleId, line.ticket_type_id, line.qty))) {
          await freeSeatsOf(tx, saleId)
          refuse(saleId, fill(refusals.seatTaken, { event: line.event_title }))
          break
        }

    for (const saleId of inLine) {
      const sale = sales.get(saleId)
      const lost = sale ? (await reserveCodes(tx, sale)).lost : []
      if (lost.length === 0) continue
      // Without its code the basket would cost more than the buyer was shown: they decide anew.
      await releaseCodes(tx, saleId)
      await freeSeatsOf(tx, saleId)
      refuse(saleId, lost.map((code) => fill(refusals.codeLost, { code })).join(' '))
    }

    const winners = inLine.filter((id) => sales.has(id))
    if (winners.length > 0) {
      const heldUntil = new Date(now.getTime() + holdSeconds * 1000)
      await writeHolds(
        tx,
        winners.flatMap((id) => lines.get(id) ?? []),
      )
      await tx
        .updateTable('sales')
        .set({
          held_from: now,
          held_until: heldUntil,
          hold_extensions: 0,
          reserving_error: null,
          expired: false,
          edit_basket_clicked: false,
          captcha_error: null,
          updated_at: now,
        })
        .where('id', 'in', winners)
        .execute()
      await tx
        .insertInto('sale_events')
        .values(winners.map((id) => ({ sale_id: id, kind: 'reserved', at: now })))
        .execute()
      for (const id of winners)
        outcomes.set(id, { kind: 'held', reference: sales.get(id)!.reference, fresh: true, heldUntil })
    }
    const losers = [...outcomes].flatMap(([id, outcome]) =>
      outcome.kind === 'refused' ? [{ id, text: outcome.text }] : [],
    )
    for (const { id, text } of losers)
      await tx
        .updateTable('sales')
        .set({ state: 'basket', reserving_error: text, expired: false, edit_basket_clicked: false, updated_at: now })
        .where('id', '=', id)
        .execute()
    return saleIds.map((id) => outcomes.get(id)!)
  })
}

const EMPTY = ERRORS.basket_empty[1]

/** Lines of these sales with what the rules ask, by sale. */
async function linesOf(tx: Tx, saleIds: readonly number[]): Promise<Map<number, Line[]>> {
  if (saleIds.length === 0) return new Map()
  const { rows } = await sql<Line>`
    select line.sale_id, line.ticket_type_id, line.qty, type.name as ticket_name, type.min_per_customer, type.max_can_reserve,
      type.seated, type.price_minor, type.booking_fee_minor, event.title as event_title, event.status as event_status,
      event.on_sale_from, date.starts_at, date.ends_at,
      coalesce((select jsonb_agg(jsonb_build_object('title', need.title, 'any_of', need.any_of))
        from ticket_requirements need where need.ticket_type_id = type.id), '[]') as requires
    from sale_lines line
    join ticket_types type on type.id = line.ticket_type_id
    join events event on event.id = type.event_id
    join event_dates date on date.id = type.date_id
    where line.sale_id = any(${sql.val(saleIds)}::bigint[])
    order by line.sale_id, line.ticket_type_id`.execute(tx)
  return groupBy(rows, (line) => line.sale_id)
}

const hasVouchers = (tx: Tx, saleId: number) =>
  tx
    .selectFrom('sale_vouchers')
    .select('sale_id')
    .where('sale_id', '=', saleId)
    .limit(1)
    .executeTakeFirst()
    .then((row) => row !== undefined)

/** A signed-in buyer's earlier orders count towards the most one customer may have (OPEN-57). */
async function hasTooMany(tx: Tx, sale: Sale, lines: readonly Line[]): Promise<boolean> {
  if (sale.user_id === null || lines.every((line) => line.max_can_reserve === null)) return false
  const user = await tx.selectFrom('users').select(['id', 'email']).where('id', '=', sale.user_id).executeTakeFirst()
  return user !== undefined && isOverLimit(tx, sale, user)
}

/** Ticket types the sale's user has from earlier orders (OPEN-39); looked up only when something is required. */
export async function alreadyBought(
  tx: Pick<Tx, 'selectFrom'>,
  sale: Pick<Sale, 'user_id'>,
  lines: readonly { requires: readonly unknown[] }[],
): Promise<Set<number>> {
  if (sale.user_id === null || lines.every((line) => line.requires.length === 0)) return new Set()
  const rows = await tx
    .selectFrom('tickets')
    .select('ticket_type_id')
    .distinct()
    .where('user_id', '=', sale.user_id)
    .where('status', '=', 'valid')
    .execute()
  return new Set(rows.map((row) => row.ticket_type_id))
}

/**
 * Locks the counters of these lines in order of their id, and says how much of each is free. Where that would not be enough,
 * holds that have ended but were not swept yet are given back first.
 */
async function lockStock(tx: Tx, lines: readonly Line[], now: Date): Promise<Map<number, number>> {
  const wanted = new Map<number, number>()
  for (const { ticket_type_id, qty } of lines) wanted.set(ticket_type_id, (wanted.get(ticket_type_id) ?? 0) + qty)
  if (wanted.size === 0) return new Map()
  const ids = [...wanted.keys()]
  const read = async () => {
    const { rows } = await sql<{ ticket_type_id: number; left: number }>`
      select ticket_type_id, capacity - held - sold as left from stock
      where ticket_type_id = any(${sql.val(ids)}::bigint[]) order by ticket_type_id for update`.execute(tx)
    return new Map(rows.map((row) => [row.ticket_type_id, row.left]))
  }
  const left = await read()
  const short = ids.filter((id) => left.get(id)! < wanted.get(id)!)
  if (short.length === 0 || !(await releaseEnded(tx, short, now))) return left
  return read()
}

/** Ends holds on these ticket types whose time is over and that nobody is busy with. Answers whether there were any. */
async function releaseEnded(tx: Tx, ticketTypeIds: readonly number[], now: Date): Promise<boolean> {
  const ended = await tx
    .selectFrom('sales')
    .selectAll()
    .where('held_until', '<=', now)
    .where('paid_at', 'is', null)
    .where('id', 'in', (eb) => eb.selectFrom('holds').select('sale_id').where('ticket_type_id', 'in', ticketTypeIds))
    .where((eb) => eb.not(keepsHold(now)))
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const sale of ended) await releaseHold(tx, sale, 'expired', now)
  return ended.length > 0
}

/** Writes holds, freezes the prices they were reserved at, and counts them. The constraint on stock is the second guard. */
async function writeHolds(tx: Tx, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  const column = <K extends 'sale_id' | 'ticket_type_id' | 'qty' | 'price_minor' | 'booking_fee_minor'>(name: K) =>
    sql.val(lines.map((line) => line[name]))
  await sql`
    with wanted as (
      select * from unnest(${column('sale_id')}::bigint[], ${column('ticket_type_id')}::bigint[], ${column('qty')}::int[],
        ${column('price_minor')}::bigint[], ${column('booking_fee_minor')}::bigint[])
        as w(sale_id, ticket_type_id, qty, price_minor, booking_fee_minor)
    ),
    held as (insert into holds (sale_id, ticket_type_id, qty) select sale_id, ticket_type_id, qty from wanted),
    frozen as (
      update sale_lines set price_minor = wanted.price_minor, booking_fee_minor = wanted.booking_fee_minor
      from wanted where sale_lines.sale_id = wanted.sale_id and sale_lines.ticket_type_id = wanted.ticket_type_id
    )
    update stock set held = held + total.qty
    from (select ticket_type_id, sum(qty)::int as qty from wanted group by ticket_type_id) total
    where stock.ticket_type_id = total.ticket_type_id`.execute(tx)
}
