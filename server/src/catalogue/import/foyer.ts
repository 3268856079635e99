import { QUESTION_TYPES } from '@foyer/domain/questions/types.ts'
import { type CatalogueEvent, CatalogueFile, type CataloguePool, type CatalogueTicketType } from '../format/format.ts'
import { parseWallClock } from '../wall-clock.ts'
import { problemsOf } from './issue-words.ts'
import type { Item, Plan } from './plan.ts'
import { duplicates, notADateText, type Path, type Problem } from './problems.ts'
import type { Json } from './read-file.ts'
import type { Note } from './report.ts'
import { problemsOfMarks, seatsOf } from './seat-plan.ts'
import { problemsOfAccessCodes, problemsOfPeriod, problemsOfTiers } from './selling-problems.ts'

export type ReadPlan = { ok: true; plan: Plan } | { ok: false; refused: Note[] }

/** Reads a file in Foyer's own format. Reports all mistakes within the file at once, each with its line. */
export function readFoyer(value: Json, lineOf: (path: Path) => number): ReadPlan {
  const note = ({ path, why }: Problem): Note => ({ line: lineOf(path), what: pathText(value, path), why })
  const result = CatalogueFile.safeParse(value, { reportInput: true })
  if (!result.success) return { ok: false, refused: result.error.issues.flatMap(problemsOf).map(note) }

  const catalogue = result.data
  const items = <T>(key: string, listName: readonly T[]): Item<T>[] =>
    listName.map((item, i) => ({ value: item, line: (path = []) => lineOf([key, i, ...path]) }))
  const problems = [
    ...['charities', 'organisers', 'venues', 'events', 'gift_vouchers'].flatMap((key) =>
      duplicates(
        (catalogue[key as 'events'] as { slug: string }[]).map(({ slug }) => slug),
        (i) => [key, i, 'slug'],
        (slug) => `the slug "${slug}" is used twice in this file`,
      ),
    ),
    ...duplicates(
      catalogue.discount_codes.map(({ code, organiser, event }) => {
        const owner = catalogue.events.find(({ slug }) => slug === event)?.organiser ?? organiser ?? event
        return `${code} ${owner ?? ''}`
      }),
      (i) => ['discount_codes', i, 'code'],
      (code) => `the code "${code.split(' ')[0]}" is in this file twice`,
    ),
    // An offer has no other name than its title.
    ...duplicates(
      catalogue.offers.map(({ organiser, event, title }) => JSON.stringify([organiser, event, title])),
      (i) => ['offers', i, 'title'],
      () => 'another offer has this title',
    ),
    ...catalogue.events.flatMap((event, i) =>
      problemsOfEvent(event).map(({ path, why }) => ({ path: ['events', i, ...path], why })),
    ),
    ...catalogue.discount_codes.flatMap((code, i) =>
      (['valid_from', 'valid_until'] as const)
        .filter((field) => code[field] !== null && parseWallClock(code[field], 'Europe/London') === null)
        .map((field) => ({ path: ['discount_codes', i, field], why: notADateText(code[field]) })),
    ),
  ]
  if (problems.length > 0) return { ok: false, refused: problems.map(note) }

  return {
    ok: true,
    plan: {
      format: 'foyer',
      pictureData: new Map(
        catalogue.pictures.map(({ sha256, data }) => [`sha256:${sha256}`, Buffer.from(data, 'base64')] as const),
      ),
      charities: items('charities', catalogue.charities),
      organisers: items('organisers', catalogue.organisers),
      venues: items('venues', catalogue.venues),
      events: items('events', catalogue.events),
      giftVouchers: items('gift_vouchers', catalogue.gift_vouchers),
      discountCodes: items('discount_codes', catalogue.discount_codes),
      offers: items('offers', catalogue.offers),
    },
  }
}

/** Checks what the schema cannot express: times that exist, keys that match, mutually exclusive fields. */
function problemsOfEvent(event: CatalogueEvent): Problem[] {
  const ticketNames = new Set(event.ticket_types.map(({ name }) => name))
  return [
    ...problemsOfDates(event),
    ...duplicates(
      event.dates.flatMap(({ key }) => (key === undefined ? [] : [key])),
      () => ['dates'],
      (key) => `the key "${key}" stands at two dates`,
    ),
    ...event.pools.flatMap((pool, i) =>
      problemsOfPool(event, pool, i).map(({ path, why }) => ({ path: ['pools', i, ...path], why })),
    ),
    ...event.ticket_types.flatMap((type, i) =>
      problemsOfTicketType(event, type).map(({ path, why }) => ({ path: ['ticket_types', i, ...path], why })),
    ),
    ...event.ticket_types.flatMap((type, i) => {
      const rival = event.ticket_types.findIndex((other) => other.name === type.name && shareADate(event, other, type))
      return rival === i
        ? []
        : [{ path: ['ticket_types', i, 'name'], why: `the name "${type.name}" is used twice on the same date` }]
    }),
    ...problemsOfAccessCodes(event),
    ...event.questions.flatMap((question, i): Problem[] => [
      ...(QUESTION_TYPES[question.type].needsOptions && question.options.length === 0
        ? [{ path: ['questions', i, 'options'], why: `a ${question.type} needs options` }]
        : []),
      ...(question.tickets ?? [])
        .filter((name) => !ticketNames.has(name))
        .map((name) => ({ path: ['questions', i, 'tickets'], why: `this event has no ticket type "${name}"` })),
    ]),
    ...duplicates(
      event.questions.map(({ osq_id }) => osq_id),
      (i) => ['questions', i, 'osq_id'],
      (id) => `the question "${id}" is in this event twice`,
    ),
    ...duplicates(
      event.waivers.map(({ title }) => title),
      (i) => ['waivers', i, 'title'],
      (title) => `the waiver "${title}" is in this event twice`,
    ),
    ...duplicates(
      event.plan_options.map(({ key }) => key),
      (i) => ['plan_options', i, 'key'],
      (key) => `the plan "${key}" is in this event twice`,
    ),
  ]
}

function problemsOfDates(event: CatalogueEvent): Problem[] {
  const starts = event.dates.map((date) => parseWallClock(date.starts, event.timezone)?.at.getTime())
  const keys = event.dates.flatMap((date, i): Problem[] =>
    (['starts', 'ends', 'doors'] as const)
      .filter((field) => date[field] !== null && parseWallClock(date[field], event.timezone) === null)
      .map((field) => ({ path: ['dates', i, field], why: notADateText(date[field]) })),
  )
  const onSaleFrom = event.on_sale_from
  if (onSaleFrom !== null && parseWallClock(onSaleFrom, event.timezone) === null)
    keys.push({ path: ['on_sale_from'], why: notADateText(onSaleFrom) })
  const endsBeforeStart = event.dates.flatMap((date, i): Problem[] => {
    const end = date.ends === null ? null : parseWallClock(date.ends, event.timezone, 'end')
    return end && starts[i] !== undefined && end.at.getTime() < starts[i]
      ? [{ path: ['dates', i, 'ends'], why: 'it ends before it starts' }]
      : []
  })
  const sameTime = duplicates(
    starts.map((ms) => String(ms)),
    (i) => ['dates', i, 'starts'],
    () => 'this event has another date at the same time',
  )
  return keys.length > 0 ? keys : [...endsBeforeStart, ...sameTime]
}

function problemsOfTicketType(event: CatalogueEvent, type: CatalogueTicketType): Problem[] {
  const maximum = type.max_can_reserve
  const seats = type.seats === undefined ? null : seatsOf(type.seats)
  return [
    ...problemsOfDateKeys(event, type.dates),
    ...problemsOfPeriod(
      event,
      ['sale_from', type.sale_from],
      ['sale_until', type.sale_until],
      'its sale closes before it opens',
    ),
    ...problemsOfTiers(event, type),
    ...problemsOfTypePool(event, type),
    ...(type.capacity === undefined && seats === null && type.pool === undefined
      ? [{ path: [], why: `"${type.name}" needs a capacity: how many there are to sell` }]
      : []),
    ...problemsOfSeats(type.capacity, seats),
    ...problemsOfMarks(type.seat_marks, seats),
    ...(maximum !== null && maximum < type.min_per_customer
      ? [
          {
            path: ['max_can_reserve'],
            why: `at most ${maximum}, but at least ${type.min_per_customer}, cannot be bought`,
          },
        ]
      : []),
  ]
}

/** What is wrong with the seats of a ticket type or a pool, and with a capacity beside them. */
const problemsOfSeats = (capacity: number | undefined, seats: ReturnType<typeof seatsOf> | null): Problem[] =>
  seats === null
    ? []
    : [
        ...(capacity !== undefined && capacity !== seats.length
          ? [
              {
                path: ['capacity'],
                why: `it has ${seats.length} seats, so leave the capacity out or write ${seats.length}`,
              },
            ]
          : []),
        ...duplicates(
          seats.map(({ label }) => label),
          () => ['seats'],
          (label) => `the seat "${label}" is there twice`,
        ),
      ]

const problemsOfDateKeys = (event: CatalogueEvent, keys: readonly string[] = []): Problem[] =>
  keys
    .filter((key) => !event.dates.some((date) => date.key === key))
    .map((key) => ({ path: ['dates'], why: `no date of this event has the key "${key}"` }))

/** Problems of a ticket type's reference to its pool, which must exist on every date of the type. */
function problemsOfTypePool(
  event: CatalogueEvent,
  { name, pool, places, seats, ...type }: CatalogueTicketType,
): Problem[] {
  if (pool === undefined)
    return places === 1 ? [] : [{ path: ['places'], why: `"${name}" has no pool to take ${places} places from` }]
  const pools = event.pools.filter((candidate) => candidate.name === pool)
  const isMissingOnDate = [...datesOf(event, type)].some(
    (date) => !pools.some((candidate) => datesOf(event, candidate).has(date)),
  )
  return [
    ...(pools.length === 0 ? [{ path: ['pool'], why: `this event has no pool "${pool}"` }] : []),
    ...(pools.length > 0 && isMissingOnDate
      ? [{ path: ['pool'], why: `the pool "${pool}" is not there on every date of it` }]
      : []),
    ...(seats === undefined
      ? []
      : [{ path: ['seats'], why: `"${name}" has the seats of its pool "${pool}", so leave its own out` }]),
  ]
}

function problemsOfPool(event: CatalogueEvent, pool: CataloguePool, index: number): Problem[] {
  const seats = pool.seats === undefined ? null : seatsOf(pool.seats)
  const labels = new Set(seats?.map(({ label }) => label))
  const capacity = seats?.length ?? pool.capacity ?? 0
  const places = pool.kept.reduce((sum, kept) => sum + (kept.places ?? kept.seats?.length ?? 0), 0)
  const rival = event.pools.findIndex(
    (other, i) => i < index && other.name === pool.name && shareADate(event, other, pool),
  )
  return [
    ...problemsOfDateKeys(event, pool.dates),
    ...(rival === -1 ? [] : [{ path: ['name'], why: `the pool "${pool.name}" is there twice on the same date` }]),
    ...(pool.capacity === undefined && seats === null
      ? [{ path: [], why: `the pool "${pool.name}" needs a capacity: how many places there are` }]
      : []),
    ...problemsOfSeats(pool.capacity, seats),
    ...problemsOfMarks(pool.seat_marks, seats),
    ...pool.kept.flatMap((kept, i): Problem[] => {
      if ((kept.places === undefined) === (kept.seats === undefined) || (kept.seats !== undefined) !== (seats !== null))
        return [{ path: ['kept', i], why: `write ${seats === null ? '"places": a number' : '"seats": their labels'}` }]
      return (kept.seats ?? [])
        .filter((label) => !labels.has(label))
        .map((label) => ({ path: ['kept', i, 'seats'], why: `the pool has no seat "${label}"` }))
    }),
    ...duplicates(
      pool.kept.flatMap((kept) => kept.seats ?? []),
      () => ['kept'],
      (label) => `the seat "${label}" is kept twice`,
    ),
    // Places without numbers are stored with all of their reasons as one.
    ...(seats === null && pool.kept.map(({ reason }) => reason).join(', ').length > 200
      ? [{ path: ['kept'], why: 'its reasons are longer than 200 characters together' }]
      : []),
    ...(places > capacity ? [{ path: ['kept'], why: `${places} places cannot be kept of a pool of ${capacity}` }] : []),
  ]
}

type WithDates = Pick<CatalogueTicketType, 'dates'>

const datesOf = (event: CatalogueEvent, { dates }: WithDates): Set<string | number> =>
  new Set(dates ?? event.dates.map(({ key }, i) => key ?? i))

function shareADate(event: CatalogueEvent, one: WithDates, other: WithDates): boolean {
  const otherDates = datesOf(event, other)
  return [...datesOf(event, one)].some((date) => otherDates.has(date))
}

/** Names the entry at a path for people: event "Autumn Gala", ticket type "Adult", price. */
function pathText(root: Json, path: Path): string {
  const names: string[] = []
  let node: unknown = root
  for (const [i, key] of path.entries()) {
    const parent = node
    node = (node as Record<PropertyKey, unknown> | null | undefined)?.[key]
    if (typeof key === 'number') {
      const listName = String(path[i - 1] ?? 'entry')
      const fields = typeof node === 'object' && node !== null ? (node as Record<string, unknown>) : {}
      const title = [fields.title, fields.name, fields.slug, fields.code, fields.key, fields.osq_id].find(
        (field) => typeof field === 'string',
      )
      names.push(title === undefined ? `${singular(listName)} ${key + 1}` : `${singular(listName)} "${title}"`)
    } else if (!Array.isArray((parent as Record<PropertyKey, unknown> | undefined)?.[key]) || i === path.length - 1) {
      names.push(String(key))
    }
  }
  return names.length === 0 ? 'the file' : names.join(', ')
}

const singular = (listName: string) =>
  ({ charities: 'charity', any_of: 'reference' })[listName] ?? listName.replaceAll('_', ' ').replace(/s$/, '')
