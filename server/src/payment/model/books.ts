import type { ServedShop } from '../../testing/processes/served.ts'
import type { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import type { VendorBook } from './invariants.ts'

/** Every payment in the providers' books. */
export function booksOf({ sandbox: { stripe, square, truelayer } }: ServedShop): Map<string, VendorBook> {
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
  const books = new Map<string, VendorBook>()
  for (const { id, amount_received } of stripe.intents.values())
    books.set(id, {
      capturedMinor: amount_received,
      returnedMinor: sum(
        stripe.refunds
          .values()
          .filter((refund) => refund.payment_intent === id && refund.status === 'succeeded')
          .map(({ amount }) => amount),
      ),
    })
  for (const { id, status, amount_money } of square.payments.values())
    books.set(id, {
      capturedMinor: status === 'COMPLETED' ? amount_money.amount : 0,
      returnedMinor: sum(
        square.refunds
          .values()
          .filter((refund) => refund.payment_id === id && refund.status === 'COMPLETED')
          .map((refund) => refund.amount_money.amount),
      ),
    })
  for (const { id, status, amount_in_minor } of truelayer.payments.values())
    books.set(id, {
      capturedMinor: status === 'settled' ? amount_in_minor : 0,
      returnedMinor: sum(
        truelayer.refunds
          .values()
          .filter((refund) => refund.payment_id === id && refund.status === 'executed')
          .map((refund) => refund.amount_in_minor),
      ),
    })
  return books
}

/** Every payment in the scripted vendor's books. */
export const booksOfVendor = ({ payments, refunds }: ReturnType<typeof scriptedProvider>): Map<string, VendorBook> =>
  new Map(
    [...payments].map(([id, { status, amountMinor }]) => [
      id,
      {
        capturedMinor: status === 'paid' ? amountMinor : 0,
        returnedMinor: [...refunds.values()]
          .filter((refund) => refund.payment === id && refund.status === 'succeeded')
          .reduce((sum, refund) => sum + refund.amountMinor, 0),
      },
    ]),
  )
