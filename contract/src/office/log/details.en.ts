/** How the log names the fields that a form changed. */
export const fieldChanges = {
  inRow: '{one}: {label}',
  removed: '{one}: removed',
  more: '{n} more',
} as const

/** What else an entry of the log shows, by its name in the entry. */
export const details = {
  reason: 'Reason',
  note: 'Note',
  starts: 'Starts',
  ends: 'Ends',
  doors: 'Doors open',
  price: 'Price',
  capacity: 'Number of tickets',
  closes: 'Hours before the start at which the sale closes',
  refund_until: 'Refunds until',
} as const

export const eventNames = { label: 'Events', all: 'All events' } as const
