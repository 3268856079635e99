import { type Guard, guard, MODEL_OF_SEVERAL } from '../guard.ts'

const CLOSED = 'office/organisers/organisers.test.ts'
const ACCOUNTS = 'payment/accounts/stripe-accounts.test.ts'

/** Money of several organisers, and their own payment accounts. */
export const ORGANISER_GUARDS: Guard[] = [
  guard('closing-waits-for-sales', 'a closed organiser still sells what was being decided', CLOSED, {
    as: 'sql`select 1`',
  }),
  guard('vouchers-of-open-organisers', 'gift vouchers of a closed organiser are sold', CLOSED, {
    as: 'new Set<number>()',
  }),
  guard('closed-publishes-nothing', 'a closed organiser publishes events', CLOSED, { as: 'false' }),
  // Several organisers in one basket
  guard('line-of-its-organiser', 'a line is booked to another organiser', MODEL_OF_SEVERAL, {
    as: 'lines[0]!.organiserId',
  }),
  guard('captured-by-organiser', 'one organiser has the money of all', MODEL_OF_SEVERAL, {
    as: 'new Map([[lines[0]!.organiserId, captured.amount_minor]])',
  }),
  guard('own-lines-only', 'an organiser refunds lines of another, in any order', MODEL_OF_SEVERAL, { as: 'lines' }),
  guard('tax-written', 'the tax of an order is not kept, in any order', MODEL_OF_SEVERAL, { as: '[]' }),
  guard('tax-follows-refund', 'tax stays when its price goes back, in any order', MODEL_OF_SEVERAL, {
    seed: 10,
    as: '[]',
  }),
  guard('credit-note-issued', 'a refund has no credit note, in any order', MODEL_OF_SEVERAL, { seed: 10 }),
  guard('lines-follow-ledger', 'lines and ledger drift apart, in any order', MODEL_OF_SEVERAL),
  guard('terms-frozen', 'a hold follows what an organiser edits, in any order', MODEL_OF_SEVERAL, {
    seed: 14,
    as: 'false',
  }),
  guard('cancelled-event-not-sold', 'a cancelled date is still sold', MODEL_OF_SEVERAL, { seed: 1 }),
  guard('pool-counted', 'a place of a pool is sold twice, no guard at all', MODEL_OF_SEVERAL, {
    seed: 6,
    as: '[]',
    schema: 'alter table pools drop constraint pools_never_oversold',
  }),
  guard('quota-counted', 'an access code is used too often, no guard at all', MODEL_OF_SEVERAL, {
    seed: 14,
    as: 'false',
    schema: 'alter table quotas drop constraint quotas_never_exceeded',
  }),
  guard('refunded-quota-returned', 'a refund returns nothing to the access code, in any order', MODEL_OF_SEVERAL, {
    seed: 10,
  }),
  guard('basket-of-one-account', 'a basket of several accounts is paid to the first, in any order', MODEL_OF_SEVERAL, {
    seed: 10,
    as: 'true',
  }),
  guard('payment-keeps-account', 'a payment is looked for in another account', MODEL_OF_SEVERAL, {
    as: 'deps.providers[provider]',
  }),

  // Organisers' own accounts
  guard('connected-events-apart', 'an event of a connected account counts at the other webhook', ACCOUNTS, {
    as: 'return event',
  }),
  guard('webhook-of-own-account', 'a webhook of one account names a payment of another', ACCOUNTS, {
    as: 'sql``',
  }),
  guard('payment-keeps-account', 'a payment is looked for at the installation', ACCOUNTS, {
    as: 'deps.providers[provider]',
  }),
  guard('open-payment-of-same-account', 'a payment begun before goes to the account before', ACCOUNTS, { as: 'true' }),
  guard('basket-of-one-account', 'a basket of several accounts is paid to the first', ACCOUNTS, { as: 'true' }),
  guard(
    'fee-follows-account',
    'an owner escapes the operator’s fee by replacing the account',
    'office/organiser/account.test.ts',
  ),
  guard('account-in-use-kept', 'an account is removed while money is on its way', ACCOUNTS),
  guard('platform-fee-booked', "the operator's part is not booked", ACCOUNTS, { as: '[]' }),
  guard(
    'card-of-same-account',
    'a card saved at one account pays at another',
    'payment/accounts/plan-accounts.test.ts',
  ),
]
