import { sql } from 'kysely'
import { combine, onePerDb } from '../../db/transaction/combine.ts'
import type { Db } from '../../db/transaction/tx.ts'
import type { Payment } from '../payment.ts'
import type { ProviderName } from '../provider/provider.ts'

/** A payment, and the language of its buyer. */
export type PaymentAndReader = Payment & { reader: string | null }

const READER = sql`(select language from sales where sales.id = payment.sale_id) as reader`
const LIMITS = { maxBatch: 50, maxQueue: 20_000 }

/** Payments that are wanted at the same moment are read in one statement, each looked up by itself. */
const byId = onePerDb((db) =>
  combine(async (ids: number[]) => {
    const { rows } = await sql<PaymentAndReader>`
      select payment.*, ${READER} from unnest(${sql.val([...new Set(ids)])}::bigint[]) as wanted (id)
      cross join lateral (select * from payments where payments.id = wanted.id limit 1) payment`.execute(db)
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => found.get(id) ?? null)
  }, LIMITS),
)

type AtProvider = { provider: ProviderName; providerPaymentId: string }

const byProvider = onePerDb((db) =>
  combine(async (wanted: AtProvider[]) => {
    const providers = sql.val(wanted.map(({ provider }) => provider))
    const ids = sql.val(wanted.map(({ providerPaymentId }) => providerPaymentId))
    const { rows } = await sql<PaymentAndReader & { nth: number }>`
      select wanted.nth::int, payment.*, ${READER}
      from unnest(${providers}::text[], ${ids}::text[]) with ordinality as wanted (provider, id, nth)
      cross join lateral (
        select * from payments where payments.provider = wanted.provider and provider_payment_id = wanted.id limit 1
      ) payment`.execute(db)
    const found = new Map(rows.map(({ nth, ...row }) => [nth - 1, row]))
    return wanted.map((_, nth) => found.get(nth) ?? null)
  }, LIMITS),
)

/** Null for an unknown id. */
export const paymentById = (db: Db, id: number): Promise<PaymentAndReader | null> => byId(db)(id)

/** The same by the provider's id. */
export const paymentAtProvider = (db: Db, wanted: AtProvider): Promise<PaymentAndReader | null> =>
  byProvider(db)(wanted)
