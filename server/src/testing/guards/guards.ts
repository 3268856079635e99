import type { Guard } from './guard.ts'
import { CHANGE_GUARDS } from './lists/change.ts'
import { COUNTER_GUARDS } from './lists/counter.ts'
import { INTEGRATION_GUARDS } from './lists/integration.ts'
import { MAILING_GUARDS } from './lists/mailing.ts'
import { OFFICE_GUARDS } from './lists/office.ts'
import { ORGANISER_GUARDS } from './lists/organisers.ts'
import { PAYMENT_GUARDS } from './lists/payment.ts'
import { STOCK_GUARDS } from './lists/stock.ts'
import { TICKET_GUARDS } from './lists/tickets.ts'
import { WAITING_GUARDS } from './lists/waiting-list.ts'
import { ROOM_GUARDS } from './lists/waiting-room.ts'

/** Every guard, by subject: one list in `lists/` for each. */
export const GUARDS: readonly Guard[] = [
  ...CHANGE_GUARDS,
  ...COUNTER_GUARDS,
  ...INTEGRATION_GUARDS,
  ...WAITING_GUARDS,
  ...ROOM_GUARDS,
  ...MAILING_GUARDS,
  ...OFFICE_GUARDS,
  ...STOCK_GUARDS,
  ...PAYMENT_GUARDS,
  ...ORGANISER_GUARDS,
  ...TICKET_GUARDS,
]
