/** HMRC's Gift Aid schedule spreadsheet: its sheet, its cells and its columns. A new template changes this file alone. */
export const TEMPLATE = {
  mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
  sheet: 'R68GAD_V1_00_0_EN',
  /** Rows as HMRC counts them, from 1. Both boxes are in column D. */
  earliestRow: 13,
  overclaimedRow: 17,
  headRow: 23,
  firstRow: 25,
  /** Above the lines, as in HMRC's own. */
  title: 'Gift Aid schedule spreadsheet',
  earliest: 'Earliest donation date in the period of claim. (DD/MM/YY)',
  overclaimed: 'Previously over-claimed amount',
  /** From column B on. */
  columns: [
    'Item',
    'Title',
    'First name',
    'Last name',
    'House name or number',
    'Postcode',
    'Aggregated donations',
    'Sponsored event',
    'Donation date',
    'Amount',
  ],
} as const
