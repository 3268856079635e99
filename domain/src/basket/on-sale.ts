/** The facts of an event and its date that decide whether tickets can be bought now. */
export type EventWindow = {
  eventStatus: string
  onSaleFrom: Date | null
  startsAt: Date
  endsAt: Date | null
}

/** Those of a ticket type. */
export type TypeWindow = {
  saleFrom: Date | null
  saleUntil: Date | null
  /** Who may buy it: everyone, buyers with an access code, or staff only. */
  visibility: 'all' | 'code' | 'staff'
  /** No longer offered, but still valid for those who have it. */
  archived: boolean
  /** Unlocked by an access code that is valid now. */
  unlocked?: boolean
}

export type SaleWindow = EventWindow & TypeWindow

/** Whether this buyer sees the type. Types that only staff sell are hidden from buyers. */
export const isOffered = ({
  visibility,
  archived,
  unlocked = false,
}: Pick<TypeWindow, 'visibility' | 'archived' | 'unlocked'>): boolean =>
  // guard: access-code-needed
  (visibility === 'all' || (visibility === 'code' && unlocked)) && !archived

/** Whether the type's own sale has not opened yet, is open, or has closed. It opens and closes at the instant given. */
export function saleState({ saleFrom, saleUntil }: Pick<TypeWindow, 'saleFrom' | 'saleUntil'>, now: Date) {
  if (saleFrom !== null && saleFrom > now) return 'not_yet'
  return saleUntil !== null && saleUntil <= now ? 'over' : 'open'
}

/** Whether a date is over: it has ended, or has begun if no end is given. */
export const isDateOver = ({ startsAt, endsAt }: Pick<EventWindow, 'startsAt' | 'endsAt'>, now: Date): boolean =>
  (endsAt ?? startsAt) < now

/** How long after its start a date without an end is still sold at the counter. */
const LATECOMERS_MS = 3 * 60 * 60_000

/**
 * Whether staff may sell it at the counter. Unlike online, this includes types that only staff sell, types whose sale has
 * closed, and latecomers. What isn't on sale yet, is archived or needs an access code isn't sold there either.
 */
export function isSoldAtCounter(window: SaleWindow, now: Date): boolean {
  const { eventStatus, onSaleFrom, saleFrom, visibility, archived, startsAt, endsAt } = window
  const until = endsAt ?? new Date(startsAt.getTime() + LATECOMERS_MS)
  // guard: counter-sale-window
  return (
    eventStatus === 'published' &&
    (onSaleFrom === null || onSaleFrom <= now) &&
    (saleFrom === null || saleFrom <= now) &&
    visibility !== 'code' &&
    !archived &&
    until >= now
  )
}

/**
 * Whether staff may give it away: any type that isn't archived, even before its sale has opened, and to latecomers. No access
 * code is needed.
 */
export const isGivenAway = (window: SaleWindow, now: Date): boolean =>
  isSoldAtCounter(
    {
      ...window,
      onSaleFrom: null,
      saleFrom: null,
      visibility: window.visibility === 'code' ? 'staff' : window.visibility,
    },
    now,
  )

/**
 * On sale: the event is published, its sale has opened, its date is not over, and the type is offered within its own sale
 * window.
 */
export const isOnSale = (window: SaleWindow, now: Date): boolean => {
  const { eventStatus, onSaleFrom } = window
  return (
    eventStatus === 'published' &&
    (onSaleFrom === null || onSaleFrom <= now) &&
    !isDateOver(window, now) &&
    // guard: type-offered
    isOffered(window) &&
    // guard: type-within-its-sale
    saleState(window, now) === 'open'
  )
}
