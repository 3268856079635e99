import type { Json } from '../read-file.ts'
import { countOf } from './capacity.ts'
import { currencyOf } from './currency.ts'
import { type Price, priceOf } from './price.ts'
import { isNode, listOf, type Node, property, shortened, textOf, textsOf, typesOf } from './values.ts'

/** Prices that are shown beside the one that is paid. */
const NOT_PAID = /^(?:ListPrice|MSRP|SRP|StrikethroughPrice|InvoicePrice|RegularPrice)$/i

type OfferPrice =
  | { ok: true; amount: string; postage: string | null; currency: string | null; isWithoutTax: boolean }
  | { ok: false; why: string }

/**
 * Returns the single price of a ticket of an offer, wherever it is given. An offer's own price may be the total of its least
 * quantity with postage, as this shop publishes it: then a specification says what one ticket costs. A range or an open price
 * is left out: nobody would pay more than its lowest price.
 */
export function priceIn(offer: Node, { country, isFree }: { country: string | null; isFree: boolean }): OfferPrice {
  const given = listOf(property(offer, 'priceSpecification')).filter(isNode)
  const delivery = given.filter((one) => typesOf(one).includes('DeliveryChargeSpecification'))
  const specifications = given.filter((one) => !delivery.includes(one))
  const ofOne = specifications.filter(isOfOneTicket)
  const paid = specifications.filter(
    (one) => !textsOf(property(one, 'priceType')).some((type) => NOT_PAID.test(type.replace(/^.*\//, ''))),
  )
  const nodes = ofOne.length > 0 ? ofOne : [offer, ...(paid.length > 0 ? paid : specifications)]
  const valuesOf = (...keys: string[]): Json[] =>
    nodes.flatMap((node) => keys.flatMap((key) => listOf(property(node, key)))).filter((value) => value !== '')
  const [exact, low, high] = [valuesOf('price'), valuesOf('lowPrice', 'minPrice'), valuesOf('highPrice', 'maxPrice')]
  const prices = [...exact, ...low, ...high].map((value) => priceOf(value, country))
  const unclear = prices.find((price): price is Extract<Price, { kind: 'unclear' }> => price.kind === 'unclear')
  if (unclear) return { ok: false, why: `was left out: ${unclear.why}` }
  if (prices.length === 0)
    return isFree
      ? { ok: true, amount: '0.00', postage: null, currency: null, isWithoutTax: false }
      : { ok: false, why: 'has no price and was left out' }
  const amounts = prices
    .flatMap((price) =>
      price.kind === 'exact' ? [price.amount] : price.kind === 'range' ? [price.from, price.to ?? []] : [],
    )
    .flat()
    .map(Number)
    .sort((a, b) => a - b)
  const [lowest, highest] = [amounts[0]!, amounts.at(-1)!]
  const isOpen =
    prices.some(({ kind }) => kind === 'range') || (exact.length === 0 && (low.length === 0 || high.length === 0))
  if (lowest !== highest || isOpen) {
    const range =
      lowest === highest ? `from ${lowest.toFixed(2)}` : `from ${lowest.toFixed(2)} to ${highest.toFixed(2)}`
    return {
      ok: false,
      why: `was left out: it costs ${range} without saying which ticket costs what; list each price as an Offer of its own`,
    }
  }
  const code = valuesOf('priceCurrency', 'currency').flatMap((value) => textsOf(value))[0]
  const currency = code === undefined ? null : currencyOf(code, country)
  if (code !== undefined && currency === null)
    return {
      ok: false,
      why: `was left out: its currency "${shortened(code, 40)}" is not one: write a code such as "GBP"`,
    }
  const own =
    prices.flatMap((price) => (price.kind === 'exact' && price.currency !== null ? [price.currency] : []))[0] ?? null
  const isWithoutTax = nodes.some((node) => textOf(node, 'valueAddedTaxIncluded')?.toLowerCase() === 'false')
  const postage = postageOf(delivery, country)
  if (postage === 'unclear') return { ok: false, why: 'was left out: its postage is not one amount' }
  return { ok: true, amount: lowest.toFixed(2), postage, currency: currency ?? own, isWithoutTax }
}

/** Whether a price is that of one ticket, whatever an order of it costs. */
function isOfOneTicket(specification: Node): boolean {
  const [quantity] = listOf(property(specification, 'referenceQuantity'))
  return typesOf(specification).includes('UnitPriceSpecification') && countOf(quantity).count === 1
}

/** The postage of an order; null if none is given. */
function postageOf(specifications: readonly Node[], country: string | null): string | null | 'unclear' {
  const prices = specifications.map((one) => priceOf(property(one, 'price') ?? '', country))
  const amounts = new Set(prices.map((price) => (price.kind === 'exact' ? Number(price.amount).toFixed(2) : 'unclear')))
  const [postage = null, ...others] = amounts
  return others.length > 0 ? 'unclear' : postage
}
