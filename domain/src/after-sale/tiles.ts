import type { Line } from '../sale/line.ts'
import type { SaleEvent } from '../sale/sale.ts'

export type TileFacts = {
  events: readonly Pick<SaleEvent, 'hasLivestream' | 'livestreamUrl' | 'address'>[]
  /** Some tickets have no seats, and none has been transferred yet. */
  transferAllowed: boolean
  referralLink: string
}

/** Where the first livestream is watched; null when there is none. */
export const livestreamLink = (events: readonly Pick<SaleEvent, 'hasLivestream' | 'livestreamUrl'>[]): string | null =>
  events.find((event) => event.hasLivestream)?.livestreamUrl ?? null

/** The events with an address, near which a buyer can look for a place to stay. */
export const locatedEvents = <E extends Pick<SaleEvent, 'address'>>(events: readonly E[]): E[] =>
  events.filter((event) => Boolean(event.address))

/** One adult for each ticket for that event. */
export const adultsFor = (eventId: number, lines: readonly Pick<Line, 'eventId' | 'qty'>[]): number =>
  lines.filter((line) => line.eventId === eventId).reduce((sum, line) => sum + line.qty, 0)

/** The tiles of a completed order in display order, and when each is shown. */
const TILES = {
  wallet: () => true,
  livestream: ({ events }) => livestreamLink(events) !== null,
  feedback: () => true,
  transfer: ({ transferAllowed }) => transferAllowed,
  place: ({ events }) => locatedEvents(events).length > 0,
  share: ({ referralLink }) => referralLink !== '',
} as const satisfies Record<string, (facts: TileFacts) => boolean>

export type Tile = keyof typeof TILES

export const tilesOf = (facts: TileFacts): Tile[] => (Object.keys(TILES) as Tile[]).filter((tile) => TILES[tile](facts))
