import type { EventFilterValues } from '@foyer/contract/pages.ts'
import { onePerDb } from '../db/transaction/combine.ts'
import { choicesOf } from './read/choices.ts'
import { eventPage } from './read/event-page.ts'
import { listEvents, organiserPage, upcomingOf } from './read/lists.ts'
import { giftVouchers } from './read/vouchers.ts'

/** Maximum age of a cached result, in milliseconds of the request's clock. */
export const MAX_AGE_MS = 1000
/** Results kept per kind. Searches for every possible word must not fill the memory. */
const MOST_KEPT = 500

/** Caches the results of `read` for a moment. Concurrent callers share one read; a failed read is dropped at once. */
export function cached<Args extends unknown[], T>(
  read: (now: Date, ...args: Args) => Promise<T>,
): (now: Date, ...args: Args) => Promise<T> {
  const entries = new Map<string, { at: number; answer: Promise<T> }>()
  return (now, ...args) => {
    const key = JSON.stringify(args)
    const known = entries.get(key)
    const age = known ? now.getTime() - known.at : Number.POSITIVE_INFINITY
    if (known && age >= 0 && age < MAX_AGE_MS) return known.answer
    if (entries.size >= MOST_KEPT) entries.clear()
    const entry = { at: now.getTime(), answer: read(now, ...args) }
    entries.set(key, entry)
    entry.answer.catch(() => {
      if (entries.get(key) === entry) entries.delete(key)
    })
    return entry.answer
  }
}

/** The catalogue as pages show it, up to a second old. Decisions read the database again in their own transaction. */
export const catalogueCache = onePerDb((db) => {
  const choices = cached((now) => choicesOf(db, now))
  return {
    events: cached(async (now, filters: Partial<EventFilterValues>) =>
      listEvents(db, filters, now, await choices(now)),
    ),
    event: cached((now, slug: string) => eventPage(db, slug, now)),
    // Cached separately, so that pages with access codes can't evict the public ones.
    opened: cached((now, slug: string, codeId: number) => eventPage(db, slug, now, { codeId })),
    organiser: cached((now, slug: string) => organiserPage(db, slug, now)),
    vouchers: cached(() => giftVouchers(db)),
    upcoming: cached((now, organiserId: number, except: readonly number[]) => upcomingOf(db, organiserId, now, except)),
  }
})

export type CatalogueCache = ReturnType<typeof catalogueCache>
