/** The sentences of the office's pages about money. */

export const moneyPage = {
  title: 'Money',
  lead: 'What was sold, refunded and earned, straight from the ledger. Amounts of different currencies are never added.',
  payouts: 'Payouts to the bank account',
  filter: 'Period and grouping',
  from: 'From',
  until: 'Until',
  by: 'By',
  show: 'Show',
  none: 'Nothing was sold or refunded in this period.',
  total: 'Total',
  export: 'Download this table',
  csv: 'Download CSV',
  xlsx: 'Download Excel (XLSX)',
  'tax.title': 'Tax in it',
  'tax.none': 'No tax in this period.',
  'tax.rate': 'Rate',
  'tax.gross': 'Sold with tax',
  'tax.tax': 'Tax',
  'tax.refunded': 'Refunded with tax',
  'tax.refundedTax': 'Tax refunded',
  'tax.due': 'Tax to pay',
  'paid.title': 'How it was paid',
  'paid.lead':
    'What came in and went out for these sales in the same period. What is still to come stands under instalments.',
  complimentary: 'Complimentary tickets',
  'complimentary.lead': 'Given by email or at the counter, and not cancelled. They count as sold and bring no money.',
  vouchers: 'Gift vouchers not used yet: {amount}. You owe what they can still buy.',
  'statement.title': 'Statement of a month',
  'statement.lead': 'For your books: one document with everything above, without names of buyers.',
  'statement.month': 'Month',
  'statement.pdf': 'Download PDF',
  'statement.head': 'Statement, {month}',
  'statement.of': '{organiser}, in {currency}',
  'statement.drawn': 'Drawn on {date} from the ledger. Refunds count in the month in which they were made.',
} as const

export const groupNames = {
  event: 'Event',
  date: 'Date',
  type: 'Ticket type',
  channel: 'Where it was sold',
  code: 'Code',
  day: 'Day',
} as const

export const measureNames = {
  currency: 'Currency',
  tickets: 'Tickets',
  fees: 'Fees',
  protection: 'Refund protection',
  delivery: 'Postage',
  donations: 'Donations',
  vouchersSold: 'Gift vouchers sold',
  vouchersUsed: 'Paid with gift vouchers',
  rounding: 'Rounding',
  refunded: 'Refunded',
  total: 'Total',
} as const

/** Where money came from and went. */
export const paidNames = {
  captured: 'Paid by buyers',
  refunded: 'Returned to buyers',
  refunded_elsewhere: 'Returned in another way',
  refunded_to_vouchers: 'Returned as gift vouchers',
  disputed: 'Taken back by banks',
  receivable: 'Instalments to come, and refunds on their way',
  platform_fees: 'Fees of this platform',
} as const

export const withoutGroup = {
  donations: 'Donations',
  vouchers: 'Gift vouchers',
  other: 'Other',
  noCode: 'Without a code',
} as const
