/** Words of ticketing, payments and charities that the office uses, in plain words and in the order of the alphabet. */
export const glossary = [
  ['Add-on', 'Something sold beside tickets, such as a programme or a shirt. It lets nobody in and takes no place.'],
  [
    'Booking fee',
    'What a ticket costs on top of its price for booking it. You can pay it yourself, or include it in the price shown.',
  ],
  ['Complimentary ticket', 'A ticket that costs nothing. It takes a place and counts as sold.'],
  [
    'Dispute',
    'A buyer told their bank that a payment is wrong. The bank takes the money back until it has decided; you can answer with evidence.',
  ],
  [
    'Expected cash',
    'What should be in the drawer at the end of a shift: the opening float and what was taken, less what was paid back.',
  ],
  ['Gift Aid', 'HMRC adds 25p to each £1 that a UK taxpayer gives to a charity and declares.'],
  ['Gift voucher', 'An amount that is paid in advance and spent with a code. You owe what is left on it.'],
  ['Held back', 'Places that aren’t on sale online, kept for a reason such as guests or technicians.'],
  [
    'Hold',
    'Tickets in a basket that is being paid for. Nobody else can buy them, until it is paid or its time is over.',
  ],
  ['Offer', 'A discount that applies by itself, such as “four for the price of three”.'],
  ['Opening float', 'The cash in the drawer when a shift begins.'],
  ['Operator', 'Who runs this installation of Foyer, for all its organisers.'],
  ['Organiser', 'Who offers the events, and whose name buyers see.'],
  ['Payment plan', 'Paying an order in several parts. Its tickets are sent after the last one.'],
  [
    'Payout',
    'Money that a payment provider sends to your bank account: payments of several days, less refunds and fees.',
  ],
  ['Price step', 'A price that holds until a day, or for a number of tickets: the early price.'],
  ['Refund protection', 'Cover that buyers can add, so that they get their money back if they can’t come.'],
  [
    'Shared places',
    'Ticket types that sell from one number: Adult and Child from the same 80 places. When they’re gone, both are sold out.',
  ],
  ['Shift', 'One person’s time at the counter, with its own cash and its own report.'],
  ['Transfer', 'A ticket that its buyer gives to another person, who accepts it and gets a code of their own.'],
  ['Waiting list', 'People who want tickets that are sold out. What comes back is offered to them in order.'],
  ['Waiver', 'Terms that each person must sign before they come in, such as for a climbing wall.'],
] as const satisfies readonly (readonly [term: string, meaning: string])[]
