import { formatMinor } from '@foyer/domain/format/money.ts'
import type { Purchase } from '@foyer/domain/money/cheapest-purchase.ts'
import { type CurrencyCode, toMinor } from '@foyer/domain/money/money.ts'
import { fill } from './fill.ts'
import { common, prices, shop } from './messages.ts'
import type { EventCardData } from './types.ts'

/**
 * The price of a ticket type in words, in the reader's language: what the first order of it costs and each further ticket, if
 * that differs from the price of one. It is one line of one size, so that nobody reads the ticket without its postage. `titles`
 * are the tickets it requires. A total that the organiser waives is not promised, because a second ticket would end that.
 */
export function priceText(purchase: Purchase, currency: CurrencyCode, titles: readonly string[] = []): string {
  const { qty, unitMinor, postageMinor, requiredMinor, addedMinor, totalMinor } = purchase
  const money = (minor: number) => formatMinor(minor, currency)
  const price = (minor: number) => (minor === 0 ? common['label.free'] : money(minor))
  if (qty === 1 && totalMinor - addedMinor === unitMinor && addedMinor <= 0) return price(unitMinor)
  const total = price(totalMinor - Math.min(0, addedMinor))
  const each = price(unitMinor)
  const parts = [
    postageMinor > 0 && fill(prices.withPostage, { price: money(postageMinor) }),
    requiredMinor > 0 && fill(prices.withRequired, { titles: titles.join(', '), price: money(requiredMinor) }),
    addedMinor > 0 && fill(prices.withMinimum, { price: money(addedMinor) }),
  ].filter((part) => part !== false)
  const text = qty === 1 ? fill(prices.first, { total, each }) : fill(prices.firstOf, { total, n: qty, each })
  return parts.length === 0 ? text : `${text} (${parts.join(', ')})`
}

/** How long a price lasts, until a date or for the next tickets, and the total of the first order after it. */
export function tierText(
  { date, left }: { date: string | null; left: number | null },
  next: Pick<Purchase, 'totalMinor' | 'qty'>,
  currency: CurrencyCode,
): string {
  const price = forText(formatMinor(next.totalMinor, currency), next.qty)
  if (date === null) return fill(shop['price.tierLeft'], { n: left ?? 0, price })
  if (left === null) return fill(shop['price.tierUntil'], { date, price })
  return fill(shop['price.tierBoth'], { n: left, date, price })
}

/** A total and for how many tickets it is, if not for one: "£24.95 for 2". */
export const forText = (price: string, n: number): string => (n > 1 ? fill(shop['price.for'], { price, n }) : price)

/** The lowest price of an event or a date: "From £14.95", "From £24.95 for 2", or that it is free. */
export function fromText({ totalMinor, qty }: Pick<Purchase, 'totalMinor' | 'qty'>, currency: CurrencyCode): string {
  if (totalMinor <= 0) return common['label.free']
  return fill(shop['price.from'], { price: forText(formatMinor(totalMinor, currency), qty) })
}

/** The same of an event's card or page, whose lowest price is in major units. */
export const fromTextOf = (
  { from_quantity: qty = 1, currency: { code } }: Pick<EventCardData, 'from_quantity' | 'currency'>,
  fromPrice: number,
): string => fromText({ totalMinor: toMinor(fromPrice, code), qty }, code)
