import type { EventFilterValues } from '@foyer/contract/pages.ts'
import { onePerDb } from '../db/combine.ts'
import { eventPage, giftVouchers, listEvents, organiserPage, upcomingOf } from './read.ts'

/**
 * The shop window: what `read.ts` reads, looked at by everybody and read once a second. It may be that much behind and never
 * decides anything; what is decided is read anew in the transaction that decides it.
 */

/** How old an answer may be, in milliseconds by the clock of the one who asks. */
export const FRESH_MS = 1000
/** Answers of one kind that are kept; a search for every word there is must not fill the memory. */
const MOST_KEPT = 500

/**
 * Remembers what `read` answered for a moment. Those who ask meanwhile share one reading, whether it is done or under way; one
 * that fails is forgotten at once.
 */
export function remembered<Args extends unknown[], T>(
  read: (now: Date, ...args: Args) => Promise<T>,
): (now: Date, ...args: Args) => Promise<T> {
  const kept = new Map<string, { at: number; answer: Promise<T> }>()
  return (now, ...args) => {
    const key = JSON.stringify(args)
    const known = kept.get(key)
    const age = known ? now.getTime() - known.at : Number.POSITIVE_INFINITY
    if (known && age >= 0 && age < FRESH_MS) return known.answer
    if (kept.size >= MOST_KEPT) kept.clear()
    const entry = { at: now.getTime(), answer: read(now, ...args) }
    kept.set(key, entry)
    entry.answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key)
    })
    return entry.answer
  }
}

/** What one process shows of one database. `upcoming` is ENT-21, as upcomingOf. */
export const shopWindow = onePerDb((db) => ({
  events: remembered((now, filters: Partial<EventFilterValues>) => listEvents(db, filters, now)),
  event: remembered((now, slug: string) => eventPage(db, slug, now)),
  organiser: remembered((now, slug: string) => organiserPage(db, slug, now)),
  vouchers: remembered(() => giftVouchers(db)),
  upcoming: remembered((now, organiserId: number, except: readonly number[]) =>
    upcomingOf(db, organiserId, now, except),
  ),
}))
