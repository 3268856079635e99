import type { Tx } from '../db/transaction/tx.ts'

/** Whether this is a sale at the counter, which needs no customer. */
export const isCounterSale = async (tx: Pick<Tx, 'selectFrom'>, saleId: number): Promise<boolean> =>
  (await tx.selectFrom('counter_sales').select('sale_id').where('sale_id', '=', saleId).executeTakeFirst()) !==
  undefined
