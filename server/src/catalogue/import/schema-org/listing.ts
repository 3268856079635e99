import { niceDate } from '@foyer/domain/format/dates.ts'
import { titleCase } from '@foyer/domain/format/words.ts'
import { type CatalogueEvent, type EventInput, EventSchema, OrganiserSchema, VenueSchema } from '../../format/format.ts'
import type { Plan } from '../plan.ts'
import type { Json } from '../read-file.ts'
import type { Note } from '../report.ts'
import { datesOf } from './dates.ts'
import { CATEGORIES, eventsIn } from './find.ts'
import { type Identity, identityOf, isSame, performanceOf } from './identity.ts'
import { leftOutOf } from './left-out.ts'
import { readOffers } from './offers.ts'
import { organiserOf } from './organiser.ts'
import { pictureOf } from './picture.ts'
import { type Location, locationOf, type VenueInput } from './place.ts'
import { stateOf } from './state.ts'
import { descriptionOf, nameOf } from './text.ts'
import {
  type Node,
  property,
  type Resolve,
  resolver,
  shortened,
  textOf,
  textsOf,
  typesOf,
  webAddress,
} from './values.ts'

export type ReadListing = { plan: Plan; refused: Note[]; notes: Note[] }

/**
 * Reads schema.org events from third-party listings. Each event is independent: one that cannot be read is refused with its
 * line and reason, and the others are kept. What is assumed, changed or left out is in the notes. `base` is the address of
 * the page that they are from.
 */
export function readSchemaOrg(
  root: Json,
  lineOfNode: (node: object) => number | undefined,
  now: Date,
  base: string | null = null,
): ReadListing {
  const listing: ReadListing = {
    plan: {
      format: 'schema.org',
      charities: [],
      organisers: [],
      venues: [],
      events: [],
      giftVouchers: [],
      discountCodes: [],
      offers: [],
    },
    refused: [],
    notes: [],
  }
  const resolve = resolver(root)
  const read: { event: ReadOk; line: number }[] = []
  for (const found of eventsIn(root, resolve)) {
    const line = lineOfNode(found.at) ?? 1
    const name = textsOf(property('node' in found ? found.node : found.at, 'name'))[0]
    const what = name === undefined ? 'an event' : `event "${shortened(nameOf(name), 100)}"`
    const result = 'why' in found ? { ok: false as const, why: found.why } : readEvent(found.node, resolve, now, base)
    if (!result.ok) {
      listing.refused.push({ line, what, why: result.why })
      continue
    }
    if (read.some(({ event }) => isSame(event.identity, result.identity))) {
      listing.refused.push({ line, what, why: 'it is in this file twice: the first was taken' })
      continue
    }
    read.push({ event: result, line })
    const notes = [...('notes' in found ? found.notes : []), ...result.notes]
    if (notes.length > 0) listing.notes.push({ line, what, why: [...new Set(notes)].join('; ') })
  }
  const identities = read.map(({ event }) => event.identity)
  const slugs = new Set<string>()
  for (const { event, line } of read) {
    const performance = performanceOf(event.identity, identities, event)
    const slug = performance.slugs.find((one) => !slugs.has(one)) ?? performance.slugs.at(-1)!
    slugs.add(slug)
    addOnce(listing.plan.organisers, event.organiser, line)
    const venue = event.venue === null ? null : addVenue(listing.plan.venues, event.venue, line)
    listing.plan.events.push({ value: { ...event.event, slug, venue }, line: () => line, performance })
  }
  return listing
}

type Item<T> = { value: T; line: () => number }

function addOnce<T extends { slug: string }>(items: Item<T>[], value: T, line: number): void {
  if (!items.some((item) => item.value.slug === value.slug)) items.push({ value, line: () => line })
}

/** Adds a venue, and returns its slug: a hall in a town of the same name in another country is another one. */
function addVenue(
  venues: Item<Plan['venues'][number]['value']>[],
  value: Plan['venues'][number]['value'],
  line: number,
): string {
  const isOther = venues.some(
    (item) => item.value.slug === value.slug && item.value.country_code !== value.country_code,
  )
  const slug = isOther ? `${value.slug}-${value.country_code.toLowerCase()}` : value.slug
  addOnce(venues, { ...value, slug }, line)
  return slug
}

type ReadOk = {
  ok: true
  event: CatalogueEvent
  organiser: Plan['organisers'][number]['value']
  venue: Plan['venues'][number]['value'] | null
  identity: Identity
  name: string
  dates: Extract<ReturnType<typeof datesOf>, { ok: true }>['dates']
  zone: string
  notes: string[]
}
type ReadEvent = ReadOk | { ok: false; why: string }

function readEvent(node: Node, resolve: Resolve, now: Date, pageBase: string | null): ReadEvent {
  const name = nameOf(textsOf(property(node, 'name'))[0] ?? '')
  if (name === '') return { ok: false, why: 'it has no name' }
  const notes: string[] = []
  const state = stateOf(node, name, notes)
  const location = placeOf(node, resolve, state, notes)
  const dateResult = datesOf(node, resolve, location)
  if (!dateResult.ok) return dateResult
  const { dates, zone } = dateResult
  notes.push(...dateResult.notes)
  const lastDate = dates.at(-1)!
  const endsAt = lastDate.ends ?? (lastDate.allDay ? new Date(lastDate.starts.getTime() + 86_399_000) : lastDate.starts)
  if (endsAt < now && !state.isPostponed)
    return { ok: false, why: `it is over since ${niceDate(endsAt, zone, { allDay: true })}` }

  const url = addressOf(node, pageBase, notes)
  const sale = readOffers(node, resolve, {
    zone,
    now,
    country: location.whereabouts.country,
    place: location.node,
    isOnlineOnly: location.venue === null,
    name,
  })
  if (!sale.ok) return sale
  const isSold = !state.isHeldBack
  const organiser = organiserOf(node, resolve, url, notes)
  const written = textsOf(property(node, 'description')).at(0) ?? ''
  const description = descriptionOf(written.slice(0, LONGEST_DESCRIPTION))
  notes.push(...description.notes, ...cutNotes(name, written), ...(isSold ? sale.notes : []))
  const leftOut = leftOutOf(node, 'event')
  if (leftOut !== null) notes.push(leftOut)
  const about = textOf(node, 'disambiguatingDescription')
  const input: EventInput = {
    slug: 'to-be-chosen',
    organiser: organiser.slug,
    venue: location.venue?.slug ?? null,
    title: shortened(name, LONGEST_NAME),
    summary: shortened(nameOf(about ?? description.html), 200),
    description_html: description.html.slice(0, LONGEST_DESCRIPTION),
    category: categoryOf(node),
    ...pictureOf(node, resolve, url ?? pageBase, notes),
    currency: sale.currency,
    timezone: zone,
    status: state.isCancelled ? 'cancelled' : 'published',
    on_sale_from: sale.onSaleFrom,
    online_url: location.isOnline ? (location.onlineUrl ?? url) : null,
    source_url: url,
    dates: dates.map(({ starts, ends, doors, allDay }) => ({
      starts: starts.toISOString(),
      ends: ends?.toISOString() ?? null,
      doors: doors?.toISOString() ?? null,
      all_day: allDay,
      postponed: state.isPostponed,
    })),
    pools: isSold ? sale.pools : [],
    ticket_types: isSold ? sale.ticketTypes : [],
  }
  const event = EventSchema.safeParse(input)
  const parsedOrganiser = OrganiserSchema.safeParse(organiser)
  const venue = location.venue === null ? null : VenueSchema.safeParse(location.venue)
  const invalid = [event, parsedOrganiser, venue].find((part) => part?.success === false)
  if (!event.success || !parsedOrganiser.success || venue?.success === false) {
    const issue = invalid?.error?.issues[0]
    return { ok: false, why: `its ${issue?.path.join(' ')} cannot be used: ${issue?.message}` }
  }
  return {
    ok: true,
    event: event.data,
    organiser: parsedOrganiser.data,
    venue: venue?.data ?? null,
    identity: identityOf(node, name, url, dates, location.venue?.slug ?? null),
    name,
    dates,
    zone,
    notes,
  }
}

const LONGEST_NAME = 300
const LONGEST_DESCRIPTION = 20_000

const cutNotes = (name: string, description: string): string[] => [
  ...(name.length > LONGEST_NAME ? [`its name was shortened to ${LONGEST_NAME} characters`] : []),
  ...(description.length > LONGEST_DESCRIPTION
    ? [`its description was cut after ${LONGEST_DESCRIPTION} characters`]
    : []),
]

/** The address of the event's page: its `url`, also one within its site, else its `@id`. */
function addressOf(node: Node, base: string | null, notes: string[]): string | null {
  const written = textOf(node, 'url')
  const whole = webAddress(written)
  if (whole !== null) return whole
  if (written !== undefined && base !== null && URL.canParse(written, base))
    return webAddress(new URL(written, base).href)
  if (written !== undefined) notes.push(`its url "${shortened(written, 100)}" is not a whole address and was left out`)
  return webAddress(textOf(node, '@id'))
}

function categoryOf(node: Node): string {
  const types = typesOf(node).filter((type) => type !== 'Event' && type !== 'BusinessEvent')
  const [specificCategory] = types
    .map((type) => (Object.hasOwn(CATEGORIES, type) ? CATEGORIES[type]! : ''))
    .filter((label) => label !== '')
  const keyword = (textOf(node, 'keywords') ?? '').split(',')[0]!.trim()
  const generalCategory = typesOf(node).includes('BusinessEvent') ? CATEGORIES.BusinessEvent! : ''
  return shortened(specificCategory ?? (keyword === '' ? generalCategory : titleCase(nameOf(keyword))), 60)
}

function placeOf(
  node: Node,
  resolve: Resolve,
  state: { isMovedOnline: boolean; mode: ReadonlySet<string> },
  notes: string[],
): Location {
  const location = locationOf(property(node, 'location'), resolve)
  const isOnline = location.isOnline || state.isMovedOnline || state.mode.has('online') || state.mode.has('mixed')
  if (state.isMovedOnline) {
    if (location.venue !== null) notes.push(`it has moved online: its place, "${location.venue.name}", is left out`)
    return { ...location, isOnline, venue: null }
  }
  if (location.venue === null && !isOnline) {
    notes.push('no place is given: it says "Venue to be announced"')
    const venue: VenueInput = { slug: 'venue-to-be-announced', name: 'Venue to be announced' }
    return { ...location, venue }
  }
  notes.push(...location.notes)
  if (location.venue !== null && isOnline && !location.isOnline && !state.mode.has('mixed'))
    notes.push('it is said to be online, and has a place: both are shown')
  return { ...location, isOnline }
}
