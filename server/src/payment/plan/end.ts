import { dayOf } from '@foyer/domain/format/dates.ts'
import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { lockSale } from '../../sale/sale.ts'
import type { Account } from '../ledger/ledger.ts'
import { reverseSale } from '../refund/reverse-sale.ts'
import { mailInstalment } from './mails.ts'

/**
 * The accounts whose amounts the shop keeps when a plan ends unpaid; all other payments are refunded. Fees and protection
 * have been used by then, while nothing was delivered. A buyer who has paid less than this owes nothing more.
 */
export const KEPT_WHEN_A_PLAN_ENDS: ReadonlySet<Account> = new Set<Account>([
  'booking_fees',
  'donation_fee',
  'refund_protection',
])

/**
 * Ends a plan whose grace period is over: the tickets go back on sale and the money is refunded, except what is kept. Runs
 * once.
 */
export async function endPlan(deps: Deps, saleId: number): Promise<boolean> {
  const now = deps.clock.now()
  return inTx(deps.db, async (tx) => {
    const sale = await lockSale(tx, saleId)
    const plan = await tx
      .selectFrom('payment_plans')
      .selectAll()
      .where('sale_id', '=', saleId)
      .forUpdate()
      .executeTakeFirst()
    if (plan?.status !== 'overdue' || plan.ends_on === null || plan.ends_on >= dayOf(now)) return false
    const late = await tx
      .selectFrom('plan_instalments')
      .selectAll()
      .where('sale_id', '=', saleId)
      .where('status', 'in', ['failed', 'needs_authentication', 'paying', 'due'])
      .orderBy('seq')
      .execute()
    // The buyer is paying right now; wait for the result.
    if (late.some(({ status }) => status === 'paying')) return false
    await reverseSale(tx, sale, { why: 'plan_ended', kept: KEPT_WHEN_A_PLAN_ENDS, now })
    if (late[0]) await mailInstalment(tx, deps, late[0], { what: 'ended', key: '1', day: plan.ends_on, now })
    return true
  })
}
