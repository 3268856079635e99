import { fail } from '@foyer/domain/result.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { deliverTickets, deliverWallet } from '../tickets/delivery/deliver.ts'
import { eventFeedbackRoutes } from './event-feedback.ts'
import { feedback } from './feedback.ts'
import { giftAidRoutes } from './gift-aid.ts'
import { paidSale } from './paid-sale.ts'
import { rewardReferrerLink } from './referral.ts'
import { resendWallet } from './resend-wallet.ts'
import { sendWaiverLink } from './send-waiver-link.ts'
import { signWaiver } from './sign-waiver.ts'
import { simpleInfo } from './simple-info.ts'
import { subscribeToEvents } from './subscribe.ts'
import { claimTransfer } from './transfer/claim.ts'
import { setTransfers } from './transfer/set.ts'
import { takeBackTransfer } from './transfer/take-back.ts'

export function afterSaleRoutes(app: FastifyInstance, deps: Deps): void {
  for (const [name, deliver] of [
    ['deliver_to_bitticket', deliverTickets],
    ['deliver_to_wallet', deliverWallet],
  ] as const)
    handle(app, deps, name, async (_, ctx) => {
      const sale = await paidSale(ctx)
      if (!sale) return fail('not_paid')
      const delivered = await deliver(deps, sale.id)
      return { delivery_completed: delivered.ok }
    })
  handle(app, deps, 'resend_wallet', resendWallet)
  handle(app, deps, 'set_transfers', setTransfers)
  handle(app, deps, 'take_back_transfer', takeBackTransfer)
  handle(app, deps, 'claim_transfer', claimTransfer)
  handle(app, deps, 'get_simple_info', (_, ctx) => simpleInfo(ctx))
  handle(app, deps, 'get_reward_referrer_link', (_, ctx) => rewardReferrerLink(ctx))
  handle(app, deps, 'send_customer_feedback', feedback)
  handle(app, deps, 'subscribe_to_events', (_, ctx) => subscribeToEvents(ctx))
  handle(app, deps, 'send_waiver_link', sendWaiverLink)
  handle(app, deps, 'sign_waiver', signWaiver)
  eventFeedbackRoutes(app, deps)
  giftAidRoutes(app, deps)
}
