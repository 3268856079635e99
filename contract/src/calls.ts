import type { z } from 'zod'
import type { CallSpec } from './call.ts'
import { accountCalls, deliveryCalls, donationCalls, questionCalls } from './calls/account.ts'
import { afterSaleCalls } from './calls/after-sale.ts'
import { basketCalls } from './calls/basket.ts'
import { catalogueCalls } from './calls/catalogue.ts'
import { checkoutCalls } from './calls/checkout.ts'
import { doorCalls } from './calls/door.ts'
import { paymentCalls } from './calls/payment.ts'
import { userCalls } from './calls/user.ts'
import { waitingRoomCalls } from './calls/waiting-room.ts'
import type { CallName } from './paths.ts'

/** Every call of the shop with its schemas. A path without schemas, or schemas without a path, does not compile. */
export const CALLS = {
  ...userCalls,
  ...basketCalls,
  ...checkoutCalls,
  ...accountCalls,
  ...donationCalls,
  ...deliveryCalls,
  ...questionCalls,
  ...paymentCalls,
  ...afterSaleCalls,
  ...doorCalls,
  ...catalogueCalls,
  ...waitingRoomCalls,
} satisfies Record<CallName, CallSpec>

export type Calls = typeof CALLS
/** What a handler gets: parsed and coerced. */
export type BodyOf<N extends CallName> = z.output<Calls[N]['body']>
/** What a caller sends. */
export type SentBody<N extends CallName> = z.input<Calls[N]['body']>
export type ReplyOf<N extends CallName> = z.output<Calls[N]['reply']>
export type FailOf<N extends CallName> = Calls[N]['fails'][number]
