import { type RawBuilder, sql } from 'kysely'
import { type Reading, reading, readOne } from '../db/together.ts'
import type { Tx } from '../db/tx.ts'
import type { Line } from './lines.ts'
import { releaseHold } from './release.ts'
import { soldOutText } from './rules.ts'
import { keepsHold } from './with-bank.ts'

/** How many of each ticket type are free. */
export type Free = Map<number, number>

type Baskets = ReadonlyMap<number, readonly Line[]>

/** Those who may still get what they ask for, and ticket types on which ended holds were looked for already. */
type Open = { baskets: Baskets; searched: ReadonlySet<number> }

/**
 * Looks before anything is locked: a basket that asks for more than there is learns so from a plain read of the counters, which
 * came with its lines, and waits for nobody. Holds that have ended but were not swept yet are given back before that is said.
 * `short` says it in the words the buyer reads.
 */
export async function lookAtCounters(
  tx: Tx,
  baskets: Baskets,
  now: Date,
): Promise<{ short: Map<number, string>; open: Open }> {
  const lines = [...baskets.values()].flat()
  const wanted = wantedOf(lines)
  let seen: Free = new Map(lines.map(({ type }) => [type.id, type.free]))
  const searched = shortOf(wanted, seen)
  if (await releaseEnded(tx, searched, now)) seen = await readOne(tx, countersOf([...wanted.keys()]))

  const short = new Map<number, string>()
  for (const [saleId, own] of baskets) {
    const missing = own
      .map(({ type, qty }) => ({ ticketTypeId: type.id, qty, left: Math.max(0, seen.get(type.id)!) }))
      .filter(({ qty, left }) => qty > left)
    if (missing.length > 0) short.set(saleId, shortText(own, missing))
  }
  const open = new Map([...baskets].filter(([saleId]) => !short.has(saleId)))
  return { short, open: { baskets: open, searched: new Set(searched) } }
}

/** Locks the counters these baskets need, in order of their id: what they say now is the truth until the commit. */
export const lockCounters = ({ baskets }: Open): Reading<Free> =>
  countersOf([...wantedOf([...baskets.values()].flat()).keys()], sql`for update`)

/** What is free once ended holds are given back too, should somebody have been quicker between the look and the lock. */
export async function withGivenBack(tx: Tx, { baskets, searched }: Open, locked: Free, now: Date): Promise<Free> {
  const wanted = wantedOf([...baskets.values()].flat())
  const short = shortOf(wanted, locked).filter((id) => !searched.has(id))
  return (await releaseEnded(tx, short, now)) ? readOne(tx, lockCounters({ baskets, searched })) : locked
}

/** What a buyer is told who asked for more than there is. */
export const shortText = (lines: readonly Line[], short: readonly { ticketTypeId: number; left: number }[]): string =>
  soldOutText(
    short.map(({ ticketTypeId, left }) => {
      const { type } = lines.find((line) => line.type.id === ticketTypeId)!
      return { name: `${type.event_title}, ${type.name}`, left }
    }),
  )

function wantedOf(lines: readonly Line[]): Map<number, number> {
  const wanted = new Map<number, number>()
  for (const { type, qty } of lines) wanted.set(type.id, (wanted.get(type.id) ?? 0) + qty)
  return wanted
}

const shortOf = (wanted: ReadonlyMap<number, number>, free: Free): number[] =>
  [...wanted].filter(([id, qty]) => free.get(id)! < qty).map(([id]) => id)

function countersOf(ids: readonly number[], locking: RawBuilder<unknown> = sql``): Reading<Free> {
  if (ids.length === 0) return reading(null, () => new Map())
  const counters = sql<{ ticket_type_id: number; free: number }>`
    select ticket_type_id, capacity - held - sold as free from stock
    where ticket_type_id = any(${sql.val(ids)}::bigint[]) order by ticket_type_id ${locking}`
  return reading(counters, (rows) => new Map(rows.map((row) => [row.ticket_type_id, row.free])))
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
  const column = (of: (line: Line) => number) => sql.val(lines.map(of))
  await sql`
    with wanted as (
      select * from unnest(${column(({ saleId }) => saleId)}::bigint[], ${column(({ type }) => type.id)}::bigint[],
        ${column(({ qty }) => qty)}::int[], ${column(({ type }) => type.price_minor)}::bigint[],
        ${column(({ type }) => type.booking_fee_minor)}::bigint[])
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
