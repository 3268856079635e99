import { createHash } from 'node:crypto'
import { typedOrderNumber } from '@foyer/domain/format/order-number.ts'
import type { Tx } from '../../db/transaction/tx.ts'

/** Digits and letters that are clear when read aloud. There are no vowels, so that no number is a word. */
export const ORDER_NUMBER_ALPHABET = '23456789CDFGHJKMPQRTVWXY'
const LENGTH = 8
const TRIES = 8
/** The bytes of the hash that a number is made from: far more than it needs, so that all numbers are equally likely. */
const BYTES = 6

/**
 * The numbers to try for an order; it gets the first that is free. They are derived from the sale's random reference and do
 * not reveal it.
 */
export function orderNumbersOf(reference: string): string[] {
  const bytes = createHash('sha512').update(`order number of ${reference}`).digest()
  return Array.from({ length: TRIES }, (_, nth) => {
    let rest = bytes.readUIntBE(nth * BYTES, BYTES)
    let number = ''
    for (let i = 0; i < LENGTH; i++) {
      number += ORDER_NUMBER_ALPHABET[rest % ORDER_NUMBER_ALPHABET.length]
      rest = Math.floor(rest / ORDER_NUMBER_ALPHABET.length)
    }
    return number
  })
}

/** The reference of an order that staff gave by number or reference. */
export async function referenceOf(db: Pick<Tx, 'selectFrom'>, typed: string): Promise<string> {
  const found = await db
    .selectFrom('orders')
    .innerJoin('sales', 'sales.id', 'orders.sale_id')
    .select('sales.reference')
    .where('orders.number', '=', typedOrderNumber(typed))
    .executeTakeFirst()
  return found?.reference ?? typed
}
