import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import type { testDeps } from '../../testing/deps.ts'
import { type SaleAt, type SaleOptions, saleAt } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { applyProviderState } from '../settle/settle.ts'
import { openPayment, payable } from '../start/open-payment.ts'

export type Deps = ReturnType<typeof testDeps>

/** A provider that has captured every payment of `pay`. */
export const vendor = scriptedProvider('stripe')

/** Pays a sale that waits at the payment step. */
export async function pay(deps: Deps, sale: SaleAt): Promise<void> {
  const allowed = await payable(sale.ctx(), { method: () => true })
  if (!allowed.ok) throw new Error(allowed.code)
  const opened = await openPayment(sale.ctx(), allowed, { provider: 'stripe' })
  if (!opened.ok) throw new Error(opened.code)
  const id = `pay-${sale.reference}`
  await deps.db.updateTable('payments').set({ provider_payment_id: id }).where('id', '=', opened.payment.id).execute()
  vendor.report(id, {
    status: 'paid',
    amountMinor: opened.payment.amount_minor,
    currency: 'GBP',
    saleReference: sale.reference,
  })
  await applyProviderState(deps, opened.payment, vendor.payments.get(id)!)
}

/** A paid and delivered order. */
export async function bought(deps: Deps, options: SaleOptions = {}): Promise<SaleAt> {
  const sale = await saleAt(deps, 'payment', options)
  await pay(deps, sale)
  deps.clock.advance(30)
  await runDueJobs(deps, WORKERS, 500)
  return sale
}

export const codesOf = async (deps: Deps, sale: SaleAt): Promise<string[]> =>
  (
    await deps.db.selectFrom('tickets').select('code').where('sale_id', '=', sale.saleId).orderBy('instance').execute()
  ).map(({ code }) => code)

/** The state that a process of the version before orders leaves: no order and no terms. */
export async function forgetOrder(db: Deps['db'], saleId: number): Promise<void> {
  await db.deleteFrom('order_lines').where('sale_id', '=', saleId).execute()
  await db.deleteFrom('orders').where('sale_id', '=', saleId).execute()
  await db.updateTable('sales').set({ terms: null, terms_from: null }).where('id', '=', saleId).execute()
}
