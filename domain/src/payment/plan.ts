import { type Minor, sum } from '../money/money.ts'

/** How a payment plan is kept, and what happens when a card fails. */
export const PLAN_RULES = {
  /** The buyer hears of a payment so many days before it is taken (DONE-11). */
  remindDaysBefore: 3,
  /** A failed payment is tried again so often, so many days apart; each failure is told to the buyer. */
  attempts: 4,
  daysBetweenAttempts: 3,
  /** After the last attempt the buyer may still pay for so many days before the plan ends. */
  graceDays: 14,
} as const

/** A total in n payments, none a penny off: equal ones, and the first takes what does not divide. */
export function splitPayments(total: Minor, payments: number): Minor[] {
  const each = Math.floor(total / payments)
  return Array.from({ length: payments }, (_, i) => (i === 0 ? total - each * (payments - 1) : each))
}

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/**
 * n due days from `firstDay` ('yyyy-mm-dd') on, every so many months on the same day of the month, or on the month's last where it
 * has no such day: from 31 January on come 28 February, 31 March, 30 April.
 */
export function dueDays(firstDay: string, payments: number, everyMonths = 1): string[] {
  const [year, month, day] = firstDay.split('-').map(Number) as [number, number, number]
  return Array.from({ length: payments }, (_, i) => {
    const monthIndex = month - 1 + i * everyMonths
    const inYear = year + Math.floor(monthIndex / 12)
    return iso(Date.UTC(inYear, monthIndex % 12, Math.min(day, daysInMonth(inYear, monthIndex % 12))))
  })
}

/** 'yyyy-mm-dd' so many days later. */
export const addDays = (day: string, days: number): string => iso(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000)

export type Instalment = { dueOn: string; amountMinor: Minor }

/** A plan that begins today. A total of fewer pence than payments is paid at once, since no payment is of nothing. */
export function planSchedule(
  total: Minor,
  { payments, everyMonths, firstDay }: { payments: number; everyMonths: number; firstDay: string },
): Instalment[] {
  const amounts = splitPayments(total, total < payments ? 1 : payments)
  const days = dueDays(firstDay, amounts.length, everyMonths)
  return amounts.map((amountMinor, i) => ({ dueOn: days[i]!, amountMinor }))
}

/** payment_plan_remaining (OPEN-82): what is still to come. */
export const remainingOf = (instalments: readonly { amountMinor: Minor; paid: boolean }[]): Minor =>
  sum(instalments.filter((instalment) => !instalment.paid).map((instalment) => instalment.amountMinor))

/** What follows the n-th failed attempt at a payment made on `day`: another day to try, or the day the plan ends unless it is paid. */
export const afterFailedAttempt = (
  attempts: number,
  day: string,
): { kind: 'retry'; on: string } | { kind: 'overdue'; endsOn: string } =>
  attempts < PLAN_RULES.attempts
    ? { kind: 'retry', on: addDays(day, PLAN_RULES.daysBetweenAttempts) }
    : { kind: 'overdue', endsOn: addDays(day, PLAN_RULES.graceDays) }
