import { type Guard, guard } from '../guard.ts'

const COUNTER = 'office/counter/counter.test.ts'
const READER = 'office/counter/reader.test.ts'

/** Guards of the counter. */
export const COUNTER_GUARDS: Guard[] = [
  guard('counter-sale-window', 'the counter sells what is not on sale yet', COUNTER, { as: 'return true' }),
  guard('counter-own-events', 'staff sell another organiser’s tickets', COUNTER),
  guard('counter-online-only', 'a walk-in gets a ticket without the answers or signature that it needs', COUNTER, {
    as: 'false',
  }),
  guard('counter-total-as-shown', 'a customer pays another price than the one they were told', COUNTER, {
    as: 'false',
  }),
  guard('one-open-shift', 'a second shift of one person fails without a reason', COUNTER),
  guard('shift-locked', 'a sale is made in a shift that is being closed', COUNTER),
  guard('void-in-own-shift', 'a sale of another shift is voided', COUNTER, { as: 'own === undefined' }),
  guard('handed-back-once', 'money is handed back twice', COUNTER, { as: 'false' }),
  guard('shifts-of-others', 'the box office sees everybody’s shifts', COUNTER),
  guard('reader-payment-known-before-card', 'a card is read for a payment that nobody knows', READER, { as: 'true' }),
  guard('reader-ends-before-shift', 'a shift closes while a reader still takes money', READER),
  guard('reader-of-own-account', 'an id that is no reader is saved', READER, { as: 'return null' }),
  guard('given-all-or-none', 'some of a list get complimentary tickets and others none', 'office/give/give.test.ts'),
  guard('given-as-confirmed', 'other seats are given than those that were shown', 'office/give/seats.test.ts', {
    as: 'false',
  }),
]
