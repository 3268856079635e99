/** The texts of the office's event pages. */

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
  copyOf: '{title} (copy)',
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

/** The errors for fields that are missing or malformed. */
export const needed = {
  title: 'Enter a title.',
  day: 'Enter the date of the event.',
  starts: 'Enter when it starts, such as 19:30.',
  ends: 'Enter the end as a time, such as 22:00.',
  howMany: 'Enter how many tickets there are, as a number.',
  price: 'Enter an amount such as 12.50. Enter 0 for a free event.',
} as const

export const made = { ticket: 'Ticket' } as const

export const eventPage = {
  sections: 'Sections of this event',
  overview: 'Overview',
  all: 'All events',
  publicPage: 'Public page',
  copyLink: 'Public link',
  copy: 'Copy',
  copied: 'Copied',
  qr: 'QR code of the public link',
  preview: 'Preview',
  publish: 'Put on sale',
  unpublish: 'Take off the shop',
  'unpublish.lead': '{sold} tickets are sold: they stay valid. Buyers no longer find the event.',
  archive: 'Archive',
  unarchive: 'Bring back from the archive',
  duplicate: 'Duplicate',
  'duplicate.title': 'Title of the copy',
  'duplicate.first': 'First date of the copy',
  'duplicate.hint': 'All dates move by as many days. Sold tickets and codes don’t come along. The copy is a draft.',
  'duplicate.go': 'Make a copy',
  more: 'More',
  save: 'Save',
  add: 'Add another',
  new: 'New: {one}',
  remove: 'Remove',
  details: 'More settings',
  todo: 'Still to do, none of it needed',
  'todo.description': 'Describe it',
  'todo.questions': 'Ask your buyers something',
  'todo.codes': 'Make a discount code',
  'todo.policy': 'Set how refunds work',
  dates: 'Dates',
  date: 'Date',
  sold: 'Sold',
  held: 'In baskets',
  left: 'Left',
  orders: 'Orders',
  takings: 'Takings',
  chart: 'Tickets sold in the last 30 days',
  'chart.words': '{total} sold in the last 30 days, {week} of them in the last seven.',
  'chart.table': 'The same as a table',
  'chart.day': 'Day',
  cancelDate: 'Cancel this date',
  'cancelDate.lead':
    '{sold} tickets are sold: their buyers get their money back and an email. {held} are in baskets: they end. It can’t be undone.',
  'cancelDate.go': 'Yes, cancel {date}',
  rule: 'Add dates by rule',
  'rule.days': 'Every',
  'rule.from': 'From',
  'rule.until': 'Until',
  'rule.starts': 'Starts at',
  'rule.ends': 'Ends at',
  'rule.except': 'Not on',
  'rule.exceptHint': 'Dates, one a line, such as 2026-12-24.',
  'rule.go': 'Add these dates',
} as const

export const weekdays = { 1: 'Mon', 2: 'Tue', 3: 'Wed', 4: 'Thu', 5: 'Fri', 6: 'Sat', 7: 'Sun' } as const

export const payments = {
  title: 'Payments',
  shop: 'Your money goes to the accounts of this installation, whose operator pays you.',
  missing:
    'Payments aren’t configured: you take money only into an account of your own, and have none. Buyers can’t pay for your tickets until the operator connects one.',
  saas: 'You take money only into an account of your own.',
  how: 'The operator of this installation connects and removes accounts, with npm run account.',
  provider: 'Provider',
  account: 'Account',
  fee: 'Fee of this installation',
  tested: 'Accepted',
  test: 'Test {name}',
  caption: 'Your payment accounts',
} as const

export const providers = { stripe: 'Stripe', square: 'Square', truelayer: 'TrueLayer (bank transfers)' } as const

export const settings = {
  title: 'Settings',
  sections: 'Sections of the settings',
  ownerOnly: 'Only an owner can change these.',
} as const
