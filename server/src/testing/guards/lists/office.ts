import { type Guard, guard } from '../guard.ts'

const SAVE = 'office/event/form/save.test.ts'
const OFFICE = 'office/rights.test.ts'
const TEAM = 'office/team.test.ts'
const ORDER = 'office/order/order.test.ts'
const PAYOUTS = 'payment/ledger/payouts.test.ts'
const GIFT_AID = 'office/gift-aid/gift-aid.test.ts'
const CANCELLED_AID = 'office/gift-aid/cancel.test.ts'
const LISTS = 'office/lists/lists.test.ts'
const PASSKEYS = 'office/passkeys.test.ts'
const PICTURES = 'pictures/pictures.test.ts'
const FILE_PICTURES = 'catalogue/import/pictures.test.ts'
const VIEWS = 'office/lists/views.test.ts'
const REQUESTS = 'office/requests/requests.test.ts'
const COMPLAINT = 'after-sale/complaint/complaint.test.ts'

/** Guards of the office. */
export const OFFICE_GUARDS: Guard[] = [
  guard('view-of-organiser', 'a shared view is changed by staff of another organiser', VIEWS),
  guard('view-of-another', 'what somebody saved as their own view is changed by others', VIEWS, { as: 'true' }),
  guard('complaints-limited', 'complaints fill the list and mailboxes', COMPLAINT, { as: 'false' }),
  guard('complaint-of-the-buyer', 'an order number alone sends a complaint to its house', COMPLAINT, {
    as: 'order === undefined',
  }),
  guard('erased-house-only', 'tickets of other organisers tell when a person can be erased', REQUESTS),
  guard('only-failed-jobs-retried', 'a job that is done is run again', 'office/health/health.test.ts'),
  guard('whole-shop-for-operator', 'an organiser reaches what the whole shop keeps about a person', REQUESTS, {
    as: 'false',
  }),
  guard('erasure-typed', 'a person is erased by one press', REQUESTS, { as: 'false' }),
  guard('own-data-request', 'an organiser ends the request of another one', REQUESTS),
  guard('complaint-answered-once', 'a complaint is answered twice', COMPLAINT, { as: 'false' }),
  guard('organiser-scoped', 'staff act for an organiser they do not work for', OFFICE, { as: 'false' }),
  guard('invitation-ends-with-person', 'someone who is removed comes back by an invitation of their own', TEAM),
  guard('role-allowed', 'staff do what their role does not allow', OFFICE, { as: 'false' }),
  guard('form-acts-once', 'a form of the office acts twice', ORDER, { as: 'false' }),
  guard('payout-stored-once', 'a payout that is read twice at once is stored twice', PAYOUTS),
  guard('own-payouts', 'staff see payouts of another organiser’s account', PAYOUTS),
  guard('own-order-lines', 'staff see lines of events that they are kept from', ORDER, { as: 'return true' }),
  guard('own-order', "staff open another organiser's order", OFFICE, { as: 'false' }),
  guard('own-answer', 'the answer to an act is shown to another person', 'office/answers.test.ts'),
  guard('found-orders-scoped', "a search finds another organiser's orders", 'office/order/find.test.ts', {
    as: 'sql`true`',
  }),
  guard('code-for-box-office', 'a reader can type the code of a ticket at a door', ORDER, { as: 'spacedCode' }),
  guard('shared-order-kept', 'one organiser moves the tickets of another', ORDER, { as: 'false' }),
  guard('corrected-order-leaves-browser', 'the browser of a wrong address keeps the order', ORDER),
  guard('box-office-limit', 'the box office refunds more than it may', ORDER, { as: 'false' }),
  guard('whole-order-of-one-organiser', 'an organiser refunds the whole of a shared order', ORDER, { as: 'true' }),
  guard('changed-to-own-event', 'a ticket becomes one of another organiser', ORDER),
  guard('changed-ticket-counted', 'a ticket is changed to one that is sold out', ORDER, { as: 'false' }),
  guard('returned-difference-proved', 'an old sign-in returns money for a changed ticket', ORDER, { as: 'false' }),
  guard('gift-aid-whole-organiser', 'people of one event see all donations', GIFT_AID, { as: 'false' }),
  guard('gift-aid-one-claim-at-a-time', 'two claims at once fail', GIFT_AID),
  guard('gift-aid-deducted-once', 'a refund is deducted from every claim', GIFT_AID),
  guard('own-gift-aid-claim', 'an organiser downloads the claim of another', GIFT_AID),
  guard('own-declaration', 'people of one event cancel a declaration', CANCELLED_AID, { as: 'own === undefined' }),
  guard('cancelled-before-or-after-a-claim', 'a donation is claimed after its donor cancelled', CANCELLED_AID),
  guard('declaration-cancelled-once', 'a declaration is cancelled twice', CANCELLED_AID, {
    as: 'declaration === undefined',
  }),
  guard(
    'declaration-cancelled-by-donor',
    'the link of an order cancels its declaration',
    'after-sale/gift-aid.test.ts',
    { as: 'sale !== undefined' },
  ),
  guard('log-of-own-events', 'somebody with selected events reads the whole log', 'office/log.test.ts', {
    as: 'return sql<boolean>`true`',
  }),
  guard('lists-scoped', 'tables show lines of others', LISTS, { as: 'return sql<boolean>`true`' }),
  guard('no-names-for-readers', 'a reader sees names', LISTS, { as: 'columnsOf(ctx, list)' }),
  guard('changed-meanwhile', 'a change by another person is overwritten', SAVE, { as: 'false' }),
  guard('code-of-another', 'a code of another event is taken over', SAVE, { as: 'false' }),
  guard('venue-of-another', 'an event gets a venue of another organiser', SAVE, { as: 'false' }),
  guard('cancellation-pauses', 'a stopped cancellation goes on refunding', 'office/event/dates/cancel.test.ts', {
    as: 'false',
  }),
  guard('drafts-not-shown', 'buyers see drafts', 'catalogue/read/read.test.ts'),
  guard('preview-sells-nothing', 'a preview runs what sells', 'pages/office/preview.test.ts'),
  guard('organisers-by-operator', 'anyone on a team makes organisers', 'office/organiser/make.test.ts', {
    as: 'false',
  }),
  guard('venue-shared', 'a venue of others changes under them', 'office/event/form/venue.test.ts', { as: 'isNew' }),
  guard('account-of-organiser', 'the account of another organiser is tested', OFFICE, { as: 'false' }),
  guard('account-made-here', 'an organiser types the id of another’s account', 'office/organiser/account.test.ts'),
  guard(
    'charity-of-others',
    'an organiser changes a charity that others have too',
    'office/organiser/settings.test.ts',
    {
      as: 'false',
    },
  ),
  guard('operator-alone', 'an owner changes who the shop is', OFFICE, { as: 'false' }),
  guard('picture-bytes', 'a file of any size is decoded', PICTURES, { as: 'false' }),
  guard('picture-kind', 'a drawing with a script is taken as a picture', PICTURES, { as: 'false' }),
  guard('private-network', 'an import looks into our own network', PICTURES, { as: 'false' }),
  guard('response-cut', 'a download never ends', PICTURES, { as: 'false' }),
  guard('picture-outside-folder', 'a catalogue reads files elsewhere', FILE_PICTURES, { as: 'false' }),
  guard('picture-of-others', 'a hash is enough for a picture of another organiser', FILE_PICTURES, { as: 'false' }),
  guard('own-event', 'staff limited to some events work on another', OFFICE, { as: 'false' }),
  guard('event-of-organiser', 'staff work on an event of another organiser', OFFICE),
  guard('limited-make-none', 'staff limited to some events make others', OFFICE, { as: 'false' }),
  guard('step-up', 'an old proof is enough for roles, keys and exports', OFFICE, { as: 'false' }),
  guard('team-locked', 'two owners remove each other at once', TEAM, { as: 'sql`select 1`' }),
  guard('last-owner-stays', 'the last owner is removed', TEAM, { as: 'false' }),
  guard('last-owner-keeps-role', 'the last owner steps down', TEAM, { as: 'false' }),
  guard('still-on-team', 'an owner who was just removed removes others', TEAM, { as: 'false' }),
  guard('invited-address-only', 'an invitation is taken by another address', TEAM, { as: 'false' }),
  guard('first-link-once', 'the first link makes a second operator', 'office/sign-in.test.ts', { as: 'false' }),
  guard('own-session-only', 'the session of another person is ended', 'office/sign-in.test.ts'),
  guard('challenge-once', 'an answer of a passkey is taken twice', PASSKEYS),
  guard('own-passkey-only', 'the passkey of another person is removed', PASSKEYS),
  guard('own-passkey-proves', 'another person’s passkey confirms who is signed in', PASSKEYS, { as: 'false' }),
  guard('dead-formulas', 'a formula typed by someone runs in the spreadsheet', 'office/log.test.ts', { as: 'value' }),
]
