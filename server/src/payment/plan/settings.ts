import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import type { PaymentPlan } from '@foyer/contract/types.ts'
import { niceDay } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { currencyCode, currencyInfo, toMajor } from '@foyer/domain/money/money.ts'
import { remainingOf } from '@foyer/domain/payment/plan.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { inTx } from '../../db/transaction/tx.ts'
import type { RequestContext } from '../../http/handle.ts'
import { hasFreshProof } from '../../http/session.ts'
import { lockSale } from '../../sale/sale.ts'
import { newKey } from '../keys.ts'
import { providerOf } from '../payment.ts'
import { ProviderDown } from '../provider/provider.ts'
import { isOpen } from '../provider/status.ts'
import { NOT_AVAILABLE } from '../providers/return-route.ts'
import { applyProviderState, settlePayment } from '../settle/settle.ts'
import { countCardAttempt } from '../start/card-attempts.ts'
import { cancelInstalmentPayment } from './cancel-payment.ts'
import { cardProviderOf } from './card-provider.ts'
import { cardsAt, cardsOf, cardView, makeDefaultCard, type SavedCard, storeCard } from './cards.ts'
import { beginInstalment } from './charge.ts'
import { vendorCustomerOf } from './customer.ts'
import { chargeNow } from './pay.ts'

type NotSignedIn = Fail<'not_signed_in'>
type Down = Fail<'payment_provider_down'>

/** Instalments in these states can be paid by the buyer at any time. */
const PAYABLE_STATUSES = new Set(['due', 'failed', 'needs_authentication'])

/**
 * Returns the saved cards and plans for the account settings. A plan belongs to the owner of its card, who agreed to it.
 */
export async function getPaymentSettings({
  deps,
  session,
}: RequestContext): Promise<ReplyOf<'get_payment_settings'> | NotSignedIn> {
  return session.userId === null ? fail('not_signed_in') : paymentSettingsOf(deps.db, session.userId)
}

export const paymentSettingsOf = async (db: RequestContext['deps']['db'], userId: number) => ({
  cards: (await cardsOf(db, userId)).map(cardView),
  plans: await plansOf(db, userId),
})

async function plansOf(db: RequestContext['deps']['db'], userId: number): Promise<PaymentPlan[]> {
  const plans = await db
    .selectFrom('payment_plans as plan')
    .innerJoin('saved_cards as card', 'card.id', 'plan.card_id')
    .innerJoin('sales as sale', 'sale.id', 'plan.sale_id')
    .leftJoin('orders', 'orders.sale_id', 'plan.sale_id')
    .selectAll('card')
    .select(['plan.sale_id', 'plan.status', 'plan.ends_on', 'sale.reference', 'sale.currency', 'orders.number'])
    .where('card.user_id', '=', userId)
    .orderBy('plan.sale_id', 'desc')
    .execute()
  return Promise.all(
    plans.map(async (plan) => {
      const payments = await db
        .selectFrom('plan_instalments')
        .selectAll()
        .where('sale_id', '=', plan.sale_id)
        .orderBy('seq')
        .execute()
      const titles = await db
        .selectFrom('sale_lines as line')
        .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
        .innerJoin('events as event', 'event.id', 'type.event_id')
        .select('event.title')
        .distinct()
        .where('line.sale_id', '=', plan.sale_id)
        .orderBy('event.title')
        .execute()
      const currency = currencyCode(plan.currency)
      const running = plan.status === 'active' || plan.status === 'overdue'
      return {
        sale_reference: plan.reference,
        order_number: plan.number && shownOrderNumber(plan.number),
        title: titles.map(({ title }) => title).join(', '),
        status: plan.status,
        nice_ends: plan.ends_on && niceDay(plan.ends_on),
        currency: currencyInfo(currency),
        remaining: toMajor(
          remainingOf(payments.map(({ amount_minor, status }) => ({ amountMinor: amount_minor, status }))),
          currency,
        ),
        card: cardView(plan as SavedCard),
        cards: (await cardsAt(db, userId, plan.account_id)).map(cardView),
        ...(plan.account_id !== null && { own_account: true as const }),
        payments: payments.map(({ seq, due_on, amount_minor, status }) => ({
          seq,
          nice_due: niceDay(due_on),
          value: toMajor(amount_minor, currency),
          status,
          can_pay: running && PAYABLE_STATUSES.has(status),
        })),
      }
    }),
  )
}

/** Returns whether the provider responded; the buyer is told if it is down. */
async function orProviderDown<T>({ log }: RequestContext, call: () => Promise<T>): Promise<T | Down> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    log.warn({ err: error.message }, 'card provider did not respond')
    return fail('payment_provider_down')
  }
}

/** The provider at the account that a plan is collected at; without a plan, at the installation's own. */
async function providerForPlan(ctx: RequestContext, reference: string) {
  // guard: card-saved-for-own-plan
  const plan = reference === '' ? { account_id: null } : await ownPlan(ctx, reference)
  return plan === undefined
    ? fail('unknown_plan')
    : { ok: true as const, cards: await cardProviderOf(ctx.deps, plan.account_id) }
}

/** Begins to save a card at the account that collects the plan, or at the installation's. Nothing is charged. */
export async function startSavingCard(
  { sale_reference }: BodyOf<'start_saving_card'>,
  ctx: RequestContext,
): Promise<
  ReplyOf<'start_saving_card'> | NotSignedIn | Fail<'unknown_plan' | 'cards_paused'> | typeof NOT_AVAILABLE | Down
> {
  const { deps, session } = ctx
  const { userId } = session
  if (userId === null) return fail('not_signed_in')
  const found = await providerForPlan(ctx, sale_reference)
  if (!found.ok) return found
  const { cards } = found
  if (!cards) return NOT_AVAILABLE
  // The card is tried at the vendor, which reports nothing of it: each form counts.
  if ((await countCardAttempt(ctx, null)) === null) return fail('cards_paused')
  return orProviderDown(ctx, async () => ({
    public_key: cards.publishableKey,
    client_secret: (await cards.createSetup(await vendorCustomerOf(deps, cards, userId))).clientSecret,
    card_script_url: cards.scriptUrl,
    ...(cards.account && { stripe_account: cards.account }),
  }))
}

/** Saves the card of a confirmed set-up. Its details come from the provider, never from the browser. */
export async function saveCard(
  { setup_intent, make_default_payment_method, sale_reference }: BodyOf<'save_card'>,
  ctx: RequestContext,
): Promise<ReplyOf<'save_card'> | NotSignedIn | Fail<'unknown_plan' | 'unknown_card'> | typeof NOT_AVAILABLE | Down> {
  const { deps, session, now } = ctx
  const { userId } = session
  if (userId === null) return fail('not_signed_in')
  const found = await providerForPlan(ctx, sale_reference)
  if (!found.ok) return found
  const { cards } = found
  if (!cards) return NOT_AVAILABLE
  const card = await orProviderDown(ctx, async () =>
    cards.readSetup(setup_intent, await vendorCustomerOf(deps, cards, userId)),
  )
  if (card === null) return fail('unknown_card')
  if ('ok' in card) return card
  await inTx(deps.db, (tx) =>
    storeCard(tx, userId, card, {
      provider: cards.name,
      accountId: cards.accountId,
      makeDefault: make_default_payment_method,
      now,
    }),
  )
  return { cards: (await cardsOf(deps.db, userId)).map(cardView) }
}

const ownCard = ({ deps, session }: RequestContext, methodId: string) =>
  deps.db
    .selectFrom('saved_cards')
    .selectAll()
    .where('user_id', '=', session.userId)
    .where('provider_method_id', '=', methodId)
    .executeTakeFirst()

/** Removes a saved card here and at its provider. Refused if a plan uses it, or ever did. */
export async function removeCard(
  { payment_method_id }: BodyOf<'remove_card'>,
  ctx: RequestContext,
): Promise<ReplyOf<'remove_card'> | NotSignedIn | Fail<'unknown_card' | 'card_in_use'> | typeof NOT_AVAILABLE | Down> {
  const { deps, session } = ctx
  const { userId } = session
  if (userId === null) return fail('not_signed_in')
  const card = await ownCard(ctx, payment_method_id)
  if (!card) return fail('unknown_card')
  // A plan keeps its card as the record of who agreed, even after it has ended, so the row stays.
  const used = await deps.db
    .selectFrom('payment_plans')
    .select('sale_id')
    .where('card_id', '=', card.id)
    .executeTakeFirst()
  if (used) return fail('card_in_use')
  const cards = await cardProviderOf(deps, card.account_id)
  if (!cards) return NOT_AVAILABLE
  const down = await orProviderDown(ctx, () => cards.forgetCard(card.provider_method_id))
  if (down) return down
  await inTx(deps.db, async (tx) => {
    await tx.deleteFrom('saved_cards').where('id', '=', card.id).execute()
    const [next] = await cardsOf(tx, userId)
    if (card.is_default && next) await makeDefaultCard(tx, userId, next.id)
  })
  return { cards: (await cardsOf(deps.db, userId)).map(cardView) }
}

const ownPlan = ({ deps, session }: RequestContext, reference: string) =>
  deps.db
    .selectFrom('payment_plans as plan')
    .innerJoin('saved_cards as card', 'card.id', 'plan.card_id')
    .innerJoin('sales as sale', 'sale.id', 'plan.sale_id')
    .select([
      'plan.sale_id',
      'plan.status',
      'card.provider_method_id',
      'card.account_id',
      'sale.currency',
      'sale.reference',
    ])
    .where('sale.reference', '=', reference)
    .where('card.user_id', '=', session.userId)
    .where('plan.status', 'in', ['active', 'overdue'])
    .executeTakeFirst()

/** Changes the card of a plan and retries a failed payment with it at once. */
export async function setPlanCard(
  { sale_reference, payment_method_id }: BodyOf<'set_plan_card'>,
  ctx: RequestContext,
): Promise<ReplyOf<'set_plan_card'> | NotSignedIn | Fail<'proof_too_old' | 'unknown_plan' | 'unknown_card'>> {
  const { deps, session, now } = ctx
  if (session.userId === null) return fail('not_signed_in')
  // guard: plan-card-proved-again
  if (!hasFreshProof(session, now)) return fail('proof_too_old')
  const plan = await ownPlan(ctx, sale_reference)
  if (!plan) return fail('unknown_plan')
  const card = await ownCard(ctx, payment_method_id)
  if (card?.account_id !== plan.account_id) return fail('unknown_card')
  await inTx(deps.db, async (tx) => {
    await lockSale(tx, plan.sale_id)
    await tx.updateTable('payment_plans').set({ card_id: card.id }).where('sale_id', '=', plan.sale_id).execute()
    await tx
      .updateTable('plan_instalments')
      .set({ next_try_at: now })
      .where('sale_id', '=', plan.sale_id)
      .where('status', '=', 'failed')
      .execute()
  })
  return { plans: await plansOf(deps.db, session.userId) }
}

/** Pays one payment of a plan now, while the buyer can authenticate it at the bank. */
export async function payInstalment(
  { sale_reference, seq, payment_method_id }: BodyOf<'pay_instalment'>,
  ctx: RequestContext,
): Promise<
  | ReplyOf<'pay_instalment'>
  | NotSignedIn
  | Fail<'proof_too_old' | 'unknown_plan' | 'unknown_card' | 'already_paid' | 'payment_running' | 'cards_paused'>
  | typeof NOT_AVAILABLE
  | Down
> {
  const { deps, session, now } = ctx
  const { userId } = session
  if (userId === null) return fail('not_signed_in')
  // guard: plan-payment-proved-again
  if (!hasFreshProof(session, now)) return fail('proof_too_old')
  const plan = await ownPlan(ctx, sale_reference)
  if (!plan) return fail('unknown_plan')
  const card = await ownCard(ctx, payment_method_id === '' ? plan.provider_method_id : payment_method_id)
  if (card?.account_id !== plan.account_id) return fail('unknown_card')
  const cards = await cardProviderOf(deps, plan.account_id)
  if (!cards) return NOT_AVAILABLE
  return orProviderDown(ctx, async () => {
    const attempt = await countCardAttempt(ctx, plan.sale_id)
    if (attempt === null) return fail('cards_paused')
    await cancelUnfinishedPayment(ctx, plan.sale_id, seq)
    const key = await newKey(deps)
    const begun = await inTx(deps.db, async (tx) => {
      const sale = await lockSale(tx, plan.sale_id)
      const instalment = await tx
        .selectFrom('plan_instalments')
        .selectAll()
        .where('sale_id', '=', sale.id)
        .where('seq', '=', seq)
        .forUpdate()
        .executeTakeFirst()
      if (!instalment || instalment.status === 'cancelled') return fail('unknown_plan')
      if (instalment.status === 'paid') return fail('already_paid')
      if (instalment.status === 'paying') return fail('payment_running')
      const how = {
        provider: cards.name,
        accountId: cards.accountId,
        key,
        terms: { off_session: false, before: instalment.status },
      }
      return { ok: true as const, payment: await beginInstalment(tx, sale.currency ?? 'GBP', instalment, how, now) }
    })
    if (!begun.ok) {
      await attempt.takeBack()
      return begun
    }
    const { payment, confirmed } = await chargeNow(ctx, cards, begun.payment, {
      customer: await vendorCustomerOf(deps, cards, userId),
      card,
      reference: plan.reference,
      keepsCard: false,
    })
    if (payment.outcome === 'fulfilled') {
      await attempt.takeBack()
      return { status: 'success' as const }
    }
    if (confirmed.redirectUrl !== null) return { status: 'redirect_to_url' as const, url: confirmed.redirectUrl }
    await cancelInstalmentPayment(deps, payment.id)
    return { status: 'unsuccessful' as const }
  })
}

/** Cancels the buyer's own unfinished attempt, such as one left at the bank, to make room for another. */
async function cancelUnfinishedPayment({ deps }: RequestContext, saleId: number, seq: number): Promise<void> {
  const row = await deps.db
    .selectFrom('plan_instalments as instalment')
    .innerJoin('payments as payment', 'payment.id', 'instalment.payment_id')
    .select(['payment.id', 'payment.provider_payment_id', 'payment.plan_terms'])
    .where('instalment.sale_id', '=', saleId)
    .where('instalment.seq', '=', seq)
    .where('instalment.status', '=', 'paying')
    .executeTakeFirst()
  if (!row || (row.plan_terms as { off_session?: boolean } | null)?.off_session) return
  const settled = await settlePayment(deps, row.id)
  if (!isOpen(settled) || settled.status === 'processing' || settled.provider_payment_id === null) return
  const provider = await providerOf(deps, settled)
  await applyProviderState(deps, settled, await provider.cancel(settled.provider_payment_id))
}
