import { dayOf } from '@foyer/domain/format/dates.ts'

/**
 * The last day a gift voucher bought now is valid ('yyyy-mm-dd'): the same day of the month `validMonths` later, or that
 * month's last day.
 */
export function voucherExpiry(boughtAt: Date, validMonths: number): string {
  const [year, month, day] = dayOf(boughtAt).split('-').map(Number) as [number, number, number]
  const lastOfMonth = new Date(Date.UTC(year, month + validMonths, 0))
  const date = new Date(
    Date.UTC(lastOfMonth.getUTCFullYear(), lastOfMonth.getUTCMonth(), Math.min(day, lastOfMonth.getUTCDate())),
  )
  return date.toISOString().slice(0, 10)
}
