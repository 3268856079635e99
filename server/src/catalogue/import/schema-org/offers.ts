import { CURRENCIES, type CurrencyCode, isCurrency } from '@foyer/domain/money/money.ts'
import type { CatalogueInput, TicketTypeInput } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import type { Json } from '../read-file.ts'
import { type Count, countOf, placesOf } from './capacity.ts'
import { nameOfCountry } from './countries.ts'
import { currencyWithout } from './currency.ts'
import { leftOutOf } from './left-out.ts'
import { priceIn } from './offer-price.ts'
import { nameOf } from './text.ts'
import { isNode, listOf, type Node, property, type Resolve, shortened, textOf, textsOf } from './values.ts'
import { availabilityOf } from './vocabulary.ts'

type PoolInput = NonNullable<NonNullable<CatalogueInput['events']>[number]['pools']>[number]

export type ReadOffers =
  | {
      ok: true
      currency: CurrencyCode
      ticketTypes: TicketTypeInput[]
      pools: PoolInput[]
      onSaleFrom: string | null
      notes: string[]
    }
  | { ok: false; why: string }

/** What the offers of an event depend on. */
export type Setting = {
  zone: string
  now: Date
  country: string | null
  place: Node | null
  isOnlineOnly: boolean
  /** The name of the event, which is no name of a ticket. */
  name: string
}

/** Listings seldom give the number of tickets, so a capacity is assumed and reported to the organiser. */
const ASSUMED_CAPACITY = 100

/** The name of the pool of all tickets of an event, and of those of one group of offers. */
const POOL = 'All tickets'

type ReadOffer = {
  name: string
  description: string
  price: string
  /** Postage of an order; null if none is given. */
  postage: string | null
  currency: string | null
  soldOut: boolean
  capacity: number | null
  from: Date | null
  until: Date | null
  fewest: number | null
  most: number | null
  /** The group of offers whose number of tickets it shares. */
  group: Group | null
}
type Group = { name: string; capacity: number }

/** Converts the offers of an event to ticket types. Offers that cannot be sold are left out, with a note. */
export function readOffers(event: Node, resolve: Resolve, setting: Setting): ReadOffers {
  const notes: string[] = []
  const isFree = textOf(event, 'isAccessibleForFree')?.toLowerCase() === 'true'
  const written = listOf(property(event, 'offers')).map(resolve)
  const flat = written.flatMap((offer) => flatten(offer, {}, null, resolve, notes))
  const offers = withUniqueNames(
    flat.flatMap(({ offer, group }) => readOffer(offer, group, { ...setting, isFree }, notes)),
  )
  if (written.length === 0) {
    notes.push(
      isFree
        ? 'it is free to enter and has no offers: listed without tickets'
        : 'it has no offers: listed, not on sale',
    )
  } else if (offers.length === 0) {
    notes.push('none of its offers can be sold here: listed, not on sale')
  }
  if (isFree && offers.some(({ price }) => Number(price) > 0))
    notes.push('it says that it is free to enter, but has prices: they are taken')

  const money = currencyFor(offers, setting.country, notes)
  if (!money.ok) return money
  const { currency } = money
  const sold = offers.filter((offer) => (offer.currency ?? currency) === currency)
  for (const offer of offers)
    if (!sold.includes(offer))
      notes.push(`the offer "${offer.name}" is in ${offer.currency} and was left out: an event has one currency`)

  const stock = stockOf(sold, placesOf(event, setting.place, setting.isOnlineOnly, notes), notes)
  const starts = sold.map(({ from }) => from)
  const opensLater = starts.length > 0 && starts.every((from): from is Date => from !== null && from > setting.now)
  return {
    ok: true,
    currency,
    notes: [...new Set(notes)],
    pools: stock.pools,
    ticketTypes: sold.map((offer) => ({
      name: offer.name,
      description: offer.description,
      price: offer.price,
      ...(offer.postage !== null && { delivered_by_post: true, delivery_cost: offer.postage }),
      ...stock.of(offer),
      sale_from: offer.from?.toISOString() ?? null,
      sale_until: offer.until?.toISOString() ?? null,
      ...(offer.fewest !== null && { min_per_customer: offer.fewest }),
      ...(offer.most !== null && { max_can_reserve: offer.most }),
    })),
    onSaleFrom: opensLater ? new Date(Math.min(...starts.map((from) => from!.getTime()))).toISOString() : null,
  }
}

// Groups -------------------------------------------------------------------------------------------------------------

/** What an AggregateOffer says of all of its offers, unless they say it themselves. */
const INHERITED = [
  'priceCurrency',
  'availability',
  'availabilityStarts',
  'availabilityEnds',
  'validFrom',
  'validThrough',
  'priceValidUntil',
  'category',
  'eligibleCustomerType',
  'eligibleRegion',
  'eligibleQuantity',
  'validForMemberTier',
]

type FlatOffer = { offer: Json; group: Group | null }

/** Returns the single offers in an offer: itself, or those of an AggregateOffer or a catalogue of offers. */
function flatten(offer: Json, inherited: Node, group: Group | null, resolve: Resolve, notes: string[]): FlatOffer[] {
  if (!isNode(offer)) return [{ offer, group }]
  const own = Object.fromEntries(
    INHERITED.flatMap((key) => {
      const value = property(offer, key)
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
  const all = { ...inherited, ...own }
  const inside = ['offers', 'itemListElement', 'item']
    .flatMap((key) => listOf(property(offer, key)).map(resolve))
    .filter((one) => one !== offer)
  if (inside.length === 0) return [{ offer: { ...offer, ...all }, group }]
  const { count } = countOf(property(offer, 'inventoryLevel'))
  const name = nameOf(textOf(offer, 'name') ?? '')
  const shared = count === null || inside.length < 2 ? group : { name: shortened(name || POOL, 150), capacity: count }
  return inside.flatMap((one) => flatten(one, all, shared, resolve, notes))
}

/** The stock of each offer, and the pools that offers share: the whole event's, or a group's. */
function stockOf(offers: readonly ReadOffer[], places: number | null, notes: string[]) {
  const groups = [...new Set(offers.flatMap(({ group }) => (group === null ? [] : [group])))]
  const isPooled = offers.length > 1 && places !== null && groups.length === 0
  const poolNames = new Map(groups.map((group, i) => [group, i === 0 ? group.name : `${group.name} (${i + 1})`]))
  if (places !== null && groups.length > 0)
    notes.push(`its ${places} places were left out, because groups of its offers have numbers of their own`)
  const poolOf = (offer: ReadOffer): string | undefined =>
    offer.group !== null ? poolNames.get(offer.group) : isPooled ? POOL : undefined
  if (
    offers.some((offer) => !offer.soldOut && offer.capacity === null && poolOf(offer) === undefined && places === null)
  )
    notes.push(`how many tickets there are is not given: ${ASSUMED_CAPACITY} of each are assumed`)
  return {
    pools: [
      ...groups.map((group) => ({ name: poolNames.get(group)!, capacity: group.capacity })),
      ...(isPooled ? [{ name: POOL, capacity: places }] : []),
    ],
    of(offer: ReadOffer): Pick<TicketTypeInput, 'pool' | 'capacity'> {
      const pool = poolOf(offer)
      if (offer.soldOut) return { capacity: 0, ...(pool !== undefined && { pool }) }
      if (pool !== undefined) return { pool, ...(offer.capacity !== null && { capacity: offer.capacity }) }
      const known = [offer.capacity, groups.length > 0 ? null : places].filter((count) => count !== null)
      return { capacity: known.length === 0 ? ASSUMED_CAPACITY : Math.min(...known) }
    },
  }
}

// One offer ----------------------------------------------------------------------------------------------------------

const RESALE =
  /\b(?:secondary|resale|re-sale|reseller|resold|second[- ]?hand|wiederverkauf|zweitmarkt|revente|reventa|rivendita|revenda|doorverkoop)\b/i

/** For whom an offer is, which the shop cannot check. */
const CONDITIONS = ['eligibleCustomerType', 'validForMemberTier', 'eligibleTransactionVolume', 'addOn'] as const

function readOffer(
  offer: Json,
  group: Group | null,
  setting: Setting & { isFree: boolean },
  notes: string[],
): ReadOffer[] {
  if (!isNode(offer)) {
    notes.push('one of its offers is not an offer and was left out')
    return []
  }
  const name = shortened(ticketNameOf(offer, setting.name), 150)
  const skip = (why: string): [] => {
    notes.push(`"${name}" ${why}`)
    return []
  }
  const about = textsOf(property(offer, 'category')).concat(name, textsOf(property(offer, 'additionalType')))
  if (about.some((text) => RESALE.test(text))) return skip('is resale and was left out')
  const condition = CONDITIONS.find((key) => property(offer, key) !== undefined)
  if (condition !== undefined)
    return skip(
      `was left out: it is not for everybody (${condition} ${shortened(textsOf(property(offer, condition)).join(', '), 60)})`,
    )

  const availability = availabilityOf(property(offer, 'availability'))
  if (availability.unknown.length > 0)
    return skip(
      `was left out: its availability "${shortened(availability.unknown.join(', '), 60)}" is not one of schema.org`,
    )
  if (availability.values.has('door only')) return skip('is sold at the door only and was left out')

  const window = windowOf(offer, setting)
  if (!window.ok) return skip(window.why)
  if (availability.values.has('not yet') && window.from === null)
    return skip('was left out: its sale is not open yet, and when it opens is not given')

  const price = priceIn(offer, setting)
  if (!price.ok) return skip(price.why)
  if (price.isWithoutTax)
    notes.push(
      `the price of "${name}", ${price.amount}, is without tax: buyers pay that price until it is raised in the office`,
    )
  const stock = countOf(property(offer, 'inventoryLevel'))
  if (stock.unread !== null)
    notes.push(`the inventoryLevel "${stock.unread}" of "${name}" is not a number and was left out`)
  const quantity = quantityOf(offer)
  if (quantity === null) notes.push(`the eligibleQuantity of "${name}" cannot be read and was left out`)
  const leftOut = leftOutOf(offer, 'offer')
  if (leftOut !== null) notes.push(`"${name}": ${leftOut}`)
  const description = nameOf(textOf(offer, 'description') ?? '')
  return [
    {
      name,
      description: shortened(description, 1000),
      price: price.amount,
      postage: price.postage,
      currency: price.currency,
      soldOut: availability.values.has('sold out'),
      capacity: stock.count,
      from: window.from,
      until: window.until,
      fewest: quantity?.fewest ?? null,
      most: quantity?.most ?? null,
      group,
    },
  ]
}

/** A ticket's name: the offer's, or that of what it is for. Its category is none. */
function ticketNameOf(offer: Node, event: string): string {
  const item = listOf(property(offer, 'itemOffered'))[0]
  const names = [textOf(offer, 'name'), isNode(item) ? textOf(item, 'name') : textsOf(item)[0]]
  return names.map((name) => nameOf(name ?? '')).find((name) => name !== '' && name !== event) ?? 'Ticket'
}

type Window = { ok: true; from: Date | null; until: Date | null } | { ok: false; why: string }

/** When an offer is on sale: from the latest start to the earliest end that it gives. */
function windowOf(offer: Node, { zone, now }: Setting): Window {
  const momentsOf = (keys: readonly string[], end: 'start' | 'end') =>
    keys.flatMap((key) => {
      const text = textOf(offer, key)
      return text === undefined ? [] : [{ key, text, at: parseWallClock(text, zone, end)?.at ?? null }]
    })
  const starts = momentsOf(['validFrom', 'availabilityStarts'], 'start')
  const ends = momentsOf(['validThrough', 'availabilityEnds', 'priceValidUntil'], 'end')
  const unread = [...starts, ...ends].find(({ at }) => at === null)
  if (unread) return { ok: false, why: `was left out: its ${unread.key} "${shortened(unread.text, 60)}" is not a date` }
  const latest = (dates: readonly Date[]) => dates.toSorted((a, b) => a.getTime() - b.getTime())
  const from = latest(starts.map(({ at }) => at!)).at(-1) ?? null
  const [until = null] = latest(ends.map(({ at }) => at!))
  if (until !== null && until < now)
    return { ok: false, why: `was left out: its sale ended on ${ends.find(({ at }) => at === until)!.text}` }
  if (from !== null && until !== null && until <= from)
    return { ok: false, why: 'was left out: its sale ends before it opens' }
  return { ok: true, from: from !== null && from > now ? from : null, until }
}

/** A ticket type of the catalogue can have these. */
const QUANTITIES = { from: 1, to: 1000 }

/** How many of a ticket one order may have; null if what is given is no such number. */
function quantityOf(offer: Node): { fewest: number | null; most: number | null } | null {
  const [given] = listOf(property(offer, 'eligibleQuantity'))
  if (given === undefined) return { fewest: null, most: null }
  if (!isNode(given) || property(given, 'value') !== undefined) return null
  const [least, most] = ['minValue', 'maxValue'].map((key) => countOf(property(given, key)))
  const isReadable = ({ count, unread }: Count) =>
    unread === null && (count === null || (count >= QUANTITIES.from && count <= QUANTITIES.to))
  if (!isReadable(least!) || !isReadable(most!)) return null
  if (least!.count !== null && most!.count !== null && least!.count > most!.count) return null
  return { fewest: least!.count, most: most!.count }
}

// Money --------------------------------------------------------------------------------------------------------------

type Money = { ok: true; currency: CurrencyCode } | { ok: false; why: string }

/** The currency that an event is sold in. Prices without one are in that of the country. */
function currencyFor(offers: readonly ReadOffer[], country: string | null, notes: string[]): Money {
  const assumed = currencyWithout(country)
  const given = [...new Set(offers.map(({ currency }) => currency).filter((code) => code !== null))]
  const codes = given.length > 0 ? given : [assumed]
  const taken = codes.find(isCurrency)
  const hasPrice = offers.some(({ price }) => Number(price) > 0)
  if (taken === undefined && hasPrice) {
    const sold =
      given.length > 0
        ? `it is sold in ${given.join(', ')}`
        : `no currency is given, and that of ${nameOfCountry(country!)} is ${assumed}`
    return { ok: false, why: `${sold}, and this shop takes ${Object.keys(CURRENCIES).join(', ')}` }
  }
  const currency = taken ?? 'GBP'
  if (offers.some((offer) => offer.currency === null && Number(offer.price) > 0))
    notes.push(`no currency is given: ${currency} is assumed`)
  return { ok: true, currency }
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
