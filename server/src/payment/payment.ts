import type { Selectable } from 'kysely'
import type { PaymentsTable } from '../db/schema/types.generated.ts'
import type { Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { openAccount } from './accounts/open.ts'
import { isByHand, type PaymentProvider, traitsOf } from './provider/provider.ts'

export type Payment = Selectable<PaymentsTable>

export const lockPaymentQuery = (tx: Tx, id: number) =>
  tx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate()

export type ProviderDeps = Pick<Deps, 'db' | 'config' | 'providers' | 'connectors'>

/** The provider of a payment, with the account that it was begun with. */
export async function providerOf(
  deps: ProviderDeps,
  { id, provider, account_id }: Pick<Payment, 'id' | 'provider' | 'account_id'>,
): Promise<PaymentProvider> {
  const found = isByHand(provider)
    ? undefined
    : account_id === null
      ? deps.providers[provider]
      : // guard: payment-keeps-account
        deps.connectors[provider]?.connect(await openAccount(deps, account_id))
  if (!found) throw new Error(`no ${provider} is configured, yet payment ${id} is with it`)
  return found
}

/** How long this payment keeps its hold past the end once a bank is busy with it. */
export const keepsHoldMs = (deps: ProviderDeps, { provider }: Pick<Payment, 'provider'>): number =>
  (isByHand(provider) ? undefined : traitsOf(deps, provider))?.keepsHoldMs ?? 0
