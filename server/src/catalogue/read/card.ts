import { shop } from '@foyer/contract/messages.ts'
import { eventPath, eventThumbnail } from '@foyer/contract/pages.ts'
import type { EventCardData } from '@foyer/contract/types.ts'
import { shortHeldDate, shortWhen } from '@foyer/domain/format/dates.ts'
import { currencyCode, currencyInfo, toMajor } from '@foyer/domain/money/money.ts'
import { addedToTickets } from '@foyer/domain/money/small-total.ts'
import { smallTotalTerms } from '@foyer/domain/payment/minimum.ts'
import type { SmallTotalRule } from './purchases.ts'
import type { When } from './shared.ts'

/** `from_minor`: the total of the cheapest order before the rule for small totals, and `from_qty` for how many tickets it is. */
export type Offering = {
  event_id: number
  types: number
  left: number
  from_minor: number | null
  from_qty: number | null
}

/** An event with its dates, for a card. */
export type CardEvent = SmallTotalRule & {
  id: number
  slug: string
  title: string
  summary: string
  picture: string | null
  category: string
  currency: string
  timezone: string
  online: boolean
  on_sale_from: Date | null
  organiser: string
  organiser_slug: string
  venue: string | null
  town: string | null
  dates: readonly When[]
}

export function cardOf(
  event: CardEvent,
  date: When,
  offering: Offering | undefined,
  now: Date,
  { cancelled = false, postponed = false } = {},
): EventCardData {
  const currency = currencyCode(event.currency)
  const opens = event.on_sale_from !== null && event.on_sale_from > now ? event.on_sale_from : null
  const soldOut = offering !== undefined && offering.left === 0
  const from = offering?.from_minor ?? null
  const added = from === null ? 0 : addedToTickets(from, smallTotalTerms(event, currency))
  return {
    slug: event.slug,
    url: eventPath(event.slug),
    title: event.title,
    summary: event.summary,
    category: event.category,
    organiser: event.organiser,
    organiser_slug: event.organiser_slug,
    place: event.venue ?? shop['event.online'],
    town: event.town ?? '',
    thumbnail: eventThumbnail(event.id, event.picture),
    starts_at: date.starts_at.toISOString(),
    nice_date: shortWhen(date, now, { ...event, postponed }),
    more_dates: event.dates.length - 1,
    currency: currencyInfo(currency),
    from_price: from === null ? null : toMajor(from + added, currency),
    ...((offering?.from_qty ?? 1) > 1 && { from_quantity: offering!.from_qty! }),
    sold_out: soldOut && !cancelled && !postponed,
    ...(cancelled && { cancelled: true as const }),
    ...(postponed && { postponed: true as const }),
    on_sale_from: opens?.toISOString() ?? null,
    nice_on_sale_from: opens === null ? '' : shortHeldDate(opens, now, event),
  }
}
