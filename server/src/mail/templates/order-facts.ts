import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'

/**
 * The number of the order that a mail is about, which people quote on the phone. Null before the payment, and for orders of old
 * versions.
 */
export type OrderName = { number: string | null }

/** The order within a sentence. Its secret reference is only in links. */
export const orderWords = ({ number }: OrderName): string =>
  number === null ? mails['order.yours'] : fill(mails['order.named'], { number })

/** The row of a mail that names its order. */
export const orderRows = ({ number }: OrderName): [string, string][] =>
  number === null ? [] : [[mails['wallet.numberLabel'], number]]
