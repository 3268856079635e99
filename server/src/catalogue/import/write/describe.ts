import type { CatalogueEvent } from '../../format/format.ts'

/** An event in the words of the report: its dates, its ticket types and its status. */
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
