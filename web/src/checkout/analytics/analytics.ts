import { PAGES } from '@foyer/contract/pages.ts'
import { saleOf } from '@foyer/contract/sale.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import type { Step } from '@foyer/domain/checkout/steps.ts'
import { type AnalyticsIds, analyticsIds } from '@foyer/domain/privacy/analytics-ids.ts'

/**
 * What is sent to analytics and pixels about a sale. Every function does nothing where no vendor's script was allowed
 * (vendors.ts). Vendors get what was bought, never who bought it: no email, name or code, and made-up page addresses.
 */

type Params = Record<string, unknown>
type Vendors = {
  gtag?: (command: 'event', name: string, params: Params) => void
  fbq?: (command: 'trackSingle', pixel: string, name: string, params?: Params, options?: { eventID: string }) => void
}
const vendors = (): Vendors => window as unknown as Vendors

const itemsOf = ({ tickets, gift_vouchers }: Checkout) => [
  ...tickets.map((line) => ({
    item_id: String(line.ticket_id),
    item_name: `${line.event_name} - ${line.ticket_name}`,
    price: line.price,
    quantity: line.qty,
  })),
  ...gift_vouchers.map((line) => ({
    item_id: `voucher-${line.id}`,
    item_name: line.name,
    price: line.value,
    quantity: line.qty,
  })),
]

const amountOf = ({ basket_total: value, currency }: Checkout) => ({ value, currency: currency.code })

/** One view of a step for each analytics property and pixel. The address names the step and nothing else. */
export function viewStep(step: Step, checkout: Checkout): void {
  const { gtag, fbq } = vendors()
  const { properties, pixels } = analyticsIds(saleOf(checkout))
  const page = { page_title: step, page_location: `${location.origin}${PAGES.checkout}${step}/`, page_referrer: '' }
  for (const id of properties) gtag?.('event', 'page_view', { send_to: id, ...page })
  for (const id of pixels) fbq?.('trackSingle', id, 'PageView')
}

/** Reports the items of a new hold. */
export function registerItems(checkout: Checkout): void {
  const { gtag } = vendors()
  const items = itemsOf(checkout)
  for (const id of analyticsIds(saleOf(checkout)).properties)
    gtag?.('event', 'add_to_cart', { send_to: id, ...amountOf(checkout), items })
}

/**
 * Records a sale with each property, conversion and pixel, once, however often it is called: when the bank
 * confirms, on the delivery step, after a reload. Vendors also ignore a second purchase with the same transaction id.
 */
export function recordSale(checkout: Checkout): void {
  const { gtag, fbq } = vendors()
  const { sale_reference: sale } = checkout
  if (!(gtag || fbq) || isRecorded(sale)) return
  markRecorded(sale)
  const ids: AnalyticsIds = analyticsIds(saleOf(checkout))
  const items = itemsOf(checkout)
  const params = { transaction_id: sale, ...amountOf(checkout) }
  for (const id of ids.properties) gtag?.('event', 'purchase', { send_to: id, ...params, items })
  for (const id of ids.conversions) gtag?.('event', 'conversion', { send_to: id, ...params })
  const contents = items.map(({ item_id: id, quantity }) => ({ id, quantity }))
  const bought = { ...amountOf(checkout), content_type: 'product', contents, num_items: items.length }
  for (const id of ids.pixels) fbq?.('trackSingle', id, 'Purchase', bought, { eventID: sale })
}

const KEY = 'foyer.recorded'
const recorded = new Set<string>()

/** Without storage, only this page remembers it; the vendors ignore a repeated transaction id. */
const isRecorded = (sale: string) => recorded.has(sale) || storedReferences().includes(sale)

function storedReferences(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ')
  } catch {
    return []
  }
}

function markRecorded(sale: string) {
  recorded.add(sale)
  try {
    localStorage.setItem(KEY, [sale, ...storedReferences()].slice(0, 20).join(' '))
  } catch {
    // `recorded` has it
  }
}
