import { unknownFields } from '@foyer/domain/mailing/mailing-text.ts'
import { CURRENCIES, type CurrencyCode, DEFAULT_CURRENCY, sum } from '@foyer/domain/money/money.ts'
import { SMALL_TOTAL_RULES } from '@foyer/domain/money/small-total.ts'
import { CARD_PROVIDERS } from '@foyer/domain/payment/providers.ts'
import { TRADER_KINDS, UK_PARTS } from '@foyer/domain/people/legal.ts'
import { QUESTION_TYPE_NAMES } from '@foyer/domain/questions/types.ts'
import { SEAT_KINDS } from '@foyer/domain/seats/kinds.ts'
import { SINGLE_SEAT_RULES } from '@foyer/domain/seats/single-seat.ts'
import { z } from 'zod'
import { plainText } from '../plain-text.ts'

/**
 * Foyer's catalogue format: one JSON file that describes everything for sale (docs/catalogue.md, published as
 * catalogue.schema.json). Amounts are written in major units (12.5 or "12.50" pounds, 1500 yen) and read into minor units;
 * percentages are read into hundredths of a percent. Entries refer to each other by slug, and can refer to entries already in the shop.
 * Every column of the catalogue's tables can be set from here.
 */

export const FORMAT_NAME = 'foyer-catalogue-1'

const described = <S extends z.ZodType>(schema: S, description: string): S => schema.describe(description) as S

/** Names each definition for the published schema. */
const named = <S extends z.ZodType>(id: string, schema: S): S => schema.meta({ id }) as S

const text = (max: number) => z.string().overwrite(plainText).trim().max(max)
const words = (max: number) => text(max).min(1)
const html = text(20_000)

const Slug = named(
  'Slug',
  described(
    z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      .max(120),
    'Lower-case letters, digits and single hyphens: autumn-gala. Names a thing for good: importing again updates what has this slug.',
  ),
)

/** Whether a number has at most two decimals as people see it: 0.1 + 0.2 is 0.30. */
const hasTwoDecimals = (n: number): boolean => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6
const inHundredths = (max: number) =>
  z
    .union([
      z.number().nonnegative().refine(hasTwoDecimals, { error: 'has more than two decimals' }),
      z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
    ])
    .transform((value) => Math.round(Number(value) * 100))
    .refine((value) => value <= max * 100, { error: `is more than ${max}` })

/** Read into hundredths; the currency of its event, voucher or code then converts them to minor units. */
const Amount = named(
  'Amount',
  described(
    inHundredths(1_000_000),
    'An amount of the currency, as a number or a text: 12.5 or "12.50". No more decimals than the currency has.',
  ),
)

/** Read into hundredths of a percent. */
const Percent = named(
  'Percent',
  described(inHundredths(100), 'A percentage with at most two decimals, as a number or a text: 2.5 is 2.5 %.'),
)

const aboveZero = <S extends z.ZodType<number>>(schema: S) =>
  schema.refine((value) => value > 0, { error: 'must be more than 0' })

type Context = Pick<z.RefinementCtx, 'addIssue'>

/** Converts hundredths to minor units of a currency. Refuses an amount with more decimals than the currency has. */
function minorUnits(currency: CurrencyCode, context: Context) {
  const hundredthsPerUnit = 10 ** (2 - CURRENCIES[currency].decimals)
  return (hundredths: number, path: (string | number)[]): number => {
    if (hundredths % hundredthsPerUnit !== 0)
      context.addIssue({ code: 'custom', path, message: `has more decimals than ${currency} has` })
    return Math.round(hundredths / hundredthsPerUnit)
  }
}

const Currency = z.enum(Object.keys(CURRENCIES) as [CurrencyCode, ...CurrencyCode[]])

const Url = named(
  'Url',
  described(
    z
      .string()
      .regex(/^(https?:\/\/[^\s/]\S*|\/([^\s/]\S*)?)$/i)
      .max(500)
      .refine((url) => plainText(url) === url && (url.startsWith('/') || URL.canParse(url)), {
        error: 'is not an address',
      }),
    'An address that begins with https:// or http://, or a path of the shop that begins with /.',
  ),
)

const Moment = named(
  'Moment',
  described(
    z.string().regex(/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/),
    "2027-03-05T19:30 by the wall clock of the event's time zone, or with an offset: 2027-03-05T19:30:00+00:00.",
  ),
)

const Day = z.iso.date()

const TimeZone = named(
  'TimeZone',
  described(
    z.string().refine(isTimeZone, { error: 'is not a time zone; write one like Europe/London' }),
    'An IANA time zone: Europe/London.',
  ),
)

export function isTimeZone(name: string): boolean {
  // Intl accepts offsets such as +01:00, but not every PostgreSQL does, and they have no summer time.
  if (!/^[A-Z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const RefundPolicy = named(
  'RefundPolicy',
  described(
    z.strictObject({
      text: described(words(200), 'The words of the link: "Refunds until 7 days before".'),
      title: described(words(200), 'The title of the window the link opens.'),
      description: described(html, 'HTML.'),
    }),
    'A refund policy in the words of the organiser.',
  ),
)

const PictureSrc = named(
  'PictureSrc',
  described(
    z
      .string()
      .min(1)
      .max(17_000_000)
      .refine((src) => src.startsWith('data:') || src.length <= 2000, { error: 'is too long' }),
    'A file beside the catalogue ("pictures/gala.jpg"), an address that is fetched once (https://...), data:image/jpeg;base64,..., or "sha256:..." of one in "pictures".',
  ),
)

const Picture = named(
  'Picture',
  z.strictObject({
    src: PictureSrc,
    alt: described(text(300).default(''), 'What it shows, for people who do not see it.'),
  }),
)
const STAYS = 'Null removes it; unless given it stays as it is.'

const Accent = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .transform((colour) => colour.toLowerCase())

export const CharitySchema = named(
  'Charity',
  z
    .strictObject({
      slug: Slug,
      name: words(200),
      logo: z.union([Url, z.literal('')]).default(''),
      description_html: html.default(''),
      donation_checkout_title: described(words(200), 'The title of the donation step.'),
      currency: described(Currency.default('GBP'), 'Of its amounts. Its organisers can sell in this currency only.'),
      donation_options: described(z.array(Amount).max(8).default([]), 'Amounts offered as buttons.'),
      base_fee: described(Amount.default(0), 'Part of the donation fee that does not depend on the amount.'),
      booking_fee_percent: described(Percent.default(0), 'Part of the donation fee in percent of the donation.'),
      booking_fee_includes_vat: z.boolean().default(false),
      booking_fee_vat_percent: Percent.default(0),
      booking_fee_cap: described(Amount.nullable().default(null), 'The most the donation fee may be.'),
      hmrc_reference: text(40).default(''),
      gift_aid_wording: described(
        text(4000).nullable().default(null),
        "Instead of the shop's own Gift Aid declaration.",
      ),
    })
    .transform((charity, context) => {
      const minor = minorUnits(charity.currency, context)
      return {
        ...charity,
        donation_options: charity.donation_options.map((amount, i) => minor(amount, ['donation_options', i])),
        base_fee: minor(charity.base_fee, ['base_fee']),
        booking_fee_cap: charity.booking_fee_cap === null ? null : minor(charity.booking_fee_cap, ['booking_fee_cap']),
      }
    }),
)

export const Legal = z.strictObject({
  kind: described(z.enum(TRADER_KINDS).nullable().default(null), 'What they are by law.'),
  name: described(text(200).default(''), 'Their full legal name: "The Old Mill Trust Ltd".'),
  address: described(text(500).default(''), 'Where they are established; unless given, the address in "tax".'),
  country: described(text(100).default(''), 'The country they are established in.'),
  register: described(text(200).default(''), 'The register they are in: "Companies House", "RCS Lyon".'),
  number: described(text(60).default(''), 'Their number there.'),
  part: described(z.enum(UK_PARTS).nullable().default(null), 'The part of the United Kingdom they are registered in.'),
  charity_number: text(60).default(''),
  phone: text(40).default(''),
  mediator: described(text(500).default(''), 'For France: the consumer mediator, with their address.'),
})

export const OrganiserSchema = named(
  'Organiser',
  z.strictObject({
    slug: Slug,
    name: words(200),
    full_url: described(Url.optional(), "The organiser's page; the shop's own page of them unless given."),
    about_html: html.default(''),
    logo: described(PictureSrc.nullable().optional(), `Their logo. ${STAYS}`),
    cover: described(Picture.nullable().optional(), `The picture at the top of their page. ${STAYS}`),
    accent: described(
      Accent.nullable().optional(),
      `The colour of buttons and links on their pages: #6d1b52. It is made darker or lighter where it could not be read. ${STAYS}`,
    ),
    is_saas: described(
      z.boolean().default(false),
      'A self-service organiser: takes money only through a payment provider of their own.',
    ),
    payment_provider: described(
      z.enum(CARD_PROVIDERS).nullable().default(null),
      "Their own payment account; null for the shop's.",
    ),
    charity: described(Slug.nullable().default(null), 'The charity they are; adds the donation step.'),
    small_total: described(
      z.enum(SMALL_TOTAL_RULES).default('refuse'),
      'What happens to a total that is too small for a card (30p at Stripe): it is explained and refused, rounded up, waived, or the donation step offers a box to tick that makes it enough.',
    ),
    tax: described(
      z
        .strictObject({
          number: described(words(40), 'The tax (VAT) number, which receipts show.'),
          address: described(text(500).default(''), 'The address on receipts; lines are separated by line breaks.'),
          percent: described(Percent.default(0), 'The rate of tickets without one of their own.'),
          booking_fee_percent: described(
            Percent.nullable().default(null),
            'The rate of booking fees; null for the ticket’s.',
          ),
          delivery_percent: described(Percent.nullable().default(null), 'The rate of postage; null for the ticket’s.'),
          protection_percent: described(Percent.default(0), 'The rate of refund protection.'),
        })
        .nullable()
        .default(null),
      'For organisers registered for tax: their prices include it. Null for all others, whose prices carry none.',
    ),
    legal: described(
      Legal.nullable().default(null),
      'Who sells, as buyers must be told. The email is "contact_email", the VAT number that in "tax".',
    ),
    refund_policy: RefundPolicy.nullable().default(null),
    marketing_signup_message: described(words(500).optional(), 'What the buyer agrees to in the step "Keep updated".'),
    contact_email: z.union([z.email(), z.literal('')]).default(''),
    counter_fee: described(z.boolean().default(true), 'Tickets sold at the counter have their booking fee.'),
    ga_ua_property: text(60).nullable().default(null),
    questions_intro_html: described(html.nullable().default(null), 'Stands above the ticket questions.'),
  }),
)

export const VenueSchema = named(
  'Venue',
  z.strictObject({
    slug: Slug,
    name: words(200),
    full_address: text(500).nullable().default(null),
    town: text(120).default(''),
    country_code: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .default('GB'),
    map_address: described(
      text(500).nullable().default(null),
      'What a map should search for, when the address is not enough.',
    ),
    latitude: z.number().min(-90).max(90).nullable().default(null),
    longitude: z.number().min(-180).max(180).nullable().default(null),
  }),
)

const EventDate = named(
  'EventDate',
  z.strictObject({
    key: described(words(60).optional(), 'A name by which ticket types of this event refer to this date.'),
    starts: Moment,
    ends: described(Moment.nullable().default(null), 'A date alone means the end of that day.'),
    doors: Moment.nullable().default(null),
    all_day: described(z.boolean().optional(), 'True when `starts` is a date alone.'),
    cancelled: described(
      z.boolean().default(false),
      'Nothing of this date is sold any more, and its orders are refunded. A file cannot undo it.',
    ),
    postponed: described(
      z.boolean().default(false),
      'It has no new day yet: nothing is sold meanwhile, and tickets stay valid. `starts` is the old time. Only another time ends it.',
    ),
  }),
)

const MAX_SEATS = 20_000

const Seats = named(
  'Seats',
  described(
    z.union([
      z.array(words(60)).min(1).max(MAX_SEATS),
      z
        .strictObject({
          sections: z
            .array(
              z.strictObject({
                name: described(text(60).default(''), 'Empty when there is only one.'),
                rows: z
                  .array(
                    z.strictObject({
                      row: words(10),
                      from: z.int().min(1).max(9999).default(1),
                      to: z.int().min(1).max(9999),
                      without: described(z.array(z.int()).default([]), 'Numbers the row does not have.'),
                    }),
                  )
                  .min(1)
                  .max(200),
              }),
            )
            .min(1)
            .max(50),
        })
        // Few rows can have millions of seats, more than a process can read.
        .refine(
          ({ sections }) =>
            sum(
              sections.flatMap(({ rows }) =>
                rows.map(({ from, to, without }) => Math.max(0, to - from + 1 - new Set(without).size)),
              ),
            ) <= MAX_SEATS,
          { error: `has more than ${MAX_SEATS} seats` },
        ),
    ]),
    'Numbered seats: a list of labels ["A1", "A2"], or sections of rows with their first and last number.',
  ),
)

const SeatLabels = z.array(words(60)).min(1).max(MAX_SEATS)

const SeatMarks = named(
  'SeatMarks',
  described(
    z.strictObject({
      wheelchair: described(SeatLabels.optional(), 'Spaces for wheelchairs.'),
      companion: described(SeatLabels.optional(), 'Seats beside them, for who comes along.'),
      step_free: described(SeatLabels.optional(), 'Seats that are reached without steps.'),
      aisle: described(SeatLabels.optional(), 'Seats beside an aisle.'),
      restricted_view: described(
        z
          .array(z.strictObject({ note: words(100), seats: SeatLabels }))
          .min(1)
          .max(200)
          .optional(),
        'What restricts the view, in words: {"note": "pillar to the left", "seats": ["C6"]}.',
      ),
    }),
    'What is special about some of the seats, by their labels.',
  ),
)

const Pool = named(
  'Pool',
  described(
    z.strictObject({
      name: words(200),
      capacity: described(
        z.int().min(0).max(1_000_000).optional(),
        'How many places there are; with seats, their number.',
      ),
      seats: Seats.optional(),
      seat_marks: SeatMarks.optional(),
      dates: described(z.array(words(60)).min(1).optional(), 'Keys of its dates; every date unless given.'),
      kept: described(
        z
          .array(
            z.strictObject({
              reason: words(200),
              places: z.int().min(1).max(1_000_000).optional(),
              seats: z.array(words(60)).min(1).max(20_000).optional(),
            }),
          )
          .max(100)
          .default([]),
        'Places or seats kept for the house, which are not sold online: {"reason": "Press", "seats": ["A1", "A2"]}.',
      ),
    }),
    'Places that several ticket types share: Adult and Child draw on one hall. Each date has its own.',
  ),
)

const TicketReference = named(
  'TicketReference',
  described(
    z.union([words(200), z.strictObject({ event: Slug, ticket: words(200) })]),
    'A ticket type by its name in the same event, or {"event": slug, "ticket": name} in another.',
  ),
)

const TicketType = named(
  'TicketType',
  z.strictObject({
    name: words(200),
    description: text(1000).default(''),
    price: Amount,
    min_price: described(
      Amount.nullable().default(null),
      'Pay what you can: the least a buyer may choose to pay. `price` is what is suggested.',
    ),
    price_tiers: described(
      z
        .array(
          z.strictObject({
            price: Amount,
            until: described(Moment.nullable().default(null), 'A date alone means the end of that day.'),
            tickets: described(
              z.int().min(1).max(1_000_000).nullable().default(null),
              'How many are sold at this price, for each date.',
            ),
          }),
        )
        .max(10)
        .default([]),
      'Earlier prices, in order: each until a time, for a number of tickets, or both. `price` follows the last one.',
    ),
    extra: described(
      z.boolean().default(false),
      'Sold with the event, and admits nobody: a programme, a shirt. Its buyers get a code to collect it with.',
    ),
    booking_fee: Amount.default(0),
    absorb_fee: described(z.boolean().default(false), 'The price is shown with its booking fee inside.'),
    door_price: described(
      Amount.nullable().default(null),
      'What it costs at the counter, without a booking fee; null for the same as online.',
    ),
    capacity: described(
      z.int().min(0).max(1_000_000).optional(),
      'How many there are; with seats, their number. With a pool, a limit of its own, if it has one.',
    ),
    pool: described(words(200).optional(), 'The pool it draws on, by its name.'),
    places: described(
      z.int().min(1).max(1000).default(1),
      'How many places of the pool one ticket takes: a family ticket takes 4.',
    ),
    dates: described(
      z.array(words(60)).min(1).optional(),
      'Keys of the dates this ticket is for; every date unless given.',
    ),
    sale_from: described(Moment.nullable().default(null), "When its sale opens, if later than the event's."),
    sale_until: described(
      Moment.nullable().default(null),
      'When its sale closes. A date alone means the end of that day.',
    ),
    tax_percent: described(
      Percent.nullable().default(null),
      'The tax within its price, if the organiser is registered; null for the organiser’s rate.',
    ),
    visibility: described(
      z.enum(['all', 'code', 'staff']).default('all'),
      'code: only buyers with an access code see and buy it. staff: no buyer does.',
    ),
    hide_when_sold_out: described(z.boolean().default(false), 'Not shown on the event page once it is sold out.'),
    archived: described(z.boolean().default(false), 'Kept for those who have it, and not offered any more.'),
    min_per_customer: z.int().min(1).max(1000).default(1),
    max_can_reserve: z.int().min(1).max(1_000_000).nullable().default(null),
    can_update_quantity: z.boolean().default(true),
    refund_policy: RefundPolicy.nullable().default(null),
    non_refundable: z.boolean().default(false),
    delivered_by_post: z.boolean().default(false),
    delivery_cost: described(Amount.default(0), 'Postage per order; the dearest of an organiser counts once.'),
    seats: Seats.optional(),
    seat_marks: SeatMarks.optional(),
    seat_kinds: described(
      z.array(z.enum(SEAT_KINDS)).min(1).max(SEAT_KINDS.length).nullable().default(null),
      'The kinds of seats that it may take; null: any. One with "companion" alone is sold only together with a wheelchair space.',
    ),
    requires: described(
      z
        .array(
          z.strictObject({
            title: described(words(200), 'What the buyer is told to buy as well.'),
            any_of: z.array(TicketReference).min(1).max(50),
          }),
        )
        .default([]),
      'Other tickets that must be bought too. A ticket of the same event counts on the same date where it is sold for it.',
    ),
    sort: described(z.int().min(-10_000).max(10_000).optional(), 'The order in the file unless given.'),
  }),
)

const AccessCodes = named(
  'AccessCodes',
  described(
    z.strictObject({
      codes: described(
        z
          .array(z.string().regex(/^[A-Z0-9][A-Z0-9-]{3,39}$/))
          .min(1)
          .max(5000),
        'One code, or a batch of codes with the same terms. Each has its own number of tickets.',
      ),
      tickets: described(
        z.array(words(200)).min(1).max(200),
        'Names of the ticket types it opens, on all their dates.',
      ),
      max_tickets: described(
        z.int().min(1).max(1_000_000).nullable().default(null),
        'How many tickets each code is good for in all; any number unless given.',
      ),
      max_per_order: described(
        z.int().min(1).max(1000).nullable().default(null),
        'How many of these one order may have.',
      ),
      valid_from: Moment.nullable().default(null),
      valid_until: described(Moment.nullable().default(null), 'A date alone means the end of that day.'),
    }),
    'Codes that open ticket types with the visibility "code".',
  ),
)

const QuestionSchema = named(
  'Question',
  z.strictObject({
    osq_id: described(words(60), 'Questions of several events with the same id and once_per_checkout are asked once.'),
    question_html: html.min(1),
    type: z.enum(QUESTION_TYPE_NAMES),
    mandatory: z.boolean().default(false),
    once_per_checkout: z.boolean().default(false),
    options: described(z.array(words(200)).max(300).default([]), 'Of a dropdown.'),
    before_or_after: described(z.enum(['before', 'after']), 'Asked before payment or after it.'),
    tickets: described(z.array(words(200)).optional(), 'Names of the ticket types it is asked for; all unless given.'),
    sort: z.int().min(-10_000).max(10_000).optional(),
  }),
)

/** Hours before the start of a date, up to a year. */
const Hours = z.int().min(0).max(8760).nullable().default(null)

/** What an organiser adds to the shop's emails about an event. */
const EmailWords = text(4000)
  .refine((value) => unknownFields(value).length === 0, {
    error: ({ input }) => `has fields that don’t exist: ${unknownFields(String(input)).join(', ')}`,
  })
  .default('')
const FIELDS_OF_EMAILS = 'Fields such as {first_name} and {date}, **bold** and [links](https://…) work.'
const Days = z.int().min(0).max(30).default(1)
const HoursInstead = z.int().min(1).max(168).nullable().default(null)

export const EventSchema = named(
  'Event',
  z
    .strictObject({
      slug: Slug,
      organiser: described(Slug, 'In this file or in the shop already.'),
      venue: described(Slug.nullable().default(null), 'In this file or in the shop already; null for an online event.'),
      title: words(300),
      summary: text(500).default(''),
      description_html: html.default(''),
      category: text(60).default(''),
      picture: described(Picture.nullable().optional(), `The picture of the event. ${STAYS}`),
      currency: Currency.default('GBP'),
      timezone: TimeZone.default('Europe/London'),
      status: z.enum(['draft', 'published', 'cancelled']).default('published'),
      on_sale_from: described(Moment.nullable().default(null), 'When the sale opens; at once unless given.'),
      express: described(z.boolean().default(false), 'Name, email and payment on one page.'),
      waivers_together: described(
        z.boolean().default(false),
        'Its waivers are signed with one signature, also for several children of one adult.',
      ),
      max_places: described(
        z.int().min(1).max(1_000_000).nullable().default(null),
        'The most places of one order, over all ticket types. Extras don’t count.',
      ),
      single_seats: described(
        z.enum(SINGLE_SEAT_RULES).default('inside'),
        'Whether seats that buyers choose may leave a free one alone: off, not inside a row, or also not beside an aisle.',
      ),
      waiting_list: described(
        z.boolean().default(true),
        'What has sold out has a waiting list, to which returned tickets are offered first.',
      ),
      offer_minutes: described(
        z.int().min(5).max(10_080).default(30),
        'How long the tickets offered to someone on the waiting list are held.',
      ),
      high_demand: described(z.boolean().default(false), 'Everybody proves to be human before reserving.'),
      hide_booking_fee: described(
        z.boolean().default(false),
        'The fee is not named beside the price. It is still part of the price shown.',
      ),
      refund_protection_percent: described(
        aboveZero(Percent).nullable().default(null),
        'What refund protection costs, of the price of tickets that can be refunded; null where none is offered.',
      ),
      buyers_refund_hours: described(
        Hours,
        'Until how many hours before the start buyers may return tickets for their money; null: they may not.',
      ),
      cool_off_hours: described(
        z.int().min(72).max(672).nullable().default(null),
        'For how many hours after paying buyers may return tickets for their price without the booking fee, until seven days before the start; null: they may not.',
      ),
      buyers_refund_keep_percent: described(Percent.default(0), 'What is kept of a ticket that its buyer returns.'),
      buyers_refund_keep: described(Amount.default(0), 'The same as an amount for each ticket.'),
      buyers_change_hours: described(
        Hours,
        'Until how many hours before the start buyers may change the type, date or seat of tickets; null: they may not.',
      ),
      buyers_rename_hours: described(
        Hours,
        'Until how many hours before the start buyers may put another name on tickets; null: they may not.',
      ),
      buyers_changes: described(z.int().min(1).max(20).default(3), 'How often buyers may change or rename one ticket.'),
      reminder: described(z.boolean().default(true), 'Holders of tickets are reminded before each date.'),
      reminder_days: described(Days, 'How many days before, by the wall clock of the event.'),
      reminder_hours: described(HoursInstead, 'Hours before the start, instead of days.'),
      reminder_text: described(EmailWords, `What the reminder says as well. ${FIELDS_OF_EMAILS}`),
      thanks: described(z.boolean().default(false), 'Holders of tickets are thanked after each date.'),
      thanks_days: described(Days, 'How many days after its end, by the wall clock of the event.'),
      thanks_hours: described(HoursInstead, 'Hours after the end, instead of days.'),
      thanks_text: described(EmailWords, `What the thanks say. ${FIELDS_OF_EMAILS}`),
      thanks_feedback: described(z.boolean().default(true), 'The thanks ask how it was.'),
      require_phone_number: z.boolean().default(false),
      different_timeslots_warning: described(
        text(500).nullable().default(null),
        'Shown when a basket mixes dates of this event.',
      ),
      livestream_url: described(
        Url.nullable().default(null),
        'Where buyers watch; never shown before they have bought.',
      ),
      online_url: described(
        Url.nullable().default(null),
        'Where buyers of an online event go; never shown before they have bought.',
      ),
      reward: described(
        z
          .strictObject({ text: words(500), short_text: words(100) })
          .nullable()
          .default(null),
        'What a buyer gets for bringing friends.',
      ),
      questions_intro_html: html.nullable().default(null),
      ga: text(60).nullable().default(null),
      ga_conversion_id: text(60).nullable().default(null),
      fb_pixel: text(60).nullable().default(null),
      source_url: described(Url.nullable().default(null), 'Where the event was described first.'),
      dates: z.array(EventDate).min(1).max(1000),
      pools: z.array(Pool).max(50).default([]),
      ticket_types: z.array(TicketType).max(200).default([]),
      access_codes: described(
        z.array(AccessCodes).max(200).default([]),
        'Codes that open ticket types. A code that is no longer listed ends.',
      ),
      questions: z.array(QuestionSchema).max(100).default([]),
      after_sale_messages: described(z.array(html.min(1)).max(20).default([]), 'HTML shown after the sale.'),
      waivers: described(
        z
          .array(z.strictObject({ title: words(200), terms_html: html.min(1) }))
          .max(10)
          .default([]),
        'Terms every participant signs after the sale.',
      ),
      plan_options: described(
        z
          .array(
            z.strictObject({
              key: described(words(20), "'1' means paying at once and is not shown as a plan."),
              label: words(200),
              payments: described(
                z.int().min(1).max(24),
                'At most 12, and the last is due within 12 months. A longer plan is refused, unless the shop has it already: then it is no longer offered.',
              ),
              every_months: z.int().min(1).max(12).default(1),
            }),
          )
          .max(10)
          .default([]),
        'Ways to pay in instalments.',
      ),
    })
    .transform((event, context) => {
      const minor = minorUnits(event.currency, context)
      for (const [i, { extra, pool, seats }] of event.ticket_types.entries())
        if (extra && (pool !== undefined || seats !== undefined))
          context.addIssue({
            code: 'custom',
            path: ['ticket_types', i, 'extra'],
            message: 'takes no place: it has neither a pool nor seats',
          })
      for (const [i, { price, min_price }] of event.ticket_types.entries())
        if (min_price !== null && min_price > price)
          context.addIssue({
            code: 'custom',
            path: ['ticket_types', i, 'min_price'],
            message: 'is more than the price that is suggested',
          })
      const ticket_types = event.ticket_types.map((type, i) => ({
        ...type,
        price: minor(type.price, ['ticket_types', i, 'price']),
        min_price: type.min_price === null ? null : minor(type.min_price, ['ticket_types', i, 'min_price']),
        door_price: type.door_price === null ? null : minor(type.door_price, ['ticket_types', i, 'door_price']),
        price_tiers: type.price_tiers.map((tier, n) => ({
          ...tier,
          price: minor(tier.price, ['ticket_types', i, 'price_tiers', n, 'price']),
        })),
        booking_fee: minor(type.booking_fee, ['ticket_types', i, 'booking_fee']),
        delivery_cost: minor(type.delivery_cost, ['ticket_types', i, 'delivery_cost']),
      }))
      return { ...event, ticket_types, buyers_refund_keep: minor(event.buyers_refund_keep, ['buyers_refund_keep']) }
    }),
)

export const GiftVoucherSchema = named(
  'GiftVoucher',
  z
    .strictObject({
      slug: Slug,
      organiser: Slug,
      name: words(200),
      description: text(1000).default(''),
      currency: Currency.default('GBP'),
      values: described(z.array(aboveZero(Amount)).min(1).max(20), 'What it can be worth.'),
      valid_months: z.int().min(1).max(600).default(24),
      max_qty: z.int().min(1).max(1000).default(20),
      issued: described(
        z
          .array(
            z.strictObject({
              code: z.string().regex(/^[A-Z0-9][A-Z0-9-]{3,39}$/),
              value: aboveZero(Amount),
              balance: described(Amount.optional(), 'What is left of it; its value unless given.'),
              expires_on: Day,
              from_name: text(120).default(''),
              to_name: text(120).default(''),
            }),
          )
          .default([]),
        'Vouchers handed out elsewhere that the shop shall take. One that the shop knows already is left as it is.',
      ),
    })
    .transform((voucher, context) => {
      const minor = minorUnits(voucher.currency, context)
      const values = voucher.values.map((value, i) => minor(value, ['values', i]))
      const issued = voucher.issued.map((issuedVoucher, i) => ({
        ...issuedVoucher,
        value: minor(issuedVoucher.value, ['issued', i, 'value']),
        ...(issuedVoucher.balance !== undefined && { balance: minor(issuedVoucher.balance, ['issued', i, 'balance']) }),
      }))
      return { ...voucher, values, issued }
    }),
)

export const DiscountCodeSchema = named(
  'DiscountCode',
  z
    .strictObject({
      code: z.string().regex(/^[A-Z0-9][A-Z0-9-]{1,39}$/),
      organiser: described(Slug.nullable().default(null), 'Only for events of this organiser.'),
      event: described(Slug.nullable().default(null), 'Only for this event.'),
      percent: described(aboveZero(Percent).optional(), 'Either percent or amount.'),
      amount: described(aboveZero(Amount).optional(), 'Either percent or amount.'),
      currency: described(Currency.optional(), 'Of the amount; GBP unless given.'),
      valid_from: described(Moment.nullable().default(null), 'Times without an offset are London times.'),
      valid_until: described(Moment.nullable().default(null), 'A date alone means the end of that day.'),
      max_uses: z.int().min(1).nullable().default(null),
    })
    .refine((code) => (code.percent === undefined) !== (code.amount === undefined), {
      error: 'needs either percent or amount, not both',
    })
    .transform((code, context) => {
      const minor = minorUnits(code.currency ?? DEFAULT_CURRENCY, context)
      return code.amount === undefined ? code : { ...code, amount: minor(code.amount, ['amount']) }
    }),
)

export const OfferSchema = named(
  'Offer',
  z
    .strictObject({
      organiser: Slug,
      event: described(Slug.nullable().default(null), 'Only for this event; otherwise for all of the organiser.'),
      title: words(200),
      kind: described(
        z.enum(['cheapest_free', 'percent']),
        'cheapest_free: of every min_qty tickets the cheapest is free. percent: from min_qty tickets on, percent comes off.',
      ),
      min_qty: z.int().min(2).max(1000),
      percent: aboveZero(Percent).optional(),
    })
    .refine((offer) => (offer.kind === 'percent') === (offer.percent !== undefined), {
      error: 'a percent offer needs percent, another kind has none',
    }),
)

export const CatalogueFile = z
  .strictObject({
    $schema: z.string().optional(),
    format: z.literal(FORMAT_NAME),
    charities: z.array(CharitySchema).default([]),
    organisers: z.array(OrganiserSchema).default([]),
    venues: z.array(VenueSchema).default([]),
    events: z.array(EventSchema).default([]),
    gift_vouchers: z.array(GiftVoucherSchema).default([]),
    discount_codes: z.array(DiscountCodeSchema).default([]),
    offers: z.array(OfferSchema).default([]),
    pictures: described(
      z
        .array(
          z.strictObject({
            sha256: z.string().regex(/^[0-9a-f]{64}$/),
            data: described(z.base64().max(17_000_000), 'The file in base64.'),
          }),
        )
        .max(5000)
        .default([]),
      'The pictures themselves, where a catalogue is to be one file. An export has them here.',
    ),
  })
  .describe('A catalogue of Foyer: organisers, venues, events with their tickets, gift vouchers, codes and offers.')

/** The format as written in a file. */
export type CatalogueInput = z.input<typeof CatalogueFile>
export type EventInput = NonNullable<CatalogueInput['events']>[number]
export type TicketTypeInput = NonNullable<EventInput['ticket_types']>[number]
/** The format as read: minor units, hundredths of a percent, and defaults for everything left out. */
export type Catalogue = z.output<typeof CatalogueFile>
export type CatalogueEvent = Catalogue['events'][number]
export type CataloguePool = CatalogueEvent['pools'][number]
export type CatalogueAccessCodes = CatalogueEvent['access_codes'][number]
export type CatalogueTicketType = CatalogueEvent['ticket_types'][number]

/** Returns the format as JSON Schema, for editors and other programs that validate files. */
export function catalogueJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(CatalogueFile, { io: 'input' })
  return { $schema, title: 'Foyer catalogue', ...schema }
}
