import { CURRENCIES, type CurrencyCode, isCurrency } from '@foyer/domain/money/money.ts'
import { textOfHtml } from '../../../html/sanitise.ts'
import type { CatalogueInput } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import type { Json } from '../read-file.ts'
import {
  bareWord,
  isNode,
  listOf,
  type Node,
  numberOf,
  type Price,
  priceOf,
  property,
  type Resolve,
  shortened,
  textOf,
  textsOf,
} from './values.ts'

type TicketTypeInput = NonNullable<NonNullable<CatalogueInput['events']>[number]['ticket_types']>[number]

export type Sale =
  | { ok: true; currency: CurrencyCode; ticketTypes: TicketTypeInput[]; onSaleFrom: string | null; notes: string[] }
  | { ok: false; why: string }

/** Listings seldom give the number of tickets, so a capacity is assumed and reported to the organiser. */
const ASSUMED_CAPACITY = 100

const CLOSED = new Set(['SoldOut', 'OutOfStock', 'Discontinued'])
const UNKNOWN_CURRENCY = 'GBP'

type Offered = {
  name: string
  price: string
  currency: string | null
  soldOut: boolean
  capacity: number | null
  from: Date | null
}

/** Converts the offers of an event to ticket types. Offers that cannot be sold are left out, with a note. */
export function saleOf(event: Node, resolve: Resolve, zone: string, now: Date): Sale {
  const notes: string[] = []
  const written = listOf(property(event, 'offers')).map(resolve)
  const offered = written.flatMap((offer) => offersIn(offer, resolve, zone, now, notes))
  if (written.length === 0) {
    const free = ['true', 'True'].includes(String(listOf(property(event, 'isAccessibleForFree'))[0]))
    notes.push(
      free ? 'it is free to enter and has no offers: listed without tickets' : 'it has no offers: listed, not on sale',
    )
  } else if (offered.length === 0) {
    notes.push('none of its offers can be sold here: listed, not on sale')
  }

  const currencies = new Set(offered.map(({ currency }) => currency ?? UNKNOWN_CURRENCY))
  const sold = [...currencies].find((code): code is CurrencyCode => isCurrency(code))
  if (offered.length > 0 && sold === undefined)
    return {
      ok: false,
      why: `it is sold in ${[...currencies].join(', ')}, and this shop takes ${Object.keys(CURRENCIES).join(', ')}`,
    }
  const currency = sold ?? UNKNOWN_CURRENCY
  if (offered.some((offer) => offer.currency === null && Number(offer.price) > 0))
    notes.push(`no currency is given: ${UNKNOWN_CURRENCY} is assumed`)

  const inCurrency = offered.filter((offer) => (offer.currency ?? UNKNOWN_CURRENCY) === currency)
  for (const offer of offered)
    if (!inCurrency.includes(offer))
      notes.push(`the offer "${offer.name}" is in ${offer.currency} and was left out: an event has one currency`)
  const total = capacityOfEvent(event)
  if (inCurrency.some((offer) => !offer.soldOut && (offer.capacity ?? total) === null))
    notes.push(`how many tickets there are is not given: ${ASSUMED_CAPACITY} of each are assumed`)

  const opens = inCurrency.map(({ from }) => from)
  const allLater = opens.length > 0 && opens.every((from): from is Date => from !== null && from > now)
  return {
    ok: true,
    currency,
    notes: [...new Set(notes)],
    ticketTypes: withOwnNames(inCurrency).map(({ name, price, soldOut, capacity }) => ({
      name,
      price,
      capacity: soldOut ? 0 : Math.min(capacity ?? total ?? ASSUMED_CAPACITY, 1_000_000),
    })),
    onSaleFrom: allLater ? new Date(Math.min(...opens.map((from) => from!.getTime()))).toISOString() : null,
  }
}

function offersIn(offer: Json, resolve: Resolve, zone: string, now: Date, notes: string[]): Offered[] {
  if (!isNode(offer)) {
    notes.push('one of its offers is not an offer and was left out')
    return []
  }
  const inside = listOf(property(offer, 'offers')).map(resolve)
  if (inside.length > 0) return inside.flatMap((one) => (one === offer ? [] : offersIn(one, resolve, zone, now, notes)))

  const name = shortened(textOfHtml(textOf(offer, 'name') ?? textOf(offer, 'category') ?? '') || 'Ticket', 150)
  const availability = bareWord(textOf(offer, 'availability') ?? '')
  if (availability === 'InStoreOnly') {
    notes.push(`"${name}" is sold at the door only and was left out`)
    return []
  }
  const until = textOf(offer, 'validThrough') ?? textOf(offer, 'availabilityEnds')
  const end = until === undefined ? null : parseWallClock(until, zone, 'end')
  if (end !== null && end.at < now) {
    notes.push(`the sale of "${name}" ended on ${until} and was left out`)
    return []
  }
  const from = textOf(offer, 'validFrom') ?? textOf(offer, 'availabilityStarts')
  const stock = listOf(property(offer, 'inventoryLevel'))[0]
  const capacity = isNode(stock) ? numberOf(stock, 'value') : Number(textsOf(stock)[0] ?? Number.NaN)
  const common = {
    soldOut: CLOSED.has(availability),
    capacity: capacity !== null && Number.isInteger(capacity) && capacity >= 0 ? capacity : null,
    from: from === undefined ? null : (parseWallClock(from, zone)?.at ?? null),
  }
  const price = priceIn(offer, name, notes)
  return price === null ? [] : [{ ...price, ...common }]
}

/**
 * Returns the single price of an offer, wherever it is given. A price range is left out: nobody would pay more than its
 * lowest price.
 */
function priceIn(offer: Node, name: string, notes: string[]): Pick<Offered, 'name' | 'price' | 'currency'> | null {
  const holders = [offer, ...listOf(property(offer, 'priceSpecification')).filter(isNode)]
  const valuesOf = (keys: readonly string[]): Json[] =>
    holders.flatMap((node) => keys.flatMap((key) => listOf(property(node, key)))).filter((value) => value !== '')
  const leaveOut = (why: string): null => {
    notes.push(`"${name}" ${why}`)
    return null
  }
  const [exact, low, high] = [['price'], ['lowPrice', 'minPrice'], ['highPrice', 'maxPrice']].map(valuesOf) as [
    Json[],
    Json[],
    Json[],
  ]
  const prices: Extract<Price, { ok: true }>[] = []
  for (const value of [...exact, ...low, ...high]) {
    const price = priceOf(value)
    if (!price.ok) return leaveOut(`was left out: ${price.why}`)
    prices.push({ ...price, amount: Number(price.amount).toFixed(2) })
  }
  const [first] = prices
  if (first === undefined) return leaveOut('has no price and was left out')
  const amounts = prices.map(({ amount }) => Number(amount)).sort((a, b) => a - b)
  const [lowest, highest] = [amounts[0]!, amounts.at(-1)!]
  const isOpen = exact.length === 0 && (low.length === 0 || high.length === 0)
  if (lowest !== highest || isOpen) {
    const range =
      lowest === highest ? `from ${lowest.toFixed(2)}` : `from ${lowest.toFixed(2)} to ${highest.toFixed(2)}`
    return leaveOut(
      `was left out: it costs ${range} without saying which ticket costs what; list each price as an Offer of its own`,
    )
  }
  const currency = holders.map((node) => textOf(node, 'priceCurrency')).find((code) => code !== undefined)
  const code = currency === undefined ? first.currency : currency.trim().toUpperCase().slice(0, 10)
  return { name, price: first.amount, currency: code }
}

function capacityOfEvent(event: Node): number | null {
  const counts = ['remainingAttendeeCapacity', 'maximumPhysicalAttendeeCapacity', 'maximumAttendeeCapacity'].map(
    (key) => numberOf(event, key),
  )
  return counts.find((count) => count !== null && Number.isInteger(count) && count >= 0) ?? null
}

function withOwnNames(offers: readonly Offered[]): Offered[] {
  const used = new Set<string>()
  return offers.map((offer) => {
    let name = offer.name
    for (let n = 2; used.has(name); n++) name = `${offer.name} (${n})`
    used.add(name)
    return { ...offer, name }
  })
}
