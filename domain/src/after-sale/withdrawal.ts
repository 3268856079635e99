import { addDays, DAY_MS, dayOfUtc } from '../format/calendar-days.ts'
import { dayOf } from '../format/dates.ts'

/**
 * The right to withdraw from what was bought online, without a reason (2011/83/EU arts 9 to 16; SI 2013/3134 regs 27 to 38; decision
 * 107). `none_dated`: leisure on a date or in a period, which the law exempts (art. 16(l)). Whatever is in doubt is `days14`.
 */
export type WithdrawalRight = 'none_dated' | 'days14'

export type SoldThing =
  | { kind: 'gift_voucher' | 'donation' }
  | {
      kind: 'ticket'
      /** An add-on, which may be goods. */
      isExtra: boolean
      /** It has no venue. */
      isOnline: boolean
      isAllDay: boolean
      startsAt: Date
      endsAt: Date | null
    }

const DAYS = 14
/** A ticket that is valid for longer is a pass, not a ticket for a date. */
const LONGEST_PERIOD_DAYS = 31

/** Online without an hour is a recording; at an hour it is dated like any other event. */
export function withdrawalRight(sold: SoldThing): WithdrawalRight {
  if (sold.kind !== 'ticket' || sold.isExtra) return 'days14'
  const days = sold.endsAt === null ? 0 : (sold.endsAt.getTime() - sold.startsAt.getTime()) / DAY_MS
  return days > LONGEST_PERIOD_DAYS || (sold.isOnline && sold.isAllDay) ? 'days14' : 'none_dated'
}

/**
 * When the period begins: with the contract, for goods with their delivery. Goods that nobody has collected yet are taken to be delivered
 * on the date they belong to.
 */
export function withdrawalFrom(
  sold: SoldThing,
  { paidAt, collectedAt }: { paidAt: Date; collectedAt: Date | null },
): Date {
  if (sold.kind !== 'ticket' || !sold.isExtra) return paidAt
  return collectedAt ?? (sold.startsAt > paidAt ? sold.startsAt : paidAt)
}

/**
 * The last day on which a buyer can withdraw: the 14th after the period began. A buyer who wasn't told of the right (`toldAt` null) has
 * a year more, and one who was told later 14 days from then (art. 10).
 */
export function lastWithdrawalDay({ from, toldAt }: { from: Date; toldAt: Date | null }): string {
  const last = addDays(dayOf(from), DAYS)
  const [year, month, day] = last.split('-').map(Number) as [number, number, number]
  const yearLater = dayOfUtc(Date.UTC(year + 1, month - 1, day))
  if (toldAt === null) return yearLater
  const fromTold = addDays(dayOf(toldAt), DAYS)
  if (fromTold <= last) return last
  return fromTold < yearLater ? fromTold : yearLater
}

/** Whether that day isn't over yet. */
export const canWithdraw = (period: { from: Date; toldAt: Date | null }, now: Date): boolean =>
  dayOf(now) <= lastWithdrawalDay(period)
