import type { Checkout } from '@foyer/contract/types.ts'

type Gtag = (command: 'event', name: string, facts: Record<string, unknown>) => void

/** Every analytics id of the sale: the shop's own and those of its events (OPEN-105). */
const idsOf = ({ ga_ua_properties, events }: Checkout) => [
  ...new Set([...ga_ua_properties, ...events.flatMap(({ ga }) => (ga ? [ga] : []))]),
]

const itemsOf = ({ tickets }: Checkout) =>
  tickets.map((line) => ({
    item_id: String(line.ticket_id),
    item_name: `${line.event_name} - ${line.ticket_name}`,
    price: line.price,
    quantity: line.qty,
  }))

/** RSV-09: registers what a fresh reservation holds. Does nothing where no id, or no analytics script, is there. */
export function registerItems(checkout: Checkout): void {
  const { gtag } = window as { gtag?: Gtag }
  if (!gtag) return
  const items = itemsOf(checkout)
  for (const id of idsOf(checkout))
    gtag('event', 'add_to_cart', { send_to: id, currency: checkout.currency.code, value: checkout.basket_total, items })
}

const recorded = new Set<string>()

/** ANA-01: records a sale with each analytics property, once however often it is told (OPEN-105). */
export function recordSale(checkout: Checkout): void {
  const { gtag } = window as { gtag?: Gtag }
  const { sale_reference, basket_total: value, currency } = checkout
  if (!gtag || recorded.has(sale_reference)) return
  recorded.add(sale_reference)
  const items = itemsOf(checkout)
  for (const id of idsOf(checkout))
    gtag('event', 'purchase', { send_to: id, transaction_id: sale_reference, currency: currency.code, value, items })
}
