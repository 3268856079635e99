import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { PaymentsTable } from '../../db/schema/types.generated.ts'

type Payment = Selectable<PaymentsTable>

/** A paid payment stays paid; only refunds can follow. */
export const FINAL = new Set<Payment['status']>(['paid', 'refunded', 'partly_refunded'])

/** Whether a payment has no final result yet. */
export const isOpen = ({ status }: Pick<Payment, 'status'>): boolean => status === 'created' || status === 'processing'

/**
 * The condition of `isOpen` for rows of `payments`, or of a table with this alias. The statuses are literals, because parameters
 * would not match the partial index.
 */
export const areOpen = (payments = 'payments'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${payments}.status`)} in ('created', 'processing')`

/**
 * Whether a bank or vendor is processing a payment. That always has a limit: a payment past it counts as lost, and is refunded if
 * it still arrives.
 */
export const isRunning = ({ status, expires_at }: Pick<Payment, 'status' | 'expires_at'>, now: Date): boolean =>
  status === 'processing' && expires_at !== null && expires_at > now

/** The condition of `isRunning` for rows of `payments`. */
export const areRunning = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(payments.status = 'processing' and payments.expires_at > ${now})`
