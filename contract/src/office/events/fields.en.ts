import type { QuestionType } from '@foyer/domain/questions/types.ts'

/**
 * The event form: every section and field with its texts and its path in the import format
 * (server/src/catalogue/format/format.ts). The server renders and reads forms from this table, so a new field of the format
 * needs one row here. The format decides which values are valid.
 */

/**
 * The type of a field's value. `html` also accepts plain text; `texts` is a list with one item per line, `block` one text of
 * several lines, `codes` a list of codes, and `opens` the ticket types that need an access code.
 */
export type FieldKind =
  | 'text'
  | 'number'
  | 'amount'
  | 'percent'
  | 'moment'
  | 'flag'
  | 'html'
  | 'texts'
  | 'block'
  | 'coordinate'
  | 'codes'
  | 'opens'
  | 'seats'
  | 'kept'
  | 'labels'
  | 'views'
  | 'words'
  | 'tiers'
  | 'choice'
  | 'venue'
  | 'pool'
  | 'dates'
  | 'tickets'
  | 'requires'

/** How saving affects buyers; shown under the field. */
export type EffectKind =
  | 'price'
  | 'capacity'
  | 'date'
  | 'terms'
  | 'question'
  | 'waiver'
  | 'code'
  | 'access'
  | 'venue'
  | 'tax'
  | 'tax_number'

export type FieldRow = {
  /** Relative to the event, or to the row of a list. */
  path: string
  kind: FieldKind
  label: string
  hint?: string
  choices?: readonly (readonly [value: string, label: string])[]
  effect?: EffectKind
  /** Collapsed, because few organisers need it, with others under the same name if it is given. */
  more?: true | string
  /** A date without a time means the end of that day. */
  isEnd?: true
  /** Ticked unless it is stored otherwise. */
  isOn?: true
  required?: true
}

export type ListRow = {
  list: string
  legend: string
  /** The heading of one row. */
  rowLabel: string
  /** The field that identifies a row. */
  key: string
  lead?: string
  /** Rows can't be removed, only ended. */
  permanent?: true
  fields: readonly FieldRow[]
}

export type Section = {
  name: string
  label: string
  lead?: string
  fields?: readonly FieldRow[]
  lists?: readonly ListRow[]
}

const policy = (more?: string): FieldRow[] => [
  {
    path: 'refund_policy.text',
    kind: 'text',
    label: 'Refund policy, short',
    hint: 'Such as “Refunds until 7 days before”.',
    ...(more && { more }),
  },
  { path: 'refund_policy.title', kind: 'text', label: 'Refund policy, title', ...(more && { more }) },
  { path: 'refund_policy.description', kind: 'html', label: 'Refund policy, in full', ...(more && { more }) },
]

/** What is special about numbered seats. */
const seatMarks = (more: true | string): FieldRow[] => [
  {
    path: 'seat_marks.wheelchair',
    kind: 'labels',
    label: 'Wheelchair spaces',
    hint: 'Names of seats, such as “C1, C2”. Buyers choose them after ticking that someone in their party needs this.',
    more,
  },
  { path: 'seat_marks.companion', kind: 'labels', label: 'Companion seats beside them', more },
  {
    path: 'seat_marks.restricted_view',
    kind: 'views',
    label: 'Restricted view',
    hint: 'What is in the way and for which seats, a line each, such as “pillar to the left: C6, C7”.',
    more,
  },
  { path: 'seat_marks.aisle', kind: 'labels', label: 'Seats at an aisle', more },
  { path: 'seat_marks.step_free', kind: 'labels', label: 'Step-free seats', more },
]

/** The groups of the settings of a ticket type. */
const FOLDS = {
  PRICE: 'Price steps and fees',
  PERIOD: 'Dates and sale period',
  WHO: 'Who can buy, and how many',
  SEATS: 'Seats and places',
  DELIVERY: 'Delivery and refunds',
  TAX: 'Tax and position',
} as const

/** How a question can be answered. A new type needs its words here. */
const ANSWER_TYPES: Record<QuestionType, string> = {
  text: 'Text',
  checkbox: 'Checkbox',
  dropdown: 'Choice from a list',
}

export const SECTIONS: readonly Section[] = [
  {
    name: 'details',
    label: 'Details',
    fields: [
      { path: 'title', kind: 'text', label: 'Title', required: true },
      { path: 'summary', kind: 'text', label: 'Summary', hint: 'One sentence, shown in lists.' },
      {
        path: 'description_html',
        kind: 'html',
        label: 'Description',
        hint: 'Leave a line empty for a new paragraph. HTML works too.',
      },
      { path: 'category', kind: 'text', label: 'Category', hint: 'Such as Music, Theatre or Workshop.' },
      {
        path: 'timezone',
        kind: 'text',
        label: 'Time zone',
        hint: 'Such as Europe/Dublin. Empty: Europe/London.',
        effect: 'date',
        more: true,
      },
    ],
  },
  {
    name: 'venue',
    label: 'Venue',
    lead: 'Choose a venue, or correct the one you have chosen.',
    fields: [
      { path: 'venue', kind: 'venue', label: 'Venue' },
      { path: 'place.name', kind: 'text', label: 'Name', effect: 'venue' },
      {
        path: 'place.full_address',
        kind: 'text',
        label: 'Address',
        hint: 'As it should be on tickets. Maps search for it.',
      },
      { path: 'place.town', kind: 'text', label: 'Town', hint: 'Buyers can search by it.' },
      { path: 'place.country_code', kind: 'text', label: 'Country', hint: 'Two letters. Empty: GB.', more: true },
      {
        path: 'place.map_address',
        kind: 'text',
        label: 'What a map should search for',
        hint: 'If the address isn’t enough.',
        more: true,
      },
      { path: 'place.latitude', kind: 'coordinate', label: 'Latitude', hint: 'Such as 51.501.', more: true },
      { path: 'place.longitude', kind: 'coordinate', label: 'Longitude', hint: 'Such as -0.142.', more: true },
      {
        path: 'online_url',
        kind: 'text',
        label: 'Address of an online event',
        hint: 'Shown only to people who have bought.',
      },
      {
        path: 'livestream_url',
        kind: 'text',
        label: 'Address of the livestream',
        hint: 'Shown only to people who have bought.',
        more: true,
      },
    ],
  },
  {
    name: 'dates',
    label: 'Dates',
    lists: [
      {
        list: 'dates',
        legend: 'Dates',
        rowLabel: 'Date',
        key: 'starts',
        fields: [
          { path: 'starts', kind: 'moment', label: 'Starts', effect: 'date', required: true },
          { path: 'ends', kind: 'moment', label: 'Ends', isEnd: true },
          { path: 'doors', kind: 'moment', label: 'Doors open' },
        ],
      },
    ],
  },
  {
    name: 'tickets',
    label: 'Tickets',
    lists: [
      {
        list: 'ticket_types',
        legend: 'Ticket types',
        rowLabel: 'Ticket type',
        key: 'name',
        fields: [
          { path: 'name', kind: 'text', label: 'Name', required: true },
          { path: 'price', kind: 'amount', label: 'Price', effect: 'price', required: true },
          {
            path: 'capacity',
            kind: 'number',
            label: 'How many',
            hint: 'For each date. With shared places, a limit within them, or empty.',
            effect: 'capacity',
          },
          {
            path: 'pool',
            kind: 'pool',
            label: 'Shared places',
            hint: 'The places it sells from together with other types.',
          },
          { path: 'description', kind: 'text', label: 'Description', hint: 'Shown under its name.' },
          {
            path: 'min_price',
            kind: 'amount',
            label: 'Lowest price',
            hint: 'Buyers choose what they pay, from this amount up. The price above is what you suggest.',
            effect: 'price',
            more: FOLDS.PRICE,
          },
          {
            path: 'price_tiers',
            kind: 'tiers',
            label: 'Price steps',
            hint: 'One a line, in order, such as “10 until 2027-12-01” or “10 for 50”. The price above follows the last.',
            effect: 'price',
            more: FOLDS.PRICE,
          },
          { path: 'booking_fee', kind: 'amount', label: 'Booking fee', effect: 'price', more: FOLDS.PRICE },
          { path: 'absorb_fee', kind: 'flag', label: 'Fee included', more: FOLDS.PRICE },
          {
            path: 'door_price',
            kind: 'amount',
            label: 'Price at the counter',
            hint: 'All of it, without a booking fee. Empty: as online.',
            more: FOLDS.PRICE,
          },
          { path: 'dates', kind: 'dates', label: 'Sold for', more: FOLDS.PERIOD },
          {
            path: 'sale_from',
            kind: 'moment',
            label: 'Sale opens',
            hint: 'If later than the event’s.',
            more: FOLDS.PERIOD,
          },
          { path: 'sale_until', kind: 'moment', label: 'Sale closes', isEnd: true, more: FOLDS.PERIOD },
          { path: 'hide_when_sold_out', kind: 'flag', label: 'Hide it when it’s sold out', more: FOLDS.PERIOD },
          {
            path: 'archived',
            kind: 'flag',
            label: 'Keep it for those who have it, and don’t sell it any more',
            more: FOLDS.PERIOD,
          },
          {
            path: 'visibility',
            kind: 'choice',
            label: 'Who sees it',
            choices: [
              ['all', 'Everyone'],
              ['code', 'Buyers with an access code'],
              ['staff', 'Staff only'],
            ],
            more: FOLDS.WHO,
          },
          {
            path: 'min_per_customer',
            kind: 'number',
            label: 'At least',
            hint: 'The fewest someone can buy.',
            more: FOLDS.WHO,
          },
          {
            path: 'max_can_reserve',
            kind: 'number',
            label: 'At most',
            hint: 'The most one customer can have, over all their orders.',
            more: FOLDS.WHO,
          },
          { path: 'can_update_quantity', kind: 'flag', label: 'Buyers choose how many', more: FOLDS.WHO, isOn: true },
          { path: 'requires', kind: 'requires', label: 'Only together with', more: FOLDS.WHO },
          { path: 'places', kind: 'number', label: 'Places that one ticket takes', more: FOLDS.SEATS },
          {
            path: 'extra',
            kind: 'flag',
            label: 'Add-on (no entry)',
            hint: 'Such as a programme or a shirt. It takes no place and lets nobody in.',
            more: FOLDS.SEATS,
          },
          {
            path: 'seats',
            kind: 'seats',
            label: 'Numbered seats',
            hint: 'A row a line, such as “A 1-20” or “Stalls: A 1-20 without 7”. Or paste a seating plan in pretix’s format: if it has a category of this name, its seats. Categories such as “Wheelchair” fill in the fields below.',
            more: FOLDS.SEATS,
          },
          ...seatMarks(FOLDS.SEATS),
          {
            path: 'seat_kinds',
            kind: 'words',
            label: 'Seats it may take',
            choices: [
              ['', 'Any'],
              ['standard', 'Ordinary seats'],
              ['wheelchair', 'Wheelchair spaces'],
              ['companion', 'Companion seats, one for each wheelchair space of the order'],
              ['wheelchair companion', 'Wheelchair spaces and companion seats'],
              ['standard wheelchair', 'Ordinary seats and wheelchair spaces'],
              ['standard companion', 'Ordinary seats and companion seats'],
            ],
            more: FOLDS.SEATS,
          },
          { path: 'delivered_by_post', kind: 'flag', label: 'Sent by post', more: FOLDS.DELIVERY },
          {
            path: 'delivery_cost',
            kind: 'amount',
            label: 'Postage',
            hint: 'For the whole order. The highest of your tickets counts once.',
            effect: 'terms',
            more: FOLDS.DELIVERY,
          },
          { path: 'non_refundable', kind: 'flag', label: 'Non-refundable', more: FOLDS.DELIVERY },
          ...policy(FOLDS.DELIVERY),
          {
            path: 'tax_percent',
            kind: 'percent',
            label: 'Tax in the price',
            hint: 'If you’re registered for tax. Empty: the rate in your settings.',
            effect: 'tax',
            more: FOLDS.TAX,
          },
          { path: 'sort', kind: 'number', label: 'Position', hint: 'Small numbers come first.', more: FOLDS.TAX },
        ],
      },
      {
        list: 'pools',
        legend: 'Shared places',
        rowLabel: 'Shared places',
        key: 'name',
        lead: 'Adult and Child sell from the same 80; when they’re gone, both are sold out.',
        fields: [
          { path: 'name', kind: 'text', label: 'Name', hint: 'Such as Hall.' },
          { path: 'capacity', kind: 'number', label: 'Places', effect: 'capacity' },
          {
            path: 'seats',
            kind: 'seats',
            label: 'Numbered seats',
            hint: 'A row a line, such as “A 1-20” or “Stalls: A 1-20 without 7”. Or paste a seating plan in pretix’s format: if it has a category of this name, its seats. Categories such as “Wheelchair” fill in the fields below.',
            more: true,
          },
          ...seatMarks(true),
          {
            path: 'kept',
            kind: 'kept',
            label: 'Held back',
            hint: 'A reason and a number or seats a line, such as “Press: 4” or “House: A1, A2”.',
            more: true,
          },
          { path: 'dates', kind: 'dates', label: 'There on', more: true },
        ],
      },
    ],
  },
  {
    name: 'selling',
    label: 'Selling',
    fields: [
      {
        path: 'on_sale_from',
        kind: 'moment',
        label: 'Sale opens',
        hint: 'Empty: it opens when you put the event on sale.',
      },
      {
        path: 'hide_booking_fee',
        kind: 'flag',
        label: 'Hide fee breakdown',
        hint: 'Buyers see one price, which has the booking fee in it.',
      },
      {
        path: 'refund_protection_percent',
        kind: 'percent',
        label: 'Refund protection',
        hint: 'What it costs, of the price of tickets that can be refunded. Empty: none is offered.',
        effect: 'terms',
      },
      {
        path: 'buyers_refund_hours',
        kind: 'number',
        label: 'Buyers may return tickets until',
        hint: 'Hours before the start, such as 48. Empty: only you refund.',
        more: true,
      },
      {
        path: 'cool_off_hours',
        kind: 'number',
        label: 'Cool-off',
        hint: 'Hours after paying in which buyers may return tickets, from 72 to 672, but never in the last 7 days. They get the price back; you keep the booking fee. Buyers read it before they pay. Empty: none.',
        more: true,
      },
      {
        path: 'buyers_refund_keep_percent',
        kind: 'percent',
        label: 'Cancellation fee',
        hint: 'Buyers are told before they return it. Empty: nothing is kept.',
        more: true,
      },
      {
        path: 'buyers_refund_keep',
        kind: 'amount',
        label: 'Kept of each returned ticket, as an amount',
        hint: 'Added to the percentage.',
        more: true,
      },
      {
        path: 'buyers_change_hours',
        kind: 'number',
        label: 'Buyers may change type, date or seat until',
        hint: 'Hours before the start. They pay a difference by card; a lower price is returned while tickets may be returned. Empty: only you change tickets.',
        more: true,
      },
      {
        path: 'buyers_rename_hours',
        kind: 'number',
        label: 'Buyers may change names until',
        hint: 'Hours before the start. Empty: only you change names.',
        more: true,
      },
      {
        path: 'buyers_changes',
        kind: 'number',
        label: 'How often',
        hint: 'Changes of one ticket by its buyer.',
        more: true,
      },
      {
        path: 'max_places',
        kind: 'number',
        label: 'Places in one order',
        hint: 'The most places of one order, over all ticket types. Empty: no such limit.',
      },
      {
        path: 'single_seats',
        kind: 'choice',
        label: 'Single seats left by buyers’ choice',
        choices: [
          ['inside', 'Not inside a row'],
          ['aisles', 'Not inside a row or beside an aisle'],
          ['off', 'Allowed'],
        ],
        hint: 'Refused only if as many seats are free side by side elsewhere in the section. Never for one person, at the counter, for the last tenth of a section or in the last 24 hours.',
        more: true,
      },
      {
        path: 'waiting_list',
        kind: 'flag',
        label: 'Waiting list for what has sold out',
        hint: 'Tickets that come back are offered to the people in line first, and kept for them meanwhile. Off: they go straight back on sale.',
      },
      {
        path: 'offer_minutes',
        kind: 'number',
        label: 'Minutes to take an offer',
        hint: 'How long tickets are held for the person they’re offered to, before the next one gets them.',
      },
      { path: 'require_phone_number', kind: 'flag', label: 'Ask for a phone number' },
      { path: 'express', kind: 'flag', label: 'Express checkout', hint: 'Name, email and payment on one page.' },
      {
        path: 'high_demand',
        kind: 'flag',
        label: 'High demand',
        hint: 'Everyone proves they’re human before reserving.',
      },
      {
        path: 'different_timeslots_warning',
        kind: 'text',
        label: 'Warn about different dates',
        hint: 'Shown when a basket has tickets for different dates.',
      },
      {
        path: 'currency',
        kind: 'choice',
        label: 'Currency',
        choices: [
          ['GBP', 'Pound (£)'],
          ['EUR', 'Euro (€)'],
          ['USD', 'US dollar ($)'],
          ['JPY', 'Yen (¥)'],
        ],
        hint: 'Can’t change once tickets are sold or held.',
        more: true,
      },
    ],
    lists: [
      {
        list: 'plan_options',
        legend: 'Payment plans',
        rowLabel: 'Payment plan',
        key: 'key',
        fields: [
          { path: 'key', kind: 'text', label: 'Column heading', hint: 'Such as 3.' },
          { path: 'label', kind: 'text', label: 'What buyers read', hint: 'Such as “Three payments”.' },
          { path: 'payments', kind: 'number', label: 'Number of payments', hint: 'At most 12, all within 12 months.' },
          { path: 'every_months', kind: 'number', label: 'Months between them' },
        ],
      },
    ],
  },
  {
    name: 'questions',
    label: 'Questions',
    fields: [
      {
        path: 'questions_intro_html',
        kind: 'html',
        label: 'Introduction',
        hint: 'Empty: your organisation’s words.',
      },
    ],
    lists: [
      {
        list: 'questions',
        legend: 'Questions',
        rowLabel: 'Question',
        key: 'osq_id',
        fields: [
          { path: 'question_html', kind: 'html', label: 'Question', effect: 'question' },
          {
            path: 'osq_id',
            kind: 'text',
            label: 'Column heading',
            hint: 'Such as diet. Questions with the same one are asked once.',
          },
          {
            path: 'type',
            kind: 'choice',
            label: 'Answer',
            choices: Object.entries(ANSWER_TYPES),
          },
          { path: 'options', kind: 'texts', label: 'Choices', hint: 'One a line.' },
          {
            path: 'before_or_after',
            kind: 'choice',
            label: 'Asked',
            choices: [
              ['before', 'Before payment'],
              ['after', 'After payment'],
            ],
          },
          { path: 'mandatory', kind: 'flag', label: 'Required' },
          { path: 'once_per_checkout', kind: 'flag', label: 'Ask once per order' },
          { path: 'tickets', kind: 'tickets', label: 'Asked for', more: true },
          { path: 'sort', kind: 'number', label: 'Position', hint: 'Small numbers come first.', more: true },
        ],
      },
    ],
  },
  {
    name: 'codes',
    label: 'Codes and offers',
    lists: [
      {
        list: 'discount_codes',
        legend: 'Discount codes',
        rowLabel: 'Code',
        key: 'code',
        permanent: true,
        lead: 'A code can’t be removed once it exists. End it with its last day.',
        fields: [
          { path: 'code', kind: 'text', label: 'Code', hint: 'Capital letters, digits and hyphens.' },
          { path: 'percent', kind: 'percent', label: 'Percent off', effect: 'code' },
          { path: 'amount', kind: 'amount', label: 'Or an amount off', effect: 'code' },
          { path: 'max_uses', kind: 'number', label: 'How often it can be used' },
          { path: 'valid_from', kind: 'moment', label: 'Works from' },
          { path: 'valid_until', kind: 'moment', label: 'Works until', isEnd: true },
        ],
      },
      {
        list: 'access_codes',
        legend: 'Access codes',
        rowLabel: 'Access codes',
        key: 'codes',
        lead: 'They open ticket types that only buyers with an access code can see. A code that you remove ends.',
        fields: [
          {
            path: 'codes',
            kind: 'codes',
            label: 'Codes',
            hint: 'One a line: capital letters, digits and hyphens, at least four.',
            effect: 'access',
          },
          { path: 'tickets', kind: 'opens', label: 'Opens' },
          { path: 'max_tickets', kind: 'number', label: 'Tickets for each code', hint: 'Empty: any number.' },
          { path: 'max_per_order', kind: 'number', label: 'Of them in one order', hint: 'Empty: any number.' },
          { path: 'valid_from', kind: 'moment', label: 'Works from' },
          { path: 'valid_until', kind: 'moment', label: 'Works until', isEnd: true },
        ],
      },
      {
        list: 'offers',
        legend: 'Offers',
        rowLabel: 'Offer',
        key: 'title',
        lead: 'Applied automatically.',
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
          { path: 'percent', kind: 'percent', label: 'Percent off', effect: 'terms' },
        ],
      },
    ],
  },
  {
    name: 'words',
    label: 'Messages and terms',
    fields: [
      { path: 'reward.text', kind: 'text', label: 'Reward for bringing friends' },
      { path: 'reward.short_text', kind: 'text', label: 'The same in two or three words' },
      {
        path: 'waivers_together',
        kind: 'flag',
        label: 'One signature for all waivers',
        hint: 'Also for several children of one adult.',
      },
    ],
    lists: [
      {
        list: 'after_sale_messages',
        legend: 'Messages after the sale',
        rowLabel: 'Message',
        key: 'html',
        fields: [{ path: 'html', kind: 'html', label: 'Message' }],
      },
      {
        list: 'waivers',
        legend: 'Waivers',
        rowLabel: 'Waiver',
        key: 'title',
        lead: 'Terms that everyone who takes part signs after the sale.',
        fields: [
          { path: 'title', kind: 'text', label: 'Title' },
          { path: 'terms_html', kind: 'html', label: 'Terms', effect: 'waiver' },
        ],
      },
    ],
  },
  {
    name: 'emails',
    label: 'Emails',
    lead: 'What people with tickets get before and after each date, once each. They can turn these emails off. Use {first_name}, {name}, {event}, {date}, {place}, {order_number} and {organiser} in your words; **bold** and [words](https://…) work.',
    fields: [
      { path: 'reminder', kind: 'flag', label: 'Remind people before the event' },
      {
        path: 'reminder_days',
        kind: 'number',
        label: 'Days before',
        hint: 'Sent between 9am and 8pm. 1 is the day before, 0 the day itself. Empty: 1.',
      },
      {
        path: 'reminder_hours',
        kind: 'number',
        label: 'Or hours before',
        hint: 'Hours before the start, at any time of day. Empty: days count.',
        more: true,
      },
      { path: 'reminder_text', kind: 'block', label: 'What you add to the reminder' },
      { path: 'thanks', kind: 'flag', label: 'Thank people after the event' },
      {
        path: 'thanks_days',
        kind: 'number',
        label: 'Days after',
        hint: 'Sent between 10am and 8pm. 0 is the same day. Empty: 1.',
      },
      {
        path: 'thanks_hours',
        kind: 'number',
        label: 'Or hours after',
        hint: 'Hours after the end, at any time of day. Empty: days count.',
        more: true,
      },
      { path: 'thanks_text', kind: 'block', label: 'What your thanks say', hint: 'Empty: “Thank you for coming.”' },
      {
        path: 'thanks_feedback',
        kind: 'flag',
        label: 'Ask how it was',
        hint: 'Answers are under “Feedback” on your home page.',
      },
    ],
  },
  {
    name: 'analytics',
    label: 'Analytics',
    lead: 'Used only for buyers who agreed to it, and never on the payment step.',
    fields: [
      { path: 'ga', kind: 'text', label: 'Google Analytics id' },
      { path: 'ga_conversion_id', kind: 'text', label: 'Google Ads conversion', hint: 'Such as AW-1/label.' },
      { path: 'fb_pixel', kind: 'text', label: 'Meta pixel id' },
      { path: 'source_url', kind: 'text', label: 'Where the event was described first' },
    ],
  },
]

/** The effects of saving, shown before the form is saved. */
export const effects = {
  price:
    '{sold} sold and {held} in baskets: they keep their price. A new one is for everyone who reserves from now on.',
  capacity: '{sold} sold and {held} in baskets{kept}: the lowest possible is {least}.',
  'capacity.dates':
    'On all dates together {sold} sold and {held} in baskets{kept}: the lowest possible for each date is {least}.',
  'capacity.kept': ', {kept} kept',
  'capacity.kept.dates': ', up to {kept} kept on a date',
  date: '{sold} {sold|ticket is|tickets are} sold: {sold|it stays|they stay} valid and {sold|moves|move} along. Nobody is emailed about it.',
  terms: '{held} {held|ticket is in a basket: it keeps|tickets are in baskets: they keep} what was shown.',
  question: '{n} {n|answer was given: it stays|answers were given: they stay}.',
  waiver:
    '{n} {n|person|people} signed: {n|the signature stays|their signatures stay} with the terms that {n|was|were} signed.',
  code: 'Used {uses} {uses|time|times}. Baskets it’s applied to keep what they were shown.',
  access:
    '{used} {used|ticket was bought with these codes: it stays|tickets were bought with these codes: they stay} valid.',
  venue: '{n} of your other events {n|is|are} there too: it changes for {n|it|them}.',
  tax: 'You have no tax number, so this rate isn’t used: no tax is shown on receipts or counted. Add the number in Settings, Tax.',
  taxNumber:
    'Ticket types with a rate of their own: {n}. Without a number, no tax is shown on receipts or counted for them.',
  'venue.shared': 'Other events that aren’t yours use it too, so you get a copy. Nothing changes for them.',
} as const

export const formWords = {
  online: 'Online, or not known yet',
  andMore: '{first} and {n} more',
  newVenue: 'A new one, entered below',
  venueFirst: 'You’ve chosen another venue. Save that first, then change its details.',
  noOpens: 'No ticket type needs an access code. Set “Who sees it” under Tickets first.',
  noPool: 'None: it has its own',
  poolOf: '{name}: {n} {n|place|places}',
  more: 'More settings',
  soldHeld: '{sold} sold, {held} in baskets',
  soldHeldAll: 'On all dates together: {sold} sold, {held} in baskets',
  cancelled: 'Cancelled',
  clockTwice: '{time} comes twice that night, because the clocks go back. This is the first one.',
  clockTwiceLater: '{time} comes twice that night, because the clocks go back. This is the second one.',
  clockNever: 'The clocks go forward that night, so there is no {time}. Enter {instead} or another time.',
  onSomeDates: 'On {n} of {all} {all|date|dates}',
  codeTaken: 'This code exists already. Choose another one.',
  codeStays: 'A code keeps its name. Make a new one instead.',
  sharedCharity: 'Another organiser has the same charity, so it can only be changed by importing a file.',
  removedMeanwhile: 'This was removed while you were editing.',
  now: '{label}, saved now: {value}',
  missing: '“{label}” is missing.',
  wrong: '“{label}” {why}.',
  empty: '(empty)',
  someone: 'Someone',
} as const
