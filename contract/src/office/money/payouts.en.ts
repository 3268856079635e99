/** The sentences of the office's page about payouts. */

export const payoutsPage = {
  title: 'Payouts',
  lead: 'What Stripe and Square sent to the bank account, beside our own books. TrueLayer and readers of other makers tell us of no payouts.',
  back: 'All payouts',
  none: 'No payouts yet. They are read from the provider every hour.',
  date: 'Date',
  provider: 'From',
  gross: 'Payments',
  refunds: 'Refunds',
  other: 'Other',
  fees: 'Provider’s fees',
  net: 'Paid out',
  orders: 'Orders',
  state: 'Compared with our books',
  agrees: 'Agrees',
  differs: '{n} {n|difference|differences}',
  missing: '{amount} unaccounted for',
  onTheWay: 'On its way',
  failed: 'Failed',
  shared: 'Includes other organisers’ money.',
  lines: 'What it is made of',
  what: 'Item',
  order: 'Order',
  amount: 'Amount',
  fee: 'Fee',
  difference: 'Difference',
  currency: 'Currency',
  total: 'Total',
  otherOrganiser: 'Another organiser’s',
  csv: 'Download CSV',
  xlsx: 'Download Excel (XLSX)',
} as const

export const payoutKinds = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  other: 'Other',
} as const

export const payoutProblems = {
  unknown_payment: 'This payment is not in our books',
  unknown_refund: 'This refund is not in our books',
  other_amount: 'Our books have another amount',
  other_state: 'It is not paid in our books',
} as const
