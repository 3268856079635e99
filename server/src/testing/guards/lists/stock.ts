import { constraint, type Guard, guard, MODEL } from '../guard.ts'

const FIRST = 'sale/hold/first-guard.test.ts'
const WINDOWS = 'basket/sale-windows.test.ts'
const CODES = 'basket/access-codes.test.ts'
const AMOUNTS = 'basket/amount.test.ts'
const TIERS = 'sale/hold/price-tiers.test.ts'
const MAX = 'basket/max-places.test.ts'
const FIRST_TICKETS = 'basket/first-tickets.test.ts'
const KINDS = 'sale/hold/seat-kinds.test.ts'
const HOLDS = 'sale/hold/hold.test.ts'
const MOVES = 'checkout/move-race.test.ts'
const ALL_FIT = { as: '.filter(() => false)' }

/** Baskets, stock and holds, and the constraints and transactions below them. */
export const STOCK_GUARDS: Guard[] = [
  // Stock and holds
  guard('stock-counted', 'a ticket is sold twice, first guard', FIRST, ALL_FIT),
  guard('stock-counted', 'a ticket is sold twice, no guard at all', MODEL, {
    ...ALL_FIT,
    schema: 'alter table stock drop constraint stock_never_oversold',
  }),
  guard('pool-counted', 'a place of a pool is sold twice, first guard', FIRST, { as: '[]' }),
  guard('pools-locked', 'a pool changes while it is decided on', FIRST, { without: ' for update' }),
  guard('accessible-only-asked', 'the best seats are a wheelchair space that nobody asked for', KINDS, {
    without: ' && kind === null',
  }),
  guard('access-said', 'a buyer takes a wheelchair space without saying who needs it', KINDS),
  guard('kinds-of-a-type', 'a companion ticket takes an ordinary seat', KINDS),
  guard('companion-with-a-space', 'a companion ticket is sold without a wheelchair space', KINDS),
  guard('single-seats-of-accessible', 'a party with a wheelchair has to move along', KINDS),
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
  guard('first-of-a-session', 'two tabs in one batch begin two baskets', FIRST_TICKETS, { as: '!result.ok' }),
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
  guard('shared-document-of-nobody', 'a browser gets another’s page', 'pages/document/shared-documents.test.ts', {
    as: 'page',
  }),
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
  guard('change-alone', 'two changes of one sale do not see each other', 'sale/change/change.test.ts', { as: 'false' }),

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
]
