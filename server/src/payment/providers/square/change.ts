import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { checkout as texts, ticketChange } from '@foyer/contract/messages.ts'
import { decimalText } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { RequestContext } from '../../../http/handle.ts'
import { type CannotPayChange, changeByToken, differenceAccountOf, openChangePayment } from '../../change/pay.ts'
import { countCardAttempt } from '../../start/card-attempts.ts'
import type { Adapters } from '../module.ts'
import type { SquareProvider } from './adapter.ts'
import { chargeCard, IN_DOUBT_MS } from './charge.ts'

/** Returns what Square's browser script needs for the difference of a change, by the secret of its link. */
export async function changeCredentials(
  { token }: BodyOf<'get_change_square'>,
  { deps: { db } }: RequestContext,
  adapters: Adapters<SquareProvider>,
): Promise<ReplyOf<'get_change_square'> | Fail<'change_ended' | 'method_not_available'>> {
  const change = await changeByToken(db, token)
  if (change === undefined || change.state !== 'waiting') return fail('change_ended')
  const { provider, accountId } = await differenceAccountOf(db, change.sale_id)
  const square = provider === 'square' ? await adapters.of(accountId) : undefined
  if (!square) return fail('method_not_available')
  const currency = currencyCode(change.currency)
  return {
    app_id: square.appId,
    location_id: square.locationId,
    checkout_js: square.scriptUrl,
    amount: decimalText(change.difference_minor, currency),
    currency,
  }
}

/**
 * Charges the difference of a change. The link names nobody, so neither the buyer's address nor their email goes with it:
 * Square checks the postcode that was typed into its field.
 */
export async function payChangeWithSquare(
  { token, source }: BodyOf<'pay_change_with_square'>,
  ctx: RequestContext,
  adapters: Adapters<SquareProvider>,
): Promise<ReplyOf<'pay_change_with_square'> | CannotPayChange | Fail<'payment_provider_down' | 'cards_paused'>> {
  const change = await changeByToken(ctx.deps.db, token)
  if (change === undefined) return fail('change_ended')
  if (source === '') return { status: 'FAILED', message: texts['error.payWithSquare'] }
  const { accountId } = await differenceAccountOf(ctx.deps.db, change.sale_id)
  const square = await adapters.of(accountId)
  if (!square) return fail('method_not_available')
  const attempt = await countCardAttempt(ctx, change.sale_id)
  if (attempt === null) return fail('cards_paused')
  const opened = await openChangePayment(ctx, change.id, {
    provider: 'square',
    accountId,
    inDoubtForMs: IN_DOUBT_MS,
  })
  if (!opened.ok) {
    await attempt.takeBack()
    return opened
  }
  const end = await chargeCard(ctx, square, opened.payment, attempt, {
    sourceId: source,
    saleReference: change.reference,
  })
  if ('ok' in end) return end
  const { atAddress, ...said } = end
  return atAddress ? { ...said, message: ticketChange.badPostcode } : said
}
