import { fill } from '@foyer/contract/fill.ts'
import {
  channels,
  columnNames,
  holderStates,
  orderStates,
  lists as t,
} from '@foyer/contract/office/lists/messages.en.ts'
import { longWhen, niceDate, shortPast, ukDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { currencyCode, toMajor } from '@foyer/domain/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import { HELD_ONLINE } from '../../db/held-online.ts'
import { waiverCountsOf } from '../../tickets/waivers.ts'
import { type Cell, dayCell, headIn, timeCell } from '../download/csv.ts'
import { type EventScope, isOwnCode, isOwnEvent } from '../event/own-event.ts'
import { answerByOf, disputeOf, officeState } from '../order/state.ts'
import { consentTo, refundedOf } from './filter.ts'

/** A column of a table: the SQL that reads it, and how its value is written. */
export type Column = {
  key: keyof typeof columnNames
  /** Has personal data. */
  personal?: true
  /** Shown to people who haven't chosen columns. */
  isDefault?: true
  read: RawBuilder<unknown>
  /** The text on a page. */
  write: (value: never, row: { currency: string; now: Date }) => string
  /** The cell of a file, where it differs from the text. */
  file?: (value: never, row: { currency: string }) => Cell
  /** In every file, whether its reader shows it on the page or not. */
  isInFiles?: true
  /** The condition on the answers of a row, for the column of answers. In a file, each question has a column of its own. */
  byQuestion?: RawBuilder<unknown>
  /** The columns of a file, where this one becomes several. */
  heads?: string[]
  cells?: (value: never) => Cell[]
}

type Scope = EventScope & { isOwn: RawBuilder<boolean> }

const text = (value: string | null) => value ?? ''
const yesNo = (value: boolean | null) => (value ? t.yes : t.no)
const money = (value: number | null, { currency }: { currency: string }) =>
  formatMinor(value ?? 0, currencyCode(currency))
const amount = (value: number | null, { currency }: { currency: string }) => toMajor(value ?? 0, currencyCode(currency))
/** Times of the organiser's books are London's, also in files. */
const time = (
  key: keyof typeof columnNames,
  write: (value: string, now: Date) => string,
  cell: (value: string) => Cell = timeCell,
) => ({
  write: (value: string | null, { now }: { now: Date }) => (value === null ? '' : write(value, now)),
  heads: [headIn(columnNames[key])],
  cells: (value: string | null): Cell[] => [value === null ? '' : cell(value)],
})
type Local = { at: string | null; until?: string | null; zone: string; online: boolean; allDay: boolean }
/** A time in the zone of the row's event, which a file names in a column of its own. */
const localTime = (key: 'date' | 'admittedAt') => ({
  write: ({ at, until, zone, online, allDay }: Local) =>
    at === null
      ? ''
      : longWhen(
          { startsAt: new Date(at), endsAt: until ? new Date(until) : null, allDay },
          { timezone: zone, online, postponed: false },
        ),
  heads: [columnNames[key], fill(t.zone, { column: columnNames[key] })],
  cells: ({ at, zone, allDay }: Local): Cell[] =>
    at === null ? ['', ''] : [allDay ? dayCell(at, zone) : timeCell(at, zone), zone],
})
const currency: Column = { key: 'currency', isInFiles: true, read: sql`"order".currency`, write: text }

const answers = (isOwnAnswer: RawBuilder<unknown>): Column => ({
  key: 'answers',
  personal: true,
  read: answersOf(isOwnAnswer),
  write: text,
  byQuestion: isOwnAnswer,
})
const answersOf = (isOwnAnswer: RawBuilder<unknown>) => sql`(
  select string_agg(regexp_replace(question.question_html, '<[^>]*>', '', 'g') || ': ' || answer.answer, '; '
    order by question.sort, answer.key)
  from question_answers answer join questions question on question.id = answer.question_id
  join events event on event.id = question.event_id
  where answer.sale_id = "order".sale_id and ${isOwnAnswer})`

/** The columns about the order, which both tables have. */
const orderDetailColumns = ({ organiserId, eventIds, isOwn }: Scope): Column[] => [
  { key: 'number', isDefault: true, read: sql`"order".number`, write: (value: string) => shownOrderNumber(value) },
  { key: 'paid', isDefault: true, read: sql`"order".paid_at`, ...time('paid', shortPast) },
  { key: 'name', isDefault: true, personal: true, read: sql`"order".name`, write: text },
  { key: 'email', isInFiles: true, personal: true, read: sql`"order".email`, write: text },
  { key: 'phone', personal: true, read: sql`"order".phone`, write: text },
  {
    key: 'channel',
    read: sql`"order".channel`,
    write: (value: string) => (channels as Record<string, string>)[value] ?? value,
  },
  {
    key: 'address',
    personal: true,
    read: sql`(select concat_ws(', ', nullif(concat_ws(' ', post.first_name, post.last_name), ''), nullif(post.address_1, ''),
        nullif(post.address_2, ''), nullif(post.town, ''), nullif(post.postcode, ''), nullif(post.country, ''))
      from sale_addresses post where post.sale_id = "order".sale_id and post.kind = 'delivery'
        and exists (select from order_lines line join ticket_types type on type.id = line.ticket_type_id
          where line.sale_id = "order".sale_id and ${isOwn} and type.delivered_by_post))`,
    write: text,
  },
  {
    key: 'protection',
    read: sql`(select sum(line.protection_minor - line.refunded_protection_minor)::bigint from order_lines line
      where line.sale_id = "order".sale_id and ${isOwn})`,
    write: money,
    file: amount,
  },
  { key: 'consent', personal: true, read: sql`(select granted from (${consentTo(organiserId)}) newest)`, write: yesNo },
  {
    key: 'consented',
    personal: true,
    read: sql`(select given_at from (${consentTo(organiserId)}) newest where granted)`,
    ...time('consented', (value) => ukDate(value), dayCell),
  },
  {
    key: 'waivers',
    read: sql`(select jsonb_build_object('n', signed, 'of', wanted) from (${waiverCountsOf(sql`"order".sale_id`, isOwnEvent({ organiserId, eventIds }))}) waivers)`,
    write: ({ n, of }: { n: number; of: number }) => (of === 0 ? '' : fill(t.signed, { n, of })),
  },
]

const codesOf = (scope: EventScope) => sql`(
  select string_agg(applied.code, ', ' order by applied.code) from sale_codes applied
  where applied.sale_id = "order".sale_id and ${isOwnCode(scope)})`

export const orderColumns = (scope: Scope): Column[] => {
  const { isOwn } = scope
  const [number, paid, name, ...rest] = orderDetailColumns(scope)
  const sums = refundedOf(isOwn)
  return [
    number!,
    paid!,
    name!,
    {
      key: 'what',
      isDefault: true,
      read: sql`(select string_agg(case when line.kind = 'ticket' then line.qty || ' × ' || type.name || ', ' || event.title
          else coalesce(design.name, charity.name, '') end, '; ' order by line.line)
        from order_lines line left join ticket_types type on type.id = line.ticket_type_id
        left join events event on event.id = line.event_id
        left join gift_voucher_designs design on design.id = line.design_id
        left join charities charity on charity.id = line.charity_id
        where line.sale_id = "order".sale_id and ${isOwn})`,
      write: text,
    },
    { key: 'total', isDefault: true, read: sql`(select total from (${sums}) sums)`, write: money, file: amount },
    {
      key: 'state',
      isDefault: true,
      read: sql`(select jsonb_build_object('back', back, 'ended', ended, 'dispute', ${disputeOf(sql`"order".sale_id`)}) from (${sums}) sums)`,
      write: (value: Parameters<typeof officeState>[0]) => orderStates[officeState(value)],
    },
    { key: 'answerBy', read: answerByOf(sql`"order".sale_id`), ...time('answerBy', (value) => niceDate(value)) },
    { key: 'refunded', isInFiles: true, read: sql`(select back from (${sums}) sums)`, write: money, file: amount },
    currency,
    ...rest,
    { key: 'codes', read: codesOf(scope), write: text },
    {
      key: 'giftAid',
      read: sql`exists (select from order_lines line join gift_aid_declarations declared on declared.sale_id = line.sale_id
        and declared.cancelled_at is null where line.sale_id = "order".sale_id and line.kind = 'donation' and ${isOwn})`,
      write: yesNo,
    },
    {
      key: 'admitted',
      read: sql`(select jsonb_build_object('n', count(held.admitted_at), 'of', count(*)) from tickets held
        where held.sale_id = "order".sale_id and held.status = 'valid' and exists (select from order_lines line
          where line.sale_id = held.sale_id and line.ticket_type_id = held.ticket_type_id and ${isOwn}))`,
      write: ({ n, of }: { n: number; of: number }) => (of === 0 ? '' : fill(t.signed, { n, of })),
    },
    answers(sql`exists (select from order_lines line where line.sale_id = "order".sale_id
      and line.ticket_type_id = answer.ticket_type_id and ${isOwn})`),
  ]
}

export const peopleColumns = (scope: Scope): Column[] => {
  const [number, paid, name, ...rest] = orderDetailColumns(scope)
  return [
    { key: 'holder', isDefault: true, personal: true, read: sql`ticket.holder_name`, write: text },
    { key: 'holderEmail', personal: true, read: sql`ticket.holder_email`, write: text },
    { key: 'ticket', isDefault: true, read: sql`type.name`, write: text },
    { key: 'event', isDefault: true, read: sql`event.title`, write: text },
    {
      key: 'date',
      isDefault: true,
      read: sql`jsonb_build_object('at', date.starts_at, 'until', date.ends_at, 'zone', event.timezone, 'online', ${HELD_ONLINE}, 'allDay', date.all_day)`,
      ...localTime('date'),
    },
    { key: 'seat', read: sql`(select seat.label from seats seat where seat.id = ticket.seat_id)`, write: text },
    {
      key: 'state',
      isDefault: true,
      read: sql`case when ticket.status = 'void' then 'void' when ticket.admitted_at is not null then 'admitted' else 'valid' end`,
      write: (value: keyof typeof holderStates) => holderStates[value],
    },
    {
      key: 'admittedAt',
      read: sql`jsonb_build_object('at', ticket.admitted_at, 'zone', event.timezone, 'online', ${HELD_ONLINE}, 'allDay', false)`,
      ...localTime('admittedAt'),
    },
    number!,
    paid!,
    name!,
    ...rest,
    currency,
    answers(sql`answer.ticket_type_id = ticket.ticket_type_id
      and (answer.instance is null or answer.instance = ticket.instance)`),
  ]
}
