import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { formWords } from '@foyer/contract/office/events/fields.en.ts'
import { ticketTable as t } from '@foyer/contract/office/events/messages.en.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { wordList } from '@foyer/domain/format/words.ts'
import { sum, toMinor } from '@foyer/domain/money/money.ts'
import { parseWallClock } from '../../../catalogue/wall-clock.ts'
import type { Entry } from './document.ts'
import type { FormSubject } from './kinds.ts'
import type { UsedOnDate } from './usage.ts'

type Table = NonNullable<OfficeReply<'office_event_form'>['table']>
type TypeRow = Table['groups'][number]['types'][number]
type EventState = OfficeReply<'office_event_form'>['state']

/**
 * Names the row of an entry in the address of its form. Entries of one name are for different dates, so that the first date tells
 * them apart.
 */
export const rowOf = (list: string, { id }: Entry): string => [list, ...(id ?? '').split('|').slice(0, 2)].join('|')

/** The entries of the ticket types as a table, grouped by the shared places that they sell from. */
export function ticketTable(subject: FormSubject, state: EventState, now: Date): Table {
  const { lists } = subject.document
  const rows = (types: readonly Entry[], pool: readonly UsedOnDate[]) =>
    types.map((type) => typeRow(type, pool, subject, { state, now }))
  const groups: Table['groups'] = lists.pools!.map((pool) => {
    const used = usedBy(pool, subject.usage.perDate.pools, subject)
    const types = lists.ticket_types!.filter((type) => isFrom(type, pool))
    return { places: placesOf(pool, used), types: rows(types, used) }
  })
  const own = lists.ticket_types!.filter((type) => !lists.pools!.some((pool) => isFrom(type, pool)))
  if (own.length > 0 || groups.length === 0) groups.push({ places: null, types: rows(own, []) })
  return { dates: countedDates(subject), groups }
}

const keysOf = ({ value }: Entry) => value.dates as string[] | undefined

/** Whether the ticket type sells from these places. Places of one name on different dates are different entries. */
function isFrom(type: Entry, pool: Entry): boolean {
  if (type.value.pool !== pool.value.name) return false
  const [first] = keysOf(type) ?? []
  return keysOf(pool) === undefined || first === undefined || keysOf(pool)!.includes(first)
}

const countedDates = ({ usage: { perDate } }: FormSubject): number =>
  new Set([...perDate.types, ...perDate.pools].filter(({ counts }) => counts).map(({ date_id }) => date_id)).size

/** What the entry has sold on its dates that count. */
function usedBy(entry: Entry, rows: readonly UsedOnDate[], { document }: FormSubject): UsedOnDate[] {
  const keys = keysOf(entry)
  const isOn = (dateId: number) =>
    keys === undefined ||
    document.lists.dates!.some(({ id, value }) => id === String(dateId) && keys.includes(String(value.key)))
  const name = entry.id?.split('|')[0]
  return rows.filter((row) => row.name === name && row.counts && isOn(row.date_id))
}

const soldOf = (used: readonly UsedOnDate[]): number => sum(used.map(({ sold }) => sold))

/** Whether nothing is left on any of these dates. */
const isTaken = (used: readonly UsedOnDate[]): boolean =>
  used.length > 0 && used.every(({ capacity, sold, held, kept }) => capacity !== null && sold + held + kept >= capacity)

function placesOf(pool: Entry, used: readonly UsedOnDate[]): NonNullable<Table['groups'][number]['places']> {
  return {
    row: rowOf('pools', pool),
    name: String(pool.value.name),
    capacity: Math.max(0, ...used.map(({ capacity }) => capacity ?? 0)),
    sold: soldOf(used),
    of: sum(used.map(({ capacity }) => capacity ?? 0)),
    kept: Math.max(0, ...used.map(({ kept }) => kept)),
  }
}

function typeRow(
  type: Entry,
  pool: readonly UsedOnDate[],
  subject: FormSubject,
  event: { state: EventState; now: Date },
): TypeRow {
  const used = usedBy(type, subject.usage.perDate.types, subject)
  const limits = used.map(({ capacity }) => capacity)
  const of = limits.length === 0 || limits.includes(null) ? null : sum(limits.map((limit) => limit ?? 0))
  return {
    row: rowOf('ticket_types', type),
    name: String(type.value.name),
    price: priceOf(type, subject),
    facts: factsOf(type, subject),
    sold: soldOf(used),
    of,
    period: periodOf(type, subject),
    state: stateOf(type, subject, { ...event, isSoldOut: isTaken(used) || isTaken(pool) }),
  }
}

const amount = (value: unknown, { context: { currency } }: FormSubject): string =>
  formatMinor(toMinor(Number(value), currency), currency)

function priceOf({ value }: Entry, subject: FormSubject): string {
  return value.min_price === undefined
    ? amount(value.price ?? 0, subject)
    : fill(t['price.from'], { price: amount(value.min_price, subject) })
}

function factsOf(type: Entry, subject: FormSubject): string[] {
  const { value } = type
  const steps = (value.price_tiers as unknown[] | undefined)?.length ?? 0
  const needs = (value.requires as { any_of: unknown[] }[] | undefined)?.[0]?.any_of ?? []
  const all = subject.document.lists.dates!.length
  const facts: [boolean, () => string][] = [
    [value.min_price !== undefined, () => fill(t['fact.suggested'], { price: amount(value.price ?? 0, subject) })],
    [steps > 0, () => fill(t['fact.steps'], { n: steps })],
    [value.extra === true, () => t['fact.extra']],
    [Number(value.places ?? 1) > 1, () => fill(t['fact.places'], { n: Number(value.places) })],
    [value.seats !== undefined, () => t['fact.seats']],
    [needs.length > 0, () => fill(t['fact.requires'], { names: wordList(needs.map(String)) })],
    [value.delivered_by_post === true, () => t['fact.post']],
    [(keysOf(type)?.length ?? all) < all, () => fill(formWords.onSomeDates, { n: keysOf(type)!.length, all })],
  ]
  return facts.flatMap(([holds, words]) => (holds ? [words()] : []))
}

/** A moment of the type, in the zone of the event; null if it has none. */
function momentOf({ value }: Entry, field: 'sale_from' | 'sale_until', { document }: FormSubject) {
  const zone = String(document.own.timezone ?? 'Europe/London')
  const meaning = field === 'sale_from' ? 'start' : 'end'
  const moment = typeof value[field] === 'string' ? parseWallClock(value[field], zone, meaning) : null
  return moment && { at: moment.at, words: niceDate(moment.at, zone) }
}

function periodOf(type: Entry, subject: FormSubject): string {
  const from = momentOf(type, 'sale_from', subject)?.words
  const until = momentOf(type, 'sale_until', subject)?.words
  if (from !== undefined && until !== undefined) return fill(t['period.both'], { from, until })
  if (from !== undefined) return fill(t['period.from'], { from })
  return until === undefined ? '' : fill(t['period.until'], { until })
}

function stateOf(
  type: Entry,
  subject: FormSubject,
  { state, now, isSoldOut }: { state: EventState; now: Date; isSoldOut: boolean },
): TypeRow['state'] {
  const { archived, visibility } = type.value
  if (archived === true) return 'archived'
  if (state === 'draft') return 'draft'
  const until = momentOf(type, 'sale_until', subject)
  if (state === 'cancelled' || state === 'over' || (until !== null && until.at <= now)) return 'closed'
  const from = momentOf(type, 'sale_from', subject)
  if (state === 'opens' || (from !== null && from.at > now)) return 'opens'
  if (isSoldOut) return 'sold_out'
  return visibility === 'code' || visibility === 'staff' ? visibility : 'on_sale'
}
