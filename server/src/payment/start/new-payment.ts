import { sql } from 'kysely'
import { compiledOnce, type Parameters, type Query, query } from '../../db/transaction/batch.ts'
import { insertRows, type Lists, listsOf, unnestRows } from '../../db/transaction/column-lists.ts'
import { combine, onePerDb } from '../../db/transaction/combine.ts'
import type { Db } from '../../db/transaction/tx.ts'
import type { Payment } from '../payment.ts'

/** The columns of a payment that is begun. */
const COLUMNS = {
  sale_id: 'bigint',
  provider: 'text',
  purpose: 'text',
  terms: 'jsonb',
  plan_terms: 'jsonb',
  amount_minor: 'bigint',
  account_id: 'bigint',
  platform_fee_minor: 'bigint',
  currency: 'text',
  status: 'text',
  idempotency_key: 'text',
  payer_session: 'bigint',
  payer_user_id: 'bigint',
  payer_email: 'text',
  payer_network: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  expires_at: 'timestamptz',
} as const

/** A payment to be begun. Terms are JSON. */
export type NewPayment = Omit<{ [Column in keyof typeof COLUMNS]: Payment[Column] }, 'terms' | 'plan_terms'> & {
  terms: string
  plan_terms: string | null
}

const insert = compiledOnce((db, lists: Parameters<Lists>) => {
  const inserted = sql<Payment>`${insertRows('payments', COLUMNS, lists)} returning *`
  return { compile: () => inserted.compile(db) }
})

/** Inserts payments of any number of sales in one statement, and passes each row to its `done`. */
export const newPaymentQueries = (
  begun: readonly { payment: NewPayment; done: (row: Payment) => void }[],
): Query<void>[] => [
  query(
    insert(
      listsOf(
        'payments',
        COLUMNS,
        begun.map(({ payment }) => payment),
      ),
    ),
    (rows) => {
      const byKey = new Map(rows.map((row) => [row.idempotency_key, row]))
      for (const { payment, done } of begun) done(byKey.get(payment.idempotency_key)!)
    },
  ),
]

type Created = { id: number; providerPaymentId: string; redirectUrl: string | null; now: Date }

const stores = onePerDb((db) =>
  combine((created: Created[]) => storeAll(db, created), { maxBatch: 50, maxQueue: 20_000 }),
)

/** Locked in the order of their ids, as a settlement of several payments locks them. */
async function storeAll(db: Db, created: readonly Created[]): Promise<(Payment | null)[]> {
  const { rows } = await sql<Payment>`
    with created as (
      select * from ${unnestRows('payment', created, {
        id: ['bigint', ({ id }) => id],
        provider_payment_id: ['text', ({ providerPaymentId }) => providerPaymentId],
        redirect_url: ['text', ({ redirectUrl }) => redirectUrl],
        at: ['timestamptz', ({ now }) => now],
      })}
    ),
    begun as (select id from payments where id in (select id from created) and status = 'created' order by id for update)
    update payments set provider_payment_id = created.provider_payment_id, redirect_url = created.redirect_url, updated_at = created.at
    from begun join created using (id) where payments.id = begun.id returning payments.*`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return created.map(({ id }) => byId.get(id) ?? null)
}

/**
 * Stores the vendor's id of a payment before the buyer's browser sees it, because a payment without a known id could not be
 * matched to its sale. Returns null if the payment was given up as lost while the vendor was slow.
 */
export const storeCreated = (
  { db }: { db: Db },
  { id }: Pick<Payment, 'id'>,
  created: { providerPaymentId: string; redirectUrl?: string; now: Date },
): Promise<Payment | null> => stores(db)({ redirectUrl: null, ...created, id })
