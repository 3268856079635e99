import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { planRoutes } from './plan/routes.ts'
import { connectProviders } from './providers/table.ts'
import { refundMoved } from './refund/moved.ts'
import { changeOwnTicket } from './self-service/change.ts'
import { namePlanTicket } from './self-service/plan-names.ts'
import { renameTicket } from './self-service/rename.ts'
import { returnTickets } from './self-service/return.ts'
import { yourTicketsRoutes } from './self-service/routes.ts'
import { setBillingAddress } from './start/billing.ts'
import { claimFreeTickets } from './start/free.ts'
import { getPaymentError } from './start/payment-error.ts'

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'set_billing_address', setBillingAddress)
  handle(app, deps, 'get_payment_error', (_, ctx) => getPaymentError(ctx))
  handle(app, deps, 'refund_moved', refundMoved)
  handle(app, deps, 'return_tickets', returnTickets)
  handle(app, deps, 'change_own_ticket', changeOwnTicket)
  handle(app, deps, 'rename_ticket', renameTicket)
  handle(app, deps, 'name_plan_ticket', namePlanTicket)
  handle(app, deps, 'claim_free_tickets', async ({ contact_number }, ctx) => {
    const claimed = await claimFreeTickets(ctx, contact_number)
    return claimed.ok ? { success: true } : claimed
  })
  planRoutes(app, deps)
  yourTicketsRoutes(app, deps)

  const providers = connectProviders(deps.config, deps.clock).map(([, connected]) => connected)
  for (const provider of providers) provider.routes(app, deps)
  // Signatures cover the body's bytes.
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    for (const provider of providers) provider.webhook(raw, deps)
  })
}
