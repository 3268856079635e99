import { currencyCode, type Minor, sum } from '@foyer/domain/money/money.ts'
import { minimumInstalment, planReduction, reduceFromLast } from '@foyer/domain/payment/plan.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { record, type SaleRow } from '../../sale/sale.ts'
import { type ByOrganiser, balancesOf, book, type Posting, receivables } from '../ledger/ledger.ts'
import { refundsOnTheWay } from '../refund/reverse-sale.ts'
import type { Instalment } from './row.ts'
import { completePlanIfPaid } from './terms.ts'

/** A plan with payments still to come, newest last. */
export type RunningPlan = { readonly instalments: readonly Instalment[] }

/** The plan of a sale if it still runs, with its payments locked. The sale must be locked. */
export async function runningPlanOf(tx: Tx, saleId: number): Promise<RunningPlan | null> {
  const plan = await tx
    .selectFrom('payment_plans')
    .select('sale_id')
    .where('sale_id', '=', saleId)
    .where('status', 'in', ['active', 'overdue'])
    .forUpdate()
    .executeTakeFirst()
  if (!plan) return null
  const instalments = await tx
    .selectFrom('plan_instalments')
    .selectAll()
    .where('sale_id', '=', saleId)
    .orderBy('seq')
    .forUpdate()
    .execute()
  return { instalments }
}

/** Whether an instalment still has to be paid, including one that is being paid now. */
export const isStillToPay = ({ status }: Instalment) => status !== 'paid' && status !== 'cancelled'
const sumOf = (instalments: readonly Instalment[]): Minor => sum(instalments.map(({ amount_minor }) => amount_minor))

/**
 * How much of a refund comes off the payments still to come, instead of being returned: as much as possible, unless the
 * remainder would be too small for a card. Null if that would need the money of a payment that is being taken right now.
 * `ends`: nothing is left of the order, so money that arrives later is returned automatically.
 */
export function lessToPay(
  { currency }: Pick<SaleRow, 'currency'>,
  plan: RunningPlan,
  amountMinor: Minor,
  ends: boolean,
): Minor | null {
  const open = plan.instalments.filter(isStillToPay)
  // guard: running-payment-not-lowered
  const free = ends ? open : open.filter(({ status }) => status !== 'paying')
  const lowered = Math.min(amountMinor, sumOf(open))
  return lowered <= sumOf(free) ? planReduction(sumOf(free), lowered, minimumInstalment(currencyCode(currency))) : null
}

/**
 * Lowers what is still to be paid, from the last payment on, so that the amount and day of the next one stay as the buyer was
 * reminded of them. A plan with nothing left to pay is completed, and its other tickets are delivered.
 */
export async function lowerPlan(
  tx: Tx,
  sale: SaleRow,
  { instalments }: RunningPlan,
  { minor, now }: { minor: Minor; now: Date },
): Promise<void> {
  const free = instalments.filter((instalment) => isStillToPay(instalment) && instalment.status !== 'paying')
  if (minor > sumOf(free)) throw new Error(`the plan of sale ${sale.id} is lowered by more than is to be paid`)
  const amounts = free.map(({ amount_minor }) => amount_minor)
  for (const [i, amount_minor] of reduceFromLast(
    amounts,
    minor,
    minimumInstalment(currencyCode(sale.currency)),
  ).entries()) {
    if (amount_minor === amounts[i]) continue
    await tx
      .updateTable('plan_instalments')
      .set(amount_minor === 0 ? { status: 'cancelled', next_try_at: null } : { amount_minor })
      .where('id', '=', free[i]!.id)
      .execute()
  }
  await record(tx, sale.id, 'plan_lowered', now)
  if (!(await completePlanIfPaid(tx, sale.id, now))) await endArrears(tx, sale.id)
}

/** A plan without late payments is no longer overdue. */
export async function endArrears(tx: Tx, saleId: number): Promise<void> {
  const behind = await tx
    .selectFrom('plan_instalments')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('status', 'in', ['needs_authentication', 'failed'])
    .executeTakeFirst()
  if (behind) return
  await tx
    .updateTable('payment_plans')
    .set({ status: 'active', ends_on: null })
    .where('sale_id', '=', saleId)
    .where('status', '=', 'overdue')
    .execute()
}

/**
 * After a refund of one organiser's tickets, what the buyer had paid for them counts for another organiser's while the plan
 * goes on: books it from one to the other. Returns what the buyer then owes each organiser; below zero, what the buyer gets back.
 */
export async function moveSurplus(tx: Tx, sale: SaleRow, now: Date): Promise<ByOrganiser> {
  const owes = new Map(receivables(await balancesOf(tx, sale.id)))
  for (const [id, minor] of await refundsOnTheWay(tx, sale.id)) owes.set(id, (owes.get(id) ?? 0) + minor)
  const amounts: Posting[] = []
  const move = (organiserId: number | null, minor: Minor) => {
    owes.set(organiserId, owes.get(organiserId)! + minor)
    amounts.push({ account: 'receivable', minor, organiserId }, { account: 'captured', minor: -minor, organiserId })
  }
  for (const [from, paidTooMuch] of [...owes])
    for (const [to, due] of [...owes]) {
      const part = Math.min(-owes.get(from)!, owes.get(to)!)
      if (paidTooMuch >= 0 || due <= 0 || part <= 0) continue
      move(from, part)
      move(to, -part)
    }
  // guard: plan-shared-by-organisers
  await book(tx, { saleId: sale.id, movement: 'plan_shared', amounts, currency: sale.currency ?? 'GBP', at: now })
  return owes
}
