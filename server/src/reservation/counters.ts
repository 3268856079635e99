import { type RawBuilder, sql } from 'kysely'
import { doing, type Reading, reading } from '../db/together.ts'
import type { Tx } from '../db/tx.ts'
import type { Line } from './lines.ts'
import { releaseHold } from './release.ts'
import { soldOutText } from './rules.ts'
import { keepsHold } from './with-bank.ts'

/** How many of each ticket type are free. */
export type Free = Map<number, number>

/**
 * Locks the counters that these sales need, as far as `those` is true of the row of `sales`, in order of their id: what they say
 * is the truth until the commit. Of what is sold out nothing is locked and nothing answered: who asks for it learns so from a
 * plain read and waits for nobody.
 */
export function lockCounters(saleIds: readonly number[], those: RawBuilder<boolean> = sql`true`): Reading<Free> {
  const counters = sql<{ ticket_type_id: number; free: number }>`
    select ticket_type_id, capacity - held - sold as free from stock
    where capacity - held - sold > 0 and ticket_type_id in (
      select line.ticket_type_id from sale_lines line join sales on sales.id = line.sale_id
      where line.sale_id = any(${sql.val(saleIds)}::bigint[]) and ${those}
    ) order by ticket_type_id for update`
  return reading(counters, (rows) => new Map(rows.map((row) => [row.ticket_type_id, row.free])))
}

/** What a buyer is told who asked for more than there is. */
export const shortText = (lines: readonly Line[], short: readonly { ticketTypeId: number; left: number }[]): string =>
  soldOutText(
    short.map(({ ticketTypeId, left }) => {
      const { type } = lines.find((line) => line.type.id === ticketTypeId)!
      return { name: `${type.event_title}, ${type.name}`, left }
    }),
  )

/**
 * Before anybody is told that there are too few: holds on what these baskets want too much of that have ended but were not swept
 * yet are given back. Answers whether there were any.
 */
export async function giveBackEnded(
  tx: Tx,
  baskets: ReadonlyMap<number, readonly Line[]>,
  free: Free,
  now: Date,
): Promise<boolean> {
  const wanted = new Map<number, number>()
  for (const { type, qty } of [...baskets.values()].flat()) wanted.set(type.id, (wanted.get(type.id) ?? 0) + qty)
  const short = [...wanted].flatMap(([id, qty]) => ((free.get(id) ?? 0) < qty ? [id] : []))
  if (short.length === 0) return false
  const ended = await tx
    .selectFrom('sales')
    .selectAll()
    .where('held_until', '<=', now)
    .where('paid_at', 'is', null)
    .where(
      sql<boolean>`exists (select from holds where holds.sale_id = sales.id
        and holds.ticket_type_id = any(${sql.val(short)}::bigint[]))`,
    )
    .where((eb) => eb.not(keepsHold(now)))
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const sale of ended) await releaseHold(tx, sale, 'expired', now)
  return ended.length > 0
}

/** Who won, with what: everything a hold is, in one statement. The constraint on stock is the second guard. */
export function writeHolds(
  saleIds: readonly number[],
  lines: readonly Line[],
  { now, heldUntil }: { now: Date; heldUntil: Date },
): Reading<void> {
  if (saleIds.length === 0) return doing(null)
  const column = (of: (line: Line) => number) => sql.val(lines.map(of))
  return doing(sql`
    with wanted as (
      select * from unnest(${column(({ saleId }) => saleId)}::bigint[], ${column(({ type }) => type.id)}::bigint[],
        ${column(({ qty }) => qty)}::int[], ${column(({ type }) => type.price_minor)}::bigint[],
        ${column(({ type }) => type.booking_fee_minor)}::bigint[])
        as w(sale_id, ticket_type_id, qty, price_minor, booking_fee_minor)
    ),
    held as (
      insert into holds (sale_id, ticket_type_id, qty, price_minor, booking_fee_minor)
      select sale_id, ticket_type_id, qty, price_minor, booking_fee_minor from wanted
    ),
    counted as (
      update stock set held = held + total.qty
      from (select ticket_type_id, sum(qty)::int as qty from wanted group by ticket_type_id) total
      where stock.ticket_type_id = total.ticket_type_id
    ),
    reserved as (
      update sales set held_from = ${now}, held_until = ${heldUntil}, hold_extensions = 0, reserving_error = null,
        expired = false, edit_basket_clicked = false, captcha_error = null, updated_at = ${now},
        state = case when state in ('basket', 'captcha') then 'reserve' else state end
      where id = any(${sql.val(saleIds)}::bigint[])
    )
    insert into sale_events (sale_id, kind, at) select id, 'reserved', ${now} from unnest(${sql.val(saleIds)}::bigint[]) id`)
}

/** Who lost, and why: shown again after a reload. Who is told the same once more costs nothing. */
export function writeRefusals(refusals: readonly { saleId: number; text: string }[], now: Date): Reading<void> {
  if (refusals.length === 0) return doing(null)
  return doing(sql`
    update sales set state = 'basket', reserving_error = refused.text, expired = false, edit_basket_clicked = false,
      updated_at = ${now}
    from unnest(${sql.val(refusals.map(({ saleId }) => saleId))}::bigint[],
      ${sql.val(refusals.map(({ text }) => text))}::text[]) as refused(sale_id, text)
    where sales.id = refused.sale_id
      and (sales.state, sales.reserving_error, sales.expired, sales.edit_basket_clicked)
        is distinct from ('basket', refused.text, false, false)`)
}
