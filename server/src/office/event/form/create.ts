import { made, needed } from '@foyer/contract/office/events/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { CURRENCIES, currencyCode } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { Temporal } from 'temporal-polyfill'
import { type CatalogueInput, FORMAT_NAME } from '../../../catalogue/format/format.ts'
import { type Problem, saveCatalogue } from '../../../catalogue/import/save.ts'
import { parseWallClock } from '../../../catalogue/wall-clock.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import { htmlOfText } from '../../../html/sanitise.ts'
import { type Granted, grantOf, type OfficeHandlers } from '../../handle.ts'
import { detailsFailure } from '../../organiser/legal.ts'
import { skippedHour } from './skipped-hour.ts'
import { freeSlug } from './slug.ts'

type Reader = Pick<Tx, 'selectFrom'>
type NewEventForm = Record<'title' | 'day' | 'starts' | 'ends' | 'how_many' | 'price', string>

/** The path in the import file of each field of this form. */
const FIELDS: [field: string, ...path: string[]][] = [
  ['title', 'title'],
  ['day', 'dates', '0', 'starts'],
  ['ends', 'dates', '0', 'ends'],
  ['price', 'ticket_types', '0', 'price'],
  ['how_many', 'ticket_types', '0', 'capacity'],
  ['description', 'description_html'],
]

const asSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const TIME = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/
export const timeOf = (typed: string): string | null => {
  const [, hour, minute] = TIME.exec(typed) ?? []
  return hour === undefined ? null : `${hour.padStart(2, '0')}:${minute}`
}
const decimalOf = (typed: string): string => typed.replace(/^[£€$¥]\s*/, '').replace(',', '.')

/** The errors of missing or malformed fields, in the form's words instead of the import's. */
function problemsIn({ title, day, starts, ends, how_many, price }: NewEventForm): Record<string, string> {
  return {
    ...(title === '' && { title: needed.title }),
    ...(parseWallClock(day, 'UTC')?.dateOnly !== true && { day: needed.day }),
    ...(timeOf(starts) === null && { starts: needed.starts }),
    ...(ends !== '' && timeOf(ends) === null && { ends: needed.ends }),
    ...(!/^\d{1,7}$/.test(how_many) && { how_many: needed.howMany }),
    ...(!/^\d{1,7}(\.\d{1,2})?$/.test(decimalOf(price)) && { price: needed.price }),
  }
}

const problemsByField = (problems: readonly Problem[]): Record<string, string> =>
  Object.fromEntries(
    problems.map(({ path, why }) => {
      const [list, , ...rest] = path.map(String)
      const field = FIELDS.find(([, ...of]) => of.every((key, i) => rest[i] === key))?.[0] ?? 'title'
      return [list === 'venues' ? 'where' : field, asSentence(why)]
    }),
  )

/** The default currency and time zone for an organiser's next event. */
export async function defaultsOf(tx: Reader, organiserId: number) {
  const charity = await tx
    .selectFrom('organisers as organiser')
    .innerJoin('charities as charity', 'charity.id', 'organiser.charity_id')
    .select('charity.currency')
    .where('organiser.id', '=', organiserId)
    .executeTakeFirst()
  const last = await tx
    .selectFrom('events')
    .select(['currency', 'timezone'])
    .where('organiser_id', '=', organiserId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return {
    currency: currencyCode(charity?.currency ?? last?.currency ?? null),
    timezone: last?.timezone ?? 'Europe/London',
  }
}

/** The venues of the organiser's events that this person may see. */
export const venuesOf = (tx: Reader, ctx: Granted) => {
  const { organiserId, eventIds } = grantOf(ctx)
  return tx
    .selectFrom('venues as venue')
    .innerJoin('events as event', 'event.venue_id', 'venue.id')
    .select(['venue.id', 'venue.slug', 'venue.name', 'venue.full_address'])
    .distinct()
    .where('event.organiser_id', '=', organiserId)
    .$if(eventIds !== null, (query) => query.where('event.id', 'in', [-1, ...eventIds!]))
    .orderBy('venue.name')
    .execute()
}

export const officeNewEvent: OfficeHandlers['office_new_event'] = {
  async read(_, ctx) {
    const { organiserId, eventIds } = grantOf(ctx)
    if (eventIds !== null) return fail('may_not')
    const { db } = ctx.deps
    const { name } = await db
      .selectFrom('organisers')
      .select('name')
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    const { currency } = await defaultsOf(db, organiserId)
    const venues = await venuesOf(db, ctx)
    return { organiser: name, symbol: CURRENCIES[currency].symbol, places: venues.map((venue) => venue.name) }
  },
}

export const createEvent: OfficeHandlers['create_event'] = {
  async change(tx, { organiser_id, publish, ...typed }, ctx) {
    const { organiserId, eventIds } = grantOf(ctx)
    // guard: limited-make-none
    if (eventIds !== null) return fail('may_not')
    const refused = (problems: Record<string, string>) => ({ ...fail('event_refused'), body: { problems } })
    const problems = problemsIn(typed)
    if (Object.keys(problems).length > 0) return refused(problems)

    const defaults = await defaultsOf(tx, organiserId)
    const times = timesIn(typed)
    const skipped = {
      starts: skippedHour(times.starts, defaults.timezone),
      ends: times.ends && skippedHour(times.ends, defaults.timezone),
    }
    for (const [field, why] of Object.entries(skipped)) if (why) return refused({ [field]: why })
    const startsAt = parseWallClock(times.starts, defaults.timezone)!.at
    if (await eventExists(tx, organiserId, typed.title, startsAt)) return fail('event_exists')
    const sameName = await venuesNamed(tx, ctx, typed)
    // Any of them could be another village's.
    if (sameName.length > 1 && typed.address === '') return refused({ address: needed.address })
    const file = await fileOf(tx, ctx, { ...typed, ...times, ...defaults, publish }, sameName[0])
    const saved = await saveCatalogue(tx, file, ctx.now)
    if (!saved.ok)
      return saved.lacking ? detailsFailure(tx, saved.lacking, organiserId) : refused(problemsByField(saved.problems))
    const eventId = saved.events[0]!
    return {
      reply: {
        success: true,
        next: `${OFFICE_PAGES.event.path}?organiser_id=${organiserId}&event_id=${eventId}`,
      },
      log: { subject: ['event', eventId], after: file },
    }
  },
}

/** The local start and end that were typed. An end before the start is on the next day. */
function timesIn(typed: Pick<NewEventForm, 'day' | 'starts' | 'ends'>): { starts: string; ends: string | null } {
  const day = Temporal.PlainDate.from(parseWallClock(typed.day, 'UTC')!.at.toISOString().slice(0, 10))
  const starts = timeOf(typed.starts)!
  const ends = typed.ends === '' ? null : timeOf(typed.ends)!
  return {
    starts: `${day}T${starts}`,
    ends: ends && `${ends <= starts ? day.add({ days: 1 }) : day}T${ends}`,
  }
}

type NewEvent = Omit<NewEventForm, 'ends'> &
  Awaited<ReturnType<typeof defaultsOf>> & {
    ends: string | null
    where: string
    address: string
    description: string
    publish: boolean
  }

/** The organiser's venues of this name, and at this address if there is one. */
const venuesNamed = async (tx: Tx, ctx: Granted, { where, address }: Pick<NewEvent, 'where' | 'address'>) =>
  (await venuesOf(tx, ctx)).filter(
    ({ name, full_address }) =>
      name.toLowerCase() === where.toLowerCase() && (address === '' || address === (full_address ?? '')),
  )

/** The new event as an import file, with its venue if that is new too. */
async function fileOf(
  tx: Tx,
  ctx: Granted,
  event: NewEvent,
  existingVenue: { slug: string } | undefined,
): Promise<CatalogueInput> {
  const organiser = await tx
    .selectFrom('organisers')
    .select('slug')
    .where('id', '=', grantOf(ctx).organiserId)
    .executeTakeFirstOrThrow()
  const venue =
    event.where === '' || existingVenue
      ? null
      : {
          slug: await freeSlug(tx, 'venues', event.where),
          name: event.where,
          ...(event.address !== '' && { full_address: event.address }),
        }
  const { title, starts, ends, currency, timezone } = event
  return {
    format: FORMAT_NAME,
    ...(venue && { venues: [venue] }),
    events: [
      {
        slug: await freeSlug(tx, 'events', title),
        organiser: organiser.slug,
        venue: venue?.slug ?? existingVenue?.slug ?? null,
        title,
        description_html: htmlOfText(event.description),
        currency,
        timezone,
        status: event.publish ? 'published' : 'draft',
        dates: [{ starts, ...(ends !== null && { ends }) }],
        ticket_types: [{ name: made.ticket, price: decimalOf(event.price), capacity: Number(event.how_many) }],
      },
    ],
  }
}

/** Whether the organiser has this event already, which means that the form was sent twice. */
async function eventExists(tx: Tx, organiserId: number, title: string, startsAt: Date): Promise<boolean> {
  await tx.selectFrom('organisers').select('id').where('id', '=', organiserId).forNoKeyUpdate().execute()
  const same = await tx
    .selectFrom('events as event')
    .innerJoin('event_dates as date', 'date.event_id', 'event.id')
    .select('event.id')
    .where('event.organiser_id', '=', organiserId)
    .where('event.title', '=', title)
    .where('date.starts_at', '=', startsAt)
    .executeTakeFirst()
  return same !== undefined
}
