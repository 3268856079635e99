import type { WalletData } from '@foyer/contract/types.ts'
import type { Db } from '../db/transaction/tx.ts'

type Reader = Pick<Db, 'selectFrom'>

/** The mails that deliver an order. */
const DELIVERY_MAILS = ['wallet', 'plan'] as const

/** Returns the address that the order's newest wallet mail could not reach; null while the mail is queued or if it was delivered. */
export async function undeliveredWallet(db: Reader, saleId: number): Promise<string | null> {
  const newest = await db
    .selectFrom('mails')
    .select(['recipient', 'status'])
    .where('sale_id', '=', saleId)
    .where('kind', 'in', DELIVERY_MAILS)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return newest?.status === 'refused' ? newest.recipient : null
}

/**
 * Returns the orders in a wallet whose newest wallet mail could not reach its address. Only the buyer's own orders with tickets
 * to come, so that people who were sent a ticket don't learn the buyer's address.
 */
export async function undeliveredOrders(
  db: Reader,
  { tickets }: Pick<WalletData, 'tickets'>,
): Promise<NonNullable<WalletData['undelivered']>> {
  const orders = new Map(
    tickets.flatMap(({ order_url, status, past, sale_reference, event }) =>
      order_url && status !== 'void' && !past ? [[sale_reference, { order_url, event }] as const] : [],
    ),
  )
  if (orders.size === 0) return []
  const newest = await db
    .selectFrom('mails as mail')
    .innerJoin('sales as sale', 'sale.id', 'mail.sale_id')
    .distinctOn('mail.sale_id')
    .select(['sale.reference', 'mail.recipient', 'mail.status'])
    .where('sale.reference', 'in', [...orders.keys()])
    .where('mail.kind', 'in', DELIVERY_MAILS)
    .orderBy('mail.sale_id')
    .orderBy('mail.id', 'desc')
    .execute()
  return newest.flatMap(({ reference, recipient, status }) =>
    status === 'refused' ? [{ email: recipient, ...orders.get(reference)! }] : [],
  )
}
