import { groupBy } from '@foyer/domain/group.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { EventsTable } from '../../../db/schema/types.generated.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import { DATE_COUNTS } from '../../../sale/hold/counts.ts'

type Reader = Pick<Tx, 'selectFrom'>

export type Usage = {
  /** Tickets on the dates that count, together. */
  sold: number
  held: number
  /** How many dates those are. */
  dates: number
  /** Places kept on the date with the most. */
  kept: number
  /** The lowest possible capacity, which applies to each date: what the date with the most has sold, held and kept. */
  least: number
}
export type EventUsage = {
  total: Usage
  types: ReadonlyMap<string, Usage>
  pools: ReadonlyMap<string, Usage>
  dates: ReadonlyMap<string, Usage>
  /** Each ticket type and each pool on each date. */
  perDate: { types: readonly UsedOnDate[]; pools: readonly UsedOnDate[] }
  codes: ReadonlyMap<string, number>
  answers: ReadonlyMap<string, number>
  signed: ReadonlyMap<string, number>
  /** Tickets sold and held with a batch of access codes, by its first code. */
  access: ReadonlyMap<string, number>
  /** Other events at the same venue: how many this person may edit, and whether there are others. */
  venue: { own: number; others: boolean }
  tax: TaxUsage
}

/** Whether the organiser has a tax number, and how many of its ticket types on sale have a rate of their own. */
export type TaxUsage = { isRegistered: boolean; ratedTypes: number }

/** How buyers have used an event: held, bought, answered and signed. The form warns with it about the effects of saving. */
export async function usageOf(
  tx: Reader,
  event: Selectable<EventsTable>,
  eventIds: readonly number[] | null,
): Promise<EventUsage> {
  const db = tx as Tx
  const { rows: types } = await sql<UsedOnDate>`
    select type.name, date.id as date_id, stock.capacity, stock.sold, stock.held - stock.waiting as held, 0 as kept,
      ${DATE_COUNTS} as counts
    from ticket_types type join stock on stock.ticket_type_id = type.id join event_dates date on date.id = type.date_id
      join events event on event.id = date.event_id
    where event.id = ${event.id}`.execute(db)
  const { rows: pools } = await sql<UsedOnDate>`
    select pool.name, date.id as date_id, pool.capacity, pool.sold, pool.held - pool.waiting as held, pool.kept,
      ${DATE_COUNTS} as counts
    from pools pool join event_dates date on date.id = pool.event_date_id join events event on event.id = date.event_id
    where event.id = ${event.id}`.execute(db)
  const countsByName = async (query: RawBuilder<NamedCount>) =>
    new Map((await query.execute(db)).rows.map(({ name, n }) => [name, n]))
  return {
    total: usageBy(types, () => '').get('') ?? UNUSED,
    types: usageBy(types, ({ name }) => name),
    pools: usageBy(pools, ({ name }) => name),
    dates: usageBy(types, ({ date_id }) => String(date_id)),
    perDate: { types, pools },
    codes: await countsByName(discountCodeUses(event.id)),
    answers: await countsByName(answersByQuestion(event.id)),
    signed: await countsByName(signaturesByWaiver(event.id)),
    access: await countsByName(accessCodeUses(event.id)),
    venue: await othersAt(db, event, eventIds),
    tax: await taxUsageOf(db, event.organiser_id),
  }
}

export async function taxUsageOf(db: Reader, organiserId: number): Promise<TaxUsage> {
  const { tax_number } = await db
    .selectFrom('organisers')
    .select('tax_number')
    .where('id', '=', organiserId)
    .executeTakeFirstOrThrow()
  const { n } = await db
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('event.organiser_id', '=', organiserId)
    .where('type.tax_bp', '>', 0)
    .where('type.archived', '=', false)
    .executeTakeFirstOrThrow()
  return { isRegistered: tax_number !== null, ratedTypes: Number(n) }
}

type NamedCount = { name: string; n: number }

const discountCodeUses = (eventId: number) => sql<NamedCount>`
  select typed_code as name, uses as n from discount_codes where event_id = ${eventId}`

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

export const UNUSED: Usage = { sold: 0, held: 0, dates: 0, kept: 0, least: 0 }

/** For a form about something that isn't sold. */
export const NO_EVENT_USAGE: EventUsage = {
  total: UNUSED,
  types: new Map(),
  pools: new Map(),
  dates: new Map(),
  perDate: { types: [], pools: [] },
  codes: new Map(),
  answers: new Map(),
  signed: new Map(),
  access: new Map(),
  venue: { own: 0, others: false },
  tax: { isRegistered: true, ratedTypes: 0 },
}

/** A ticket type or pool on one date, and whether the date counts in figures. */
export type UsedOnDate = {
  name: string
  date_id: number
  /** Null for a ticket type that only its pool limits. */
  capacity: number | null
  sold: number
  held: number
  kept: number
  counts: boolean
}

/** A capacity can't be below what is taken on a cancelled date either, until that is refunded. */
function usageBy(rows: readonly UsedOnDate[], keyOf: (row: UsedOnDate) => string): Map<string, Usage> {
  const usageOfRows = (same: readonly UsedOnDate[]): Usage => {
    const counted = same.filter(({ counts }) => counts)
    return {
      sold: sum(counted.map(({ sold }) => sold)),
      held: sum(counted.map(({ held }) => held)),
      dates: new Set(counted.map(({ date_id }) => date_id)).size,
      kept: Math.max(0, ...same.map(({ kept }) => kept)),
      least: Math.max(...same.map((row) => row.sold + row.held + row.kept)),
    }
  }
  return new Map([...groupBy(rows, keyOf)].map(([key, same]) => [key, usageOfRows(same)]))
}
