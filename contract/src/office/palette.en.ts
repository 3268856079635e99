/** The sentences of the palette, which searches everything in the office. */
export const palette = {
  title: 'Search everything',
  label: 'Search orders, people, events, pages and help',
  hint: 'Arrow keys choose, Enter opens, Escape closes.',
  orders: 'Orders and people',
  events: 'Events',
  pages: 'Pages',
  acts: 'Actions',
  newEvent: 'New event',
  give: 'Add a complimentary ticket',
  newMailing: 'New mailing',
  help: 'Help',
  order: '{name}, {number}',
  none: 'Nothing found.',
  found: '{n} found',
  searching: 'Searching…',
} as const
