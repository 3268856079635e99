// biome-ignore-all lint/suspicious/noTemplateCurlyInString: SQL as it stands in template literals
import { type Guard, guard, MODEL } from '../guard.ts'

const WAIVERS = 'after-sale/sign-waiver.test.ts'
const JOBS = 'jobs/jobs.test.ts'
const MAILS = 'mail/outbox.test.ts'
const DOOR = 'tickets/door/door.test.ts'
const RETRY = 'payment/cancel/retry.test.ts'
const MOVED = 'payment/refund/moved.test.ts'
const DEVICES = 'office/event/door.test.ts'
const HELD_AGAIN = 'office/event/dates/held-again.test.ts'
const ANY_KEY = { as: 'String(Math.random())' }

/** Tickets, the door and waivers, personal data, and what leaves by jobs and mails. */
export const TICKET_GUARDS: Guard[] = [
  // Tickets
  {
    breaks: 'a ticket is issued twice',
    marks: [
      { name: 'tickets-issued-once' },
      { name: 'tickets-written-once', without: 'on conflict on constraint tickets_issued_once do nothing' },
    ],
    schema: 'alter table tickets drop constraint tickets_issued_once',
    noticedBy: MODEL,
  },
  guard(
    'plan-opens-nothing-early',
    'a payment plan opens the livestream after its first payment',
    'http/attacks/plan-gives-nothing-early.test.ts',
  ),
  guard(
    'required-of-new-customer',
    'a required ticket is not asked of the customer who takes over a reserved basket',
    'account/required-ticket.test.ts',
  ),
  guard('ticket-admitted-once', 'a ticket is admitted twice', DOOR),
  guard('void-ticket-refused', 'a void ticket is admitted', DOOR),
  guard('admitted-at-its-date', 'a ticket of another or a cancelled date is admitted', DEVICES),
  guard('door-of-one-organiser', 'a door learns about tickets of other events', DEVICES, { as: 'false' }),
  guard('pairing-code-once', 'a device is paired without its code', DEVICES),
  guard('unpaired-device-ends', 'a device works after it was unpaired', DEVICES),
  guard('device-ends-with-its-day', 'a device works after its date', DEVICES),
  guard('device-ends-with-its-person', 'a device works after its person has left', DEVICES),
  guard('device-of-own-event', 'staff unpair a device of another house', DEVICES),
  guard('entry-recorded-once', 'an entry that is sent again counts again', DEVICES, { as: 'undefined' }),
  guard('retried-refund-still-held', 'a refund is tried again beyond what the payment holds', RETRY, {
    as: 'refund.amount_minor',
  }),
  guard('moved-refund-of-buyer', "someone else returns a buyer's tickets", MOVED, { as: '!found' }),
  guard('moved-refund-offered', 'tickets are returned that nobody offers to refund', MOVED, {
    as: "(await tx.selectFrom('tickets').select('code').where('sale_id', '=', sale.id).execute())",
  }),
  guard('held-again', 'a date that moved to another day refuses who came before', HELD_AGAIN, { as: 'false' }),
  guard('undo-of-this-date', 'a door undoes entries of other doors', DEVICES),
  guard('undo-of-earlier-entry', 'an undoing that arrives late undoes the entry of another door', DEVICES),
  guard('offline-code-as-shown', 'a door without a network takes the ticket of the list for the code shown', DEVICES, {
    as: 'sent.ticketId !== undefined',
  }),
  guard('sent-on-after-entry', 'a door without a network admits with the code of a ticket sent on before', DEVICES),
  guard('entry-of-own-organiser', 'a door writes on orders of other organisers', DEVICES),
  guard(
    'extra-admits-nobody-offline',
    'a door without a network admits someone with an extra',
    'tickets/extras.test.ts',
    { as: 'signer.sign(code)' },
  ),

  // Waivers
  guard('signed-together-where-allowed', 'waivers are signed together where nobody allowed it', WAIVERS),
  guard('signed-once', 'a waiver is signed twice in one name', WAIVERS),

  // Personal data
  guard('kept-by-no-cache', 'a cache keeps personal pages', 'http/headers.test.ts'),

  // Jobs, mails and deliveries
  guard('job-taken-by-one', 'two workers take one job', JOBS, {
    without: 'and (locked_until is null or locked_until <= ${now})',
  }),
  guard('job-taken-by-one', 'a dead worker keeps its job', JOBS, { without: ' or locked_until <= ${now}' }),
  guard('job-taken-by-one', 'a dead process keeps its payment', MODEL, { without: ' or locked_until <= ${now}' }),
  guard('job-done-once', 'a job is done twice', JOBS, { as: '.set({ locked_until: null, last_error: null })' }),
  guard('mail-queued-once', 'a mail is queued twice', MAILS, ANY_KEY),
  guard('mail-sent-once', 'a mail is sent twice', MAILS),
  guard('mail-job-queued', 'a mail is never sent', MODEL, { as: 'sql`select 1`' }),
  guard('second-delivery-alone', 'a sale is delivered twice at once', 'tickets/delivery/together.test.ts', {
    as: 'dueSale === undefined',
  }),
  guard('delivery-queued', 'tickets are never delivered', MODEL, { seed: 10 }),
  {
    breaks: 'the wallet is mailed twice',
    marks: [{ name: 'wallet-mailed-once' }, { name: 'wallet-mail-keyed', ...ANY_KEY }],
    noticedBy: MODEL,
  },
]
