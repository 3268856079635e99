import type { Deps } from '../../deps.ts'
import { settlePayment } from '../../payment/settle/settle.ts'
import { type Opening, openPayment, payable } from '../../payment/start/open-payment.ts'
import type { ProviderPayment } from '../../payment-provider.ts'
import type { SaleAt } from './sale.ts'
import type { ScriptedProvider } from '../vendors/scripted-provider.ts'

type Options = { opening?: Opening; method?: Parameters<typeof payable>[1]['method'] }

/** Starts a payment for this sale, or refuses. */
export async function startPayment(
  sale: SaleAt,
  { opening = { provider: 'stripe' }, method = () => true }: Options = {},
) {
  const may = await payable(sale.ctx(), { method })
  return may.ok ? openPayment(sale.ctx(), may, opening) : may
}

/** A payment that was started for this sale. The provider reports it as open until the test says otherwise. */
export async function beginPayment(deps: Deps, vendor: ScriptedProvider, sale: SaleAt, options?: Options) {
  const started = await startPayment(sale, { opening: { provider: vendor.provider.name }, ...options })
  if (!started.ok) throw new Error(started.code)
  const { id: paymentId, amount_minor: amountMinor, currency } = started.payment
  const id = `pay-${paymentId}`
  await deps.db.updateTable('payments').set({ provider_payment_id: id }).where('id', '=', paymentId).execute()
  vendor.report(id, { amountMinor, currency, saleReference: sale.reference })
  const report = (reported: Partial<ProviderPayment>) => vendor.report(id, reported)
  const settle = () => settlePayment(deps, paymentId)
  return {
    /** its id at the provider */
    id,
    paymentId,
    amountMinor,
    report,
    settle,
    pay() {
      report({ status: 'paid' })
      return settle()
    },
  }
}
