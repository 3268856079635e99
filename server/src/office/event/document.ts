import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { eventInput } from '../../catalogue/export/event.ts'
import { codesInput, offersInput } from '../../catalogue/export/selling.ts'
import { writtenMoment } from '../../catalogue/export/times.ts'
import { type CatalogueInput, FORMAT_NAME } from '../../catalogue/format/format.ts'
import type { Was } from '../../catalogue/import/plan.ts'
import type { EventsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** An entry of a list, such as a ticket type. `id` identifies the stored one; null for a new entry. */
export type Entry = { id: string | null; value: Record<string, unknown> }

/** An event as the office edits it: in the import format, with its lists separate and each entry matched to the stored one. */
export type EventDocument = {
  slug: string
  organiser: string
  own: Record<string, unknown>
  lists: Record<string, Entry[]>
}

const LISTS = ['dates', 'pools', 'ticket_types', 'questions', 'after_sale_messages', 'waivers', 'plan_options'] as const
const KEYS: Record<string, string> = {
  ...{ pools: 'name', ticket_types: 'name', questions: 'osq_id', waivers: 'title', plan_options: 'key' },
  ...{ discount_codes: 'code', offers: 'title' },
}
/** Entries on different dates may share a name, so the id includes the dates. */
const idOf = (list: string, value: Record<string, unknown>, i: number): string =>
  KEYS[list] ? [value[KEYS[list]!], ...((value.dates as string[] | undefined) ?? [])].join('|') : String(i)

export async function documentOf(tx: Reader, event: Selectable<EventsTable>): Promise<EventDocument> {
  const { slug: organiser } = await tx
    .selectFrom('organisers')
    .select('slug')
    .where('id', '=', event.organiser_id)
    .executeTakeFirstOrThrow()
  const venue =
    event.venue_id === null
      ? null
      : await tx.selectFrom('venues').select('slug').where('id', '=', event.venue_id).executeTakeFirstOrThrow()
  const { input, dateIds } = await eventInput(tx, event, { organiser, venue: venue?.slug ?? null })
  const ofThis = {
    organiser: (id: number | null) => (id === null ? null : id === event.organiser_id ? organiser : undefined),
    event: (id: number | null) => (id === event.id ? event.slug : undefined),
  }
  const own: Record<string, unknown> = { ...input }
  const lists: Record<string, Entry[]> = {}
  for (const list of LISTS) {
    const all = ((own[list] as unknown[] | undefined) ?? []).map((value) =>
      typeof value === 'string' ? { html: value } : { ...(value as Record<string, unknown>) },
    )
    delete own[list]
    lists[list] = all.map((value, i) => ({
      id: list === 'dates' ? String(dateIds[i]) : idOf(list, value, i),
      value,
    }))
  }
  // Gives each date a key, so that a ticket type can be limited to some dates.
  for (const { value } of lists.dates!) value.key ??= value.starts
  const codes = await codesInput(tx, ofThis)
  const offers = await offersInput(tx, ofThis)
  lists.discount_codes = codes.map((value, i) => ({ id: idOf('discount_codes', value, i), value }))
  lists.offers = offers.map((value, i) => ({ id: idOf('offers', value, i), value }))
  return { slug: event.slug, organiser, own, lists }
}

/** Converts the document to an import file, with the stored parts that its entries came from. */
export function fileOf({ slug, organiser, own, lists }: EventDocument): { file: CatalogueInput; was: Was } {
  const values = (list: string) => lists[list]!.map(({ value }) => value)
  const formerNames = (list: string) => lists[list]!.map(({ id }) => (id === null ? null : id.split('|')[0]!))
  const event = {
    ...own,
    ...{ slug, organiser },
    ...Object.fromEntries(LISTS.map((list) => [list, values(list)])),
    after_sale_messages: values('after_sale_messages').map(({ html }) => html),
  }
  const file = {
    format: FORMAT_NAME,
    events: [event],
    discount_codes: values('discount_codes').map((code) => ({ ...code, event: slug })),
    offers: values('offers').map((offer) => ({ ...offer, organiser, event: slug })),
  } as unknown as CatalogueInput
  return {
    file,
    was: {
      dates: lists.dates!.map(({ id }) => (id === null ? null : Number(id))),
      pools: formerNames('pools'),
      ticket_types: formerNames('ticket_types'),
    },
  }
}

type AccessCodes = { tickets: readonly string[] }

/** Updates references to renamed ticket types and pools. Drops access codes whose ticket types no longer need one. */
export function followNames({ own, lists }: EventDocument): void {
  const renamed = (list: string) =>
    new Map(lists[list]!.flatMap(({ id, value }) => (id === null ? [] : [[id.split('|')[0]!, value.name]])))
  const types = renamed('ticket_types')
  const pools = renamed('pools')
  const follow = (names: unknown, map: Map<string, unknown>) =>
    Array.isArray(names) ? names.map((name) => (typeof name === 'string' ? (map.get(name) ?? name) : name)) : names
  for (const { value } of lists.ticket_types!) {
    if (typeof value.pool === 'string') value.pool = pools.get(value.pool) ?? value.pool
    if (Array.isArray(value.requires))
      value.requires = value.requires.map((need) => ({ ...need, any_of: follow(need.any_of, types) }))
  }
  for (const { value } of lists.questions!) if (value.tickets) value.tickets = follow(value.tickets, types)
  const byCode = new Set(
    lists.ticket_types!.flatMap(({ value }) => (value.visibility === 'code' ? [value.name as string] : [])),
  )
  const codes = (own.access_codes as AccessCodes[] | undefined) ?? []
  own.access_codes = codes
    .map((batch) => ({
      ...batch,
      tickets: (follow(batch.tickets, types) as string[]).filter((name) => byCode.has(name)),
    }))
    .filter(({ tickets }) => tickets.length > 0)
}

/** Offers every existing ticket type and pool on new dates. */
export function offerOnNewDates({ lists }: EventDocument): void {
  const fresh = lists
    .dates!.filter(({ id }) => id === null)
    .map(({ value }) => {
      value.key ??= String(value.starts)
      return value.key as string
    })
  for (const list of ['ticket_types', 'pools'])
    for (const name of new Set(lists[list]!.map(({ value }) => value.name))) {
      const same = lists[list]!.filter(({ value }) => value.name === name)
      const last = same.at(-1)!.value
      if (same.some(({ value }) => value.dates === undefined)) continue
      const missing = fresh.filter((key) => !same.some(({ value }) => (value.dates as string[]).includes(key)))
      last.dates = [...(last.dates as string[]), ...missing]
    }
}

export type Used = { sold: number; held: number; kept: number }
export type EventFacts = {
  total: Used
  types: ReadonlyMap<string, Used>
  pools: ReadonlyMap<string, Used>
  dates: ReadonlyMap<string, Used>
  codes: ReadonlyMap<string, number>
  answers: ReadonlyMap<string, number>
  signed: ReadonlyMap<string, number>
}

/** What buyers hold, bought, answered and signed, for the texts about the effects of saving. */
export async function factsOf(tx: Tx | Reader, event: Selectable<EventsTable>): Promise<EventFacts> {
  const db = tx as Tx
  type Row = { name: string; date_id: number; starts_at: Date; sold: number; held: number }
  const { rows } = await sql<Row>`
    select type.name, type.date_id, date.starts_at, stock.sold, stock.held from ticket_types type
    join stock on stock.ticket_type_id = type.id join event_dates date on date.id = type.date_id
    where type.event_id = ${event.id}`.execute(db)
  const pools = await db
    .selectFrom('pools')
    .select(['name', 'sold', 'held', 'kept'])
    .where('event_id', '=', event.id)
    .execute()
  const counted = async (query: ReturnType<typeof sql<{ name: string; n: number }>>) =>
    new Map((await query.execute(db)).rows.map(({ name, n }) => [name, n]))
  return {
    total: added(rows)(() => '').get('') ?? NONE,
    types: mostOf(rows),
    pools: new Map(pools.map((pool) => [pool.name, pool])),
    dates: added(rows)(({ date_id }) => String(date_id)),
    codes: await counted(sql`select code as name, uses as n from discount_codes where event_id = ${event.id}`),
    answers: await counted(sql`select question.osq_id as name, count(*)::int as n from question_answers answer
      join questions question on question.id = answer.question_id where question.event_id = ${event.id} group by 1`),
    signed: await counted(sql`select waiver.title as name, count(*)::int as n from waiver_signatures signature
      join waivers waiver on waiver.id = signature.waiver_id where waiver.event_id = ${event.id} group by 1`),
  }
}

export const NONE: Used = { sold: 0, held: 0, kept: 0 }

/** The facts of a form about something that isn't sold. */
export const NO_FACTS: EventFacts = {
  total: NONE,
  ...{ types: new Map(), pools: new Map(), dates: new Map(), codes: new Map(), answers: new Map(), signed: new Map() },
}

type Counted = { sold: number; held: number }
const added =
  <T extends Counted>(rows: readonly T[]) =>
  (keyOf: (row: T) => string): Map<string, Used> => {
    const sums = new Map<string, Used>()
    for (const row of rows) {
      const before = sums.get(keyOf(row)) ?? NONE
      sums.set(keyOf(row), { sold: before.sold + row.sold, held: before.held + row.held, kept: 0 })
    }
    return sums
  }

/** A capacity applies to each date, so the date with the most tickets decides how low it can be set. */
function mostOf(rows: readonly (Counted & { name: string })[]): Map<string, Used> {
  const most = new Map<string, Used>()
  for (const { name, sold, held } of rows) {
    const before = most.get(name) ?? NONE
    if (sold + held >= before.sold + before.held) most.set(name, { sold, held, kept: 0 })
  }
  return most
}

/** The start of a date in the format of its form field. */
export const startsOf = (at: Date, zone: string): string => writtenMoment(at, zone)
