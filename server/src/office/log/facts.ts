import { providerNames } from '@foyer/contract/office/events/payments.en.ts'
import { jobNames } from '@foyer/contract/office/health/messages.en.ts'
import { asRole, unknownDevice } from '@foyer/contract/office/log/done.en.ts'
import { niceDate, niceDay, niceMonth } from '@foyer/domain/format/dates.ts'
import { decimalText } from '@foyer/domain/format/money.ts'
import { DEFAULT_CURRENCY } from '@foyer/domain/money/money.ts'
import { fieldLabels, shortList } from './fields.ts'

type Json = Readonly<Record<string, unknown>>

/** An entry of the log, as its sentence needs it. */
export type Entry = {
  action: string
  subject: readonly [kind: string, id: string]
  before: Json
  after: Json
}

/** The kinds of things that an entry names by their id. */
export type Kind =
  | 'order'
  | 'event'
  | 'date'
  | 'type'
  | 'staff'
  | 'charity'
  | 'mailing'
  | 'passkey'
  | 'reader'
  | 'device'
  | 'api_key'
  | 'webhook'
  | 'payout'
  | 'account'
  | 'shift'
export type Ref = { kind: Kind; id: number }
/** What stands in a sentence: a text, a count, the name of a thing, an amount, or a time in the zone of an event. */
export type Fact =
  | string
  | number
  | Ref
  | { minor: number; currencyOf: Ref | undefined; currency: string | undefined }
  | { at: string; zoneOf: Ref }

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const countOf = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : numberOf(value))

function ref(kind: Kind, ...ids: unknown[]): Ref | undefined {
  const id = ids.map(numberOf).find((number) => number !== undefined)
  return id === undefined ? undefined : { kind, id }
}
/** The id of the entry's subject, if the subject is of one of these kinds. */
const subjectId = ({ subject: [kind, id] }: Entry, ...kinds: string[]) => (kinds.includes(kind) ? id : undefined)

const orderOf = (entry: Entry) =>
  ref('order', subjectId(entry, 'order', 'sale'), entry.after.order_id, entry.after.sale_id)
const eventOf = (entry: Entry) => ref('event', subjectId(entry, 'event'), entry.after.event_id)

/** An amount in minor units. Its currency is written beside it, or is that of the order or the shift. */
function money(entry: Entry, ...values: unknown[]): Fact | undefined {
  const minor = values.map(numberOf).find((value) => value !== undefined)
  if (minor === undefined) return undefined
  const shift = ref('shift', subjectId(entry, 'shift'), entry.after.shift_id)
  return { minor: Math.abs(minor), currency: textOf(entry.after.currency), currencyOf: shift ?? orderOf(entry) }
}
const role = (name: unknown): string | undefined => (asRole as Record<string, string>)[String(name)]
const moment = (entry: Entry, value: unknown): Fact | undefined => {
  const [at] = Array.isArray(value) ? value : []
  const event = eventOf(entry)
  return typeof at === 'string' && event ? { at, zoneOf: event } : undefined
}
/** A limit applies in the currency of each order, so it has no sign. */
const limit = (minor: unknown): string | undefined => {
  const value = numberOf(minor)
  return value === undefined ? undefined : decimalText(value, DEFAULT_CURRENCY)
}
const day = (value: unknown): string | undefined => {
  const text = textOf(value)
  return text && niceDay(text)
}

/** Where each value of a sentence comes from. Other names are a text or a count of the same name in the entry. */
const FACTS: Readonly<Record<string, (entry: Entry) => Fact | undefined>> = {
  order: orderOf,
  event: eventOf,
  original: ({ after }) => ref('event', after.copy_of),
  date: ({ after }) => ref('date', after.date_id, after.cancelled_date),
  type: ({ after }) => ref('type', after.ticket_type_id),
  typeBefore: ({ before }) => ref('type', before.ticket_type_id),
  person: (entry) => ref('staff', subjectId(entry, 'staff'), entry.after.staff_id),
  charity: (entry) => ref('charity', subjectId(entry, 'charity')),
  mailing: (entry) => ref('mailing', subjectId(entry, 'mailing'), entry.after.mailing_id),
  reader: ({ before }) => textOf(before.name) ?? textOf(before.reader),
  deviceName: ({ before }) => ref('device', before.device_id),
  keyName: (entry) => ref('api_key', subjectId(entry, 'api_key'), entry.after.key_id),
  webhook: (entry) => ref('webhook', subjectId(entry, 'webhook'), entry.after.webhook_id),
  payout: (entry) => ref('payout', subjectId(entry, 'payout')),
  account: ({ after, before }) => ref('account', after.account_id, before.account_id),
  provider: ({ after }) => (providerNames as Record<string, string>)[String(after.provider)],
  job: ({ after }) => jobNames[String(after.kind)] ?? textOf(after.kind),
  device: ({ before }) => textOf(before.device) ?? unknownDevice,
  role: ({ after }) => role(after.role),
  roleBefore: ({ before }) => role(before.role),
  amount: (entry) => money(entry, entry.after.amount_minor, entry.after.total_minor),
  difference: (entry) => money(entry, entry.after.difference_minor, entry.before.difference_minor),
  voided: (entry) => money(entry, entry.after.voided_minor),
  handedBack: (entry) => money(entry, entry.after.handed_back_minor),
  float: (entry) => money(entry, entry.after.float_minor),
  counted: (entry) => money(entry, entry.after.counted_minor),
  limit: ({ after }) => limit(after.refund_limit_minor),
  limitBefore: ({ before }) => limit(before.refund_limit_minor),
  from: (entry) => moment(entry, entry.before.dates),
  to: (entry) => moment(entry, entry.after.dates),
  fields: ({ before, after }) => shortList(fieldLabels({ before, after })) || undefined,
  orders: ({ after }) => countOf(after.orders_tried_again),
  asked: ({ after }) => countOf(after.emails),
  format: ({ after }) => textOf(after.format)?.toUpperCase(),
  fromDay: ({ after }) => day(after.from),
  untilDay: ({ after }) => day(after.until),
  month: ({ after }) => {
    const month = textOf(after.month)
    return month && `${niceMonth(month)} ${month.slice(0, 4)}`
  },
  at: ({ after }) => {
    const at = textOf(after.at)
    return at && niceDate(at)
  },
  code: ({ after }) => textOf(after.ended_code),
}

/** The value of a name in the sentence of an entry; undefined if the entry, such as an old one, doesn't have it. */
export function factOf(entry: Entry, name: string): Fact | undefined {
  const find = FACTS[name]
  if (find) return find(entry)
  const value = entry.after[name] ?? entry.before[name]
  return textOf(value) ?? countOf(value)
}

const isListed = (value: unknown, item: string) => Array.isArray(value) && value.includes(item)
const difference = ({ after }: Entry) => numberOf(after.difference_minor) ?? 0
const hasNoChange = ({ before, after }: Entry) => fieldLabels({ before, after }).length === 0
const changed = (entry: Entry, ...names: string[]) => names.find((name) => Object.hasOwn(entry.after, name)) ?? ''

function variantOfChange(entry: Entry): string {
  const { before, after } = entry
  if (before.ticket_type_id === after.ticket_type_id) return 'seat'
  if (after.charged === true) return 'charged'
  if (difference(entry) === 0) return ''
  if (difference(entry) > 0) return 'waived'
  return after.returned === true ? 'returned' : 'kept'
}

/** Which of several sentences an entry has; empty for the first one. */
const VARIANTS: Readonly<Record<string, (entry: Entry) => string>> = {
  export_person: ({ after }) => (after.whole === true ? 'shop' : ''),
  erase_person: ({ after }) => (after.whole === true ? 'shop' : ''),
  set_office_dark_mode: ({ after }) => (after.is_dark_mode === true ? 'dark' : 'light'),
  set_notifications: ({ after }) => String(after.notifications ?? ''),
  create_event: ({ after }) => {
    const [event] = (after.events ?? []) as { status?: string }[]
    return event?.status === 'published' ? 'published' : event?.status === 'draft' ? 'draft' : ''
  },
  save_event: (entry) => (hasNoChange(entry) ? 'nothing' : ''),
  save_settings: (entry) => (hasNoChange(entry) ? 'nothing' : ''),
  set_event_status: ({ after }) => String(after.status ?? ''),
  archive_event: ({ after }) => (after.archived === false ? 'restored' : ''),
  run_queue: ({ after }) => (after.act === 'start' ? '' : String(after.act)),
  pause_cancellation: ({ after }) => (after.cancellation_paused === false ? 'resumed' : ''),
  accept_entries: ({ after }) => (numberOf(after.wrong) ? 'wrong' : ''),
  move_date: ({ after }) => {
    const several = (countOf(after.dates) ?? 0) > 1
    if (after.postponed === true) return several ? 'postponedSeveral' : 'postponed'
    return several ? 'several' : ''
  },
  save_event_picture: ({ after }) => (after.picture === null ? 'removed' : ''),
  mend_contact: ({ after }) =>
    isListed(after.changed, 'email') ? 'email' : isListed(after.changed, 'phone') ? 'phone' : '',
  change_ticket: variantOfChange,
  refund_order: ({ after }) => (after.to === 'payment' ? '' : String(after.to ?? '')),
  counter_sale: ({ after }) => (after.how === 'cash' || after.how === 'free' ? after.how : ''),
  open_shift: ({ before, after }) =>
    before.float_minor === null ? 'counted' : after.float_minor === null ? 'later' : '',
  close_shift: (entry) => {
    if (entry.after.difference_minor === undefined) return ''
    const found = difference(entry)
    return found === 0 ? 'exact' : found < 0 ? 'short' : 'over'
  },
  cancel_reader: ({ after }) => (after.cancelled === false ? 'paid' : ''),
  cancel_gift_aid: ({ after }) => (after.cancelled_as === 'never_true' ? 'never_true' : ''),
  set_release_time: ({ after }) => (after.release_at === '' ? 'never' : ''),
  send_mailing: ({ after }) => (after.at === undefined ? '' : 'later'),
  stop_mailing: ({ after }) => (after.was === 'waiting' ? 'waiting' : ''),
  save_brand: (entry) => changed(entry, 'logo', 'cover', 'accent'),
  send_test_mail: ({ after }) => (textOf(after.answer) === undefined ? '' : 'answered'),
  save_shop: (entry) => changed(entry, 'name', 'legal', 'logo', 'accent'),
  save_text: ({ after }) => (after.ended === true ? 'ended' : ''),
  save_shop_text: ({ after }) => (after.ended === true ? 'ended' : ''),
  change_staff: ({ before, after }) => (before.role === after.role ? 'events' : ''),
  switch_webhook: ({ after }) => (after.on === false ? 'off' : ''),
}

/** The name of an entry's sentence in done.en.ts. */
export function sentenceName(entry: Entry): string {
  const variant = VARIANTS[entry.action]?.(entry) ?? ''
  return variant === '' ? entry.action : `${entry.action}.${variant}`
}
