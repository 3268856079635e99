import { groupBy } from '@foyer/domain/group.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { seatsInOrder } from '@foyer/domain/seats/hall.ts'
import type { Selectable } from 'kysely'
import type { EventsTable, PoolsTable, TicketTypesTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { type EventInput, EventSchema, type TicketTypeInput } from '../format/format.ts'
import { EVENT, TICKET_TYPE } from '../model/event.ts'
import type { Units } from '../model/part.ts'
import { accessCodesInput } from './access-codes.ts'
import { exportedTiers, tiersInput } from './price-tiers.ts'
import { marksInput, seatsInput } from './seats.ts'
import { textsOf } from './texts.ts'
import { tidy } from './tidy.ts'
import { writtenDay, writtenMoment, writtenMomentOrNull } from './times.ts'

type PoolInput = NonNullable<EventInput['pools']>[number]

/** An event with only its required fields, so that parsing fills in the format’s defaults. */
const MINIMAL = EventSchema.parse({
  slug: 'a',
  organiser: 'a',
  title: 'A',
  dates: [{ starts: '2027-01-01' }],
  pools: [{ name: 'A', capacity: 1 }],
  ticket_types: [{ name: 'A', price: 0 }],
  questions: [{ osq_id: 'a', question_html: 'a', type: 'text', before_or_after: 'after' }],
})
const DEFAULTS = {
  event: MINIMAL,
  date: MINIMAL.dates[0]!,
  pool: MINIMAL.pools[0]!,
  type: MINIMAL.ticket_types[0]!,
  question: MINIMAL.questions[0]!,
}

/** An entry of the file that applies to several dates. */
type OnDates<T> = { input: T; dateIds: number[] }

function mergedByInput<T extends object>(rows: readonly { dateId: number; input: T }[]): OnDates<T>[] {
  const alike = groupBy(rows, ({ input }) => JSON.stringify(input))
  return [...alike.values()].map((same) => ({ input: same[0]!.input, dateIds: same.map(({ dateId }) => dateId) }))
}

/**
 * Exports an event in the import format, without what is kept only for earlier buyers. Also returns the ids of its dates in
 * file order.
 */
export async function eventInput(
  tx: Pick<Tx, 'selectFrom'>,
  event: Selectable<EventsTable>,
  slugs: { organiser: string; venue: string | null },
): Promise<{ input: EventInput; dateIds: number[] }> {
  const zone = event.timezone
  const units = { currency: currencyCode(event.currency), zone }
  const [dateRows, types, pools, seats] = [
    await tx.selectFrom('event_dates').selectAll().where('event_id', '=', event.id).orderBy('starts_at').execute(),
    await tx
      .selectFrom('ticket_types as type')
      .innerJoin('stock', 'stock.ticket_type_id', 'type.id')
      .leftJoin('pools as pool', 'pool.id', 'type.pool_id')
      .selectAll('type')
      .select(['stock.capacity', 'stock.closed', 'pool.name as pool_name'])
      .where('type.event_id', '=', event.id)
      .orderBy('type.sort')
      .orderBy('type.id')
      .execute(),
    await tx.selectFrom('pools').selectAll().where('event_id', '=', event.id).orderBy('id').execute(),
    await seatsOfEvent(tx, event.id),
  ]
  const open = types.filter((type) => !type.closed)
  const closedAlone = (dateId: number) =>
    types.some(({ date_id }) => date_id === dateId) && !open.some(({ date_id }) => date_id === dateId)
  const dates = open.length === 0 ? dateRows : dateRows.filter(({ id }) => !closedAlone(id))
  const dateIds = new Set(dates.map(({ id }) => id))
  const requires = await requirementsOf(tx, event.id, new Set(open.map(({ id }) => id)))
  const tiers = await exportedTiers(tx, open)

  const onTypes = mergedByInput(
    open.map((type) => ({
      dateId: type.date_id,
      input: typeInput(type, {
        units,
        // A seat of a pool has a type too while it is held or sold, and stays the pool's.
        seats: seats.filter(({ ticket_type_id, pool_id }) => pool_id === null && ticket_type_id === type.id),
        tiers: tiersInput(tiers.get(type.id) ?? [], units),
        requires: requires.get(type.id) ?? [],
      }),
    })),
  )
  const onPools = mergedByInput(
    pools
      .filter((pool) => !pool.closed && dateIds.has(pool.event_date_id))
      .map((pool) => ({
        dateId: pool.event_date_id,
        input: poolInput(
          pool,
          seats.filter(({ pool_id }) => pool_id === pool.id),
        ),
      })),
  )

  // Dates need keys only if something isn't on every date.
  const partly = [...onTypes, ...onPools].filter(({ dateIds }) => dateIds.length < dates.length)
  const keyOf = new Map(
    partly.length === 0 ? [] : dates.map(({ id, starts_at }) => [id, writtenMoment(starts_at, zone)] as const),
  )
  const named = <T extends object>({ input, dateIds }: OnDates<T>): T & { dates?: string[] } =>
    dateIds.length < dates.length
      ? { ...input, dates: dates.flatMap(({ id }) => (dateIds.includes(id) ? [keyOf.get(id)!] : [])) }
      : input
  const inOrder = onTypes.every(({ input }, i) => input.sort === i)
  const name = new Map(open.map((type) => [type.id, type.name]))
  const questions = await questionsOf(tx, event.id, name)
  const input = tidy<EventInput>(
    {
      slug: event.slug,
      ...slugs,
      ...fieldsOf(event, units),
      dates: dates.map((date) => dateInput(date, zone, keyOf.get(date.id))),
      pools: onPools.map(named),
      ticket_types: onTypes.map((type) =>
        named(inOrder ? { ...type, input: { ...type.input, sort: undefined } } : type),
      ),
      access_codes: await accessCodesInput(tx, event, name),
      questions,
      ...(await textsOf(tx, event.id)),
    },
    {
      ...DEFAULTS.event,
      slug: undefined,
      organiser: undefined,
      title: undefined,
      pools: [],
      ticket_types: [],
      access_codes: [],
      questions: [],
    },
  )
  return { input: JSON.parse(JSON.stringify(input)), dateIds: dates.map((date) => date.id) }
}

type ExportedSeat = Awaited<ReturnType<typeof seatsOfEvent>>[number]
type ExportedType = Selectable<TicketTypesTable> & { capacity: number | null; pool_name: string | null }

function typeInput(
  type: ExportedType,
  {
    units,
    seats,
    tiers,
    requires,
  }: {
    units: Units
    seats: readonly ExportedSeat[]
    tiers: TicketTypeInput['price_tiers']
    requires: TicketTypeInput['requires']
  },
): TicketTypeInput {
  return tidy<TicketTypeInput>(
    {
      ...TICKET_TYPE.fields(type, units),
      price_tiers: tiers,
      ...(seats.length > 0
        ? { seats: seatsInput(seats), seat_marks: marksInput(seats) }
        : { capacity: type.capacity ?? undefined }),
      pool: type.pool_name ?? undefined,
      requires,
      sort: type.sort,
    },
    { ...DEFAULTS.type, name: undefined, price: undefined },
  )
}

function poolInput(
  { name, capacity, kept, kept_reason }: Selectable<PoolsTable>,
  seats: readonly ExportedSeat[],
): PoolInput {
  const keptSeats = groupBy(
    seats.filter(({ status }) => status === 'kept'),
    (seat) => seat.allocation!,
  )
  const places = kept > 0 && seats.length === 0 ? [{ reason: kept_reason || name, places: kept }] : []
  return tidy<PoolInput>(
    {
      name,
      ...(seats.length > 0 ? { seats: seatsInput(seats), seat_marks: marksInput(seats) } : { capacity }),
      kept: [...places, ...[...keptSeats].map(([reason, own]) => ({ reason, seats: own.map(({ label }) => label) }))],
    },
    { kept: DEFAULTS.pool.kept },
  )
}

/** The fields of the event itself, without its dates, tickets and texts. */
const fieldsOf = (event: Selectable<EventsTable>, units: Units) => ({
  ...EVENT.fields(event, units),
  picture:
    event.picture === null ? undefined : tidy({ src: `sha256:${event.picture}`, alt: event.picture_alt }, { alt: '' }),
  reward:
    event.reward_text === null
      ? null
      : { text: event.reward_text, short_text: event.reward_short_text ?? event.reward_text },
})

function dateInput(
  date: { starts_at: Date; ends_at: Date | null; doors_at: Date | null; all_day: boolean; status: string },
  zone: string,
  key: string | undefined,
): EventInput['dates'][number] {
  const day = date.all_day ? writtenDay(date.starts_at, zone, 'start') : null
  const ends = date.ends_at
  return tidy<EventInput['dates'][number]>(
    {
      key,
      starts: day ?? writtenMoment(date.starts_at, zone),
      ends: ends && (writtenDay(ends, zone, 'end') ?? writtenMoment(ends, zone)),
      doors: writtenMomentOrNull(date.doors_at, zone),
      all_day: date.all_day && day === null ? true : undefined,
      cancelled: date.status === 'cancelled',
      postponed: date.status === 'postponed',
    },
    { ...DEFAULTS.date, starts: undefined },
  )
}

async function seatsOfEvent(tx: Pick<Tx, 'selectFrom'>, eventId: number) {
  const seats = await tx
    .selectFrom('seats')
    .leftJoin('ticket_types as type', 'type.id', 'seats.ticket_type_id')
    .leftJoin('pools as pool', 'pool.id', 'seats.pool_id')
    .leftJoin('seat_allocations as allocation', 'allocation.id', 'seats.allocation_id')
    .selectAll('seats')
    .select('allocation.name as allocation')
    .where((eb) => eb.or([eb('type.event_id', '=', eventId), eb('pool.event_id', '=', eventId)]))
    .orderBy('seats.id')
    .execute()
  return seatsInOrder(seats.map((seat) => ({ ...seat, row: seat.row_name, number: seat.seat_number })))
}

type Requires = NonNullable<TicketTypeInput['requires']>

/** The required tickets of each ticket type, by name. Leaves out closed types of this event. */
async function requirementsOf(
  tx: Pick<Tx, 'selectFrom'>,
  eventId: number,
  open: ReadonlySet<number>,
): Promise<Map<number, Requires>> {
  const needs = await tx
    .selectFrom('ticket_requirements as need')
    .innerJoin('ticket_types as type', 'type.id', 'need.ticket_type_id')
    .select(['need.ticket_type_id', 'need.title', 'need.any_of'])
    .where('type.event_id', '=', eventId)
    .orderBy('need.id')
    .execute()
  if (needs.length === 0) return new Map()
  const others = await tx
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select(['type.id', 'type.name', 'event.slug', 'event.id as event_id'])
    .where(
      'type.id',
      'in',
      needs.flatMap(({ any_of }) => any_of),
    )
    .orderBy('type.sort')
    .orderBy('type.id')
    .execute()
  const named = needs.flatMap(({ ticket_type_id, title, any_of }) => {
    const references = others
      .filter((other) => any_of.includes(other.id) && (other.event_id !== eventId || open.has(other.id)))
      .map((other) => (other.event_id === eventId ? other.name : { event: other.slug, ticket: other.name }))
    const once = [...new Map(references.map((reference) => [JSON.stringify(reference), reference])).values()]
    return once.length === 0 ? [] : [{ ticket_type_id, need: { title, any_of: once } }]
  })
  return new Map(
    [...groupBy(named, ({ ticket_type_id }) => ticket_type_id)].map(([id, own]) => [id, own.map(({ need }) => need)]),
  )
}

/** The questions that still belong to a ticket type. The others are kept only for their answers. */
async function questionsOf(
  tx: Pick<Tx, 'selectFrom'>,
  eventId: number,
  names: ReadonlyMap<number, string>,
): Promise<NonNullable<EventInput['questions']>> {
  const questions = await tx
    .selectFrom('questions')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const links = await tx
    .selectFrom('question_tickets as link')
    .innerJoin('questions as question', 'question.id', 'link.question_id')
    .select(['link.question_id', 'link.ticket_type_id'])
    .where('question.event_id', '=', eventId)
    .execute()
  const exported = questions.flatMap((question) => {
    const askedTypes = new Set(
      links.filter((link) => link.question_id === question.id).map((link) => link.ticket_type_id),
    )
    const missing = [...names.keys()].some((id) => !askedTypes.has(id))
    const tickets = [...new Set([...names].flatMap(([id, name]) => (askedTypes.has(id) ? [name] : [])))]
    return missing && tickets.length === 0 ? [] : [{ question, tickets: missing ? tickets : undefined }]
  })
  const inOrder = exported.every(({ question }, i) => question.sort === i)
  return exported.map(({ question: { id, event_id, sort, type, ...question }, tickets }) =>
    tidy<NonNullable<EventInput['questions']>[number]>(
      {
        ...question,
        type: type as NonNullable<EventInput['questions']>[number]['type'],
        tickets,
        sort: inOrder ? undefined : sort,
      },
      { mandatory: false, once_per_checkout: false, options: [] },
    ),
  )
}
