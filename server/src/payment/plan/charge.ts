import { addDays, DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import { PLAN_RULES } from '@foyer/domain/payment/plan.ts'
import { sql } from 'kysely'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue, type Worker } from '../../jobs/jobs.ts'
import { lockSale } from '../../sale/sale.ts'
import { newKey } from '../keys.ts'
import type { Payment } from '../payment.ts'
import type { CardFacts, ProviderName } from '../provider/provider.ts'
import { isOpen } from '../provider/status.ts'
import { settlePayment } from '../settle/settle.ts'
import { platformFeeOf } from '../start/open-payment.ts'
import { cancelInstalmentPayment } from './cancel-payment.ts'
import { cardProviderName, cardProviderOf } from './card-provider.ts'
import { vendorCustomerOf } from './customer.ts'
import { endPlan } from './end.ts'
import { type InstalmentTerms, mayCharge } from './instalment.ts'
import { mailInstalment, textReminder } from './mails.ts'
import { chargeNow } from './pay.ts'
import type { Instalment } from './row.ts'

const MAX_PER_RUN = 200
/** How long a buyer who started a payment and left at the bank's challenge has to complete it. */
const LEFT_AT_BANK_MS = 30 * 60_000

/**
 * Queues the day's work: reminders, payments that are due or to be retried, and plans whose grace period has ended. Any
 * number of processes may run it, because job keys make each job unique. No payment is charged without a reminder the day
 * before; after an outage the reminder comes first.
 */
export async function queuePlanWork(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const today = dayOf(now)
  // The statuses are literals, because parameters would not match the partial index.
  const running = db
    .selectFrom('plan_instalments as instalment')
    .innerJoin('payment_plans as plan', 'plan.sale_id', 'instalment.sale_id')
    .select(['instalment.id', 'instalment.attempts'])
    .where('plan.status', 'in', ['active', 'overdue'])
    .orderBy('instalment.due_on')
    .limit(MAX_PER_RUN)

  const toRemind = await running
    .where('instalment.status', '=', sql.lit('due'))
    .where('instalment.reminded_at', 'is', null)
    .where('instalment.due_on', '<=', addDays(today, PLAN_RULES.remindDaysBefore))
    .execute()
  const toCharge = await running
    .where('instalment.due_on', '<=', today)
    .where('instalment.reminded_at', '<=', new Date(now.getTime() - DAY_MS))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('instalment.status', '=', sql.lit('due')),
          eb.or([eb('instalment.next_try_at', 'is', null), eb('instalment.next_try_at', '<=', now)]),
        ]),
        eb.and([eb('instalment.status', '=', sql.lit('failed')), eb('instalment.next_try_at', '<=', now)]),
      ]),
    )
    .execute()
  for (const [kind, rows] of [
    ['remind_instalment', toRemind],
    ['charge_instalment', toCharge],
  ] as const)
    for (const { id, attempts } of rows)
      await inTx(db, (tx) =>
        enqueue(tx, {
          kind,
          key: kind === 'remind_instalment' ? String(id) : `${id}:${attempts + 1}:${now.toISOString().slice(0, 13)}`,
          payload: { instalment_id: id },
          now,
        }),
      )

  const open = await db
    .selectFrom('payments')
    .select('id')
    .where('purpose', '=', 'plan_instalment')
    .where('status', '=', 'created')
    .where('called_off_at', 'is', null)
    .where('created_at', '<=', new Date(now.getTime() - LEFT_AT_BANK_MS))
    .limit(MAX_PER_RUN)
    .execute()
  for (const { id } of open) await cancelInstalmentPayment(deps, id)

  const over = await db
    .selectFrom('payment_plans')
    .select('sale_id')
    .where('status', '=', 'overdue')
    .where('ends_on', '<', today)
    .limit(MAX_PER_RUN)
    .execute()
  for (const { sale_id } of over) await endPlan(deps, sale_id)
}

/** Sends one email and one text message before each payment. */
export const remindWorker: Worker<'remind_instalment'> = async ({ payload }, deps) => {
  const now = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    const instalment = await tx
      .updateTable('plan_instalments')
      .set({ reminded_at: now })
      .where('id', '=', payload.instalment_id)
      .where('status', '=', 'due')
      .where('reminded_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!instalment) return
    // A payment that is late because of an outage is charged a day after this email at the earliest.
    const tomorrow = addDays(dayOf(now), 1)
    const day = instalment.due_on < tomorrow ? tomorrow : instalment.due_on
    await mailInstalment(tx, deps, instalment, { what: 'reminder', key: '1', day, now })
    await textReminder(tx, deps, instalment, { day, now })
  })
}

/** Charges one payment of a plan without its buyer. After a crash it repeats with the same keys. */
export const chargeWorker: Worker<'charge_instalment'> = async ({ payload }, deps) => {
  const name = cardProviderName(deps)
  if (!name) throw new Error('no card provider is configured')
  const begun = await beginCharge(deps, name, payload.instalment_id)
  if (begun === null) return
  const { payment, card, userId, reference } = begun
  const cards = (await cardProviderOf(deps, payment.account_id))!
  const charged = await chargeNow({ deps, now: deps.clock.now() }, cards, payment, {
    customer: await vendorCustomerOf(deps, cards, userId),
    card,
    reference,
    keepsCard: false,
    offSession: true,
  })
  if (charged.payment.status === 'created') await cancelInstalmentPayment(deps, payment.id)
}

type Begun = { payment: Payment; card: CardFacts; userId: number; reference: string }

/** Marks the instalment as processing and creates its payment, or continues one that a crash interrupted. */
async function beginCharge(deps: Deps, provider: ProviderName, instalmentId: number): Promise<Begun | null> {
  const now = deps.clock.now()
  const found = await deps.db
    .selectFrom('plan_instalments as instalment')
    .leftJoin('payments as payment', 'payment.id', 'instalment.payment_id')
    .select(['instalment.sale_id', 'instalment.payment_id', 'instalment.status', 'payment.provider_payment_id'])
    .where('instalment.id', '=', instalmentId)
    .executeTakeFirstOrThrow()
  // A payment without an id had no response: repeating the call with its key returns the same payment.
  if (found.status === 'paying' && found.payment_id !== null && found.provider_payment_id !== null) {
    // The provider may have processed a call whose response never reached us.
    const settled = await settlePayment(deps, found.payment_id)
    if (!isOpen(settled)) return null
  }
  const key = await newKey(deps)
  return inTx(deps.db, async (tx) => {
    const sale = await lockSale(tx, found.sale_id)
    const plan = await tx
      .selectFrom('payment_plans as plan')
      .innerJoin('saved_cards as card', 'card.id', 'plan.card_id')
      .select([
        'plan.status',
        'card.user_id',
        'card.account_id',
        'card.provider_method_id',
        'card.brand',
        'card.last4',
        'card.exp_month',
        'card.exp_year',
        'card.funding',
      ])
      .where('plan.sale_id', '=', sale.id)
      .executeTakeFirst()
    if (!plan || !['active', 'overdue'].includes(plan.status)) return null
    const { status: _, user_id: userId, account_id: accountId, ...card } = plan
    const instalment = await tx
      .selectFrom('plan_instalments')
      .selectAll()
      .where('id', '=', instalmentId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const begun = (payment: Payment): Begun => ({ payment, card, userId, reference: sale.reference })
    if (instalment.status === 'paying') {
      const payment = await tx
        .selectFrom('payments')
        .selectAll()
        .where('id', '=', instalment.payment_id!)
        .executeTakeFirstOrThrow()
      return isOpen(payment) && (payment.plan_terms as unknown as InstalmentTerms).off_session ? begun(payment) : null
    }
    // A job from before an outage or a decline must not run as the next attempt.
    if (!mayCharge(instalment, now)) return null
    return begun(
      await beginInstalment(
        tx,
        sale.currency ?? 'GBP',
        instalment,
        { provider, accountId, key, terms: { off_session: true } },
        now,
      ),
    )
  })
}

/** Creates the payment of an instalment and marks the instalment as processing. The sale must be locked. */
export async function beginInstalment(
  tx: Tx,
  currency: string,
  instalment: Instalment,
  how: {
    provider: ProviderName
    /** Where the plan's card is saved. */
    accountId: number | null
    key: string
    terms: Omit<InstalmentTerms, 'instalment_id'>
  },
  now: Date,
): Promise<Payment> {
  const account =
    how.accountId === null
      ? undefined
      : await tx
          .selectFrom('payment_accounts')
          .select('platform_fee_bp')
          .where('id', '=', how.accountId)
          .executeTakeFirst()
  const payment = await tx
    .insertInto('payments')
    .values({
      sale_id: instalment.sale_id,
      account_id: how.accountId,
      platform_fee_minor: platformFeeOf(instalment.amount_minor, account?.platform_fee_bp ?? 0),
      provider: how.provider,
      purpose: 'plan_instalment',
      plan_terms: JSON.stringify({ instalment_id: instalment.id, ...how.terms }),
      amount_minor: instalment.amount_minor,
      currency,
      status: 'processing',
      idempotency_key: how.key,
      created_at: now,
      updated_at: now,
      expires_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('plan_instalments')
    .set({
      status: 'paying',
      payment_id: payment.id,
      ...(how.terms.off_session && { attempts: instalment.attempts + 1, next_try_at: null }),
    })
    .where('id', '=', instalment.id)
    .execute()
  return payment
}
