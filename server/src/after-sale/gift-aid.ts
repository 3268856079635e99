import type { OrderPageData } from '@foyer/contract/order-page.ts'
import { orderPath, PAGES } from '@foyer/contract/pages.ts'
import { DECLARATION_CANCELLATIONS } from '@foyer/domain/donation/gift-aid.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { cancelForDonor, cancellationOf } from '../donation/declaration.ts'
import { type Session, sessionOf } from '../http/session.ts'
import { type Customer, hasProved } from '../sale/customer/customer.ts'
import { type SaleRow, saleByReference } from '../sale/sale.ts'
import { buyerOf } from './buyer.ts'

/** The Gift Aid declaration of a paid order, with how its donor can cancel it; undefined without one, or after a refund. */
export async function declarationOf(
  db: Deps['db'],
  session: Session,
  { sale, buyer }: { sale: Pick<SaleRow, 'id' | 'paid_at' | 'currency'>; buyer: Customer },
): Promise<OrderPageData['gift_aid']> {
  const declaration = sale.paid_at === null ? undefined : await cancellationOf(db, sale.id)
  if (declaration === undefined) return undefined
  const { charity_id, donation_minor, cancelled_at, cancelled_as, left } = declaration
  if (cancelled_at !== null && cancelled_as === null) return undefined
  const { name } = await db
    .selectFrom('charities')
    .select('name')
    .where('id', '=', charity_id)
    .executeTakeFirstOrThrow()
  return {
    charity: name,
    amount: formatMinor(donation_minor, currencyCode(sale.currency)),
    left,
    nice_cancelled: cancelled_at === null ? '' : niceDate(cancelled_at),
    is_proved: hasProved(session, buyer),
  }
}

/** The form of the order's page with which donors cancel a declaration. It works without a script. */
export function giftAidRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(PAGES.order, async (request, reply) => {
    const { reference } = request.params as { reference: string }
    const page = orderPath(encodeURIComponent(reference))
    const asked = z.object({ gift_aid: z.enum(DECLARATION_CANCELLATIONS) }).safeParse(request.body)
    if (!asked.success) return reply.redirect(page, 303)
    const session = await sessionOf(deps, request, reply)
    request.buyer = session
    const sale = await saleByReference(deps.db, reference)
    const buyer = sale === undefined || sale.paid_at === null ? null : await buyerOf(deps.db, session, sale)
    // The link of the order, or an address that was only typed, is not enough.
    // guard: declaration-cancelled-by-donor
    if (sale !== undefined && buyer !== null && hasProved(session, buyer))
      await inTx(deps.db, (tx) => cancelForDonor(tx, sale.id, { as: asked.data.gift_aid, now: deps.clock.now() }))
    return reply.redirect(page, 303)
  })
}
