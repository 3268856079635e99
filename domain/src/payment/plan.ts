import { addDays, dayOfUtc } from '../format/calendar-days.ts'
import { groupBy } from '../group.ts'
import { type CurrencyCode, type Minor, sum } from '../money/money.ts'
import { cardMinimum } from './minimum.ts'
import { cardProvidersThat } from './providers.ts'

/** When a plan reminds the buyer, and what happens when a card fails. */
export const PLAN_RULES = {
  /** The buyer is reminded this many days before a payment is taken. */
  remindDaysBefore: 3,
  /** How often a payment is attempted, and how many days apart; the buyer is notified of each failure. */
  attempts: 4,
  daysBetweenAttempts: 3,
  /** After the last attempt the buyer can still pay for this many days before the plan ends. */
  graceDays: 14,
} as const

/** A total split into n equal payments; the first also takes the remainder. */
export function splitPayments(total: Minor, payments: number): Minor[] {
  const each = Math.floor(total / payments)
  return Array.from({ length: payments }, (_, i) => (i === 0 ? total - each * (payments - 1) : each))
}

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/**
 * The due days of n payments from `firstDay` ('yyyy-mm-dd'), on the same day of every month or on the last day of a shorter
 * one: 31 January is followed by 28 February, 31 March, 30 April. `everyMonths`: the months between two payments.
 */
export function dueDays(firstDay: string, payments: number, everyMonths = 1): string[] {
  const [year, month, day] = firstDay.split('-').map(Number) as [number, number, number]
  return Array.from({ length: payments }, (_, i) => {
    const monthIndex = month - 1 + i * everyMonths
    const inYear = year + Math.floor(monthIndex / 12)
    return dayOfUtc(Date.UTC(inYear, monthIndex % 12, Math.min(day, daysInMonth(inYear, monthIndex % 12))))
  })
}

/** Whether a plan that begins on `firstDay` is paid off by `lastDay`. A single payment always is. */
export const isPaidOffBy = (
  lastDay: string,
  { payments, everyMonths, firstDay }: { payments: number; everyMonths: number; firstDay: string },
): boolean => payments === 1 || dueDays(firstDay, payments, everyMonths).at(-1)! <= lastDay

/**
 * The longest plans that may be sold. Credit without interest is exempt from regulation only up to twelve payments within twelve
 * months (SI 2001/544, art. 60F), so the last one is due before a year is over.
 */
export const LONGEST_PLAN = { payments: 12, months: 12 } as const

/** Whether a plan may be sold. Plans that are already sold run on. Payments are a month apart or more, so twelve are the most. */
export const isShortEnough = ({ payments, everyMonths }: Pick<PlanOption, 'payments' | 'everyMonths'>): boolean =>
  (payments - 1) * everyMonths < LONGEST_PLAN.months

/** A payment plan as an event offers it. The key names the same plan in every event. */
export type PlanOption = { key: string; label: string; payments: number; everyMonths: number }

/**
 * The plans that all of these events offer, that may be sold, and that end before each of them, fewest payments first. Where
 * events differ under one key, the fewest payments and the longest interval count, so the result is short enough too.
 */
export function sharedPlans(
  events: readonly { lastDay: string; options: readonly PlanOption[] }[],
  firstDay: string,
): PlanOption[] {
  const byKey = groupBy(
    events.flatMap(({ options }) => options.filter(isShortEnough)),
    ({ key }) => key,
  )
  return [...byKey]
    .filter(([, options]) => options.length === events.length)
    .map(([key, options]) => ({
      key,
      label: options.map(({ label }) => label).sort()[0]!,
      payments: Math.min(...options.map(({ payments }) => payments)),
      everyMonths: Math.max(...options.map(({ everyMonths }) => everyMonths)),
    }))
    .filter((plan) => events.every(({ lastDay }) => isPaidOffBy(lastDay, { ...plan, firstDay })))
    .sort((a, b) => a.payments - b.payments)
}

export type Instalment = { dueOn: string; amountMinor: Minor }

/** The payments of a plan that begins on `firstDay`. A total too small to split is one payment, because none can be 0. */
export function planSchedule(
  total: Minor,
  { payments, everyMonths, firstDay }: { payments: number; everyMonths: number; firstDay: string },
): Instalment[] {
  const amounts = splitPayments(total, total < payments ? 1 : payments)
  const days = dueDays(firstDay, amounts.length, everyMonths)
  return amounts.map((amountMinor, i) => ({ dueOn: days[i]!, amountMinor }))
}

/** The smallest payment that a plan may have, in minor units: what every provider takes that may charge one. */
export const minimumInstalment = (currency: CurrencyCode): Minor =>
  Math.max(...cardProvidersThat('savesCards').map((provider) => cardMinimum(provider, currency)))

/** Whether each payment of this plan reaches the card minimum. */
export const canChargePlan = (
  total: Minor,
  { payments }: Pick<PlanOption, 'payments'>,
  currency: CurrencyCode,
): boolean => splitPayments(total, payments).every((amount) => amount >= minimumInstalment(currency))

/** What is still to be paid: a cancelled payment is not. */
export const remainingOf = (instalments: readonly { amountMinor: Minor; status: string }[]): Minor =>
  sum(
    instalments
      .filter(({ status }) => status !== 'paid' && status !== 'cancelled')
      .map((instalment) => instalment.amountMinor),
  )

/** What follows a failed attempt on `day`: the day of the next attempt, or the day the plan ends unless it is paid. */
export const afterFailedAttempt = (
  attempts: number,
  day: string,
): { kind: 'retry'; on: string } | { kind: 'overdue'; endsOn: string } =>
  attempts < PLAN_RULES.attempts
    ? { kind: 'retry', on: addDays(day, PLAN_RULES.daysBetweenAttempts) }
    : { kind: 'overdue', endsOn: addDays(day, PLAN_RULES.graceDays) }

/**
 * How much of a refund comes off the payments still to come, instead of being returned. All of it, unless that would leave a
 * remainder too small for a card: then less comes off, and the difference is returned. `toComeMinor` is the sum of those
 * payments, `requestedMinor` the refund, at most that sum.
 */
export function planReduction(toComeMinor: Minor, requestedMinor: Minor, minimumMinor: Minor): Minor {
  const remainder = toComeMinor - requestedMinor
  if (remainder <= 0 || remainder >= minimumMinor) return requestedMinor
  return Math.max(0, requestedMinor - (minimumMinor - remainder))
}

/**
 * Takes a reduction off payments still to come, from the last one back, so that the next one keeps the day and amount that the
 * buyer was reminded of. A last payment left below the minimum is topped up from the one before it, or merged into it if that
 * one would then be too small. Never takes off more than their sum.
 */
export function reduceFromLast(payments: readonly Minor[], reductionMinor: Minor, minimumMinor: Minor): Minor[] {
  let rest = reductionMinor
  const reduced = payments
    .toReversed()
    .map((minor) => {
      const part = Math.min(rest, minor)
      rest -= part
      return minor - part
    })
    .toReversed()
  const last = reduced.findLastIndex((minor) => minor > 0)
  const missing = minimumMinor - (reduced[last] ?? minimumMinor)
  if (last < 1 || missing <= 0) return reduced
  const previous = reduced[last - 1]!
  if (previous - missing >= minimumMinor) return reduced.with(last - 1, previous - missing).with(last, minimumMinor)
  return reduced.with(last - 1, previous + reduced[last]!).with(last, 0)
}
