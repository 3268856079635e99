import { codesOfBatches } from '@foyer/domain/basket/code-batch.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import type { Selectable } from 'kysely'
import { eventInput } from '../../../catalogue/export/event.ts'
import { venueInput } from '../../../catalogue/export/export.ts'
import { codesInput, offersInput } from '../../../catalogue/export/selling.ts'
import { writtenMoment } from '../../../catalogue/export/times.ts'
import { type CatalogueInput, FORMAT_NAME } from '../../../catalogue/format/format.ts'
import type { StoredParts } from '../../../catalogue/import/plan.ts'
import { parseWallClock } from '../../../catalogue/wall-clock.ts'
import type { EventsTable } from '../../../db/schema/types.generated.ts'
import type { Tx } from '../../../db/transaction/tx.ts'

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

const LISTS = [
  'dates',
  'pools',
  'ticket_types',
  'access_codes',
  'questions',
  'after_sale_messages',
  'waivers',
  'plan_options',
]
const KEYS: Record<string, string> = {
  pools: 'name',
  ticket_types: 'name',
  questions: 'osq_id',
  waivers: 'title',
  plan_options: 'key',
  discount_codes: 'code',
  offers: 'title',
}
const firstCodeOf = ({ codes }: Record<string, unknown>): string => (codes as string[])[0]!
/** Entries on different dates may share a name, so the id includes the dates. */
const idOf = (list: string, value: Record<string, unknown>, i: number): string => {
  if (list === 'access_codes') return firstCodeOf(value)
  return KEYS[list] ? [value[KEYS[list]!], ...((value.dates as string[] | undefined) ?? [])].join('|') : String(i)
}

export async function documentOf(tx: Reader, event: Selectable<EventsTable>): Promise<EventDocument> {
  const { slug: organiser } = await tx
    .selectFrom('organisers')
    .select('slug')
    .where('id', '=', event.organiser_id)
    .executeTakeFirstOrThrow()
  const venue =
    event.venue_id === null
      ? null
      : venueInput(await tx.selectFrom('venues').selectAll().where('id', '=', event.venue_id).executeTakeFirstOrThrow())
  const { input, dateIds } = await eventInput(tx, event, { organiser, venue: venue?.slug ?? null })
  const slugs = {
    organiser: (id: number | null) => {
      if (id === null) return null
      return id === event.organiser_id ? organiser : undefined
    },
    event: (id: number | null) => (id === event.id ? event.slug : undefined),
  }
  const { slug: _, ...place } = venue ?? {}
  const own: Record<string, unknown> = { ...input, place }
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
  // Codes that were made as a batch have a page of their own. Saving the event doesn't touch them.
  const allCodes = await codesInput(tx, slugs, { eventId: event.id, zone: event.timezone })
  const batches = codesOfBatches(allCodes.map(({ code }) => code))
  const codes = allCodes
    .filter(({ code }) => !batches.has(code))
    // A percentage that becomes an amount is one of the event's currency, not of the format's default.
    .map((code) => (code.amount === undefined ? { ...code, currency: currencyCode(event.currency) } : code))
  const offers = await offersInput(tx, slugs, event.organiser_id)
  lists.discount_codes = codes.map((value, i) => ({ id: idOf('discount_codes', value, i), value }))
  lists.offers = offers.map((value, i) => ({ id: idOf('offers', value, i), value }))
  return { slug: event.slug, organiser, own, lists }
}

/**
 * Converts the document to an import file, with the stored parts that its entries came from. The venue is not part of it,
 * because other events may use it.
 */
export function fileOf({ slug, organiser, own: all, lists }: EventDocument): {
  file: CatalogueInput
  storedParts: StoredParts
} {
  const { place: _, ...own } = all
  const values = (list: string) => lists[list]!.map(({ value }) => value)
  const formerNames = (list: string) => lists[list]!.map(({ id }) => (id === null ? null : id.split('|')[0]!))
  const event = {
    ...own,
    slug,
    organiser,
    ...Object.fromEntries(LISTS.map((list) => [list, values(list)])),
    after_sale_messages: values('after_sale_messages').map(({ html }) => html),
  }
  const file = {
    format: FORMAT_NAME,
    events: [event],
    discount_codes: lists.discount_codes!.map(({ id, value }) => ({
      // An amount is in the event's currency.
      ...(id === null && value.amount !== undefined && { currency: own.currency }),
      ...value,
      ...codePeriodIn(String(own.timezone ?? 'Europe/London'), value),
      event: slug,
    })),
    offers: values('offers').map((offer) => ({ ...offer, organiser, event: slug })),
  } as unknown as CatalogueInput
  return {
    file,
    storedParts: {
      dates: lists.dates!.map(({ id }) => (id === null ? null : Number(id))),
      pools: formerNames('pools'),
      ticket_types: formerNames('ticket_types'),
    },
  }
}

/**
 * The validity of a discount code, whose times a form has in the zone of the event. A file has them in London's, because a code may
 * be for several events, so they are written as instants.
 */
export function codePeriodIn(zone: string, value: Record<string, unknown>): Record<string, string> {
  const period: Record<string, string> = {}
  for (const [field, meaning] of [
    ['valid_from', 'start'],
    ['valid_until', 'end'],
  ] as const) {
    const at = typeof value[field] === 'string' ? parseWallClock(value[field], zone, meaning)?.at : undefined
    if (at) period[field] = `${at.toISOString().slice(0, 19)}Z`
  }
  return period
}

/** Updates references to renamed ticket types and pools. Drops access codes whose ticket types no longer need one. */
export function followNames({ lists }: EventDocument): void {
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
  for (const { value } of lists.access_codes!)
    value.tickets = ((follow(value.tickets, types) as string[] | undefined) ?? []).filter((name) => byCode.has(name))
  // A stored batch may have lost its last ticket type. A new one that opens nothing is refused by the import.
  lists.access_codes = lists.access_codes!.filter(
    ({ id, value }) => id === null || (value.tickets as string[]).length > 0,
  )
}

/** Offers every existing ticket type and pool on new dates. */
export function offerOnNewDates({ lists }: EventDocument): void {
  const newKeys = lists
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
      const missing = newKeys.filter((key) => !same.some(({ value }) => (value.dates as string[]).includes(key)))
      last.dates = [...(last.dates as string[]), ...missing]
    }
}

/** The start of a date as its form field has it. */
export const startsOf = (at: Date, zone: string): string => writtenMoment(at, zone)

/** Takes removed dates from the ticket types and pools that are limited to some dates. One that has no date left goes with them. */
export function forgetRemovedDates({ lists }: EventDocument): void {
  const keys = new Set(lists.dates!.map(({ value }) => value.key))
  for (const list of ['ticket_types', 'pools'])
    lists[list] = lists[list]!.flatMap((entry) => {
      const all = entry.value.dates as string[] | undefined
      const dates = all?.filter((key) => keys.has(key))
      if (dates === undefined || dates.length === all!.length) return [entry]
      return dates.length === 0 ? [] : [{ ...entry, value: { ...entry.value, dates } }]
    })
}
