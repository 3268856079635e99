import { fill } from '@foyer/contract/fill.ts'
import type { OfficeBody } from '@foyer/contract/office/calls.ts'
import { manyDates as words } from '@foyer/contract/office/events/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { CURRENCIES, currencyCode } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { Temporal } from 'temporal-polyfill'
import { grantOf, type OfficeHandlers } from '../../handle.ts'
import { timeOf } from '../form/create.ts'
import { documentOf, type Entry, type EventDocument } from '../form/document.ts'
import { sentenceAt } from '../form/read-form.ts'
import { missingHours, write } from '../form/save.ts'
import { eventHeader } from '../header.ts'
import { ownEvent } from '../own-event.ts'
import { datesOfEvent } from './date-rows.ts'

export const officeDates: OfficeHandlers['office_dates'] = {
  async read({ event_id }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const { lists } = await documentOf(db, event)
    const names = (list: string) => [...new Set(lists[list]!.map(({ value }) => String(value.name)))]
    return {
      ...(await eventHeader(ctx, event)),
      symbol: CURRENCIES[currencyCode(event.currency)].symbol,
      dates: (await datesOfEvent(db, event, ctx.now))
        .filter(({ is_cancelled, is_past }) => !is_cancelled && !is_past)
        .map(({ date_id, nice_date, sold, held, left }) => ({ date_id, nice_date, sold, held, left })),
      targets: [
        ...names('ticket_types').map((name) => ({ value: `type:${name}`, label: name })),
        ...names('pools').map((name) => ({ value: `pool:${name}`, label: fill(words['target.pool'], { name }) })),
      ],
    }
  },
}

type DateChanges = Pick<
  OfficeBody<'change_dates'>,
  'starts' | 'ends' | 'doors' | 'target' | 'price' | 'capacity' | 'closes'
>

/** What is wrong with what was typed for several dates; null if nothing is. */
function problemOf({ starts, ends, doors, target, price, capacity, closes }: DateChanges): string | null {
  const isType = target.startsWith('type:')
  if ([starts, ends, doors].some((time) => time !== '' && timeOf(time) === null)) return words.badTime
  if (price !== '' && !isType) return words.badPrice
  if (capacity !== '' && !(target !== 'all' && target !== '' && /^\d{1,7}$/.test(capacity))) return words.badCapacity
  if (closes !== '' && !((isType || target === 'all') && /^\d{1,4}$/.test(closes))) return words.badCloses
  return null
}

export const changeDates: OfficeHandlers['change_dates'] = {
  async change(tx, { event_id, scope, dates: wanted, organiser_id: _, ...typed }, ctx) {
    const event = await ownEvent(tx, ctx, event_id, { lock: true })
    if (event === undefined) return fail('not_found')
    const ahead = (await datesOfEvent(tx, event, ctx.now)).filter((date) => !date.is_cancelled && !date.is_past)
    const chosen = chosenIn(ahead, scope, wanted)
    const { target, ...changes } = typed
    if (chosen.length === 0 || Object.values(changes).every((value) => value === '')) return fail('no_dates_chosen')
    const problem = problemOf(typed)
    if (problem !== null) return fail('dates_refused', { why: problem })
    const document = await documentOf(tx, event)
    const ids = new Set(chosen.map(({ date_id }) => String(date_id)))
    changeDocument(document, ids, typed)
    const [missing] = missingHours(document)
    if (missing) return fail('dates_refused', { why: missing.why })
    const saved = await write(tx, document, ctx.now)
    if (!saved.ok) return fail('dates_refused', { why: sentenceAt(saved.problems[0]!.why) })
    return {
      reply: {
        success: true,
        next: `${OFFICE_PAGES.dates.path}?organiser_id=${grantOf(ctx).organiserId}&event_id=${event_id}`,
      },
      log: { subject: ['event', event_id], after: { dates: chosen.map(({ nice_date }) => nice_date), ...typed } },
    }
  },
}

/** The dates that a change is for: all, those chosen, or all from the first of those chosen. */
function chosenIn<T extends { date_id: number }>(
  dates: readonly T[],
  scope: OfficeBody<'change_dates'>['scope'],
  wanted: readonly number[],
): readonly T[] {
  if (scope === 'all') return dates
  const first = dates.findIndex(({ date_id }) => wanted.includes(date_id))
  if (scope === 'from') return first === -1 ? [] : dates.slice(first)
  return dates.filter(({ date_id }) => wanted.includes(date_id))
}

function changeDocument({ lists }: EventDocument, ids: ReadonlySet<string>, typed: DateChanges): void {
  const chosen = lists.dates!.filter(({ id }) => id !== null && ids.has(id))
  const all = lists.dates!.map(({ value }) => String(value.key))
  for (const { value } of chosen) changeTimes(value, typed)
  if (typed.price === '' && typed.capacity === '' && typed.closes === '') return
  const [kind, name] = typed.target === 'all' ? ['type', null] : /^(type|pool):([\s\S]*)$/.exec(typed.target)!.slice(1)
  const list = kind === 'pool' ? 'pools' : 'ticket_types'
  const isWanted = ({ value }: Entry) => name === null || value.name === name
  const startOf = new Map(chosen.map(({ value }) => [String(value.key), String(value.starts)]))
  lists[list] = lists[list]!.flatMap((entry) => {
    if (!isWanted(entry)) return [entry]
    const own = (entry.value.dates as string[] | undefined) ?? all
    const unchanged = own.filter((key) => !startOf.has(key))
    const changed = own.filter((key) => startOf.has(key))
    // The end of sale depends on the start, so each date gets an entry of its own.
    const groups = typed.closes === '' ? (changed.length > 0 ? [changed] : []) : changed.map((key) => [key])
    return [
      ...(unchanged.length > 0 ? [withDates(entry, unchanged)] : []),
      ...groups.map((keys) => {
        const copy = withDates(entry, keys)
        if (typed.price !== '') copy.value.price = typed.price.replace(/^[£€$¥]\s*/, '').replace(',', '.')
        if (typed.capacity !== '') copy.value.capacity = Number(typed.capacity)
        if (typed.closes !== '') copy.value.sale_until = hoursBefore(startOf.get(keys[0]!)!, Number(typed.closes))
        return copy
      }),
    ]
  })
}

/** A copy of a ticket type or pool limited to `dates`. It keeps its id, so that it changes the stored one there. */
const withDates = ({ id, value }: Entry, dates: string[]): Entry => ({
  id,
  value: { ...structuredClone(value), dates },
})

const localTime = (text: unknown) => Temporal.PlainDateTime.from(String(text).slice(0, 16))
const textOf = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: 'minute' })
const hoursBefore = (starts: string, hours: number) => textOf(localTime(starts).subtract({ hours }))

/** Changes the times of a date, but not its day. Times that weren't typed move along with the start. */
function changeTimes(value: Record<string, unknown>, { starts, ends, doors }: DateChanges): void {
  const before = localTime(value.starts)
  const at = (time: string) => before.withPlainTime(timeOf(time)!)
  const start = starts === '' ? before : at(starts)
  const moved = before.until(start)
  if (starts !== '') {
    value.starts = textOf(start)
    value.all_day = false
    for (const field of ['ends', 'doors'])
      if (typeof value[field] === 'string' && value[field].length > 10)
        value[field] = textOf(localTime(value[field]).add(moved))
  }
  if (ends !== '') {
    const end = at(ends)
    // An end before the start is on the next day.
    value.ends = textOf(Temporal.PlainDateTime.compare(end, start) <= 0 ? end.add({ days: 1 }) : end)
  }
  if (doors !== '') {
    const open = at(doors)
    // Doors after the start open the evening before.
    value.doors = textOf(Temporal.PlainDateTime.compare(open, start) > 0 ? open.subtract({ days: 1 }) : open)
  }
}
