/** The sentences of complimentary tickets by email. */
export const give = {
  title: 'Complimentary tickets',
  lead: 'They cost nothing, count as sold, and are emailed to each person. They appear as complimentary in your reports.',
  none: 'You have no dates to come. Events appear here when they’re published.',
  date: 'Event and date',
  show: 'Show',
  type: 'Ticket',
  typeLeft: '{name} ({n} left)',
  quantity: 'Tickets for each person',
  people: 'Who gets them',
  'people.hint':
    'One person a line, as a name and an email address: Ada Lovelace, ada@example.org. You can paste a list of up to {n} {n|person|people} from a table.',
  seats: 'Numbered seats are chosen for you, the best ones first.',
  reason: 'Why they’re complimentary',
  'reason.hint': 'It’s a note on each order. The people who get the tickets don’t see it.',
  button: 'Give the tickets',
  'given.one': 'The tickets are on their way to 1 person.',
  'given.many': 'The tickets are on their way to {n} {n|person|people}.',
  orders: 'See complimentary orders',
} as const
