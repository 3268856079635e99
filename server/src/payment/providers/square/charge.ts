import { payments, checkout as texts } from '@foyer/contract/messages.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { RequestContext } from '../../../http/handle.ts'
import type { Payment } from '../../payment.ts'
import { ProviderDown } from '../../provider/provider.ts'
import { applyProviderState, resolveLost } from '../../settle/settle.ts'
import type { countCardAttempt } from '../../start/card-attempts.ts'
import type { Charged, SquareCharge, SquareProvider } from './adapter.ts'

/** How often a charge is repeated with its key before the provider's list is searched. */
const SAME_KEY_TRIES = 3
/** Longer than a call, its repetitions and the questions after it, in any process. */
export const IN_DOUBT_MS = 15 * 60_000

/** How a charge ended, for the buyer. `atAddress`: only another address or postcode can fix it. */
export type ChargeEnd = { status: string; message: string; atAddress?: true }

/**
 * Charges a card for a payment by a token from Square's form, and settles it. An attempt without a response is checked until
 * its result is known.
 */
export async function chargeCard(
  { deps, log }: RequestContext,
  square: SquareProvider,
  payment: Payment,
  attempt: NonNullable<Awaited<ReturnType<typeof countCardAttempt>>>,
  ask: Pick<SquareCharge, 'sourceId' | 'saleReference' | 'email' | 'billing'>,
): Promise<ChargeEnd | Fail<'payment_provider_down'>> {
  const charged = await chargeUntilAnswered(square, {
    ...ask,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    idempotencyKey: payment.idempotency_key,
  })
  if (charged === null) {
    log.warn({ payment: payment.id }, 'Square did not respond to a charge')
    return afterLostResponse(deps, payment)
  }
  if ('refused' in charged) {
    // The provider created no payment, so there is nothing to check later.
    await deps.db
      .updateTable('payments')
      .set({
        status: 'failed',
        failure_code: charged.refused.code,
        failure_text: charged.refused.text,
        updated_at: deps.clock.now(),
      })
      .where('id', '=', payment.id)
      .where('status', '=', 'processing')
      .execute()
    return refusal(charged)
  }
  await deps.db
    .updateTable('payments')
    .set({ provider_payment_id: charged.reported.providerPaymentId })
    .where('id', '=', payment.id)
    .execute()
  const settled = await applyProviderState(deps, payment, charged.reported)
  if (settled.status !== 'failed') await attempt.takeBack()
  return endOf(settled, charged)
}

async function chargeUntilAnswered(square: SquareProvider, ask: SquareCharge): Promise<Charged | null> {
  for (let attempt = 0; attempt < SAME_KEY_TRIES; attempt++)
    try {
      return await square.charge(ask)
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error
    }
  return null
}

/**
 * There was no response. The provider has the payment or it is cancelled; until that is known the payment counts as
 * running.
 */
async function afterLostResponse(
  deps: RequestContext['deps'],
  payment: Payment,
): Promise<ChargeEnd | Fail<'payment_provider_down'>> {
  try {
    const settled = await resolveLost(deps, payment)
    return settled.failure_code === 'lost' ? fail('payment_provider_down') : endOf(settled)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    return { status: 'PENDING', message: payments['payment.unknown'] }
  }
}

/** The end of a payment that is over, or still running. */
function endOf(payment: Payment, charged?: Charged): ChargeEnd {
  if (payment.outcome === 'fulfilled') return { status: 'COMPLETED', message: '' }
  if (payment.outcome === 'refunded') return { status: 'CANCELED', message: payments['payment.returned'] }
  if (payment.status === 'processing') return { status: 'PENDING', message: payments['payment.unknown'] }
  if (charged?.address) return refusal(charged)
  return {
    status: payment.status === 'cancelled' ? 'CANCELED' : 'FAILED',
    message: payment.failure_text || texts['error.payWithSquare'],
  }
}

function refusal(charged: Charged): ChargeEnd {
  const why = 'refused' in charged ? charged.refused : charged.reported.failure
  return {
    status: 'FAILED',
    message: why?.text || texts['error.payWithSquare'],
    ...(charged.address && { atAddress: true }),
  }
}
