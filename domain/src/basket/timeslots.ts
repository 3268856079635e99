type Slot = { event_id: number; date_id: number }
type WarningEvent = { id: number; warn_customers_about_different_timeslots_message: string | null }

/** The messages of the events of which the basket holds tickets for different dates (BSK-29, OPEN-40). */
export function timeslotWarnings(tickets: readonly Slot[], events: readonly WarningEvent[]): string[] {
  const hasSeveralDates = (eventId: number) =>
    new Set(tickets.filter((line) => line.event_id === eventId).map((line) => line.date_id)).size > 1
  return events.flatMap(({ id, warn_customers_about_different_timeslots_message: message }) =>
    message && hasSeveralDates(id) ? [message] : [],
  )
}
