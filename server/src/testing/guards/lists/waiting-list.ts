import { type Guard, guard } from '../guard.ts'

const LIST = 'waiting-list/waiting-list.test.ts'
const OFFICE = 'office/event/waiting-list/waiting-list.test.ts'

/** Guards of the waiting list. */
export const WAITING_GUARDS: Guard[] = [
  guard('offer-ends', 'an offer that nobody takes stops the line', LIST),
  guard('ended-offer-closed', 'the link of an offer opens its basket after its time', LIST),
  guard('waiting-quantity', 'someone waits for more tickets than one order may have', LIST, { as: 'false' }),
  guard('only-sold-out-is-waited-for', 'a place in line closes a sale that is open', LIST, { as: 'join.types' }),
  guard('offer-not-edited', 'a buyer who changes their basket loses what was held for them', LIST, { as: 'false' }),
  guard('offer-of-own-date', "staff offer another house's tickets", OFFICE),
  guard('waiting-of-own-event', "staff take people off another house's list", OFFICE),
]
