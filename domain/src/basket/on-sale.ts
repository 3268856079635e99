/** What decides whether tickets can be bought now. */
export type SaleWindow = {
  eventStatus: string
  onSaleFrom: Date | null
  startsAt: Date
  endsAt: Date | null
}

/** On sale: the event is published, its sale has opened, and its date is not over. */
export const isOnSale = ({ eventStatus, onSaleFrom, startsAt, endsAt }: SaleWindow, now: Date): boolean =>
  eventStatus === 'published' && (onSaleFrom === null || onSaleFrom <= now) && (endsAt ?? startsAt) >= now
