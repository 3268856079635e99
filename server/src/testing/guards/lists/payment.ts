import { type Guard, guard, MODEL } from '../guard.ts'

const WITHDRAWAL = 'payment/withdrawal/withdrawal.test.ts'
const MAXIMUM = 'payment/settle/customer-maximum.test.ts'
const PROOF = 'payment/plan/proof.test.ts'
const PLAN_REFUND = 'payment/plan/refund.test.ts'

/** Payments, refunds and plans. */
export const PAYMENT_GUARDS: Guard[] = [
  guard('payment-settled-once', 'a payment is settled twice', 'payment/settle/settle.test.ts', { as: 'false' }),
  guard('payment-settled-once', 'a payment is settled twice, in any order', MODEL, { seed: 6, as: 'false' }),
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
  guard('withdrawal-by-the-buyers-address', 'an order number alone withdraws from it', WITHDRAWAL, {
    as: 'order === undefined',
  }),
  guard('withdrawn-once', 'a second press is refused', WITHDRAWAL, { as: 'false' }),
  guard('withdrawn-in-time', 'somebody withdraws on day 15', WITHDRAWAL, { as: 'false' }),
  guard('withdrawn-voucher-ends', 'a withdrawn gift voucher stays valid', WITHDRAWAL),
  guard('withdrawal-filled-in-for-buyer', 'the link of an order shows its buyer', WITHDRAWAL, {
    as: 'sale === undefined',
  }),
  guard('withdrawals-limited', 'addresses of orders are guessed', WITHDRAWAL, { as: 'false' }),
  guard('own-lines-only', 'an organiser refunds lines of another', 'payment/order/order.test.ts', { as: 'lines' }),
  guard('cancelled-event-not-sold', 'money buys tickets of a cancelled event', 'payment/cancel/event.test.ts'),
  guard('cancelled-hold-ended', 'a hold outlives its event', 'payment/cancel/event.test.ts'),
  guard('cancelled-tickets-not-claimed', 'a ticket of a cancelled event is claimed', 'payment/cancel/event.test.ts'),
  guard('second-payment-returned', 'a second payment is kept', MODEL, { seed: 10 }),
  guard('unwanted-money-returned', 'a refund is forgotten', MODEL),
  guard('capture-booked', 'what came in is not booked', MODEL, { as: '{}' }),
  guard('provider-believed-not-browser', 'whoever returns from the vendor has paid', MODEL, {
    as: `await settleReturned({ ...deps, providers: { ...deps.providers, stripe: {
      read: async (id: string) => ({ ...(await deps.providers.stripe!.read(id)), status: 'paid' }) } } } as typeof deps, 'stripe', intentId)`,
  }),
  guard('free-only-when-free', 'an order with a price is free', MODEL, { seed: 10, as: 'false' }),
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
    'a card is saved at the account of someone else’s plan',
    'payment/accounts/plan-accounts.test.ts',
    {
      as: '{ account_id: null }',
    },
  ),
  guard('plan-payment-proved-again', 'an old sign-in pays an instalment', PROOF),
  guard('plan-card-proved-again', 'an old sign-in changes the card of a plan', PROOF),
  guard('open-payments-asked', 'a payment whose webhook was lost stays open', MODEL, { seed: 14 }),
  guard('refund-counted-once', 'a refund counts each time it is reported', MODEL, { seed: 14 }),
  guard(
    'lost-dispute-booked-once',
    'a lost dispute is booked each time it is reported',
    'payment/webhook/dispute.test.ts',
  ),
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
]
