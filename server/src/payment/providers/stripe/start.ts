import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { checkout } from '@foyer/contract/messages.ts'
import { canChargeCard, cardProvider } from '@foyer/domain/payment/methods.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'
import type { Deps } from '../../../deps.ts'
import type { RequestContext } from '../../../http/handle.ts'
import type { Session } from '../../../http/session.ts'
import { freshSale } from '../../../sale/hold/release.ts'
import { type CannotPayChange, changeByToken, openChangePayment } from '../../change/pay.ts'
import type { Payment } from '../../payment.ts'
import { ProviderDown } from '../../provider/provider.ts'
import { FINAL } from '../../provider/status.ts'
import { returnPathOf, settleReturned } from '../../settle/provider-return.ts'
import { applyProviderState } from '../../settle/settle.ts'
import { areCardsPaused } from '../../start/card-attempts.ts'
import { storeCreated } from '../../start/new-payment.ts'
import { beginAtVendor, type CannotPay, openPayment, payable } from '../../start/open-payment.ts'
import { returnedText } from '../../start/returned.ts'
import type { Adapters } from '../module.ts'
import { CHECKOUT } from '../return-route.ts'
import type { StripeProvider } from './adapter.ts'

const byCard = (sale: Sale) => canChargeCard(sale) && cardProvider(sale) === 'stripe'

/** Returns an intent for the amount to pay now. It is reused while amount and currency stay the same. */
export async function getToken(
  ctx: RequestContext,
  adapters: Adapters<StripeProvider>,
): Promise<ReplyOf<'get_token'> | CannotPay | Fail<'payment_provider_down' | 'cards_paused'>> {
  const allowed = await payable(ctx, { method: byCard })
  if (!allowed.ok) return allowed
  if (await areCardsPaused(ctx, allowed.row.id)) return fail('cards_paused')
  return intentFor(ctx, adapters, allowed.row.reference, () => openPayment(ctx, allowed, { provider: 'stripe' }))
}

/** The same for the difference of a change, by the secret of its link. */
export async function getChangeToken(
  { token }: BodyOf<'get_change_token'>,
  ctx: RequestContext,
  adapters: Adapters<StripeProvider>,
): Promise<ReplyOf<'get_change_token'> | CannotPayChange | Fail<'payment_provider_down' | 'cards_paused'>> {
  const change = await changeByToken(ctx.deps.db, token)
  if (change === undefined) return fail('change_ended')
  if (await areCardsPaused(ctx, change.sale_id)) return fail('cards_paused')
  return intentFor(ctx, adapters, change.reference, () => openChangePayment(ctx, change.id, { provider: 'stripe' }))
}

/** Creates the intent of an open payment, or reads it again. */
async function intentFor<CannotOpen extends Fail<string>>(
  ctx: RequestContext,
  adapters: Adapters<StripeProvider>,
  saleReference: string,
  open: () => Promise<{ ok: true; payment: Payment } | CannotOpen>,
): Promise<
  | ReplyOf<'get_token'>
  | CannotOpen
  | Fail<'already_paid' | 'payment_running' | 'method_not_available' | 'payment_provider_down'>
> {
  const { deps } = ctx
  try {
    for (let attempt = 0; attempt < 2; attempt++) {
      const opened = await open()
      if (!opened.ok) return opened
      const { payment } = opened
      const stripe = await adapters.of(payment.account_id)
      if (!stripe) return fail('method_not_available')
      const { publishableKey: public_key, account } = stripe
      const reply = (client_secret: string) => ({
        public_key,
        client_secret,
        ...(account !== null && { stripe_account: account }),
      })
      if (payment.provider_payment_id === null) {
        const intent = await beginAtVendor(deps, payment, (idempotencyKey) =>
          stripe.createIntent({
            amountMinor: payment.amount_minor,
            currency: payment.currency,
            saleReference,
            idempotencyKey,
            platformFeeMinor: payment.platform_fee_minor,
          }),
        )
        const stored = await storeCreated(deps, payment, { providerPaymentId: intent.id, now: ctx.now })
        // It was given up as lost while the provider was slow; start again.
        if (!stored) continue
        return reply(intent.clientSecret)
      }
      const reported = await stripe.read(payment.provider_payment_id)
      if (reported.status === 'open') return reply(await stripe.clientSecret(payment.provider_payment_id))
      // It ended in the meantime: paid in another tab, or cancelled with an earlier hold. Settle it, then start again.
      const settled = await applyProviderState(deps, payment, reported)
      if (settled.outcome === 'fulfilled') return fail('already_paid')
      if (settled.status === 'processing') return fail('payment_running')
    }
    return fail('payment_provider_down')
  } catch (error) {
    if (error instanceof ProviderDown) {
      ctx.log.warn(
        { err: error.cause instanceof Error ? error.cause.message : 'unknown' },
        'card provider did not respond',
      )
      return fail('payment_provider_down')
    }
    throw error
  }
}

/**
 * Handles the buyer's return from the card provider. The URL names the payment; the provider reports how it ended. Returns
 * where the buyer continues. Safe to call twice, and from a browser that lost its session: money that came in is settled
 * anyway.
 */
export async function cardReturn(deps: Deps, session: Session, intentId: string): Promise<string> {
  // guard: provider-believed-not-browser
  const settled = await settleReturned(deps, 'stripe', intentId)
  if (settled === null) return CHECKOUT
  const path = await returnPathOf(deps, session, settled)
  if (path !== null) return path
  if (settled.status === 'processing') return CHECKOUT
  if (settled.outcome === 'fulfilled') return CHECKOUT
  const sale = await freshSale(deps.db, settled.sale_id, deps.clock.now())
  if (sale?.paid_at === null && sale.held_until === null) {
    // The basket tells the buyer what happened to the money.
    const text = settled.outcome === 'refunded' ? returnedText(sale) : checkout['error.cardPaymentExpired']
    await deps.db.updateTable('sales').set({ reserving_error: text }).where('id', '=', sale.id).execute()
    return CHECKOUT
  }
  if (FINAL.has(settled.status)) return CHECKOUT
  await deps.db
    .updateTable('sales')
    .set({ payment_error: settled.failure_text || checkout['error.confirmCardPayment'] })
    .where('id', '=', settled.sale_id)
    .where('paid_at', 'is', null)
    .execute()
  return CHECKOUT
}
