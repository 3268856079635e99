import type { Line } from '../sale/line.ts'
import type { SaleEvent } from '../sale/sale.ts'

/** The warnings of the events for which the basket holds tickets of different dates. */
export function timeslotWarnings(
  lines: readonly Pick<Line, 'eventId' | 'dateId'>[],
  events: readonly Pick<SaleEvent, 'id' | 'differentDatesWarning'>[],
): string[] {
  const hasSeveralDates = (eventId: number) =>
    new Set(lines.filter((line) => line.eventId === eventId).map((line) => line.dateId)).size > 1
  return events.flatMap(({ id, differentDatesWarning: warning }) => (warning && hasSeveralDates(id) ? [warning] : []))
}
