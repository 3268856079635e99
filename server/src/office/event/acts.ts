import { addDays, daysBetween, isDay } from '@foyer/domain/format/calendar-days.ts'
import { weeklyDays } from '@foyer/domain/format/weekly.ts'
import { fail } from '@foyer/domain/result.ts'
import { saveCatalogue } from '../../catalogue/import/save.ts'
import { grantOf, type OfficeHandlers } from '../handle.ts'
import { detailsFailure } from '../organiser/legal.ts'
import { timeOf } from './form/create.ts'
import { documentOf, fileOf } from './form/document.ts'
import { missingHours, officeEventPath, write } from './form/save.ts'
import { freeSlug } from './form/slug.ts'
import { ownEvent } from './own-event.ts'
import { stateOfEvent } from './state.ts'

const MAX_DATES = 400

export const setEventStatus: OfficeHandlers['set_event_status'] = {
  async change(tx, { event_id, status }, ctx) {
    const event = await ownEvent(tx, ctx, event_id, { lock: true })
    if (event === undefined) return fail('not_found')
    const reply = { success: true as const, next: officeEventPath('event', grantOf(ctx).organiserId, event_id) }
    if (event.status === status) return { reply, log: null }
    // A cancelled event's orders have been refunded, so it can't come back.
    if (event.status === 'cancelled') return fail('event_refused')
    const document = await documentOf(tx, event)
    document.own.status = status
    const saved = await write(tx, document, ctx.now)
    if (!saved.ok) return saved.lacking ? detailsFailure(tx, saved.lacking, event.organiser_id) : fail('event_refused')
    return {
      reply,
      log: { subject: ['event', event_id], before: { status: event.status }, after: { status } },
    }
  },
}

export const archiveEvent: OfficeHandlers['archive_event'] = {
  async change(tx, { event_id, archived }, ctx) {
    const event = await ownEvent(tx, ctx, event_id, { lock: true })
    if (event === undefined) return fail('not_found')
    const state = await stateOfEvent(tx, event, ctx.now)
    if (archived && !['draft', 'cancelled', 'over'].includes(state)) return fail('event_on_sale')
    await tx
      .updateTable('events')
      .set({ archived_at: archived ? ctx.now : null })
      .where('id', '=', event_id)
      .execute()
    return {
      reply: { success: true, next: officeEventPath('event', grantOf(ctx).organiserId, event_id) },
      log: {
        subject: ['event', event_id],
        before: { archived: event.archived_at !== null },
        after: { archived },
      },
    }
  },
}

/** Moves a date, or the date of a local time, by a number of calendar days. */
const shiftDay = (written: unknown, days: number): unknown =>
  typeof written === 'string' ? `${addDays(written.slice(0, 10), days)}${written.slice(10)}` : written

export const duplicateEvent: OfficeHandlers['duplicate_event'] = {
  async change(tx, { event_id, title, first_day }, ctx) {
    const { organiserId, eventIds } = grantOf(ctx)
    const event = await ownEvent(tx, ctx, event_id)
    if (event === undefined) return fail('not_found')
    if (eventIds !== null) return fail('may_not')
    if (title === '' || !isDay(first_day)) return fail('event_refused')
    const document = await documentOf(tx, event)
    const { own, lists } = document
    const days = daysBetween(String(lists.dates![0]!.value.starts).slice(0, 10), first_day)
    const shift = (value: Record<string, unknown>, ...fields: string[]) => {
      for (const field of fields) if (value[field] !== undefined) value[field] = shiftDay(value[field], days)
    }
    for (const { value } of lists.dates!) {
      shift(value, 'starts', 'ends', 'doors')
      delete value.cancelled
    }
    for (const { value } of lists.ticket_types!) {
      shift(value, 'sale_from', 'sale_until')
      for (const tier of (value.price_tiers ?? []) as Record<string, unknown>[]) shift(tier, 'until')
    }
    shift(own, 'on_sale_from')
    const copy = {
      slug: await freeSlug(tx, 'events', title),
      organiser: document.organiser,
      own: { ...own, title, status: 'draft', source_url: null },
      lists: { ...lists, access_codes: [], discount_codes: [] },
    }
    const sentBefore = await tx
      .selectFrom('events')
      .select('id')
      .where('organiser_id', '=', organiserId)
      .where('title', '=', title)
      .where('created_at', '>', new Date(ctx.now.getTime() - 60_000))
      .executeTakeFirst()
    if (sentBefore !== undefined) return fail('event_exists')
    const saved = await saveCatalogue(tx, fileOf(copy).file, ctx.now)
    if (!saved.ok) return fail('event_refused')
    const copyId = saved.events[0]!
    return {
      reply: { success: true, next: officeEventPath('event', organiserId, copyId) },
      log: { subject: ['event', copyId], after: { copy_of: event_id, title, first_day } },
    }
  },
}

export const addDates: OfficeHandlers['add_dates'] = {
  async change(tx, { event_id, weekdays, from, until, ...typed }, ctx) {
    const event = await ownEvent(tx, ctx, event_id, { lock: true })
    if (event === undefined) return fail('not_found')
    const except = typed.except.split(/[\s,]+/).filter((day) => day !== '')
    const [starts, ends] = [timeOf(typed.starts), typed.ends === '' ? null : timeOf(typed.ends)]
    const days = weeklyDays({ weekdays, from, until, except }, MAX_DATES)
    const isWrong = starts === null || (typed.ends !== '' && ends === null) || !except.every(isDay)
    if (isWrong || days.length === 0 || days.length > MAX_DATES) return fail('bad_rule')
    const document = await documentOf(tx, event)
    const existing = new Set(document.lists.dates!.map(({ value }) => String(value.starts).slice(0, 16)))
    const added = days.filter((day) => !existing.has(`${day}T${starts}`))
    for (const day of added)
      document.lists.dates!.push({
        id: null,
        value: {
          starts: `${day}T${starts}`,
          // An end before the start is on the next day.
          ...(ends !== null && { ends: `${ends <= starts! ? addDays(day, 1) : day}T${ends}` }),
        },
      })
    const [missing] = missingHours(document)
    if (missing) return fail('dates_refused', { why: missing.why })
    if (added.length > 0 && !(await write(tx, document, ctx.now)).ok) return fail('event_refused')
    return {
      reply: { success: true, next: officeEventPath('event_form', grantOf(ctx).organiserId, event_id, 'dates') },
      log: { subject: ['event', event_id], after: { added, starts, ends } },
    }
  },
}
