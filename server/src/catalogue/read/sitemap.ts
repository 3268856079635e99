import { eventPath, organiserPath } from '@foyer/contract/pages.ts'
import { dateToCome } from './offered.ts'
import type { Reader } from './shared.ts'
import { giftVouchers } from './vouchers.ts'

/** A sitemap may list 50,000 addresses (sitemaps.org); the pages of the shop itself are a few of them. */
export const SITEMAP_LIMIT = 49_000

/**
 * The paths of events that are not over and of those who organise them, newest first, for search engines, and
 * whether gift vouchers are sold. */
export async function sitemapOf(db: Reader, now: Date): Promise<{ paths: string[]; hasVouchers: boolean }> {
  const events = await db
    .selectFrom('events as event')
    .innerJoin('organisers as organiser', 'organiser.id', 'event.organiser_id')
    .select(['event.slug', 'organiser.slug as organiser'])
    .where('event.status', '=', 'published')
    .where('organiser.closed_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('event_dates as date')
          .select('date.id')
          .whereRef('date.event_id', '=', 'event.id')
          .where('date.status', '<>', 'cancelled')
          .where(dateToCome(now)),
      ),
    )
    .orderBy('event.id', 'desc')
    .limit(SITEMAP_LIMIT)
    .execute()
  const organisers = new Set(events.map(({ organiser }) => organiserPath(organiser)))
  const paths = [...organisers, ...events.map(({ slug }) => eventPath(slug))].slice(0, SITEMAP_LIMIT)
  return { paths, hasVouchers: (await giftVouchers(db)).length > 0 }
}
