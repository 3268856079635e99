/** The sentences of the office's pages about money. */

export const moneyPage = {
  title: 'Money',
  periods: 'Usual periods',
  'period.month': 'This month',
  'period.last_month': 'Last month',
  'period.year': 'This year',
  'period.last_year': 'Last year',
  filter: 'Period and grouping',
  otherPeriod: 'Other dates or grouping',
  from: 'From',
  until: 'Until',
  by: 'Group by',
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
    'What came in and went out in the same period. Gift vouchers bring no money when they are used: it came when they were sold.',
  'beside.title': 'Beside it',
  complimentary: 'Complimentary tickets',
  'complimentary.lead': 'Given by email or at the counter, and not cancelled. They count as sold and bring no money.',
  'vouchers.title': 'Gift vouchers not used yet',
  vouchers: 'Gift vouchers not used yet: {amount}. Buyers can still spend it.',
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

/** The ways of payment, in the order in which they are shown. */
export const paidWays = {
  cash: 'Cash',
  reader: 'Card at the counter',
  other: 'Another way at the counter',
  stripe: 'Card online, through Stripe',
  square: 'Card online, through Square',
  bank: 'Bank transfer, through TrueLayer',
  plan: 'Instalments of payment plans',
  voucher: 'Gift vouchers',
} as const

/** What happened to the money of a way of payment. */
export const paidColumns = {
  received: 'Received',
  refunded: 'Refunded',
  elsewhere: 'Returned in another way',
  toVouchers: 'Returned as gift vouchers',
  disputed: 'Lost disputes',
} as const

export const paidHeads = { way: 'Payment method', left: 'Net', total: 'Total without gift vouchers' } as const

/** What belongs to the sales of a period beside the money that moved. */
export const paidNames = {
  receivable: 'Instalments to come, and refunds on their way',
  dispute_losses: 'Lost disputes: earned above, and taken back by banks',
  platform_fees: 'Fees of this platform',
} as const

export const withoutGroup = {
  donations: 'Donations',
  vouchers: 'Gift vouchers',
  other: 'Other',
  noCode: 'Without a code',
} as const
