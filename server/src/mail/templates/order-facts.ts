import { mails } from '@foyer/contract/messages.ts'

/** Which order a mail is about. */
export type OrderName = {
  reference: string
  /** What people say on the phone; null before the payment. */
  number?: string | null
}

/** The rows of a mail that name its order. */
export const orderRows = ({ reference, number = null }: OrderName): [string, string][] => [
  ...(number === null ? [] : [[mails['wallet.numberLabel'], number] as [string, string]]),
  [mails['wallet.referenceLabel'], reference],
]
