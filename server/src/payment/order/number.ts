import { createHash } from 'node:crypto'
import { typedOrderNumber } from '@foyer/domain/format/order-number.ts'
import type { Tx } from '../../db/transaction/tx.ts'

/** Digits and letters that nobody confuses when they are read aloud, and no vowels, so that no number is a word. */
export const ORDER_NUMBER_ALPHABET = '23456789CDFGHJKMPQRTVWXY'
const LENGTH = 8
const TRIES = 8

/**
 * Numbers for an order, in the order in which to try them: the first that no other order has is its own. They come from the
 * sale's reference, which is random, and tell nothing of it.
 */
export const orderNumbersOf = (reference: string): string[] =>
  Array.from({ length: TRIES }, (_, nth) => {
    const bytes = createHash('sha256').update(`order number ${nth} of ${reference}`).digest()
    let rest = bytes.readBigUInt64BE()
    const base = BigInt(ORDER_NUMBER_ALPHABET.length)
    let number = ''
    for (let i = 0; i < LENGTH; i++) {
      number += ORDER_NUMBER_ALPHABET[Number(rest % base)]
      rest /= base
    }
    return number
  })

/** The reference of the order that staff named by its number or its reference. */
export async function referenceOf(db: Pick<Tx, 'selectFrom'>, typed: string): Promise<string> {
  const found = await db
    .selectFrom('orders')
    .innerJoin('sales', 'sales.id', 'orders.sale_id')
    .select('sales.reference')
    .where('orders.number', '=', typedOrderNumber(typed))
    .executeTakeFirst()
  return found?.reference ?? typed
}
