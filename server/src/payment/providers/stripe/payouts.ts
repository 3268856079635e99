import type Stripe from 'stripe'
import type { ListedPayout, PayoutLine } from '../../provider/provider.ts'

const STATUS: Record<string, ListedPayout['status']> = { paid: 'paid', failed: 'failed', canceled: 'failed' }

/** By the vendor's types; the payout's own line is left out. */
const KINDS: Record<string, PayoutLine['kind']> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  stripe_fee: 'fee',
  application_fee: 'other',
}

const idOf = (held: string | { id: string } | null | undefined): string | null =>
  typeof held === 'string' ? held : (held?.id ?? null)

function lineOf(transaction: Stripe.BalanceTransaction): PayoutLine {
  const source = transaction.source as {
    id: string
    object: string
    payment_intent?: string | { id: string } | null
  } | null
  const isDispute = source?.object === 'dispute'
  return {
    id: transaction.id,
    kind: isDispute ? 'dispute' : (KINDS[transaction.type] ?? 'other'),
    providerPaymentId: idOf(source?.payment_intent),
    providerRefundId: source?.object === 'refund' ? source.id : null,
    amountMinor: transaction.amount,
    feeMinor: transaction.fee,
    at: new Date(transaction.created * 1000),
  }
}

/** The payouts of an account. What each is made of is read when it is asked for. */
export async function* stripePayouts(
  stripe: Stripe,
  withStripeErrors: <T>(ask: () => Promise<T>) => Promise<T>,
  since: Date,
): AsyncIterable<ListedPayout> {
  const from = { gte: Math.floor(since.getTime() / 1000) }
  const next = (starting_after?: string) =>
    withStripeErrors(() =>
      stripe.payouts.list({ created: from, limit: 100, ...(starting_after && { starting_after }) }),
    )
  for (let page = await next(); ; page = await next(page.data.at(-1)!.id)) {
    for (const payout of page.data)
      yield {
        id: payout.id,
        status: STATUS[payout.status] ?? 'on_the_way',
        amountMinor: payout.amount,
        currency: payout.currency.toUpperCase(),
        arrivesAt: new Date(payout.arrival_date * 1000),
        createdAt: new Date(payout.created * 1000),
        lines: () =>
          withStripeErrors(async () => {
            const lines: PayoutLine[] = []
            const ask = { payout: payout.id, limit: 100, expand: ['data.source'] }
            for await (const transaction of stripe.balanceTransactions.list(ask))
              if (!transaction.type.startsWith('payout')) lines.push(lineOf(transaction))
            return lines
          }),
      }
    if (!page.has_more) return
  }
}
