/** The sentences of the office's pages about events. */

export const events = {
  title: 'Events',
  new: 'New event',
  none: 'No events here yet.',
  noneFirst: 'Put your first event on sale. It takes a few minutes, and you can change everything later.',
  event: 'Event',
  next: 'Next date',
  sold: 'Sold',
  takings: 'Takings',
  'sold.of': '{sold} of {capacity}',
  'sold.plain': '{sold}',
  filter: 'Filter',
  search: 'Search by title',
  show: 'Show',
  'show.current': 'Current and drafts',
  'show.past': 'Past',
  'show.archived': 'Archived',
  'show.button': 'Show',
  dates: '{n} dates',
  export: 'Export catalogue',
  'export.lead': 'A file with everything you sell here. It makes the same events in another Foyer.',
} as const

export const eventStates = {
  draft: 'Draft',
  cancelled: 'Cancelled',
  over: 'Over',
  sold_out: 'Sold out',
  opens: 'Opens later',
  on_sale: 'On sale',
  no_tickets: 'No tickets yet',
} as const

export const newEvent = {
  title: 'New event',
  lead: 'This is all you need to sell tickets. Everything else can wait.',
  name: 'Title',
  day: 'Date',
  starts: 'Starts at',
  ends: 'Ends at',
  where: 'Where',
  'where.hint': 'Name of the place. Leave it empty for an online event.',
  address: 'Address',
  howMany: 'How many tickets',
  price: 'Price',
  'price.hint': 'What one ticket costs. 0 for a free event.',
  description: 'What is it about?',
  optional: '(optional)',
  publish: 'Put on sale',
  draft: 'Save as draft',
  problem: 'Check these fields',
  restored: 'We kept what you typed here earlier.',
  discard: 'Start again',
} as const

/** What a field needs. */
export const needed = {
  title: 'Enter a title.',
  day: 'Enter the date of the event.',
  starts: 'Enter when it starts, such as 19:30.',
  ends: 'Enter the end as a time, such as 22:00.',
  howMany: 'Enter how many tickets there are, as a number.',
  price: 'Enter an amount such as 12.50. Enter 0 for a free event.',
} as const

export const made = { ticket: 'Ticket' } as const
