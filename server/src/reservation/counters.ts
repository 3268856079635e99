import type { Allotted } from '@foyer/domain/basket/allot.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import type { Line } from './lines.ts'
import { releaseHold } from './release.ts'
import { keepsHold } from './with-bank.ts'

/** How many of each ticket type are free. */
export type Free = Map<number, number>

/**
 * Looks before it locks: a basket that asks for more than there is learns so from a plain read of the counters, which came with
 * its lines, and waits for nobody. Holds that have ended but were not swept yet are given back before that is said. The
 * counters of all other baskets are locked, in order of their id, and what they say then is the truth until the commit.
 */
export async function lockCounters(
  tx: Tx,
  baskets: ReadonlyMap<number, readonly Line[]>,
  now: Date,
): Promise<{ free: Free; refused: Map<number, Allotted & { ok: false }> }> {
  const lines = [...baskets.values()].flat()
  const wanted = wantedOf(lines)
  let seen: Free = new Map(lines.map((line) => [line.ticket_type_id, line.free]))
  const short = shortOf(wanted, seen)
  if (await releaseEnded(tx, short, now)) seen = await read(tx, [...wanted.keys()])

  const refused = new Map<number, Allotted & { ok: false }>()
  for (const [saleId, own] of baskets) {
    const missing = own.filter((line) => line.qty > seen.get(line.ticket_type_id)!)
    if (missing.length > 0)
      refused.set(saleId, {
        ok: false,
        short: missing.map((line) => ({
          ticketTypeId: line.ticket_type_id,
          left: Math.max(0, seen.get(line.ticket_type_id)!),
        })),
      })
  }

  const open = wantedOf([...baskets].flatMap(([saleId, own]) => (refused.has(saleId) ? [] : own)))
  const free = await read(tx, [...open.keys()], { lock: true })
  // Somebody else was quicker between the look and the lock.
  const shortNow = shortOf(open, free).filter((id) => !short.includes(id))
  if (await releaseEnded(tx, shortNow, now)) return { free: await read(tx, [...open.keys()], { lock: true }), refused }
  return { free, refused }
}

function wantedOf(lines: readonly Line[]): Map<number, number> {
  const wanted = new Map<number, number>()
  for (const { ticket_type_id, qty } of lines) wanted.set(ticket_type_id, (wanted.get(ticket_type_id) ?? 0) + qty)
  return wanted
}

const shortOf = (wanted: ReadonlyMap<number, number>, free: Free): number[] =>
  [...wanted].filter(([id, qty]) => free.get(id)! < qty).map(([id]) => id)

async function read(tx: Tx, ids: readonly number[], { lock = false } = {}): Promise<Free> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ ticket_type_id: number; free: number }>`
    select ticket_type_id, capacity - held - sold as free from stock
    where ticket_type_id = any(${sql.val(ids)}::bigint[]) order by ticket_type_id ${lock ? sql`for update` : sql``}`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.ticket_type_id, row.free]))
}

/** Ends holds on these ticket types whose time is over and that nobody is busy with. Answers whether there were any. */
async function releaseEnded(tx: Tx, ticketTypeIds: readonly number[], now: Date): Promise<boolean> {
  if (ticketTypeIds.length === 0) return false
  const ended = await tx
    .selectFrom('sales')
    .selectAll()
    .where('held_until', '<=', now)
    .where('paid_at', 'is', null)
    .where(
      sql<boolean>`exists (select from holds where holds.sale_id = sales.id
        and holds.ticket_type_id = any(${sql.val(ticketTypeIds)}::bigint[]))`,
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
export async function writeHolds(
  tx: Tx,
  saleIds: readonly number[],
  lines: readonly Line[],
  { now, heldUntil }: { now: Date; heldUntil: Date },
): Promise<void> {
  const column = <K extends 'sale_id' | 'ticket_type_id' | 'qty' | 'price_minor' | 'booking_fee_minor'>(name: K) =>
    sql.val(lines.map((line) => line[name]))
  await sql`
    with wanted as (
      select * from unnest(${column('sale_id')}::bigint[], ${column('ticket_type_id')}::bigint[], ${column('qty')}::int[],
        ${column('price_minor')}::bigint[], ${column('booking_fee_minor')}::bigint[])
        as w(sale_id, ticket_type_id, qty, price_minor, booking_fee_minor)
    ),
    held as (insert into holds (sale_id, ticket_type_id, qty) select sale_id, ticket_type_id, qty from wanted),
    -- The prices they were reserved at stay theirs.
    frozen as (
      update sale_lines set price_minor = wanted.price_minor, booking_fee_minor = wanted.booking_fee_minor
      from wanted where sale_lines.sale_id = wanted.sale_id and sale_lines.ticket_type_id = wanted.ticket_type_id
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
    insert into sale_events (sale_id, kind, at) select id, 'reserved', ${now} from unnest(${sql.val(saleIds)}::bigint[]) id`.execute(
    tx,
  )
}

/** Who lost, and why: shown again after a reload. Who is told the same once more costs nothing. */
export async function writeRefusals(tx: Tx, refusals: readonly { saleId: number; text: string }[], now: Date) {
  if (refusals.length === 0) return
  await sql`
    update sales set state = 'basket', reserving_error = refused.text, expired = false, edit_basket_clicked = false,
      updated_at = ${now}
    from unnest(${sql.val(refusals.map(({ saleId }) => saleId))}::bigint[],
      ${sql.val(refusals.map(({ text }) => text))}::text[]) as refused(sale_id, text)
    where sales.id = refused.sale_id
      and (sales.state, sales.reserving_error, sales.expired, sales.edit_basket_clicked)
        is distinct from ('basket', refused.text, false, false)`.execute(tx)
}
