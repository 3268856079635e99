import { MONEY_GROUPS } from '@foyer/contract/calls/office/money.ts'
import type { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { SECTIONS } from '@foyer/contract/office/events/fields.en.ts'
import { ORGANISER_SECTIONS } from '@foyer/contract/office/events/organiser-fields.en.ts'
import type { OFFICE_PATHS, OfficeCallName } from '@foyer/contract/office/paths.ts'
import { PROVIDERS } from '@foyer/domain/payment/providers.ts'
import { isEmail } from '@foyer/domain/people/email.ts'
import type { PlantedEvent } from './planted-event.ts'

type HasFile<N extends OfficeCallName> = 'filename' extends keyof (typeof OFFICE_CALLS)[N]['reply']['_output']
  ? N
  : never
/** The calls that show something: those with GET, and those that return a file. */
export type OfficeRead = {
  [N in OfficeCallName]: (typeof OFFICE_PATHS)[N][0] extends 'GET' ? N : HasFile<N>
}[OfficeCallName]

/** What a read is about. */
export type Subject = {
  event: PlantedEvent
  orderId: number
  ticketId: number
  /** The texts that people search for. */
  searches: string[]
  mailingId: number
  payoutId: number
  claimId: number
  webhookId: number
  shiftId: number
  counterOrderId: number
  readerSaleId: number
}

type Body = Record<string, unknown>
const forEvent = ({ event }: Subject): Body => ({ event_id: event.eventId })
const forDate = ({ event }: Subject): Body => ({ event_id: event.eventId, date_id: event.dateId })
const addressesIn = (searches: readonly string[]) => ['regular@example.org', ...searches.filter(isEmail)]
const FORMATS = ['csv', 'xlsx']

/** Every filter of the tables, one at a time. Those that name an event, a date, a type or a code name the subject's. */
const filters = ({ event }: Subject): Body[] => [
  {},
  { event_id: event.eventId },
  { date_id: event.dateId },
  { type_id: event.typeId },
  { code: event.discountCode },
  { code: event.accessCode },
  ...['consent', 'gift_aid', 'post', 'unsigned', 'protected'].map((flag) => ({ [flag]: '1' })),
]

/** The bodies with which a person asks for everything about a subject, without the organiser. A read that is missing does not compile. */
export const READS: Record<OfficeRead, (of: Subject) => Body[]> = {
  office_entrance: () => [{}],
  office_account: () => [{}],
  office_help: () => [{ page: 'orders' }, { q: 'hold' }],
  office_health: () => [{}],
  office_organisers: () => [{}],
  office_organiser: ({ event }) => [{ organiser: event.organiserId }],
  office_home: () => [{}],
  office_events: () => [{}, { show: 'past' }, { show: 'archived' }, { q: 'Night' }],
  office_new_event: () => [{}],
  office_event: (of) => [forEvent(of)],
  office_event_form: (of) => [
    ...SECTIONS.map(({ name }) => ({ ...forEvent(of), section: name })),
    ...['all', 'new|pools'].map((row) => ({ ...forEvent(of), section: 'tickets', row })),
  ],
  office_preview: (of) => [forEvent(of)],
  office_dates: (of) => [forEvent(of)],
  office_cancel: (of) => [forEvent(of), forDate(of), { ...forDate(of), step: '3' }],
  office_codes: (of) => [forEvent(of), { ...forEvent(of), q: 'FREE' }],
  office_code: ({ event }) => [
    { event_id: event.eventId, code_id: event.discountId, kind: 'discount' },
    { event_id: event.eventId, code_id: event.accessId, kind: 'access' },
  ],
  export_codes: (of) => ['discount', 'access'].map((kind) => ({ ...forEvent(of), kind })),
  office_move: (of) => [forDate(of), { ...forDate(of), step: '3', day: '2027-03-03', starts: '19:00' }],
  office_door: (of) => [forEvent(of), forDate(of)],
  office_door_list: (of) => [forDate(of), { ...forDate(of), by: 'seat' }],
  export_door_list: (of) => FORMATS.map((format) => ({ ...forDate(of), by: 'seat', format })),
  office_queue: (of) => [forEvent(of)],
  office_waiting: (of) => [forEvent(of)],
  export_waiting: (of) => FORMATS.map((format) => ({ ...forEvent(of), format })),
  office_house_seats: (of) => [forEvent(of), forDate(of)],
  export_catalogue: () => [{}],
  office_find: ({ searches }) => searches.map((q) => ({ q })),
  office_order: ({ orderId }) => [{ order_id: orderId }],
  office_change: ({ orderId, ticketId }) => [{ order_id: orderId, ticket_id: ticketId }],
  office_party: ({ orderId, ticketId }) => [{ order_id: orderId, ticket_id: ticketId, seat: 'A1' }],
  office_feedback: () => [{}],
  office_complaints: () => [{}],
  office_requests: ({ searches }) => addressesIn(searches).map((email) => ({ email })),
  export_person: ({ searches }) => addressesIn(searches).map((email) => ({ email })),
  office_referrals: (of) => [forEvent(of)],
  office_receipt: ({ orderId }) => [{ order_id: orderId }],
  dispute_evidence: ({ orderId }) => [{ order_id: orderId }],
  office_orders: (of) => [
    ...filters(of),
    ...['paid', 'part_refunded', 'refunded', 'disputed', 'dispute_lost'].map((state) => ({ ...forEvent(of), state })),
  ],
  office_people: (of) => [
    ...filters(of),
    ...['valid', 'admitted', 'void'].map((state) => ({ ...forEvent(of), state })),
  ],
  export_orders: (of) => [...filters(of), { format: 'xlsx' }],
  export_people: (of) => [...filters(of), { format: 'xlsx' }],
  office_money: () => MONEY_GROUPS.map((by) => ({ by })),
  export_money: () => [...MONEY_GROUPS.map((by) => ({ by })), { format: 'xlsx' }],
  office_payouts: ({ payoutId }) => [{}, { payout_id: payoutId }],
  export_payout: ({ payoutId }) => [{ payout_id: payoutId }],
  money_statement: () => ['pdf', ...FORMATS].map((format) => ({ month: '2026-06', format })),
  office_counter: ({ event }) => [
    {},
    { date_id: event.dateId },
    { date_id: event.dateId, chosen: `${event.typeId}x1` },
  ],
  office_counter_sale: ({ counterOrderId }) => [{ order_id: counterOrderId }],
  office_shift: ({ shiftId }) => [{}, { shift_id: shiftId }],
  office_reader: ({ readerSaleId }) => [{ sale_id: readerSaleId }],
  office_readers: () => [{}],
  office_give: ({ event, orderId }) => [{}, { date_id: event.dateId }, { order_id: orderId }],
  office_gift_aid: () => [{}],
  gift_aid_schedule: ({ claimId }) => [{ claim_id: claimId }],
  gift_aid_evidence: ({ claimId }) => [{ claim_id: claimId }],
  office_mailings: () => [{}],
  office_mailing: (of) => [
    { mailing_id: of.mailingId },
    ...['orders', 'people'].map((list) => ({ ...forEvent(of), list })),
    { code: of.event.discountCode },
    { kind: 'news' },
  ],
  mailing_preview: ({ mailingId }) => [{ mailing_id: mailingId }],
  office_settings: () => ORGANISER_SECTIONS.map(({ name }) => ({ section: name })),
  office_payment_account: () => PROVIDERS.map((provider) => ({ provider })),
  office_payments: () => [{}],
  office_event_picture: (of) => [forEvent(of)],
  office_brand: () => [{}],
  office_shop: () => [{}],
  office_texts: () => [{}],
  office_shop_texts: () => [{}],
  office_team: () => [{}],
  office_keys: () => [{}],
  office_webhooks: () => [{}],
  office_webhook: ({ webhookId }) => [{ webhook_id: webhookId }],
  office_log: () => [{ what: 'save_event' }, { what: 'rename_holder' }],
  export_log: () => [{}],
}
