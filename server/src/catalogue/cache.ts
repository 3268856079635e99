import type { EventFilterValues } from '@foyer/contract/pages.ts'
import { language } from '@foyer/domain/format/language.ts'
import type { TextKind } from '@foyer/domain/people/texts.ts'
import { readShown } from '../db/connection/standby.ts'
import { onePerDb } from '../db/transaction/combine.ts'
import type { Db } from '../db/transaction/tx.ts'
import { shopText, termsUrlOf } from '../texts/own-texts.ts'
import { soldByOf } from '../trader.ts'
import { choicesOf } from './read/choices.ts'
import { eventPage } from './read/event-page.ts'
import { listEvents, organiserPage, upcomingOf } from './read/lists.ts'
import { sitemapOf } from './read/sitemap.ts'
import { giftVouchers } from './read/vouchers.ts'

/** Maximum age of a cached result, in milliseconds of the request's clock. */
export const MAX_AGE_MS = 1000
/** Results kept per kind. Searches for every possible word must not fill the memory. */
const MAX_KEPT = 500

/** Caches the results of `read` for a moment, for each language. Concurrent callers share one read; a failed read is dropped at once. */
export function cached<Args extends unknown[], T>(
  read: (now: Date, ...args: Args) => Promise<T>,
): (now: Date, ...args: Args) => Promise<T> {
  const entries = new Map<string, { at: number; answer: Promise<T> }>()
  return (now, ...args) => {
    const key = JSON.stringify([language(), ...args])
    const cachedEntry = entries.get(key)
    const age = cachedEntry ? now.getTime() - cachedEntry.at : Number.POSITIVE_INFINITY
    if (cachedEntry && age >= 0 && age < MAX_AGE_MS) return cachedEntry.answer
    if (entries.size >= MAX_KEPT) entries.clear()
    const entry = { at: now.getTime(), answer: read(now, ...args) }
    entries.set(key, entry)
    entry.answer.catch(() => {
      if (entries.get(key) === entry) entries.delete(key)
    })
    return entry.answer
  }
}

/**
 * The catalogue for pages: up to a second old, or as old as the standby that it is read from. Decisions read the database in
 * their own transaction instead.
 */
export const catalogueCache = onePerDb((db) => {
  const shown = <Args extends unknown[], T>(read: (from: Db, now: Date, ...args: Args) => Promise<T>) =>
    cached(readShown(db, read))
  const choices = shown(choicesOf)
  return {
    events: shown(async (from, now, filters: Partial<EventFilterValues>) =>
      listEvents(from, filters, now, await choices(now)),
    ),
    event: shown((from, now, slug: string) => eventPage(from, slug, now)),
    // Cached separately, so that pages with access codes can't evict the public ones.
    opened: shown((from, now, slug: string, codeId: number) => eventPage(from, slug, now, { codeId })),
    organiser: shown((from, now, slug: string) => organiserPage(from, slug, now)),
    termsUrl: shown((from, now, organiserId: number) => termsUrlOf(from, organiserId, now)),
    soldBy: shown((from, _, organiserId: number) => soldByOf(from, organiserId)),
    text: shown(async (from, now, kind: TextKind) => {
      const own = await shopText(from, kind, now)
      return own && { html: own.html }
    }),
    vouchers: shown((from) => giftVouchers(from)),
    sitemap: shown((from, now) => sitemapOf(from, now)),
    upcoming: shown((from, now, organiserId: number, except: readonly number[]) =>
      upcomingOf(from, organiserId, now, except),
    ),
  }
})

export type CatalogueCache = ReturnType<typeof catalogueCache>
