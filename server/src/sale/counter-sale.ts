import type { Tx } from '../db/transaction/tx.ts'

/** Whether staff sell it at the counter, where a sale needs no customer. */
export const isCounterSale = async (tx: Pick<Tx, 'selectFrom'>, saleId: number): Promise<boolean> =>
  (await tx.selectFrom('counter_sales').select('sale_id').where('sale_id', '=', saleId).executeTakeFirst()) !==
  undefined
