import type { Minor } from '@foyer/domain/money/money.ts'
import { sum } from '@foyer/domain/money/money.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { record, type SaleRow } from '../../sale/sale.ts'
import { deliveryJob } from '../../tickets/delivery/deliver.ts'
import type { Payment } from '../payment.ts'
import type { CardFacts } from '../provider/provider.ts'
import { storeCard } from './cards.ts'

/** The version of the sentence `plan.terms`. Change both together, so that each plan records what was agreed. */
export const PLAN_TERMS_VERSION = '2026-11'

/** What the buyer agreed to with the first payment of a plan; stored with that payment. */
export type PlanTerms = {
  option_key: string
  user_id: number
  /** The first entry is paid by this payment. */
  schedule: { due_on: string; amount_minor: Minor }[]
  card: CardFacts
  make_default: boolean
  terms_version: string
  agreed_at: string
}

export const termsOf = (payment: Payment): PlanTerms => payment.plan_terms as unknown as PlanTerms

/** The sale's total that matches this payment: its amount, or all payments of the plan it starts. */
export const saleMinorOf = (payment: Payment): Minor =>
  payment.purpose === 'plan_first'
    ? sum(termsOf(payment).schedule.map(({ amount_minor }) => amount_minor))
    : payment.amount_minor

/** Starts the plan after its first payment, and keeps the card for the others. */
export async function beginPlan(tx: Tx, sale: SaleRow, payment: Payment, now: Date): Promise<void> {
  const terms = termsOf(payment)
  const [first, ...later] = terms.schedule
  const cardId = await storeCard(tx, terms.user_id, terms.card, {
    provider: payment.provider,
    accountId: payment.account_id,
    makeDefault: terms.make_default,
    now,
  })
  await tx
    .insertInto('payment_plans')
    .values({
      sale_id: sale.id,
      option_key: terms.option_key,
      status: later.length === 0 ? 'completed' : 'active',
      card_id: cardId,
      terms_version: terms.terms_version,
      agreed_at: new Date(terms.agreed_at),
    })
    .execute()
  await tx
    .insertInto('plan_instalments')
    .values([
      { sale_id: sale.id, seq: 1, ...first!, status: 'paid', payment_id: payment.id },
      ...later.map((instalment, i) => ({ sale_id: sale.id, seq: i + 2, ...instalment, status: 'due' as const })),
    ])
    .execute()
  await record(tx, sale.id, 'plan_agreed', now, { payments: terms.schedule.length })
}

/** Completes the plan after its last payment and delivers the tickets. */
export async function completePlanIfPaid(tx: Tx, saleId: number, now: Date): Promise<boolean> {
  const open = await tx
    .selectFrom('plan_instalments')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('status', 'not in', ['paid', 'cancelled'])
    .executeTakeFirst()
  if (open) return false
  const done = await tx
    .updateTable('payment_plans')
    .set({ status: 'completed', ends_on: null })
    .where('sale_id', '=', saleId)
    .where('status', 'in', ['active', 'overdue'])
    .returning('sale_id')
    .executeTakeFirst()
  if (!done) return false
  await record(tx, saleId, 'plan_completed', now)
  await enqueue(tx, deliveryJob(saleId, { now, after: 'plan_completed' }))
  return true
}
