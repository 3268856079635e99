import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { EventsTable } from '../../../db/schema/types.generated.ts'
import type { Tx } from '../../../db/transaction/tx.ts'

type Reader = Pick<Tx, 'selectFrom'>

export type Usage = { sold: number; held: number; kept: number }
export type EventUsage = {
  total: Usage
  types: ReadonlyMap<string, Usage>
  pools: ReadonlyMap<string, Usage>
  dates: ReadonlyMap<string, Usage>
  codes: ReadonlyMap<string, number>
  answers: ReadonlyMap<string, number>
  signed: ReadonlyMap<string, number>
  /** Tickets sold and held with a batch of access codes, by its first code. */
  access: ReadonlyMap<string, number>
  /** Other events at the same venue: how many this person may edit, and whether there are others. */
  venue: { own: number; others: boolean }
}

/** How buyers have used an event: held, bought, answered and signed. The form warns with it about the effects of saving. */
export async function usageOf(
  tx: Reader,
  event: Selectable<EventsTable>,
  eventIds: readonly number[] | null,
): Promise<EventUsage> {
  const db = tx as Tx
  type Row = { name: string; date_id: number; starts_at: Date; sold: number; held: number }
  const { rows } = await sql<Row>`
    select type.name, type.date_id, date.starts_at, stock.sold, stock.held - stock.waiting as held from ticket_types type
    join stock on stock.ticket_type_id = type.id join event_dates date on date.id = type.date_id
    where type.event_id = ${event.id}`.execute(db)
  const pools = await db
    .selectFrom('pools')
    .select(['name', 'sold', 'kept', sql<number>`held - waiting`.as('held')])
    .where('event_id', '=', event.id)
    .execute()
  const countsByName = async (query: RawBuilder<NamedCount>) =>
    new Map((await query.execute(db)).rows.map(({ name, n }) => [name, n]))
  return {
    total: sumsBy(rows, () => '').get('') ?? UNUSED,
    types: highestByName(rows),
    pools: new Map(pools.map((pool) => [pool.name, pool])),
    dates: sumsBy(rows, ({ date_id }) => String(date_id)),
    codes: await countsByName(discountCodeUses(event.id)),
    answers: await countsByName(answersByQuestion(event.id)),
    signed: await countsByName(signaturesByWaiver(event.id)),
    access: await countsByName(accessCodeUses(event.id)),
    venue: await othersAt(db, event, eventIds),
  }
}

type NamedCount = { name: string; n: number }

const discountCodeUses = (eventId: number) => sql<NamedCount>`
  select code as name, uses as n from discount_codes where event_id = ${eventId}`

const answersByQuestion = (eventId: number) => sql<NamedCount>`
  select question.osq_id as name, count(*)::int as n
  from question_answers answer
  join questions question on question.id = answer.question_id
  where question.event_id = ${eventId} group by question.osq_id`

const signaturesByWaiver = (eventId: number) => sql<NamedCount>`
  select waiver.title as name, count(*)::int as n
  from waiver_signatures signature
  join waivers waiver on waiver.id = signature.waiver_id
  where waiver.event_id = ${eventId} group by waiver.title`

/** For each code, the uses of its batch: the codes with the same ticket types, limits and validity. */
const accessCodeUses = (eventId: number) => sql<NamedCount>`
  select code.code as name, (sum(quota.used) over batch)::int as n
  from access_codes code
  join quotas quota on quota.id = code.quota_id
  cross join lateral (
    select array_agg(ticket_type_id order by ticket_type_id) as types
    from access_code_types where access_code_id = code.id) opens
  where code.event_id = ${eventId} and not code.ended
  window batch as (
    partition by opens.types, quota.max_tickets, code.max_per_order, code.valid_from, code.valid_until)`

/** The other events at an event's venue. `eventIds` limits whose events this person edits. */
export async function othersAt(
  db: Reader,
  { id, venue_id, organiser_id }: Pick<Selectable<EventsTable>, 'id' | 'venue_id' | 'organiser_id'>,
  eventIds: readonly number[] | null,
): Promise<EventUsage['venue']> {
  if (venue_id === null) return { own: 0, others: false }
  const rows = await db
    .selectFrom('events')
    .select(['id', 'organiser_id'])
    .where('venue_id', '=', venue_id)
    .where('id', '!=', id)
    .execute()
  const isOwn = (row: (typeof rows)[number]) =>
    row.organiser_id === organiser_id && (eventIds === null || eventIds.includes(row.id))
  return { own: rows.filter(isOwn).length, others: !rows.every(isOwn) }
}

export const UNUSED: Usage = { sold: 0, held: 0, kept: 0 }

/** For a form about something that isn't sold. */
export const NO_EVENT_USAGE: EventUsage = {
  total: UNUSED,
  types: new Map(),
  pools: new Map(),
  dates: new Map(),
  codes: new Map(),
  answers: new Map(),
  signed: new Map(),
  access: new Map(),
  venue: { own: 0, others: false },
}

type Counts = { sold: number; held: number }
function sumsBy<T extends Counts>(rows: readonly T[], keyOf: (row: T) => string): Map<string, Usage> {
  const sums = new Map<string, Usage>()
  for (const row of rows) {
    const before = sums.get(keyOf(row)) ?? UNUSED
    sums.set(keyOf(row), { sold: before.sold + row.sold, held: before.held + row.held, kept: 0 })
  }
  return sums
}

/** A capacity applies to each date, so the date with the most tickets decides how low it can be set. */
function highestByName(rows: readonly (Counts & { name: string })[]): Map<string, Usage> {
  const most = new Map<string, Usage>()
  for (const { name, sold, held } of rows) {
    const before = most.get(name) ?? UNUSED
    if (sold + held >= before.sold + before.held) most.set(name, { sold, held, kept: 0 })
  }
  return most
}
