import { fill } from '@foyer/contract/fill.ts'
import { formWords } from '@foyer/contract/office/events/fields.en.ts'
import { clockChangeAt } from '../../../catalogue/wall-clock.ts'

/** What to enter instead of a local time that a clock change skips; null for any other time. */
export function skippedHour(local: string, zone: string): string | null {
  const change = clockChangeAt(local, zone)
  if (change?.how !== 'never') return null
  return fill(formWords.clockNever, { time: local.slice(11, 16), instead: change.instead })
}
