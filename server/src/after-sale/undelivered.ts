import type { Db } from '../db/transaction/tx.ts'

/** The mails that deliver an order. */
const DELIVERY_MAILS = ['wallet', 'plan'] as const

/** Returns the address that the order's newest wallet mail could not reach; null while the mail is queued or if it was delivered. */
export async function undeliveredWallet(db: Pick<Db, 'selectFrom'>, saleId: number): Promise<string | null> {
  const newest = await db
    .selectFrom('mails')
    .select(['recipient', 'status'])
    .where('sale_id', '=', saleId)
    .where('kind', 'in', DELIVERY_MAILS)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return newest?.status === 'refused' ? newest.recipient : null
}
