import { type Selectable, sql } from 'kysely'
import type { PaymentsTable } from '../db/schema/types.generated.ts'
import type { Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { PaymentProvider } from '../payment-provider.ts'

export type Payment = Selectable<PaymentsTable>

/** A paid payment stays paid; only refunds can follow. */
export const FINAL = new Set<Payment['status']>(['paid', 'refunded', 'partly_refunded'])

export const isOpen = ({ status }: Pick<Payment, 'status'>): boolean => status === 'created' || status === 'processing'

/**
 * The condition of `isOpen` for rows of `payments`. The statuses are literals, because parameters would not match the
 * partial index.
 */
export const areOpen = sql<boolean>`payments.status in ('created', 'processing')`

export const lockPaymentQuery = (tx: Tx, id: number) =>
  tx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate()

export function providerOf(
  { providers }: Pick<Deps, 'providers'>,
  { id, provider }: Pick<Payment, 'id' | 'provider'>,
): PaymentProvider {
  const found = provider === 'free' ? undefined : providers[provider]
  if (!found) throw new Error(`no ${provider} is configured, yet payment ${id} is with it`)
  return found
}
