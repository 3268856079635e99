import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { toMajor } from '@foyer/domain/money/money.ts'
import { availableMethods } from '@foyer/domain/payment/methods.ts'
import { planSchedule } from '@foyer/domain/payment/plan.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'
import type { JsonValue } from '../../db/schema/types.generated.ts'
import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { RequestContext } from '../../http/handle.ts'
import { hasFreshProof } from '../../http/session.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { currentSnapshot } from '../../sale/session/current.ts'
import { firstDayOf } from '../../sale/terms/plans.ts'
import { ownerOf } from '../../tickets/owner.ts'
import { newKey } from '../keys.ts'
import { type Payment, type ProviderDeps, providerOf } from '../payment.ts'
import { type CardFacts, type Confirmed, isSavedFault, ProviderDown } from '../provider/provider.ts'
import { areOpen } from '../provider/status.ts'
import { NOT_AVAILABLE } from '../providers/return-route.ts'
import { failUnsentPayment } from '../settle/lost.ts'
import { applyProviderState } from '../settle/settle.ts'
import { countCardAttempt } from '../start/card-attempts.ts'
import { beginAtVendor, type CannotPay, openPayment, payable } from '../start/open-payment.ts'
import { type CardProvider, cardProviderOf } from './card-provider.ts'
import { cardsAt, cardView } from './cards.ts'
import { vendorCustomerOf } from './customer.ts'
import { PLAN_TERMS_VERSION, type PlanTerms } from './terms.ts'

const byPlan = (sale: Sale) => availableMethods(sale).includes('plan')
/** '1' is a single payment, so no plan. */
const NO_PLAN = '1'
/** Longer than two calls to the provider with their retries. */
const IN_DOUBT_MS = 3 * 60_000

/** Returns the signed-in buyer's cards saved at the account that this sale is paid into; none for a guest. `full_name` prefills the cardholder's name. */
export async function getOpoaUsers(ctx: RequestContext): Promise<ReplyOf<'get_opoa_users'>> {
  const { deps, session } = ctx
  const sale =
    session.saleId === null
      ? undefined
      : await deps.db
          .selectFrom('sales')
          .select(['user_id', 'guest_email', 'guest_name', 'customer_session'])
          .where('id', '=', session.saleId)
          .executeTakeFirst()
  const buyer = sale ? await customerOf(deps.db, sale) : null
  const isBuyer =
    buyer !== null && (buyer.userId === null ? session.provedEmail === buyer.email : session.userId === buyer.userId)
  const accountId = (await currentSnapshot(ctx))?.paidInto.cardAccountId ?? null
  const provider = await cardProviderOf(deps, accountId)
  const cards = session.userId === null ? [] : await cardsAt(deps.db, session.userId, accountId)
  return {
    opoa_users: cards.map(cardView),
    full_name: isBuyer ? buyer.full_name : '',
    public_key: provider?.publishableKey ?? '',
    ...(provider?.account && { stripe_account: provider.account }),
  }
}

/**
 * Starts a payment plan and charges its first payment while the buyer can authenticate it. The provider supplies the card's
 * details. A saved card can be used only by its owner, while signed in.
 */
export async function payWithInstalment(
  body: BodyOf<'pay_with_instalment'>,
  ctx: RequestContext,
): Promise<
  | ReplyOf<'pay_with_instalment'>
  | CannotPay
  | Fail<'bad_plan' | 'unknown_card' | 'not_signed_in' | 'proof_too_old' | 'payment_provider_down' | 'cards_paused'>
> {
  const { deps, session, now } = ctx
  const allowed = await payable(ctx, { method: byPlan, contactNumber: body.contact_number, phone: 'required' })
  if (!allowed.ok) return allowed
  const accountId = allowed.snapshot.paidInto.cardAccountId
  const cards = await cardProviderOf(deps, accountId)
  if (!cards) return NOT_AVAILABLE
  const option = allowed.sale.plans.find(({ key }) => key === body.instalment_option)
  if (!option || option.key === NO_PLAN) return fail('bad_plan')
  // Exactly one of the two.
  const saved = body.selected_payment_method_id !== ''
  if (saved === (body.new_payment_method !== undefined && body.new_payment_method.id !== ''))
    return fail('unknown_card')
  if (saved && session.userId === null) return fail('not_signed_in')
  // guard: saved-card-proved-again
  if (saved && !hasFreshProof(session, now)) return fail('proof_too_old')

  try {
    const userId = await inTx(deps.db, async (tx) => (await ownerOf(tx, allowed.row, now)).userId)
    const customer = await vendorCustomerOf(deps, cards, userId)
    const card = saved
      ? await savedCard(ctx, body.selected_payment_method_id, accountId)
      : await cards.readCard(body.new_payment_method!.id, customer)
    if (card === null) return fail('unknown_card')

    const schedule = planSchedule(allowed.amountMinor, {
      payments: option.payments,
      everyMonths: option.everyMonths,
      firstDay: firstDayOf(allowed.snapshot, now),
    })
    const terms: PlanTerms = {
      option_key: option.key,
      user_id: userId,
      schedule: schedule.map(({ dueOn, amountMinor }) => ({ due_on: dueOn, amount_minor: amountMinor })),
      card,
      make_default: body.new_payment_method?.make_default_payment_method ?? false,
      terms_version: PLAN_TERMS_VERSION,
      agreed_at: now.toISOString(),
    }
    const attempt = await countCardAttempt(ctx, allowed.row.id)
    if (attempt === null) return fail('cards_paused')
    const opened = await openPayment(ctx, allowed, {
      provider: cards.name,
      plan: { firstMinor: schedule[0]!.amountMinor, terms: terms as unknown as JsonValue },
      inDoubtForMs: IN_DOUBT_MS,
      contactNumber: body.contact_number,
    })
    if (!opened.ok) {
      await attempt.takeBack()
      return opened
    }
    const { payment, confirmed } = await chargeNow(ctx, cards, opened.payment, {
      customer,
      card,
      reference: allowed.row.reference,
      keepsCard: true,
    })
    if (payment.outcome === 'fulfilled') await attempt.takeBack()
    return replyOf(payment, confirmed, toMajor(allowed.amountMinor - payment.amount_minor, allowed.currency))
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    ctx.log.warn({ err: error.message }, 'first payment of a plan')
    return fail('payment_provider_down')
  }
}

async function savedCard(
  { deps, session }: RequestContext,
  methodId: string,
  accountId: number | null,
): Promise<CardFacts | null> {
  const row = await deps.db
    .selectFrom('saved_cards')
    .select(['provider_method_id', 'brand', 'last4', 'exp_month', 'exp_year', 'funding'])
    .where('user_id', '=', session.userId)
    .where('provider_method_id', '=', methodId)
    // guard: card-of-same-account
    .where('account_id', 'is not distinct from', accountId)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Creates a payment at the provider, stores its id, charges it and applies the result. Safe to repeat: money can move only
 * once the id is stored, and a payment can be charged only once.
 */
export async function chargeNow(
  { deps, now }: Pick<RequestContext, 'deps' | 'now'>,
  cards: CardProvider,
  payment: Payment,
  how: { customer: string; card: CardFacts; reference: string; keepsCard: boolean; offSession?: boolean },
): Promise<{ payment: Payment; confirmed: Confirmed }> {
  const methodId = how.card.provider_method_id
  const id =
    payment.provider_payment_id ??
    (await beginAtVendor(deps, payment, (idempotencyKey) =>
      cards.createCharge({
        amountMinor: payment.amount_minor,
        currency: payment.currency,
        saleReference: how.reference,
        customerId: how.customer,
        methodId,
        idempotencyKey,
        keepsCard: how.keepsCard,
        platformFeeMinor: payment.platform_fee_minor,
      }),
    ).catch(async (error: unknown) => {
      // A payment that was never created cannot be charged, so the buyer may try again at once. The job repeats the call.
      if (error instanceof ProviderDown && !how.offSession) await failUnsentPayment(deps, payment.id)
      throw error
    }))
  // The id is stored before money can move, and a payment that was cancelled in the meantime is not charged.
  const begun = await deps.db
    .updateTable('payments')
    .set({ provider_payment_id: id, updated_at: now })
    .where('id', '=', payment.id)
    .where(areOpen())
    .returning('id')
    .executeTakeFirst()
  if (!begun) throw new ProviderDown(cards.name, new Error('answered too late'))
  const confirmed = await confirmOnce(
    deps,
    cards,
    { ...payment, provider_payment_id: id },
    {
      methodId,
      ...(how.offSession
        ? { offSession: true as const }
        : { returnUrl: `${deps.config.publicUrl}${cards.returnPath}` }),
    },
  )
  return { payment: await applyProviderState(deps, payment, confirmed.reported), confirmed }
}

/** After an internal error the provider may have charged anyway, so the payment's current state decides. */
async function confirmOnce(
  deps: ProviderDeps & Pick<Deps, 'random'>,
  cards: CardProvider,
  payment: Payment & { provider_payment_id: string },
  how: { methodId: string } & ({ returnUrl: string } | { offSession: true }),
): Promise<Confirmed> {
  const confirm = async () =>
    cards.confirmCharge(payment.provider_payment_id, { ...how, idempotencyKey: await newKey(deps) })
  const read = async (): Promise<Confirmed> => ({
    reported: await (await providerOf(deps, payment)).read(payment.provider_payment_id),
    redirectUrl: null,
  })
  try {
    return await confirm()
  } catch (error) {
    if (!isSavedFault(error)) throw error
    const found = await read()
    if (found.reported.status !== 'open' || found.reported.failure) return found
    return confirm().catch((second: unknown) => {
      if (isSavedFault(second)) return read()
      throw second
    })
  }
}

function replyOf(payment: Payment, { redirectUrl }: Confirmed, remaining: number): ReplyOf<'pay_with_instalment'> {
  if (payment.outcome === 'fulfilled') return { status: 'success', payment_plan_remaining: remaining }
  if (redirectUrl !== null) return { status: 'redirect_to_url', url: redirectUrl }
  return { status: 'unsuccessful' }
}
