import type { FieldRow, Section } from './fields.en.ts'

/** The organiser form. It works like the event form: a new field of the format needs one row. */
export const ORGANISER_SECTIONS: readonly Section[] = [
  {
    name: 'organiser',
    label: 'Organiser',
    fields: [
      { path: 'name', kind: 'text', label: 'Name', hint: 'Buyers see it on your events.', required: true },
      { path: 'about_html', kind: 'html', label: 'About you', hint: 'On your public page.' },
      {
        path: 'full_url',
        kind: 'text',
        label: 'Your own website',
        hint: 'Leave it empty to use your page in this shop.',
      },
      {
        path: 'refund_policy.text',
        kind: 'text',
        label: 'Refund policy, short',
        hint: 'Such as “Refunds until 7 days before”.',
      },
      { path: 'refund_policy.title', kind: 'text', label: 'Refund policy, title' },
      { path: 'refund_policy.description', kind: 'html', label: 'Refund policy, in full' },
      {
        path: 'marketing_signup_message',
        kind: 'text',
        label: 'Newsletter wording',
        hint: 'What buyers agree to.',
      },
      {
        path: 'counter_fee',
        kind: 'flag',
        label: 'Charge booking fees at the counter',
        hint: 'For tickets without a price of their own at the counter.',
      },
      { path: 'questions_intro_html', kind: 'html', label: 'Introduction to ticket questions' },
      {
        path: 'small_total',
        kind: 'choice',
        label: 'Totals below the card minimum',
        choices: [
          ['refuse', 'Explain it and refuse'],
          ['round_up', 'Round them up'],
          ['waive', 'Waive them'],
          ['donation', 'Offer a donation that makes them enough'],
        ],
      },
      {
        path: 'ga_ua_property',
        kind: 'text',
        label: 'Analytics id',
        hint: 'Used only with the buyer’s consent.',
        more: true,
      },
    ],
  },
  {
    name: 'legal',
    label: 'Legal details',
    lead: 'Who sells your tickets, by law.',
    fields: [
      {
        path: 'legal.kind',
        kind: 'choice',
        label: 'Kind',
        choices: [
          ['', 'Not chosen'],
          ['company', 'Company'],
          ['charity', 'Charity'],
          ['sole_trader', 'Sole trader'],
          ['association', 'Association'],
          ['public_body', 'Public body'],
        ],
      },
      { path: 'legal.name', kind: 'text', label: 'Legal name', hint: 'Such as “The Old Mill Trust Ltd”.' },
      {
        path: 'legal.address',
        kind: 'block',
        label: 'Address',
        hint: 'Where you can be found, not a PO box. Empty: the address on receipts.',
      },
      { path: 'legal.country', kind: 'text', label: 'Country' },
      { path: 'contact_email', kind: 'text', label: 'Contact email' },
      { path: 'legal.phone', kind: 'text', label: 'Phone' },
      { path: 'legal.register', kind: 'text', label: 'Register', hint: 'Such as “Companies House”.' },
      { path: 'legal.number', kind: 'text', label: 'Number in the register' },
      {
        path: 'legal.part',
        kind: 'choice',
        label: 'Registered in',
        choices: [
          ['', 'Not in the United Kingdom, or not registered'],
          ['england_wales', 'England and Wales'],
          ['scotland', 'Scotland'],
          ['northern_ireland', 'Northern Ireland'],
        ],
      },
      { path: 'legal.charity_number', kind: 'text', label: 'Charity number' },
      {
        path: 'legal.mediator',
        kind: 'block',
        label: 'Consumer mediator',
        hint: 'For sellers in France: name, address and website.',
        more: true,
      },
    ],
  },
  {
    name: 'tax',
    label: 'Tax',
    lead: 'Only if you’re registered for tax. Your prices include it, and receipts show it.',
    fields: [
      {
        path: 'tax.number',
        kind: 'text',
        label: 'Tax (VAT) number',
        hint: 'Empty: you aren’t registered.',
        effect: 'tax_number',
      },
      { path: 'tax.address', kind: 'block', label: 'Address on receipts' },
      { path: 'tax.percent', kind: 'percent', label: 'Rate of tickets', hint: 'A ticket type can have its own.' },
      {
        path: 'tax.booking_fee_percent',
        kind: 'percent',
        label: 'Rate of booking fees',
        hint: 'Empty: the ticket’s rate.',
      },
      { path: 'tax.delivery_percent', kind: 'percent', label: 'Rate of postage', hint: 'Empty: the ticket’s rate.' },
      { path: 'tax.protection_percent', kind: 'percent', label: 'Rate of refund protection' },
    ],
  },
  {
    name: 'donations',
    label: 'Donations',
    lead: 'For charities. Buyers are asked for a donation, and for Gift Aid in pounds.',
    fields: [
      { path: 'charity.name', kind: 'text', label: 'Name of the charity' },
      {
        path: 'charity.donation_checkout_title',
        kind: 'text',
        label: 'Title of the donation step',
        hint: 'Such as “Help us keep the roof on”.',
      },
      { path: 'charity.description_html', kind: 'html', label: 'What it does' },
      { path: 'charity.donation_options', kind: 'texts', label: 'Amounts on offer', hint: 'One a line.' },
      { path: 'charity.hmrc_reference', kind: 'text', label: 'HMRC reference' },
      {
        path: 'charity.gift_aid_wording',
        kind: 'text',
        label: 'Gift Aid declaration',
        hint: 'Empty: the shop’s own.',
        more: true,
      },
      {
        path: 'charity.currency',
        kind: 'choice',
        label: 'Currency of donations',
        hint: 'Your events can be sold in this currency only.',
        choices: [
          ['GBP', 'Pound (£)'],
          ['EUR', 'Euro (€)'],
          ['USD', 'US dollar ($)'],
          ['JPY', 'Yen (¥)'],
        ],
        more: true,
      },
      { path: 'charity.logo', kind: 'text', label: 'Address of its logo', more: true },
      { path: 'charity.base_fee', kind: 'amount', label: 'Donation fee', more: true },
      { path: 'charity.booking_fee_percent', kind: 'percent', label: 'Donation fee in percent', more: true },
      { path: 'charity.booking_fee_cap', kind: 'amount', label: 'The most it may be', more: true },
      { path: 'charity.booking_fee_includes_vat', kind: 'flag', label: 'The fee has VAT inside', more: true },
      { path: 'charity.booking_fee_vat_percent', kind: 'percent', label: 'VAT of the fee', more: true },
    ],
  },
  {
    name: 'vouchers',
    label: 'Gift vouchers',
    lists: [
      {
        list: 'gift_vouchers',
        legend: 'Gift vouchers',
        rowLabel: 'Gift voucher',
        key: 'name',
        permanent: true,
        fields: [
          { path: 'name', kind: 'text', label: 'Name' },
          { path: 'description', kind: 'text', label: 'Description' },
          { path: 'values', kind: 'texts', label: 'Values', hint: 'One a line, such as 25.' },
          { path: 'valid_months', kind: 'number', label: 'Months it’s valid' },
          { path: 'max_qty', kind: 'number', label: 'Most in one order' },
        ],
      },
    ],
  },
  {
    name: 'offers',
    label: 'Offers',
    lists: [
      {
        list: 'offers',
        legend: 'Offers over all your events',
        rowLabel: 'Offer',
        key: 'title',
        fields: [
          { path: 'title', kind: 'text', label: 'Name', hint: 'Such as “Four for three”.' },
          {
            path: 'kind',
            kind: 'choice',
            label: 'Discount',
            choices: [
              ['cheapest_free', 'Cheapest ticket free'],
              ['percent', 'Group discount'],
            ],
          },
          { path: 'min_qty', kind: 'number', label: 'How many tickets it takes' },
          { path: 'percent', kind: 'percent', label: 'Percent off' },
        ],
      },
    ],
  },
]

const own = (path: string): FieldRow[] =>
  ORGANISER_SECTIONS.flatMap(({ fields = [] }) => fields).filter((field) => field.path.startsWith(path))

/** The legal details of the one who runs the shop: those of an organiser, but its email is the shop's. */
export const SHOP_DETAILS: Section = {
  name: 'legal',
  label: 'Who runs the shop',
  fields: [
    ...own('legal.').map((field) =>
      field.path === 'legal.address' ? { ...field, hint: 'Where you can be found, not a PO box.' } : field,
    ),
    ...own('tax.number').map(({ label }): FieldRow => ({ path: 'legal.vat_number', kind: 'text', label })),
  ],
}
