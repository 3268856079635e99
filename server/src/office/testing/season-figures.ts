import { channels } from '@foyer/contract/office/lists/messages.en.ts'
import { withoutGroup } from '@foyer/contract/office/money/messages.en.ts'
import { addDays } from '@foyer/domain/format/calendar-days.ts'
import { dayOf, niceDate, ukDate } from '@foyer/domain/format/dates.ts'
import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { PARTS, type SeasonLine, type SeasonOrder, type TypeName } from './season-orders.ts'

/** What each figure of a season is, added up order by order from its plain list, without the shop's own queries. */

const MEASURE = { fee: 'fees', protection: 'protection', delivery: 'delivery', rounding: 'rounding' } as const
const NET = { gift: 'vouchersSold', donation: 'donations' } as const
export type Measure =
  | 'tickets'
  | (typeof MEASURE)[keyof typeof MEASURE]
  | (typeof NET)[keyof typeof NET]
  | 'vouchersUsed'
  | 'refunded'

const EVENT = { adult: 'The Show', child: 'The Show', late: 'The Show', entry: 'The Fair', place: 'Their Night' }
const TYPE = { adult: 'Adult', child: 'Child', late: 'Late', entry: 'Entry', place: 'Place' }
/** Days from the clock's time to the start of the type's date, and its zone. */
const STARTS: Record<TypeName, [number, string]> = {
  adult: [3, 'Europe/London'],
  child: [3, 'Europe/London'],
  late: [4, 'Europe/London'],
  entry: [30, 'Europe/Paris'],
  place: [92, 'Europe/London'],
}

export type Moved = { order: SeasonOrder; line: SeasonLine; at: Date; measure: Measure; minor: Minor }

export const isOwn = ({ of }: SeasonLine): boolean => of !== 'place'
export const isTicket = (line: SeasonLine): line is SeasonLine & { of: TypeName } => line.of in EVENT
export const currencyOf = ({ currency = 'GBP' }: SeasonOrder) => currency
export const paidFor = (amounts: Partial<SeasonLine>): Minor =>
  sum(PARTS.map((part) => amounts[part] ?? 0)) - (amounts.voucher ?? 0)

/** Everything the organiser sold and refunded. */
export function movedIn(orders: readonly SeasonOrder[]): Moved[] {
  const moved: Moved[] = []
  for (const order of orders.filter(({ isUnpaid }) => !isUnpaid))
    for (const line of order.lines.filter(isOwn)) {
      const put = (at: string, measure: Measure, minor: Minor) =>
        minor === 0 || moved.push({ order, line, at: new Date(at), measure, minor })
      for (const [amounts, at] of [
        [line, order.at],
        [line.added ?? {}, order.changedAt ?? order.at],
      ] as const) {
        const measure = isTicket(line) ? 'tickets' : NET[line.of as keyof typeof NET]
        // The price, and what codes and offers took of it, are booked by themselves: a row of nothing but zeros is a row.
        for (const minor of 'list' in amounts
          ? [amounts.list, -(amounts.discount ?? 0), -(amounts.offer ?? 0)]
          : [amounts.net ?? 0])
          put(at, measure, minor)
        for (const part of Object.keys(MEASURE) as (keyof typeof MEASURE)[]) put(at, MEASURE[part], amounts[part] ?? 0)
        put(at, 'vouchersUsed', -(amounts.voucher ?? 0))
      }
      if (line.back) put(line.back.at, 'refunded', -paidFor(line.back))
    }
  return moved
}

const whenOf = (of: TypeName, now: Date): string => {
  const [days, zone] = STARTS[of]
  // Outside the zone of the shop, a time names its zone.
  return niceDate(new Date(now.getTime() + days * 86_400_000), zone) + (zone === 'Europe/Paris' ? ' GMT+2' : '')
}

/** The name of the row in which a movement counts, by each grouping of the page about money. */
export const ROW_OF: Record<
  'event' | 'date' | 'type' | 'channel' | 'code' | 'day',
  (moved: Moved, now: Date) => string
> = {
  event: (moved) => nameOf(moved, []),
  date: (moved, now) => nameOf(moved, isTicket(moved.line) ? [whenOf(moved.line.of, now)] : []),
  type: (moved, now) => nameOf(moved, isTicket(moved.line) ? [whenOf(moved.line.of, now), TYPE[moved.line.of]] : []),
  channel: ({ order }) => channels[order.channel ?? 'online'],
  code: ({ order }) => order.codes?.join(', ') ?? withoutGroup.noCode,
  day: ({ at }) => ukDate(at),
}

/** What belongs to no event is named by what it is; the rounding of a total is neither donation nor voucher. */
function nameOf({ line, measure }: Moved, more: readonly string[]): string {
  if (isTicket(line)) return [EVENT[line.of], ...more].join(', ')
  if (measure === 'rounding') return withoutGroup.other
  return line.of === 'gift' ? withoutGroup.vouchers : withoutGroup.donations
}

/** Whether a time lies within these days of London, the last included. */
export const isWithin = (at: Date | string, [first, last]: readonly [string, string]): boolean => {
  const day = dayOf(new Date(at))
  return day >= first && day <= last
}

export const monthOf = (month: string): [string, string] => {
  const next = new Date(`${month}-28T12:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 4)
  return [`${month}-01`, addDays(`${next.toISOString().slice(0, 7)}-01`, -1)]
}

type Tax = { gross: Minor; tax: Minor; refunded: Minor; refundedTax: Minor }

/** The tax of a period by rate: what was sold and refunded in it, and the differences that were paid in it. */
export function taxesIn(
  orders: readonly SeasonOrder[],
  currency: string,
  days: readonly [string, string],
): Map<number, Tax> {
  const rates = new Map<number, Tax>()
  const put = (rate: number, more: Partial<Tax>) => {
    const known = rates.get(rate) ?? { gross: 0, tax: 0, refunded: 0, refundedTax: 0 }
    for (const name of Object.keys(known) as (keyof Tax)[]) known[name] += more[name] ?? 0
    rates.set(rate, known)
  }
  for (const order of orders.filter((one) => currencyOf(one) === currency && !one.isUnpaid))
    for (const line of order.lines.filter(isOwn)) {
      for (const { part, rate, gross, tax } of line.taxes ?? []) {
        const later = line.added?.[part] ?? 0
        const laterTax = Math.round((later * rate) / (10_000 + rate))
        if (isWithin(order.at, days)) put(rate, { gross: gross - later, tax: tax - laterTax })
        if (order.changedAt && isWithin(order.changedAt, days)) put(rate, { gross: later, tax: laterTax })
      }
      for (const { rate, gross, tax } of line.back?.taxes ?? [])
        if (isWithin(line.back!.at, days)) put(rate, { refunded: gross, refundedTax: tax })
    }
  return rates
}

type Way = Record<'received' | 'refunded' | 'elsewhere' | 'toVouchers' | 'disputed', Minor>
const WAY_OF = {
  stripe: 'stripe',
  square: 'square',
  truelayer: 'bank',
  cash: 'cash',
  other: 'other',
  free: 'free',
} as const

/**
 * What each way of payment received and gave back in a period, and what stands beside them. A refund goes back by the first payment; a
 * lost dispute takes what was owed from the organiser, and the rest in proportion to what each organiser received.
 */
export function waysIn(orders: readonly SeasonOrder[], currency: string, days: readonly [string, string]) {
  const ways = new Map<string, Way>()
  const beside = { receivable: 0, dispute_losses: 0, platform_fees: 0 }
  const put = (way: string, column: keyof Way, minor: Minor) => {
    if (minor === 0) return
    const known = ways.get(way) ?? { received: 0, refunded: 0, elsewhere: 0, toVouchers: 0, disputed: 0 }
    known[column] += minor
    ways.set(way, known)
  }
  const inDays = (at: string) => isWithin(at, days)
  for (const order of orders.filter((one) => currencyOf(one) === currency && !one.isUnpaid)) {
    const own = order.lines.filter(isOwn)
    const [first] = order.payments
    const wayOf = ({ provider, purpose = 'sale' }: typeof first & object) => {
      if (purpose === 'plan_first' || purpose === 'plan_instalment') return 'plan'
      return order.how === 'reader' && purpose === 'sale' ? 'reader' : WAY_OF[provider]
    }
    const way = wayOf(first!)
    const sold = sum(own.map(paidFor))
    if (inDays(order.at)) {
      beside.receivable += sold
      put('voucher', 'received', sum(own.map(({ voucher = 0 }) => voucher)))
    }
    if (order.changedAt && inDays(order.changedAt))
      beside.receivable += sum(own.map(({ added = {} }) => paidFor(added)))
    for (const payment of order.payments.filter(({ status = 'paid' }) => status === 'paid')) {
      const isChange = payment.purpose === 'ticket_change'
      const minor = payment.minor ?? (isChange ? sum(own.map(({ added = {} }) => paidFor(added))) : sold)
      if (!inDays(isChange ? order.changedAt! : order.at)) continue
      put(wayOf(payment), 'received', minor)
      beside.receivable -= minor
    }
    for (const { back } of own) {
      if (!back || !inDays(back.at)) continue
      const minor = paidFor(back)
      beside.receivable -= minor
      put('voucher', 'refunded', -(back.voucher ?? 0))
      // A refund that isn't over has moved no money.
      const column = back.way === undefined ? 'refunded' : back.way
      if (column !== 'refunded' && column !== 'elsewhere' && column !== 'toVouchers') continue
      put(way, column, -minor)
      beside.receivable += minor
    }
    for (const { minor, status, owed = 0 } of order.disputes ?? []) {
      if (status.toLowerCase() !== 'lost' || !inDays(order.disputedAt!)) continue
      const lost = Math.round(((minor - owed) * sold) / sum(order.lines.map(paidFor)))
      put(way, 'disputed', -owed - lost)
      beside.receivable += owed
      beside.dispute_losses += lost
    }
  }
  return { ways, beside }
}
