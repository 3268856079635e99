import type { Counter } from '@foyer/domain/basket/allocate.ts'
import { sql } from 'kysely'
import { query, runBatch, runQuery } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { textInLanguage } from '../../language.ts'
import { lockSellersQuery } from '../../may-sell.ts'
import { isExpired, lockSale, type SaleRow } from '../sale.ts'
import type { Terms } from '../terms/terms.ts'
import type { Admission, Gate, HoldAttempt, Pass } from './admit.ts'
import { lockCountersQuery } from './counters.ts'
import { type HoldLine, linesQuery } from './lines.ts'
import { refreshHold } from './release.ts'
import type { NewPrice } from './tier-prices.ts'
import type { TryCount } from './write.ts'

export type HoldOutcome =
  | { kind: 'held'; reference: string; fresh: boolean; heldUntil: Date }
  | { kind: 'refused'; text: string }
  | { kind: 'paid' }
  /** The buyer has to pass a captcha first, of this work: 1 is the usual. */
  | { kind: 'captcha'; work: number }
  /** The browser has to wait for its turn in the waiting room of this event. */
  | { kind: 'queue'; slug: string }
  /** The sale has a customer, and this browser does not act for them. */
  | { kind: 'not_yours' }

type LockedSale = Pick<
  SaleRow,
  'id' | 'reference' | 'state' | 'user_id' | 'guest_email' | 'customer_session' | 'held_until' | 'paid_at'
> &
  TryCount

/** The locked sales of one batch, and the decisions so far. */
export type Batch<Attempt extends HoldAttempt = HoldAttempt> = {
  readonly attempts: readonly Attempt[]
  readonly sales: ReadonlyMap<number, LockedSale>
  /** In the order of the attempts. */
  readonly lines: Map<number, HoldLine[]>
  /** The locked counters of types without a pool. */
  readonly typeCounters: ReadonlyMap<number, Counter>
  readonly gate: Gate<Attempt>
  /** Terms that the holds of some sales freeze beside those of their lines. */
  readonly voucherCharities: Map<number, NonNullable<Terms['charities']>>
  readonly discounts: Map<number, NonNullable<Terms['discounts']>>
  readonly smallTotals: Map<number, NonNullable<Terms['smallTotal']>>
  /** Prices that refused baskets will show. */
  readonly newPrices: NewPrice[]
  /** Outcomes by sale. A sale without one is undecided. */
  readonly outcomes: Map<number, HoldOutcome>
  /** What attempts must do first, wait or pass a captcha; another attempt of the same sale may have been admitted. */
  readonly notAdmitted: Map<Attempt, HoldOutcome>
  /** The passes that browsers in a waiting room have, by sale. */
  readonly passes: Map<number, Pass[]>
  /** Attempts of browsers that may not change the sale; another attempt of the same sale may. */
  readonly denied: Set<Attempt>
}

/** Refuses a sale with a text in its buyer's language, because a batch has attempts of several buyers. */
export function refuse(batch: Batch, saleId: number, text: () => string): void {
  const language = batch.attempts.find((attempt) => attempt.saleId === saleId)?.language ?? 'en'
  batch.outcomes.set(saleId, { kind: 'refused', text: textInLanguage(language, text) })
}

const undecided = <T>({ outcomes }: Batch, bySale: ReadonlyMap<number, T>): Map<number, T> =>
  new Map([...bySale].filter(([id]) => !outcomes.has(id)))

/** The sales without an outcome so far, and their lines. */
export const undecidedSales = (batch: Batch) => undecided(batch, batch.sales)
export const undecidedLines = (batch: Batch) => undecided(batch, batch.lines)

/**
 * Reads and locks everything the decisions need in one round trip. Sales are locked first, in id order, because their lines
 * change only under that lock; then tries are counted and counters locked, for sales that are neither held nor paid. Expired
 * holds of these sales are released.
 */
export async function lockBatch<Attempt extends HoldAttempt>(
  tx: Tx,
  attempts: readonly Attempt[],
  now: Date,
  admission: Admission<Attempt>,
): Promise<Batch<Attempt>> {
  const ids = [...new Set(attempts.map(({ saleId }) => saleId))]
  const holdsNothing = sql<boolean>`(sales.paid_at is null and (sales.held_until is null or sales.held_until <= ${now}))`
  const [sales, , lines, gate, counters] = await runBatch(
    tx,
    lockSalesQuery(ids),
    lockSellersQuery(ids),
    linesQuery(ids),
    admission.countQuery(attempts, holdsNothing, now),
    lockCountersQuery(ids, holdsNothing),
  )
  const expired = [...sales.values()].filter((sale) => isExpired(sale, now))
  for (const { id } of expired) sales.set(id, await refreshHold(tx, await lockSale(tx, id), now))
  const typeCounters = expired.length === 0 ? counters : await runQuery(tx, lockCountersQuery(ids, holdsNothing))
  return {
    attempts,
    sales,
    lines,
    typeCounters,
    gate,
    voucherCharities: new Map(),
    discounts: new Map(),
    smallTotals: new Map(),
    newPrices: [],
    outcomes: new Map(),
    notAdmitted: new Map(),
    passes: new Map(),
    denied: new Set(),
  }
}

const lockSalesQuery = (ids: readonly number[]) =>
  query(
    sql<LockedSale>`
      select id, reference, state, user_id, guest_email, customer_session, held_until, paid_at, reserve_tries,
        reserve_tries_from from sales
      where id = any(${sql.val(ids)}::bigint[]) order by id for update`,
    (rows) => new Map(rows.map((sale) => [sale.id, sale])),
  )
