import { type Guard, guard } from '../guard.ts'

const LIST = 'waiting-list/waiting-list.test.ts'
const OFFICE = 'office/event/waiting-list/waiting-list.test.ts'
const RELEASE = 'waiting-list/release-seats.test.ts'
const HOUSE_SEATS = 'office/event/house-seats/house-seats.test.ts'

/** Guards of the waiting list. */
export const WAITING_GUARDS: Guard[] = [
  guard('offer-ends', 'an offer that nobody takes stops the line', LIST),
  guard('ended-offer-closed', 'the link of an offer opens its basket after its time', LIST),
  guard('waiting-quantity', 'someone waits for more tickets than one order may have', LIST, { as: 'false' }),
  guard('only-sold-out-is-waited-for', 'a place in line closes a sale that is open', LIST, { as: 'join.types' }),
  guard('offer-not-edited', 'a buyer who changes their basket loses what was held for them', LIST, { as: 'false' }),
  guard('offer-of-own-date', "staff offer another house's tickets", OFFICE),
  guard('released-once', 'an allocation that has been released is released again', RELEASE),
  guard('allocation-of-own-event', 'staff release seats of another house', HOUSE_SEATS),
  guard('waiting-of-own-event', "staff take people off another house's list", OFFICE),
]
