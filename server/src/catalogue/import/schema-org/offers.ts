import { CURRENCIES, type CurrencyCode, isCurrency } from '@foyer/domain/money/money.ts'
import { textOfHtml } from '../../../html/sanitise.ts'
import type { TicketTypeInput } from '../../format/format.ts'
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

export type ReadOffers =
  | { ok: true; currency: CurrencyCode; ticketTypes: TicketTypeInput[]; onSaleFrom: string | null; notes: string[] }
  | { ok: false; why: string }

/** Listings seldom give the number of tickets, so a capacity is assumed and reported to the organiser. */
const ASSUMED_CAPACITY = 100

const CLOSED = new Set(['SoldOut', 'OutOfStock', 'Discontinued'])
const UNKNOWN_CURRENCY = 'GBP'

type ReadOffer = {
  name: string
  price: string
  currency: string | null
  soldOut: boolean
  capacity: number | null
  from: Date | null
}

/** Converts the offers of an event to ticket types. Offers that cannot be sold are left out, with a note. */
export function readOffers(event: Node, resolve: Resolve, zone: string, now: Date): ReadOffers {
  const notes: string[] = []
  const offers = listOf(property(event, 'offers')).map(resolve)
  const readable = offers.flatMap((offer) => readOffer(offer, resolve, zone, now, notes))
  if (offers.length === 0) {
    const isFree = ['true', 'True'].includes(String(listOf(property(event, 'isAccessibleForFree'))[0]))
    notes.push(
      isFree
        ? 'it is free to enter and has no offers: listed without tickets'
        : 'it has no offers: listed, not on sale',
    )
  } else if (readable.length === 0) {
    notes.push('none of its offers can be sold here: listed, not on sale')
  }

  const currencies = new Set(readable.map(({ currency }) => currency ?? UNKNOWN_CURRENCY))
  const soldCurrency = [...currencies].find((code): code is CurrencyCode => isCurrency(code))
  if (readable.length > 0 && soldCurrency === undefined)
    return {
      ok: false,
      why: `it is sold in ${[...currencies].join(', ')}, and this shop takes ${Object.keys(CURRENCIES).join(', ')}`,
    }
  const currency = soldCurrency ?? UNKNOWN_CURRENCY
  if (readable.some((offer) => offer.currency === null && Number(offer.price) > 0))
    notes.push(`no currency is given: ${UNKNOWN_CURRENCY} is assumed`)

  const inCurrency = readable.filter((offer) => (offer.currency ?? UNKNOWN_CURRENCY) === currency)
  for (const offer of readable)
    if (!inCurrency.includes(offer))
      notes.push(`the offer "${offer.name}" is in ${offer.currency} and was left out: an event has one currency`)
  const total = capacityOfEvent(event)
  if (inCurrency.some((offer) => !offer.soldOut && (offer.capacity ?? total) === null))
    notes.push(`how many tickets there are is not given: ${ASSUMED_CAPACITY} of each are assumed`)

  const saleStarts = inCurrency.map(({ from }) => from)
  const opensLater = saleStarts.length > 0 && saleStarts.every((from): from is Date => from !== null && from > now)
  return {
    ok: true,
    currency,
    notes: [...new Set(notes)],
    ticketTypes: withUniqueNames(inCurrency).map(({ name, price, soldOut, capacity }) => ({
      name,
      price,
      capacity: soldOut ? 0 : Math.min(capacity ?? total ?? ASSUMED_CAPACITY, 1_000_000),
    })),
    onSaleFrom: opensLater ? new Date(Math.min(...saleStarts.map((from) => from!.getTime()))).toISOString() : null,
  }
}

function readOffer(offer: Json, resolve: Resolve, zone: string, now: Date, notes: string[]): ReadOffer[] {
  if (!isNode(offer)) {
    notes.push('one of its offers is not an offer and was left out')
    return []
  }
  const nestedOffers = listOf(property(offer, 'offers')).map(resolve)
  if (nestedOffers.length > 0)
    return nestedOffers.flatMap((nested) => (nested === offer ? [] : readOffer(nested, resolve, zone, now, notes)))

  const name = shortened(textOfHtml(textOf(offer, 'name') ?? textOf(offer, 'category') ?? '') || 'Ticket', 150)
  const availability = bareWord(textOf(offer, 'availability') ?? '')
  if (availability === 'InStoreOnly') {
    notes.push(`"${name}" is sold at the door only and was left out`)
    return []
  }
  const saleEnd = textOf(offer, 'validThrough') ?? textOf(offer, 'availabilityEnds')
  const saleEndsAt = saleEnd === undefined ? null : parseWallClock(saleEnd, zone, 'end')
  if (saleEndsAt !== null && saleEndsAt.at < now) {
    notes.push(`the sale of "${name}" ended on ${saleEnd} and was left out`)
    return []
  }
  const from = textOf(offer, 'validFrom') ?? textOf(offer, 'availabilityStarts')
  const stock = listOf(property(offer, 'inventoryLevel'))[0]
  const capacity = isNode(stock) ? numberOf(stock, 'value') : Number(textsOf(stock)[0] ?? Number.NaN)
  const stockAndStart = {
    soldOut: CLOSED.has(availability),
    capacity: capacity !== null && Number.isInteger(capacity) && capacity >= 0 ? capacity : null,
    from: from === undefined ? null : (parseWallClock(from, zone)?.at ?? null),
  }
  const price = priceIn(offer, name, notes)
  return price === null ? [] : [{ ...price, ...stockAndStart }]
}

/**
 * Returns the single price of an offer, wherever it is given. A price range is left out: nobody would pay more than its
 * lowest price.
 */
function priceIn(offer: Node, name: string, notes: string[]): Pick<ReadOffer, 'name' | 'price' | 'currency'> | null {
  const priceNodes = [offer, ...listOf(property(offer, 'priceSpecification')).filter(isNode)]
  const valuesOf = (keys: readonly string[]): Json[] =>
    priceNodes.flatMap((node) => keys.flatMap((key) => listOf(property(node, key)))).filter((value) => value !== '')
  const skip = (why: string): null => {
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
    if (!price.ok) return skip(`was left out: ${price.why}`)
    prices.push({ ...price, amount: Number(price.amount).toFixed(2) })
  }
  const [first] = prices
  if (first === undefined) return skip('has no price and was left out')
  const amounts = prices.map(({ amount }) => Number(amount)).sort((a, b) => a - b)
  const [lowest, highest] = [amounts[0]!, amounts.at(-1)!]
  const isOpen = exact.length === 0 && (low.length === 0 || high.length === 0)
  if (lowest !== highest || isOpen) {
    const range =
      lowest === highest ? `from ${lowest.toFixed(2)}` : `from ${lowest.toFixed(2)} to ${highest.toFixed(2)}`
    return skip(
      `was left out: it costs ${range} without saying which ticket costs what; list each price as an Offer of its own`,
    )
  }
  const currency = priceNodes.map((node) => textOf(node, 'priceCurrency')).find((code) => code !== undefined)
  const code = currency === undefined ? first.currency : currency.trim().toUpperCase().slice(0, 10)
  return { name, price: first.amount, currency: code }
}

function capacityOfEvent(event: Node): number | null {
  const counts = ['remainingAttendeeCapacity', 'maximumPhysicalAttendeeCapacity', 'maximumAttendeeCapacity'].map(
    (key) => numberOf(event, key),
  )
  return counts.find((count) => count !== null && Number.isInteger(count) && count >= 0) ?? null
}

function withUniqueNames(offers: readonly ReadOffer[]): ReadOffer[] {
  const used = new Set<string>()
  return offers.map((offer) => {
    let name = offer.name
    for (let n = 2; used.has(name); n++) name = `${offer.name} (${n})`
    used.add(name)
    return { ...offer, name }
  })
}
