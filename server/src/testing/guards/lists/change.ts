import { type Guard, guard } from '../guard.ts'

const CHANGE = 'payment/change/change.test.ts'
const PLAN = 'payment/self-service/return-places.test.ts'
const NAMES = 'payment/self-service/plan-names.test.ts'
const COOL_OFF = 'payment/self-service/cool-off.test.ts'
const KINDS = 'payment/change/seat-kinds.test.ts'
const SELF = 'payment/self-service/self-service.test.ts'

/** Changes of tickets that their buyers pay for. */
export const CHANGE_GUARDS: Guard[] = [
  guard('handed-on-ticket-kept', 'the sender gets a new code for a ticket that was handed on', CHANGE, { as: 'false' }),
  guard(
    'party-moved-as-shown',
    'a party moves to other seats than those that were shown',
    'office/order/party.test.ts',
    {
      as: 'false',
    },
  ),
  guard('one-waiting-change', 'a ticket waits for two changes', CHANGE, { as: 'false' }),
  guard('changed-place-held', 'the place of a change that is to be paid is sold to others', CHANGE),
  guard('unpaid-place-returned', 'the place of an unpaid change is lost', CHANGE),
  guard('not-changed-to-cancelled', 'a ticket is changed to one of a cancelled event', CHANGE),
  guard('refunded-ticket-not-changed', 'a refunded ticket keeps the place of its change', CHANGE),
  guard('paid-change-booked', 'what was paid for a change is missing in the ledger', CHANGE, { as: '[]' }),
  guard('changed-once', 'a change is paid for twice', CHANGE, { as: 'false' }),
  guard('late-difference-returned', 'a change that cannot be made keeps its place', CHANGE),
  guard('ended-change-not-payable', 'a change can be paid after its time', CHANGE, { as: 'false' }),
  guard('one-open-payment-of-a-change', 'a change has two open payments', CHANGE, { as: 'false' }),
  guard('self-service-of-buyer', "another browser helps itself to a buyer's order", SELF, {
    as: "{ userId: null, email: session.provedEmail ?? '', typedIn: null } as never",
  }),
  guard('return-needs-proof', 'an address that was only typed returns tickets', SELF, { as: 'false' }),
  guard('change-needs-proof', 'an address that was only typed changes tickets', SELF, { as: 'false' }),
  guard('rename-needs-proof', 'an address that was only typed renames tickets', SELF, { as: 'false' }),
  guard('return-or-admission', 'a ticket is returned and admitted at the same moment', COOL_OFF),
  guard('return-within-policy', 'buyers return tickets that the organiser does not take back', SELF, { as: 'false' }),
  guard('change-within-policy', 'buyers change tickets when the organiser does not allow it', SELF, { as: '!ticket' }),
  guard('rename-within-policy', 'buyers rename tickets when the organiser does not allow it', SELF, { as: '!ticket' }),
  guard('returned-with-what-needs-it', 'a buyer returns a ticket and keeps those that need it', SELF, { as: 'false' }),
  guard('changed-with-what-needs-it', 'a buyer changes a ticket and keeps those that need it', SELF, { as: 'false' }),
  guard('plan-returned-with-what-needs-it', 'a buyer returns a ticket of a plan and keeps those that need it', PLAN, {
    as: 'false',
  }),
  guard('returned-for-what-was-said', 'a return pays another amount than was shown', SELF, { as: 'true' }),
  guard('returned-to-voucher-as-said', 'a return gives a gift voucher another amount back than was shown', SELF, {
    as: 'true',
  }),
  guard('plan-lowered-as-said', 'a return lowers a plan by another amount than was shown', PLAN, { as: 'true' }),
  guard('plan-return-within-policy', 'buyers return tickets of a plan that the organiser does not take back', PLAN, {
    as: '!chosen',
  }),
  guard('plan-ticket-returned-once', 'a form sent twice returns two tickets of a plan', PLAN, { as: 'false' }),
  guard('plan-name-needs-proof', 'an address that was only typed names tickets of a plan', NAMES, { as: 'false' }),
  guard('plan-name-within-policy', 'buyers name tickets of a plan when the organiser does not allow it', NAMES, {
    as: '() => true',
  }),
  guard('place-of-plan-named', 'names are kept for tickets that a plan does not have', NAMES, {
    as: "places && isOpen(places) && (places.tickets.find((ticket) => ticket.place === place) ?? { name: '' })",
  }),
  guard('own-plan-ticket', "staff name tickets of another organiser's lines", NAMES, { as: '!own' }),
  guard(
    'changed-within-what-is-left',
    'a change returns money that a bank has taken back',
    'payment/change/lost.test.ts',
  ),
  guard('moved-seats-free', 'staff give a family seats that are not free', 'sale/hold/bundle-seats.test.ts', {
    as: '!seats || !added',
  }),
  guard('non-refundable-stays', 'buyers return tickets that are marked as non-refundable', SELF, { as: 'sql`false`' }),
  guard('changed-for-what-was-said', 'a change costs another amount than was shown', SELF, { as: 'false' }),
  guard('changed-so-often', 'buyers change a ticket without end', SELF, { as: 'false' }),
  guard('renamed-so-often', 'buyers rename a ticket without end', SELF, { as: 'false' }),
  guard('buyers-choice-on-sale', 'buyers change to what is not for sale', SELF),
  guard('changed-into-no-companion', 'a ticket is changed into one for companions', KINDS),
  guard('buyers-keep-the-kind', 'buyers are offered wheelchair spaces for another ticket', KINDS),
  guard('changed-seat-of-its-kind', 'buyers change to a wheelchair space, or lose theirs', KINDS, { as: 'false' }),
  guard('changed-with-its-companion', 'a buyer moves a space away from its companion', KINDS, { as: 'false' }),
  guard('returned-with-its-companion', 'a buyer returns a space without its companion', KINDS, { as: 'false' }),
  guard('refunded-with-its-companion', 'staff refund a space without its companion', KINDS, { as: 'false' }),
  guard('lines-refunded-with-their-companion', 'staff refund all spaces without companions', KINDS, { as: 'false' }),
  guard('plan-returned-with-its-companion', 'a buyer returns a space of a plan without its companion', PLAN, {
    as: 'false',
  }),
  guard('buyers-change-counted', 'buyers change to what is sold out', SELF, { as: 'false' }),
]
