type CompletedEvent = {
  id: number
  has_livestream: boolean
  access_online: string | null
  venue: { full_address: string | null } | null
}

export type TileFacts = {
  events: readonly CompletedEvent[]
  /** Not all seats, and nothing handed on yet (TRF-01, TRF-02). */
  transferAllowed: boolean
  referralLink: string
}

/** DONE-15: where the first livestream is watched; null when there is none (DONE-14). */
export const livestreamLink = (events: readonly CompletedEvent[]): string | null =>
  events.find((event) => event.has_livestream)?.access_online ?? null

/** The events one can find a place to stay near (DONE-19, DONE-36). */
export const locatedEvents = <E extends Pick<CompletedEvent, 'venue'>>(events: readonly E[]): E[] =>
  events.filter((event) => Boolean(event.venue?.full_address))

/** DONE-35: as many adults as tickets for that event. */
export const adultsFor = (eventId: number, tickets: readonly { event_id: number; qty: number }[]): number =>
  tickets.filter((line) => line.event_id === eventId).reduce((sum, line) => sum + line.qty, 0)

/** The tiles of a completed order, in their order, and when each is there (DONE-14..20). */
const TILES = {
  livestream: ({ events }) => livestreamLink(events) !== null,
  wallet: () => true,
  feedback: () => true,
  transfer: ({ transferAllowed }) => transferAllowed,
  place: ({ events }) => locatedEvents(events).length > 0,
  share: ({ referralLink }) => referralLink !== '',
} as const satisfies Record<string, (facts: TileFacts) => boolean>

export type Tile = keyof typeof TILES

export const tilesOf = (facts: TileFacts): Tile[] => (Object.keys(TILES) as Tile[]).filter((tile) => TILES[tile](facts))
