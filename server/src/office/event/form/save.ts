import { formWords, SECTIONS } from '@foyer/contract/office/events/fields.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Selectable } from 'kysely'
import { isTimeZone } from '../../../catalogue/format/format.ts'
import { saveCatalogue } from '../../../catalogue/import/save.ts'
import type { EventsTable } from '../../../db/schema/types.generated.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../../handle.ts'
import { lastChange } from '../../log/last-change.ts'
import { detailsFailure } from '../../organiser/legal.ts'
import { eventHeader } from '../header.ts'
import { ownEvent } from '../own-event.ts'
import { venuesOf } from './create.ts'
import { documentOf, type EventDocument, fileOf, followNames, forgetRemovedDates, offerOnNewDates } from './document.ts'
import { partsOf, rowPart, valuesOf } from './form.ts'
import { type FormSubject, NEW_VENUE } from './kinds.ts'
import { baseOf, loggedChanges, type ReadForm, readForm, refusalsOf } from './read-form.ts'
import { skippedHour } from './skipped-hour.ts'
import { ticketTable } from './ticket-table.ts'
import { usageOf } from './usage.ts'
import { inVenue, type Venues, venueFor } from './venue.ts'

type Reader = Pick<Tx, 'selectFrom'>
type EventRow = Selectable<EventsTable>

async function subjectOf(tx: Reader, event: EventRow, ctx: OfficeContext): Promise<FormSubject> {
  const document = await documentOf(tx, event)
  return {
    document,
    usage: await usageOf(tx, event, grantOf(ctx).eventIds),
    venues: await venuesOf(tx, ctx),
    context: {
      currency: currencyCode(event.currency),
      dateKeys: document.lists.dates!.map(({ value }) => String(value.key)),
      typeNames: [...new Set(document.lists.ticket_types!.map(({ value }) => String(value.name)))],
    },
  }
}

/** The address of an event's page in the office. */
export const officeEventPath = (
  page: 'event' | 'event_form',
  organiserId: number,
  eventId: number,
  section = '',
): string =>
  `${OFFICE_PAGES[page].path}?organiser_id=${organiserId}&event_id=${eventId}${section && `&section=${section}`}`

export const officeEventForm: OfficeHandlers['office_event_form'] = {
  async read({ event_id, section: wanted, row }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    const section = SECTIONS.find(({ name }) => name === wanted)
    if (event === undefined || section === undefined) return fail('not_found')
    const subject = await subjectOf(db, event, ctx)
    const head = await eventHeader(ctx, event)
    const isTable = section.name === 'tickets' && row !== 'all'
    const parts = isTable ? rowPart(section, row, subject) : partsOf(section, subject)
    return {
      ...head,
      table: isTable ? ticketTable(subject, head.state, ctx.now) : null,
      row: isTable && parts.length === 0 ? '' : row,
      section: section.name,
      label: section.label,
      lead: section.lead ?? '',
      version: event.version,
      parts,
      base: JSON.stringify(valuesOf(parts)),
    }
  },
}

export const saveEvent: OfficeHandlers['save_event'] = {
  async change(tx, { event_id, section: wanted, version, base, f, end }, ctx) {
    const event = await ownEvent(tx, ctx, event_id, { lock: true })
    const section = SECTIONS.find(({ name }) => name === wanted)
    if (event === undefined || section === undefined) return fail('not_found')
    // The body parser drops fields beyond its limit. Saving an incomplete form would delete what is missing.
    if (!end) return fail('form_too_long')
    const subject = await subjectOf(tx, event, ctx)
    const read = readForm(section, f, baseOf(base), subject)
    const { changedMeanwhile, refused } = refusalsOf(section, read)
    // Events can share a venue, so a change of the venue doesn't change the event's version.
    const conflicts = Object.keys(read.conflicts)
    // guard: changed-meanwhile
    if (conflicts.some((name) => event.version !== version || name.startsWith('place.')))
      return changedMeanwhile(await lastChange(tx, event.organiser_id, ['event', event.id]))
    const problems = await problemsOf(tx, ctx, read)
    if (problems !== null) return refused(problems)
    const venue = await venueFor(tx, subject, read.document)
    if (!venue.ok) return refused([venue.problem])
    const saved = await write(tx, read.document, ctx.now, venue.venues)
    if (!saved.ok)
      return saved.lacking
        ? detailsFailure(tx, saved.lacking, event.organiser_id)
        : refused(saved.problems.map(inVenue))
    return {
      reply: { success: true, next: officeEventPath('event_form', grantOf(ctx).organiserId, event_id, section.name) },
      log: { subject: ['event', event_id], ...loggedChanges(read) },
    }
  },
}

/** Writes a changed document through the import. */
export function write(tx: Tx, document: EventDocument, now: Date, venues: Venues = []) {
  offerOnNewDates(document)
  forgetRemovedDates(document)
  followNames(document)
  const { file, storedParts } = fileOf(document)
  return saveCatalogue(tx, { ...file, venues }, now, storedParts)
}

/** Times of dates that a clock change skips. The import moves them to a later time; a person is asked instead. */
export function missingHours({ own, lists }: EventDocument): { path: PropertyKey[]; why: string }[] {
  const zone = String(own.timezone ?? 'Europe/London')
  return lists.dates!.flatMap(({ value }, i) =>
    (['starts', 'ends', 'doors'] as const).flatMap((field) => {
      const local = value[field]
      const why = typeof local === 'string' && isTimeZone(zone) ? skippedHour(local, zone) : null
      return why === null ? [] : [{ path: ['dates', i, field], why }]
    }),
  )
}

/** Finds problems that the import can't see: a code that the organiser has already or that was renamed, or another organiser's venue. */
async function problemsOf(tx: Tx, ctx: OfficeContext, { document }: ReadForm) {
  const problems: { path: PropertyKey[]; why: string }[] = [...missingHours(document)]
  for (const [i, { id, value }] of document.lists.discount_codes!.entries()) {
    if (id === String(value.code)) continue
    const taken = await tx
      .selectFrom('discount_codes')
      .select('id')
      .where('typed_code', '=', String(value.code ?? ''))
      .where('owner_id', '=', grantOf(ctx).organiserId)
      .executeTakeFirst()
    // guard: code-of-another
    if (taken !== undefined || id !== null)
      problems.push({
        path: ['discount_codes', i, 'code'],
        why: id === null ? formWords.codeTaken : formWords.codeStays,
      })
  }
  const { venue } = document.own
  if (typeof venue === 'string' && venue !== NEW_VENUE) {
    const own = await venuesOf(tx, ctx)
    // guard: venue-of-another
    if (!own.some(({ slug }) => slug === venue))
      problems.push({ path: ['events', 0, 'venue'], why: formWords.removedMeanwhile })
  }
  return problems.length > 0 ? problems : null
}
