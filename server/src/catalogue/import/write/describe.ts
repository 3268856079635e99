import type { CatalogueEvent } from '../../format/format.ts'

/** Describes an event for the report: its dates, ticket types and status. */
export const describe = (event: CatalogueEvent, what: string): string => {
  const parts = [
    ...(event.dates.length > 1 ? [`${event.dates.length} dates`] : []),
    ...(event.ticket_types.length > 0
      ? [`${event.ticket_types.length} ticket type${event.ticket_types.length > 1 ? 's' : ''}`]
      : ['not on sale']),
    ...(event.status === 'published' ? [] : [event.status]),
  ]
  return `${what}, ${parts.join(', ')}`
}
