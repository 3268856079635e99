import { made, needed } from '@foyer/contract/office/events/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { CURRENCIES, currencyCode } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { Temporal } from 'temporal-polyfill'
import { type CatalogueInput, FORMAT_NAME } from '../../catalogue/format/format.ts'
import { type Problem, saveCatalogue } from '../../catalogue/import/save.ts'
import { parseWallClock } from '../../catalogue/wall-clock.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { htmlOfText } from '../../html/sanitise.ts'
import { grantOf, type OfficeHandlers } from '../handle.ts'
import { freeSlug } from './slug.ts'

type Reader = Pick<Tx, 'selectFrom'>
type Typed = Record<'title' | 'day' | 'starts' | 'ends' | 'how_many' | 'price', string>

/** The path in the file of each field of the first form. */
const FIELDS: [field: string, ...path: string[]][] = [
  ['title', 'title'],
  ['day', 'dates', '0', 'starts'],
  ['ends', 'dates', '0', 'ends'],
  ['price', 'ticket_types', '0', 'price'],
  ['how_many', 'ticket_types', '0', 'capacity'],
  ['description', 'description_html'],
]

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const TIME = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/
export const timeOf = (typed: string): string | null => {
  const [, hour, minute] = TIME.exec(typed) ?? []
  return hour === undefined ? null : `${hour.padStart(2, '0')}:${minute}`
}
const amountOf = (typed: string): string => typed.replace(/^[£€$¥]\s*/, '').replace(',', '.')

/** The fields that are missing or malformed, with errors that use the form's words instead of the file's. */
function missing({ title, day, starts, ends, how_many, price }: Typed): Record<string, string> {
  return {
    ...(title === '' && { title: needed.title }),
    ...(parseWallClock(day, 'UTC')?.dateOnly !== true && { day: needed.day }),
    ...(timeOf(starts) === null && { starts: needed.starts }),
    ...(ends !== '' && timeOf(ends) === null && { ends: needed.ends }),
    ...(!/^\d{1,7}$/.test(how_many) && { how_many: needed.howMany }),
    ...(!/^\d{1,7}(\.\d{1,2})?$/.test(amountOf(price)) && { price: needed.price }),
  }
}

const problemsByField = (problems: readonly Problem[]): Record<string, string> =>
  Object.fromEntries(
    problems.map(({ path, why }) => {
      const [list, , ...rest] = path.map(String)
      const field = FIELDS.find(([, ...of]) => of.every((key, i) => rest[i] === key))?.[0] ?? 'title'
      return [list === 'venues' ? 'where' : field, capital(why)]
    }),
  )

/** The default currency and time zone for an organiser's next event. */
export async function usual(tx: Reader, organiserId: number) {
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

/** The venues of an organiser's events. */
export const venuesOf = (tx: Reader, organiserId: number) =>
  tx
    .selectFrom('venues as venue')
    .innerJoin('events as event', 'event.venue_id', 'venue.id')
    .select(['venue.id', 'venue.slug', 'venue.name', 'venue.full_address'])
    .distinct()
    .where('event.organiser_id', '=', organiserId)
    .orderBy('venue.name')
    .execute()

export const officeNewEvent: OfficeHandlers['office_new_event'] = {
  async look(_, ctx) {
    const { organiserId, eventIds } = grantOf(ctx)
    if (eventIds !== null) return fail('may_not')
    const { db } = ctx.deps
    const { name } = await db
      .selectFrom('organisers')
      .select('name')
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    const { currency } = await usual(db, organiserId)
    const venues = await venuesOf(db, organiserId)
    return { organiser: name, symbol: CURRENCIES[currency].symbol, places: venues.map((venue) => venue.name) }
  },
}

export const createEvent: OfficeHandlers['create_event'] = {
  async act(tx, { organiser_id, publish, ...typed }, ctx) {
    const { organiserId, eventIds } = grantOf(ctx)
    // guard: limited-make-none
    if (eventIds !== null) return fail('may_not')
    const refused = (problems: Record<string, string>) => ({ ...fail('event_refused'), body: { problems } })
    const lacking = missing(typed)
    if (Object.keys(lacking).length > 0) return refused(lacking)

    const { currency, timezone } = await usual(tx, organiserId)
    const day = Temporal.PlainDate.from(parseWallClock(typed.day, 'UTC')!.at.toISOString().slice(0, 10))
    const starts = `${day}T${timeOf(typed.starts)}`
    const until = typed.ends === '' ? null : timeOf(typed.ends)!
    // After midnight it is the next day.
    const ends = until && `${until <= timeOf(typed.starts)! ? day.add({ days: 1 }) : day}T${until}`
    if (await isThere(tx, organiserId, typed.title, parseWallClock(starts, timezone)!.at)) return fail('event_exists')

    const organiser = await tx
      .selectFrom('organisers')
      .select('slug')
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    const known = (await venuesOf(tx, organiserId)).find(
      ({ name, full_address }) =>
        name.toLowerCase() === typed.where.toLowerCase() &&
        (typed.address === '' || typed.address === (full_address ?? '')),
    )
    const venue =
      typed.where === '' || known
        ? null
        : {
            slug: await freeSlug(tx, 'venues', typed.where),
            name: typed.where,
            ...(typed.address !== '' && { full_address: typed.address }),
          }
    const slug = await freeSlug(tx, 'events', typed.title)
    const file: CatalogueInput = {
      format: FORMAT_NAME,
      ...(venue && { venues: [venue] }),
      events: [
        {
          slug,
          organiser: organiser.slug,
          venue: venue?.slug ?? known?.slug ?? null,
          title: typed.title,
          description_html: htmlOfText(typed.description),
          ...{ currency, timezone },
          status: publish ? 'published' : 'draft',
          dates: [{ starts, ...(ends !== null && { ends }) }],
          ticket_types: [{ name: made.ticket, price: amountOf(typed.price), capacity: Number(typed.how_many) }],
        },
      ],
    }
    const saved = await saveCatalogue(tx, file, ctx.now)
    if (!saved.ok) return refused(problemsByField(saved.problems))
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

/** Whether this event exists already, which means that the form was sent twice. */
async function isThere(tx: Tx, organiserId: number, title: string, startsAt: Date): Promise<boolean> {
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
