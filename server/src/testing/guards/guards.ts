// biome-ignore-all lint/suspicious/noTemplateCurlyInString: SQL as it stands in template literals
import { CHANGE_GUARDS } from './change-guards.ts'
import { COUNTER_GUARDS } from './counter-guards.ts'
import { constraint, type Guard, guard, MODEL, MODEL_OF_SEVERAL } from './guard.ts'
import { INTEGRATION_GUARDS } from './integration-guards.ts'
import { MAILING_GUARDS } from './mailing-guards.ts'
import { WAITING_GUARDS } from './waiting-guards.ts'

const FIRST = 'sale/hold/first-guard.test.ts'
const WINDOWS = 'basket/sale-windows.test.ts'
const CODES = 'basket/access-codes.test.ts'
const AMOUNTS = 'basket/amount.test.ts'
const TIERS = 'sale/hold/price-tiers.test.ts'
const MAX = 'basket/max-places.test.ts'
const FIRST_TICKETS = 'basket/first-tickets.test.ts'
const WAIVERS = 'after-sale/sign-waiver.test.ts'
const HOLDS = 'sale/hold/hold.test.ts'
const MOVES = 'checkout/move-race.test.ts'
const JOBS = 'jobs/jobs.test.ts'
const MAILS = 'mail/outbox.test.ts'
const MAXIMUM = 'payment/settle/customer-maximum.test.ts'
const PROOF = 'payment/plan/proof.test.ts'
const PLAN_REFUND = 'payment/plan/refund.test.ts'
const DOOR = 'tickets/door/door.test.ts'
const RETRY = 'payment/cancel/retry.test.ts'
const MOVED = 'payment/refund/moved.test.ts'
const DEVICES = 'office/event/door.test.ts'
const SAVE = 'office/event/save.test.ts'
const ACCOUNTS = 'payment/accounts/stripe-accounts.test.ts'
const OFFICE = 'office/rights.test.ts'
const TEAM = 'office/team.test.ts'
const ORDER = 'office/order/order.test.ts'
const PAYOUTS = 'payment/ledger/payouts.test.ts'
const GIFT_AID = 'office/gift-aid/gift-aid.test.ts'
const LISTS = 'office/lists/lists.test.ts'
const PASSKEYS = 'office/passkeys.test.ts'
const PICTURES = 'pictures/pictures.test.ts'
const FILE_PICTURES = 'catalogue/import/pictures.test.ts'

const ALL_FIT = { as: '.filter(() => false)' }
const ANY_KEY = { as: 'String(Math.random())' }

export const GUARDS: Guard[] = [
  ...CHANGE_GUARDS,
  ...COUNTER_GUARDS,
  ...INTEGRATION_GUARDS,
  ...WAITING_GUARDS,
  ...MAILING_GUARDS,
  // The office
  guard('organiser-scoped', 'staff act for an organiser they do not work for', OFFICE, { as: 'false' }),
  guard('role-allowed', 'staff do what their role does not allow', OFFICE, { as: 'false' }),
  guard('form-acts-once', 'a form of the office acts twice', ORDER, { as: 'false' }),
  guard('payout-stored-once', 'a payout that is read twice at once is stored twice', PAYOUTS),
  guard('own-payouts', 'staff see payouts of another organiser’s account', PAYOUTS),
  guard('own-order-lines', 'staff see lines of events that they are kept from', ORDER, { as: 'return true' }),
  guard('own-order', "staff open another organiser's order", OFFICE, { as: 'false' }),
  guard('found-orders-scoped', "a search finds another organiser's orders", 'office/order/find.test.ts', {
    as: 'sql`true`',
  }),
  guard('shared-order-kept', 'one organiser moves the tickets of another', ORDER, { as: 'false' }),
  guard('mended-order-leaves-browser', 'the browser of a wrong address keeps the order', ORDER),
  guard('box-office-limit', 'the box office refunds more than it may', ORDER, { as: 'false' }),
  guard('whole-order-of-one-organiser', 'an organiser refunds the whole of a shared order', ORDER, { as: 'true' }),
  guard('changed-to-own-event', 'a ticket becomes one of another organiser', ORDER),
  guard('changed-ticket-counted', 'a ticket is changed to one that is sold out', ORDER, { as: 'false' }),
  guard('returned-difference-proved', 'an old sign-in returns money for a changed ticket', ORDER, { as: 'false' }),
  guard('gift-aid-whole-organiser', 'people of one event see all donations', GIFT_AID, { as: 'false' }),
  guard('gift-aid-one-claim-at-a-time', 'two claims at once fail', GIFT_AID),
  guard('gift-aid-deducted-once', 'a refund is deducted from every claim', GIFT_AID),
  guard('own-gift-aid-claim', 'an organiser downloads the claim of another', GIFT_AID),
  guard('lists-scoped', 'tables show lines of others', LISTS, { as: 'return sql<boolean>`true`' }),
  guard('no-names-for-readers', 'a reader sees names', LISTS, { as: 'columnsOf(ctx, list)' }),
  guard('changed-meanwhile', 'a change by another person is overwritten', SAVE, { as: 'false' }),
  guard('code-of-another', 'a code of another organiser is taken over', SAVE, { as: 'false' }),
  guard('venue-of-another', 'an event gets a venue of another organiser', SAVE, { as: 'false' }),
  guard('cancellation-pauses', 'a stopped cancellation goes on refunding', 'office/event/cancel.test.ts', {
    as: 'false',
  }),
  guard('drafts-not-shown', 'buyers see drafts', 'catalogue/read/read.test.ts'),
  guard('preview-sells-nothing', 'a preview runs what sells', 'pages/office/preview.test.ts'),
  guard('organisers-by-operator', 'anyone on a team makes organisers', 'office/organiser/make.test.ts', {
    as: 'false',
  }),
  guard('venue-shared', 'a venue of others changes under them', 'office/event/venue.test.ts', { as: 'isNew' }),
  guard('account-of-organiser', 'the account of another organiser is tested', OFFICE, { as: 'false' }),
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
  guard('picture-download', 'a download never ends', PICTURES, { as: 'false' }),
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
  guard('dead-formulas', 'a formula typed by somebody runs in the spreadsheet', 'office/log.test.ts', { as: 'value' }),
  // Stock and holds
  guard('stock-counted', 'a ticket is sold twice, first guard', FIRST, ALL_FIT),
  guard('stock-counted', 'a ticket is sold twice, no guard at all', MODEL, {
    ...ALL_FIT,
    schema: 'alter table stock drop constraint stock_never_oversold',
  }),
  guard('pool-counted', 'a place of a pool is sold twice, first guard', FIRST, { as: '[]' }),
  guard('pools-locked', 'a pool changes while it is decided on', FIRST, { without: ' for update' }),
  guard('type-offered', 'buyers get tickets that only staff sells', WINDOWS, { as: 'true' }),
  guard('type-within-its-sale', 'a ticket is sold outside its sale', WINDOWS, { as: 'true' }),
  guard('chosen-price-at-least-minimum', 'a buyer pays less than the minimum', AMOUNTS, { as: 'false' }),
  guard('chosen-price-checked-at-reserve', 'a reserve takes less than a minimum raised since', AMOUNTS, { as: 'null' }),
  guard('access-code-needed', 'buyers get what is sold by access code without one', CODES, { as: '!archived' }),
  guard('access-code-valid', 'an access code opens before, after and once it has ended', CODES, { as: 'true' }),
  guard('access-code-opens-its-types', 'an access code opens types that it is not for', CODES),
  guard('access-code-per-order', 'an order has more by an access code than one may', CODES, { as: 'false' }),
  guard('quota-counted', 'an access code is used too often, first guard', CODES, { as: 'false' }),
  guard('quota-used', 'what a hold uses of an access code is not counted', CODES, { as: '[]' }),
  guard('quotas-locked', 'an access code is used while it is decided on', FIRST, { without: ' for update' }),
  guard('refunded-quota-returned', 'a refund returns nothing to the access code', CODES),
  guard('price-tier-in-time', 'a price lasts longer than it should', TIERS, {
    as: 'tiers.find(({ left }) => left === null || left >= qty)',
  }),
  guard('tier-price-shown-first', 'a buyer pays more than they were shown', TIERS, { as: 'false' }),
  guard('tier-quota-counted', 'more tickets are sold at an early price than it is for, first guard', TIERS, {
    as: 'false',
  }),
  guard('tier-quota-used', 'what a hold uses of a price tier is not counted', TIERS, { as: '[]' }),
  guard('tier-of-a-late-payment', 'late money takes an early price that is used up', TIERS, { as: 'false' }),
  guard(
    'seats-of-a-bundle',
    'a family ticket is added with fewer seats than it takes',
    'sale/hold/bundle-seats.test.ts',
    {
      as: 'false',
    },
  ),
  guard('one-basket-of-a-session', 'a second tab takes the basket of the first away', FIRST_TICKETS, {
    as: 'sql`true`',
  }),
  guard('first-of-a-session', 'two tabs in one batch begin two baskets', FIRST_TICKETS, { as: '!own.ok' }),
  guard('places-per-customer', 'a basket has more places than one order may have', MAX, { as: 'false' }),
  guard('card-attempts-counted', 'a shop tests stolen cards', 'payment/start/card-attempts.test.ts', { as: 'false' }),
  guard(
    'tested-payments-cancelled',
    'a browser goes on testing cards at the vendor',
    'payment/start/card-attempts.test.ts',
  ),
  guard('guesses-counted', 'codes are guessed', CODES),
  guard('opened-page-not-kept', 'a cache keeps what an access code opened', 'pages/event-access.test.ts', {
    as: 'false',
  }),
  guard('shared-document-of-nobody', 'a browser gets another’s page', 'pages/shared-documents.test.ts', { as: 'true' }),
  guard('counters-locked', 'stock changes while it is decided on', FIRST, { without: ' for update' }),
  guard('hold-ends', 'a hold never ends', HOLDS, { as: 'false' }),
  guard('hold-ends', 'a hold never ends, with payments', MODEL, { as: 'false' }),
  guard('held-stock-returned', 'a hold that ends returns no stock', MODEL, { without: ' - counted.qty' }),
  guard('voucher-hold-ends', 'a hold of gift vouchers never ends', HOLDS, { as: '[]' }),
  guard('limited-code-used-once', 'the last use of a code is used twice, first guard', 'sale/hold/codes.test.ts'),
  guard('voucher-balance-set-aside', 'a gift voucher pays twice', MODEL, {
    as: ".set((eb) => ({ reserved_minor: eb.ref('reserved_minor') }))",
  }),
  guard('moved-from-its-step', 'two tabs move one sale', MOVES),
  guard('moved-in-its-hold', 'a move of an ended hold counts', MOVES),
  guard(
    'price-told-before-reserve',
    'a basket is reserved at a price the buyer has not seen',
    'checkout/price-changes.test.ts',
  ),
  guard('change-alone', 'two changes of one sale do not see each other', 'sale/change.test.ts', { as: 'false' }),

  // The database's own guards
  constraint('a ticket is sold twice, second guard', 'alter table stock drop constraint stock_never_oversold'),
  constraint('a place of a pool is sold twice, second guard', 'alter table pools drop constraint pools_never_oversold'),
  constraint('a pool is not counted', 'drop trigger stock_counts_in_pool on stock'),
  constraint(
    'an access code is used too often, second guard',
    'alter table quotas drop constraint quotas_never_exceeded',
  ),
  constraint('a seat has two owners', 'alter table seats drop constraint seats_have_one_owner'),
  constraint('a seat has two tickets', 'drop index tickets_one_per_seat'),
  constraint('a ticket is issued twice, second guard', 'alter table tickets drop constraint tickets_issued_once'),
  constraint('a payment is fulfilled twice, second guard', 'drop index payments_fulfil_once'),
  constraint('a job is queued twice', 'alter table jobs drop constraint jobs_once'),

  // Transactions
  guard('failed-statements-noticed', 'a rollback is reported as done', 'db/transaction/tx.test.ts'),
  guard('one-transaction', 'what belongs together is not one transaction', MODEL, { as: 'db.connection()' }),

  // Payments and refunds
  guard('payment-settled-once', 'a payment is settled twice', 'payment/settle/settle.test.ts', { as: 'false' }),
  guard('payment-settled-once', 'a payment is settled twice, in any order', MODEL, { as: 'false' }),
  guard('paid-amount-compared', 'a wrong amount buys tickets', MODEL, { as: 'true' }),
  guard('late-money-reacquires', 'late money gets tickets that were released', MODEL, { as: "'held'" }),
  guard('late-money-reacquires', 'late money always goes back', MODEL, { as: "'tickets_gone'" }),
  guard('terms-frozen', 'a hold follows what an organiser edits', 'payment/settle/frozen-terms.test.ts', {
    as: 'false',
  }),
  guard(
    'begun-terms-kept',
    'money of an earlier payment cannot pay after an edit',
    'payment/settle/frozen-terms.test.ts',
    {
      as: 'true',
    },
  ),
  guard('order-lines-written', 'a paid order has no lines', 'payment/order/order.test.ts', { as: '[]' }),
  guard('lines-follow-ledger', 'lines and ledger drift apart', 'payment/order/order.test.ts'),
  guard('tax-written', 'the tax of an order is not kept', 'payment/order/tax.test.ts', { as: '[]' }),
  guard('tax-follows-refund', 'tax stays when its price goes back', 'payment/order/tax.test.ts', { as: '[]' }),
  guard('credit-note-issued', 'a refund has no credit note', 'payment/receipt/receipts.test.ts'),
  guard('one-receipt', 'an order gets two receipts of one organiser', 'payment/receipt/receipts.test.ts', {
    as: 'sql`true`',
  }),
  guard('receipts-for-the-buyer', 'anybody downloads a receipt', 'payment/receipt/receipts.test.ts', { as: '!sale' }),
  guard(
    'declaration-follows-donation',
    'Gift Aid is claimed on a donation that went back',
    'payment/order/order.test.ts',
    {
      as: 'true',
    },
  ),
  guard('own-lines-only', 'an organiser refunds lines of another', 'payment/order/order.test.ts', { as: 'lines' }),
  guard('cancelled-event-not-sold', 'money buys tickets of a cancelled event', 'payment/cancel/event.test.ts'),
  guard('cancelled-hold-ended', 'a hold outlives its event', 'payment/cancel/event.test.ts'),
  guard('cancelled-tickets-not-claimed', 'a ticket of a cancelled event is claimed', 'payment/cancel/event.test.ts'),
  guard('second-payment-returned', 'a second payment is kept', MODEL),
  guard('unwanted-money-returned', 'a refund is forgotten', MODEL),
  guard('capture-booked', 'what came in is not booked', MODEL, { as: '{}' }),
  guard('provider-believed-not-browser', 'whoever returns from the vendor has paid', MODEL, {
    as: `await settleProviderPayment({ ...deps, providers: { ...deps.providers, stripe: {
      read: async (id: string) => ({ ...(await deps.providers.stripe!.read(id)), status: 'paid' }) } } } as typeof deps, 'stripe', intentId)`,
  }),
  guard('free-only-when-free', 'an order with a price is free', MODEL, { as: 'false' }),
  guard('paid-within-maximum', 'a customer buys more than the maximum with two baskets', MAXIMUM, { as: 'false' }),
  guard('customer-purchases-locked', 'two payments of one customer pass at once', MAXIMUM, { as: 'command(null)' }),
  guard('free-order-within-maximum', 'free orders pass the maximum', MAXIMUM),
  guard('cancelled-payment-not-reused', 'a cancelled payment is offered again', MODEL, { as: 'true' }),
  guard('saved-card-proved-again', 'an old sign-in pays with a saved card', PROOF),
  guard('running-payment-not-lowered', 'a refund lowers a payment that a bank decides about', PLAN_REFUND, {
    as: 'open',
  }),
  guard('lowered-instalment-not-overpaid', 'late money pays more than is still to be paid', PLAN_REFUND),
  guard('returned-instalment-payable', 'an instalment whose money went back can never be paid', PLAN_REFUND),
  guard('plan-shared-by-organisers', 'one organiser keeps what now pays for another’s tickets', PLAN_REFUND),
  guard(
    'card-saved-for-own-plan',
    'a card is saved at the account of somebody else’s plan',
    'payment/accounts/plan-accounts.test.ts',
    {
      as: '{ account_id: null }',
    },
  ),
  guard('plan-payment-proved-again', 'an old sign-in pays an instalment', PROOF),
  guard('plan-card-proved-again', 'an old sign-in changes the card of a plan', PROOF),
  guard('open-payments-asked', 'a payment whose webhook was lost stays open', MODEL),
  guard('refund-counted-once', 'a refund counts each time it is reported', MODEL),
  guard('refund-asked-before-sent', 'a refund is sent twice', MODEL),
  guard(
    'refused-refund-looked-up',
    'a refund by hand that nobody told us of is never booked',
    'payment/refund/by-hand.test.ts',
  ),
  guard(
    'refund-being-sent-left-alone',
    'a refund by hand takes the place of one that is being sent',
    'payment/refund/by-hand.test.ts',
    { as: 'false' },
  ),
  guard(
    'refund-read-under-lock',
    'a refund is sent as it was before a refund by hand took its place',
    'payment/refund/by-hand.test.ts',
  ),
  guard('refunded-stock-returned', 'a refunded order returns no stock', MODEL),
  guard('refunded-tickets-voided', 'a refunded order keeps its tickets', MODEL),
  guard(
    'used-tickets-refunded-with-a-reason',
    'tickets used at the door are refunded without a word',
    'payment/cli/cli.test.ts',
  ),

  // Several organisers in one basket
  guard('line-of-its-organiser', 'a line is booked to another organiser', MODEL_OF_SEVERAL, {
    as: 'lines[0]!.organiserId',
  }),
  guard('captured-by-organiser', 'one organiser has the money of all', MODEL_OF_SEVERAL, {
    as: 'new Map([[lines[0]!.organiserId, captured.amount_minor]])',
  }),
  guard('own-lines-only', 'an organiser refunds lines of another, in any order', MODEL_OF_SEVERAL, { as: 'lines' }),
  guard('tax-written', 'the tax of an order is not kept, in any order', MODEL_OF_SEVERAL, { as: '[]' }),
  guard('tax-follows-refund', 'tax stays when its price goes back, in any order', MODEL_OF_SEVERAL, { as: '[]' }),
  guard('credit-note-issued', 'a refund has no credit note, in any order', MODEL_OF_SEVERAL),
  guard('lines-follow-ledger', 'lines and ledger drift apart, in any order', MODEL_OF_SEVERAL),
  guard('terms-frozen', 'a hold follows what an organiser edits, in any order', MODEL_OF_SEVERAL, { as: 'false' }),
  guard('cancelled-event-not-sold', 'a cancelled date is still sold', MODEL_OF_SEVERAL),
  guard('pool-counted', 'a place of a pool is sold twice, no guard at all', MODEL_OF_SEVERAL, {
    as: '[]',
    schema: 'alter table pools drop constraint pools_never_oversold',
  }),
  guard('quota-counted', 'an access code is used too often, no guard at all', MODEL_OF_SEVERAL, {
    as: 'false',
    schema: 'alter table quotas drop constraint quotas_never_exceeded',
  }),
  guard('refunded-quota-returned', 'a refund returns nothing to the access code, in any order', MODEL_OF_SEVERAL),
  guard('basket-of-one-account', 'a basket of several accounts is paid to the first, in any order', MODEL_OF_SEVERAL, {
    as: 'true',
  }),
  guard('payment-keeps-account', 'a payment is looked for in another account', MODEL_OF_SEVERAL, {
    as: 'deps.providers[provider]',
  }),

  // Organisers' own accounts
  guard('connected-events-apart', 'an event of a connected account counts at the other webhook', ACCOUNTS, {
    as: 'return event',
  }),
  guard('webhook-of-own-account', 'a webhook of one account names a payment of another', ACCOUNTS),
  guard('payment-keeps-account', 'a payment is looked for at the installation', ACCOUNTS, {
    as: 'deps.providers[provider]',
  }),
  guard('open-payment-of-same-account', 'a payment begun before goes to the account before', ACCOUNTS, { as: 'true' }),
  guard('basket-of-one-account', 'a basket of several accounts is paid to the first', ACCOUNTS, { as: 'true' }),
  guard('account-in-use-kept', 'an account is removed while money is on its way', ACCOUNTS),
  guard('platform-fee-booked', "the operator's part is not booked", ACCOUNTS, { as: '[]' }),
  guard(
    'card-of-same-account',
    'a card saved at one account pays at another',
    'payment/accounts/plan-accounts.test.ts',
  ),

  // Tickets
  guard('tickets-issued-once', 'a ticket is issued twice', MODEL, {
    schema: 'alter table tickets drop constraint tickets_issued_once',
  }),
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
  guard('moved-refund-of-buyer', "somebody else returns a buyer's tickets", MOVED, { as: '!found' }),
  guard('moved-refund-offered', 'tickets are returned that nobody offers to refund', MOVED, {
    as: "(await tx.selectFrom('tickets').select('code').where('sale_id', '=', sale.id).execute())",
  }),
  guard('undo-of-this-date', 'a door undoes entries of other doors', DEVICES),
  guard(
    'extra-admits-nobody-offline',
    'a door without a network admits somebody with an extra',
    'tickets/extras.test.ts',
    { as: 'signer.sign(row.code)' },
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
  guard('mail-job-queued', 'a mail is never sent', MODEL),
  guard('delivery-queued', 'tickets are never delivered', MODEL),
  {
    breaks: 'the wallet is mailed twice',
    marks: [{ name: 'wallet-mailed-once' }, { name: 'wallet-mail-keyed', ...ANY_KEY }],
    noticedBy: MODEL,
  },
]
