import type { Json } from '../read-file.ts'
import { isSeries, partsOf, writtenDate } from './dates.ts'
import { nameOf } from './text.ts'
import { isNode, listOf, type Node, property, type Resolve, shortened, textOf, typesOf } from './values.ts'

/** The category shown for each type of event. Other types still count as events if their name ends in "Event". */
export const CATEGORIES: Record<string, string> = {
  Event: '',
  BusinessEvent: 'Business',
  ChildrensEvent: 'Family',
  ComedyEvent: 'Comedy',
  ConferenceEvent: 'Conference',
  CourseInstance: 'Course',
  DanceEvent: 'Dance',
  EducationEvent: 'Talks and learning',
  EventSeries: '',
  ExhibitionEvent: 'Exhibition',
  Festival: 'Festival',
  FoodEvent: 'Food and drink',
  Hackathon: 'Hackathon',
  LiteraryEvent: 'Books',
  MusicEvent: 'Music',
  ScreeningEvent: 'Film',
  SocialEvent: 'Social',
  SportsEvent: 'Sport',
  TheaterEvent: 'Theatre',
  VisualArtsEvent: 'Art',
}

/** Common mistakes for schema.org types, and the intended type. */
const INTENDED_TYPES: Record<string, string> = {
  Concert: 'MusicEvent',
  Gig: 'MusicEvent',
  Performance: 'TheaterEvent',
  Play: 'TheaterEvent',
  Show: 'TheaterEvent',
  Exhibition: 'ExhibitionEvent',
  Workshop: 'EducationEvent',
  Class: 'EducationEvent',
  Talk: 'EducationEvent',
  Lecture: 'EducationEvent',
  Seminar: 'EducationEvent',
  Webinar: 'EducationEvent',
  Conference: 'ConferenceEvent',
  Match: 'SportsEvent',
  Race: 'SportsEvent',
  Party: 'SocialEvent',
  Screening: 'ScreeningEvent',
}

const isEvent = (node: Node): boolean =>
  typesOf(node).some((type) => Object.hasOwn(CATEGORIES, type) || /^[A-Z]\w*Event$/.test(type))

/** Returns why something that resembles an event is not one; null if it does not resemble one. */
function nonEventReason(node: Node): string | null {
  const has = (key: string) => property(node, key) !== undefined
  if (!has('name') || !has('startDate') || !(has('location') || has('offers'))) return null
  const [type] = typesOf(node)
  if (type === undefined) return 'it has no @type: write "Event"'
  const problem = `it says @type "${shortened(type, 60)}", which`
  return Object.hasOwn(INTENDED_TYPES, type)
    ? `${problem} schema.org does not have: write "${INTENDED_TYPES[type]}" or "Event"`
    : `${problem} is no event of schema.org: write "Event"`
}

/** `at` is the node whose line is reported. */
export type FoundEvent = { node: Node; at: Node; notes: string[] } | { at: Node; why: string }

/** Returns every event in a document, at any depth, and near misses with a reason. */
export function eventsIn(root: Json, resolve: Resolve): FoundEvent[] {
  const found = new Map<Node, FoundEvent[]>()
  const walk = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(walk)
    if (!isNode(value) || found.has(value)) return
    if (isEvent(value) && Object.keys(value).some((key) => !key.startsWith('@')))
      found.set(value, eventOrParts(value, resolve))
    else {
      const why = nonEventReason(value)
      if (why === null) Object.values(value).forEach(walk)
      else found.set(value, [{ at: value, why }])
    }
  }
  walk(root)
  for (const event of [...found.keys()]) {
    if (!found.has(event)) continue
    for (const part of partsOf(event, resolve)) if (part !== event) found.delete(part)
    for (const whole of superEventsOf(event, resolve)) if (isOnlyFrame(whole, resolve)) found.delete(whole)
  }
  return [...found.values()].flat()
}

const superEventsOf = (event: Node, resolve: Resolve): Node[] =>
  ['superEvent', 'superEvents'].flatMap((key) => listOf(property(event, key)).map(resolve)).filter(isNode)

/** A series that has no date, only events that name it. */
const isOnlyFrame = (event: Node, resolve: Resolve): boolean =>
  isSeries(event) && writtenDate(event) === null && partsOf(event, resolve).length === 0

const INHERITED = [
  'organizer',
  'organiser',
  'location',
  'eventStatus',
  'eventAttendanceMode',
  'keywords',
  'offers',
  'inLanguage',
  'image',
]

/** A part that is listed on its own is not sold by the offers of its whole: those may be passes. */
const OF_SUPER_EVENTS = [
  'organizer',
  'organiser',
  'location',
  'eventStatus',
  'eventAttendanceMode',
  'keywords',
  'image',
]

/**
 * Returns an event, or its parts as separate events. Parts form the programme of an event; they are events themselves only
 * if just they have offers, or if the event has no date of its own and they differ in offers or place. The dates of a series
 * are those of its parts.
 */
function eventOrParts(event: Node, resolve: Resolve): FoundEvent[] {
  const [frame] = superEventsOf(event, resolve)
  const own = frame === undefined ? event : { ...event, ...inheritedBy(event, frame, OF_SUPER_EVENTS) }
  const whole = { node: own, at: event, notes: [] as string[] }
  const parts = partsOf(event, resolve)
  if (parts.length === 0) return [whole]
  const hasOffers = (node: Node) => listOf(property(node, 'offers')).length > 0
  const places = new Set(parts.map((part) => JSON.stringify(property(part, 'location') ?? property(event, 'location'))))
  const isDated = !isSeries(event) && (writtenDate(event) !== null || property(event, 'eventSchedule') !== undefined)
  const partsSell = parts.some(hasOffers)
  if (isDated && hasOffers(event) && partsSell)
    whole.notes.push(
      'its parts have offers of their own, which are left out: list them as events of their own to sell them',
    )
  const partsAreEvents = isDated ? partsSell && !hasOffers(event) : partsSell || places.size > 1
  if (!partsAreEvents) return [whole]
  return parts.map((part) => ({ node: partAsEvent(event, part), at: part, notes: [] }))
}

/** What an event says that is missing in its part. */
const inheritedBy = (part: Node, event: Node, keys: readonly string[]): Node =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = property(part, key) === undefined ? property(event, key) : undefined
      return value === undefined ? [] : [[key, value] as const]
    }),
  )

function partAsEvent(event: Node, part: Node): Node {
  const [whole, partName] = [event, part].map((node) => nameOf(textOf(node, 'name') ?? '')) as [string, string]
  const name = partName === '' || partName.includes(whole) ? partName || whole : `${whole}: ${partName}`
  return { ...part, '@type': part['@type'] ?? event['@type']!, ...inheritedBy(part, event, INHERITED), name }
}
