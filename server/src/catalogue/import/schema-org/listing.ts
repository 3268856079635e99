import { dayOf, niceDate } from '@foyer/domain/format/dates.ts'
import { titleCase } from '@foyer/domain/format/words.ts'
import { htmlOfText, textOfHtml } from '../../../html/sanitise.ts'
import {
  type CatalogueEvent,
  type CatalogueInput,
  EventSchema,
  OrganiserSchema,
  VenueSchema,
} from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import type { Plan } from '../plan.ts'
import type { Json } from '../read-file.ts'
import type { Note } from '../report.ts'
import { datesOf } from './dates.ts'
import { CATEGORIES, eventsIn } from './find.ts'
import { saleOf } from './offers.ts'
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
  const out: ReadListing = {
    plan: {
      ...{ format: 'schema.org', charities: [], organisers: [], venues: [], events: [] },
      ...{ giftVouchers: [], discountCodes: [], offers: [] },
    },
    refused: [],
    notes: [],
  }
  const resolve = resolver(root)
  const seen = new Map<string, string>()
  for (const found of eventsIn(root, resolve)) {
    const line = lineOfNode(found.at)
    const name = textsOf(property('node' in found ? found.node : found.at, 'name'))[0]
    const what = name === undefined ? 'an event' : `event "${shortened(textOfHtml(name), 100)}"`
    const read = 'why' in found ? { ok: false as const, why: found.why } : readEvent(found.node, resolve, now)
    if (!read.ok) {
      out.refused.push({ line, what, why: read.why })
      continue
    }
    const twin = seen.get(read.event.slug)
    if (twin === read.identity) {
      out.refused.push({ line, what, why: 'it is in this file twice: the first was taken' })
      continue
    }
    // Two events whose names differ only in characters that slugs cannot contain.
    if (twin !== undefined) read.event.slug = `${read.event.slug}-${shortHash(read.identity)}`
    seen.set(read.event.slug, read.identity)
    addOnce(out.plan.organisers, read.organiser, line)
    if (read.venue) addOnce(out.plan.venues, read.venue, line)
    out.plan.events.push({ value: read.event, line: () => line })
    const notes = [...('notes' in found ? found.notes : []), ...read.notes]
    if (notes.length > 0) out.notes.push({ line, what, why: notes.join('; ') })
  }
  return out
}

function addOnce<T extends { slug: string }>(items: { value: T; line: () => number }[], value: T, line: number): void {
  if (!items.some((item) => item.value.slug === value.slug)) items.push({ value, line: () => line })
}

type Read =
  | {
      ok: true
      event: CatalogueEvent
      organiser: Plan['organisers'][number]['value']
      venue: Plan['venues'][number]['value'] | null
      identity: string
      notes: string[]
    }
  | { ok: false; why: string }

type EventInput = NonNullable<CatalogueInput['events']>[number]

function readEvent(node: Node, resolve: Resolve, now: Date): Read {
  const name = textOfHtml(textsOf(property(node, 'name'))[0] ?? '')
  if (name === '') return { ok: false, why: 'it has no name' }
  const notes: string[] = []
  const status = bareWord(textOf(node, 'eventStatus') ?? '')
    .replace(/^Event/i, '')
    .toLowerCase()
  const location = placeOf(node, resolve, notes)
  const when = datesOf(node, resolve, location)
  if (!when.ok) return when
  const { dates, zone } = when
  const last = dates.at(-1)!
  const over = last.ends ?? (last.starts.dateOnly ? parseWallClock(last.written, zone, 'end')!.at : last.starts.at)
  if (over < now) return { ok: false, why: `it is over since ${niceDate(over, zone, { allDay: true })}` }

  const sale = saleOf(node, resolve, zone, now)
  if (!sale.ok) return sale
  const postponed = status === 'postponed'
  if (postponed) notes.push('it is postponed without a new date: listed, not on sale')
  if (status === 'cancelled') notes.push('it is cancelled, and will say so')

  const url = webAddress(textOf(node, 'url')) ?? webAddress(textOf(node, '@id'))
  const organiser = organiserOf(node, resolve, url, notes)
  const description = textsOf(property(node, 'description')).at(0) ?? ''
  const first = dates[0]!
  // A moved event keeps the identity it was listed under for the earlier date.
  const listedFor = parseWallClock(textOf(node, 'previousStartDate') ?? '', zone) ?? first.starts
  const input: EventInput = {
    slug: `${slugOf(name)}-${dayOf(listedFor.at, zone)}`,
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
    online_url: location.online ? (location.onlineUrl ?? url) : null,
    source_url: url,
    dates: dates.map(({ starts, ends, doors }) => ({
      starts: starts.at.toISOString(),
      ends: ends?.toISOString() ?? null,
      doors: doors?.toISOString() ?? null,
      all_day: starts.dateOnly,
    })),
    ticket_types: postponed ? [] : sale.ticketTypes,
  }
  const event = EventSchema.safeParse(input)
  const owner = OrganiserSchema.safeParse(organiser)
  const venue = location.venue === null ? null : VenueSchema.safeParse(location.venue)
  const failed = [event, owner, venue].find((part) => part?.success === false)
  if (!event.success || !owner.success || venue?.success === false) {
    const issue = failed?.error?.issues[0]
    return { ok: false, why: `its ${issue?.path.join(' ')} cannot be used: ${issue?.message}` }
  }
  return {
    ok: true,
    event: event.data,
    organiser: owner.data,
    venue: venue?.data ?? null,
    identity: `${name} ${first.starts.at.toISOString()}`,
    notes: [...notes, ...(postponed ? [] : sale.notes)],
  }
}

function categoryOf(node: Node): string {
  const types = typesOf(node).filter((type) => type !== 'Event' && type !== 'BusinessEvent')
  const [special] = types.map((type) => CATEGORIES[type] ?? '').filter((label) => label !== '')
  const keyword = (textOf(node, 'keywords') ?? '').split(',')[0]!.trim()
  const general = typesOf(node).includes('BusinessEvent') ? CATEGORIES.BusinessEvent! : ''
  return shortened(special ?? (keyword === '' ? general : titleCase(textOfHtml(keyword))), 60)
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
  const moved = bareWord(textOf(node, 'eventStatus') ?? '') === 'EventMovedOnline'
  const online = location.online || moved || /^(online|mixed)/i.test(mode)
  if (location.venue === null && !online) {
    notes.push('no place is given: it says "Venue to be announced"')
    const venue: VenueInput = { slug: 'venue-to-be-announced', name: 'Venue to be announced' }
    return { ...location, venue }
  }
  return { ...location, online, venue: moved ? null : location.venue }
}

function organiserOf(node: Node, resolve: Resolve, url: string | null, notes: string[]) {
  const all = listOf(property(node, 'organizer') ?? property(node, 'organiser')).map(resolve)
  const named = all.flatMap((one) => {
    const name = textOfHtml(
      isNode(one) ? (textOf(one, 'name') ?? textOf(one, 'legalName') ?? '') : (textsOf(one)[0] ?? ''),
    )
    const page = isNode(one) ? webAddress(textOf(one, 'url')) : null
    return name === '' ? [] : [{ name: shortened(name, 200), full_url: page ?? undefined }]
  })
  const [first] = named
  if (named.length > 1) notes.push(`it has ${named.length} organisers: the first, "${first!.name}", is taken`)
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
