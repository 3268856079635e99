import { dayOf, niceDate } from '@foyer/domain/format/dates.ts'
import { titleCase } from '@foyer/domain/format/words.ts'
import { htmlOfText, textOfHtml } from '../../../html/sanitise.ts'
import { type CatalogueEvent, type EventInput, EventSchema, OrganiserSchema, VenueSchema } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import type { Plan } from '../plan.ts'
import type { Json } from '../read-file.ts'
import type { Note } from '../report.ts'
import { datesOf } from './dates.ts'
import { CATEGORIES, eventsIn } from './find.ts'
import { readOffers } from './offers.ts'
import { type Location, locationOf, type VenueInput } from './place.ts'
import {
  bareWord,
  isNode,
  listOf,
  type Node,
  property,
  type Resolve,
  resolver,
  shortened,
  shortHash,
  slugOf,
  textOf,
  textsOf,
  typesOf,
  webAddress,
} from './values.ts'

export type ReadListing = { plan: Plan; refused: Note[]; notes: Note[] }

/**
 * Reads schema.org events from third-party listings. Each event is independent: one that cannot be read is refused with its
 * line and reason, and the others are kept. Missing details get defaults, which the notes report.
 */
export function readSchemaOrg(root: Json, lineOfNode: (node: object) => number, now: Date): ReadListing {
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
  const identityBySlug = new Map<string, string>()
  for (const found of eventsIn(root, resolve)) {
    const line = lineOfNode(found.at)
    const name = textsOf(property('node' in found ? found.node : found.at, 'name'))[0]
    const what = name === undefined ? 'an event' : `event "${shortened(textOfHtml(name), 100)}"`
    const result = 'why' in found ? { ok: false as const, why: found.why } : readEvent(found.node, resolve, now)
    if (!result.ok) {
      listing.refused.push({ line, what, why: result.why })
      continue
    }
    const seenIdentity = identityBySlug.get(result.event.slug)
    if (seenIdentity === result.identity) {
      listing.refused.push({ line, what, why: 'it is in this file twice: the first was taken' })
      continue
    }
    // Two events whose names differ only in characters that slugs cannot contain.
    if (seenIdentity !== undefined) result.event.slug = `${result.event.slug}-${shortHash(result.identity)}`
    identityBySlug.set(result.event.slug, result.identity)
    addOnce(listing.plan.organisers, result.organiser, line)
    if (result.venue) addOnce(listing.plan.venues, result.venue, line)
    listing.plan.events.push({ value: result.event, line: () => line })
    const notes = [...('notes' in found ? found.notes : []), ...result.notes]
    if (notes.length > 0) listing.notes.push({ line, what, why: notes.join('; ') })
  }
  return listing
}

function addOnce<T extends { slug: string }>(items: { value: T; line: () => number }[], value: T, line: number): void {
  if (!items.some((item) => item.value.slug === value.slug)) items.push({ value, line: () => line })
}

type ReadEvent =
  | {
      ok: true
      event: CatalogueEvent
      organiser: Plan['organisers'][number]['value']
      venue: Plan['venues'][number]['value'] | null
      identity: string
      notes: string[]
    }
  | { ok: false; why: string }

function readEvent(node: Node, resolve: Resolve, now: Date): ReadEvent {
  const name = textOfHtml(textsOf(property(node, 'name'))[0] ?? '')
  if (name === '') return { ok: false, why: 'it has no name' }
  const notes: string[] = []
  const status = bareWord(textOf(node, 'eventStatus') ?? '')
    .replace(/^Event/i, '')
    .toLowerCase()
  const location = placeOf(node, resolve, notes)
  const dateResult = datesOf(node, resolve, location)
  if (!dateResult.ok) return dateResult
  const { dates, zone } = dateResult
  const lastDate = dates.at(-1)!
  const endsAt =
    lastDate.ends ?? (lastDate.starts.dateOnly ? parseWallClock(lastDate.written, zone, 'end')!.at : lastDate.starts.at)
  if (endsAt < now) return { ok: false, why: `it is over since ${niceDate(endsAt, zone, { allDay: true })}` }

  const sale = readOffers(node, resolve, zone, now)
  if (!sale.ok) return sale
  const isPostponed = status === 'postponed'
  if (isPostponed) notes.push('it is postponed without a new date: listed, not on sale')
  if (status === 'cancelled') notes.push('it is cancelled, and will say so')

  const url = webAddress(textOf(node, 'url')) ?? webAddress(textOf(node, '@id'))
  const organiser = organiserOf(node, resolve, url, notes)
  const description = textsOf(property(node, 'description')).at(0) ?? ''
  const first = dates[0]!
  // A moved event keeps the identity it was listed under for the earlier date.
  const firstListed = parseWallClock(textOf(node, 'previousStartDate') ?? '', zone) ?? first.starts
  const input: EventInput = {
    slug: `${slugOf(name)}-${dayOf(firstListed.at, zone)}`,
    organiser: organiser.slug,
    venue: location.venue?.slug ?? null,
    title: shortened(name, 300),
    summary: shortened(textOfHtml(textOf(node, 'disambiguatingDescription') ?? description), 200),
    description_html: htmlOfText(description.slice(0, 20_000)).slice(0, 20_000),
    category: categoryOf(node),
    ...pictureOf(node, resolve),
    currency: sale.currency,
    timezone: zone,
    status: status === 'cancelled' ? 'cancelled' : 'published',
    on_sale_from: sale.onSaleFrom,
    online_url: location.isOnline ? (location.onlineUrl ?? url) : null,
    source_url: url,
    dates: dates.map(({ starts, ends, doors }) => ({
      starts: starts.at.toISOString(),
      ends: ends?.toISOString() ?? null,
      doors: doors?.toISOString() ?? null,
      all_day: starts.dateOnly,
    })),
    ticket_types: isPostponed ? [] : sale.ticketTypes,
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
    identity: `${name} ${first.starts.at.toISOString()}`,
    notes: [...notes, ...(isPostponed ? [] : sale.notes)],
  }
}

function categoryOf(node: Node): string {
  const types = typesOf(node).filter((type) => type !== 'Event' && type !== 'BusinessEvent')
  const [specificCategory] = types.map((type) => CATEGORIES[type] ?? '').filter((label) => label !== '')
  const keyword = (textOf(node, 'keywords') ?? '').split(',')[0]!.trim()
  const generalCategory = typesOf(node).includes('BusinessEvent') ? CATEGORIES.BusinessEvent! : ''
  return shortened(specificCategory ?? (keyword === '' ? generalCategory : titleCase(textOfHtml(keyword))), 60)
}

/** The first picture that has an address; its caption is not always a description, so the name of the event is not repeated. */
function pictureOf(node: Node, resolve: Resolve): Pick<EventInput, 'picture'> {
  for (const image of listOf(property(node, 'image')).map(resolve)) {
    const written = isNode(image)
      ? (textOf(image, 'contentUrl') ?? textOf(image, 'url') ?? textOf(image, '@id'))
      : textsOf(image)[0]
    const src = webAddress(written)
    if (src !== null)
      return { picture: { src, alt: shortened(isNode(image) ? textOfHtml(textOf(image, 'caption') ?? '') : '', 300) } }
  }
  return {}
}

function placeOf(node: Node, resolve: Resolve, notes: string[]): Location {
  const location = locationOf(property(node, 'location'), resolve)
  const mode = textsOf(property(node, 'eventAttendanceMode')).map(bareWord).join()
  const hasMovedOnline = bareWord(textOf(node, 'eventStatus') ?? '') === 'EventMovedOnline'
  const isOnline = location.isOnline || hasMovedOnline || /^(online|mixed)/i.test(mode)
  if (location.venue === null && !isOnline) {
    notes.push('no place is given: it says "Venue to be announced"')
    const venue: VenueInput = { slug: 'venue-to-be-announced', name: 'Venue to be announced' }
    return { ...location, venue }
  }
  return { ...location, isOnline, venue: hasMovedOnline ? null : location.venue }
}

function organiserOf(node: Node, resolve: Resolve, url: string | null, notes: string[]) {
  const organisers = listOf(property(node, 'organizer') ?? property(node, 'organiser')).map(resolve)
  const namedOrganisers = organisers.flatMap((entry) => {
    const name = textOfHtml(
      isNode(entry) ? (textOf(entry, 'name') ?? textOf(entry, 'legalName') ?? '') : (textsOf(entry)[0] ?? ''),
    )
    const page = isNode(entry) ? webAddress(textOf(entry, 'url')) : null
    return name === '' ? [] : [{ name: shortened(name, 200), full_url: page ?? undefined }]
  })
  const [first] = namedOrganisers
  if (namedOrganisers.length > 1)
    notes.push(`it has ${namedOrganisers.length} organisers: the first, "${first!.name}", is taken`)
  if (first) return { slug: slugOf(first.name), ...first }
  const host = url === null ? null : hostOf(url)
  notes.push(host === null ? 'no organiser is given' : `no organiser is given: its website ${host} stands in`)
  const name = host ?? 'Independent organisers'
  return { slug: slugOf(name), name, full_url: host === null ? undefined : `https://${host}/` }
}

function hostOf(url: string): string | null {
  try {
    return new URL(url).hostname.replace(/^www\./, '') || null
  } catch {
    return null
  }
}
